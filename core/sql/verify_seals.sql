-- Every seal with its own hash and the hash of its heads computed again.
SELECT s.number, pg_catalog.encode(s.prev, 'hex'), pg_catalog.encode(s.hash, 'hex'),
       pg_catalog.encode(sha256(convert_to(ROW(s.number, s.at, s.db_user, s.links, s.rows, s.heads, s.prev)::text, 'UTF8')), 'hex'),
       pg_catalog.encode(s.heads, 'hex'),
       pg_catalog.encode((SELECT sha256(convert_to(string_agg(ROW(h.writer, h.seq, h.hash)::text, '' ORDER BY h.writer), 'UTF8'))
                          FROM onceover.audit_seal_heads h WHERE h.seal = s.number), 'hex')
FROM onceover.audit_seals s
ORDER BY s.number
