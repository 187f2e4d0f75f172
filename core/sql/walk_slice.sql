-- The end of a slice of the walk: the last key of its rows, so that keys created in the same microsecond remain
-- together. The inner part reads only the index.
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
