-- name: audit_append
INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before,
  fence_after, before, after,
                            evidence, verdict, reason, ticket, correlation_id, profile, relation, row_key)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::bigint,
  $11::bigint, $12::jsonb, $13::jsonb,
        $14::jsonb, $15::text, $16::text, $17::text, $18::text, $19::text, $20::text, $21::jsonb)
RETURNING id

-- name: audit_has
SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.tenant = $1::text AND a.operation = $2::text AND a.key = $3::text
  AND a.fence_after = $4::bigint)

-- name: audit_has_row
SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.id = $1::bigint AND a.relation = $2::text AND a.row_key = $3::jsonb)

-- name: audit_tally
-- Acts from $1 to before $2 by action and result, and the number of their keys.
SELECT a.action, COALESCE(a.verdict, ''), COALESCE(a.to_state, ''), pg_catalog.count(*),
       pg_catalog.count(DISTINCT (a.relation, a.row_key, a.tenant, a.operation, a.key))
FROM onceover.audit a
WHERE a.at >= $1::timestamptz AND a.at < $2::timestamptz
GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3

-- name: verify_count
-- The size of what verifying reads.
SELECT (SELECT pg_catalog.count(*) FROM onceover.audit) + (SELECT pg_catalog.count(*) FROM onceover.audit_links)
       + (SELECT pg_catalog.count(*) FROM onceover.audit_seals) + (SELECT pg_catalog.count(*)
         FROM onceover.audit_seal_heads)

-- name: verify_heads
-- The heads of the chains in each seal, with the existing link of each.
SELECT h.seal, h.writer, h.seq, pg_catalog.encode(h.hash, 'hex'), pg_catalog.encode(l.hash, 'hex')
FROM onceover.audit_seal_heads h LEFT JOIN onceover.audit_links l ON l.writer = h.writer AND l.seq = h.seq
ORDER BY h.seal, h.writer

-- name: verify_links
-- Every link with its hash computed again from its content, and whose it is: the backend and the session user.
SELECT l.writer, l.seq, pg_catalog.encode(l.prev, 'hex'), pg_catalog.encode(l.hash, 'hex'),
       pg_catalog.encode(sha256(convert_to(ROW(l.writer, l.seq, l.at, l.ids, l.digests, l.prev, l.backend, l.db_user,
         l.began)::text, 'UTF8')), 'hex'), l.ids[1],
       pg_catalog.encode(sha256(convert_to(ROW(l.backend, l.db_user)::text, 'UTF8')), 'hex')
FROM onceover.audit_links l
ORDER BY l.writer, l.seq

-- name: verify_unsealed
SELECT pg_catalog.count(*) FROM onceover.audit_links l
LEFT JOIN (SELECT h.writer, pg_catalog.max(h.seq) AS seq FROM onceover.audit_seal_heads h
  GROUP BY h.writer) s ON s.writer = l.writer
WHERE l.seq > COALESCE(s.seq, 0)
