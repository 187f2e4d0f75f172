-- The first key of a slice that may still need a sweeper. Finished keys remain finished: a later pass may begin here.
SELECT k.created_at, k.key, k.tenant, k.operation
FROM onceover.keys k
WHERE (k.created_at, k.key, k.tenant, k.operation) > ($1::timestamptz, $2::text, $3::text, $4::text)
  AND (k.created_at, k.key) <= ($5::timestamptz, $6::text)
  AND k.state IN ('in_progress', 'released')
ORDER BY k.created_at, k.key, k.tenant, k.operation
LIMIT 1
