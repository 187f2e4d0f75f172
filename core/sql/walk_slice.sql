-- Where a slice of the walk ends: the last key of the rows that make it, so that keys made in the same microsecond stay together. The inner
-- part reads the index alone.
SELECT k.created_at, k.key, k.tenant, k.operation
FROM (
  SELECT w.created_at, w.key
  FROM onceover.keys w
  WHERE (w.created_at, w.key) > ($1::timestamptz, $2::text)
  ORDER BY w.created_at, w.key
  OFFSET $3::bigint LIMIT 1
) edge
JOIN onceover.keys k ON k.created_at = edge.created_at AND k.key = edge.key
ORDER BY k.tenant DESC, k.operation DESC
LIMIT 1
