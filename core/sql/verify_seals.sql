-- Every seal with its own hash, the hash of its heads and the one of the seals that it joins computed again; whether
-- one of those is missing, and whether a later one joins it, or it is among the last.
SELECT s.number, pg_catalog.encode(s.prev, 'hex'), COALESCE(pg_catalog.encode(b.prev, 'hex'), ''),
       (b.n < pg_catalog.cardinality(s.joins))::int, (f.number IS NOT NULL OR t.number IS NOT NULL)::int,
       pg_catalog.encode(s.hash, 'hex'),
       pg_catalog.encode(sha256(convert_to(ROW(s.number, s.at, s.db_user, s.links, s.rows, s.heads, s.joins,
         s.prev)::text, 'UTF8')), 'hex'),
       pg_catalog.encode(s.heads, 'hex'),
       pg_catalog.encode((SELECT sha256(convert_to(string_agg(ROW(h.writer, h.seq, h.hash)::text, ''
         ORDER BY h.writer), 'UTF8'))
                          FROM onceover.audit_seal_heads h WHERE h.seal = s.number), 'hex')
FROM onceover.audit_seals s
CROSS JOIN LATERAL (
  SELECT sha256(string_agg(o.hash, ''::bytea ORDER BY o.number)) AS prev, pg_catalog.count(*) AS n
  FROM onceover.audit_seals o WHERE o.number = ANY (s.joins) AND o.number < s.number
) b
LEFT JOIN (SELECT DISTINCT unnest(o.joins) AS number FROM onceover.audit_seals o) f ON f.number = s.number
LEFT JOIN onceover.audit_seal_tips t ON t.number = s.number
ORDER BY s.number
