-- Where a slice of the walk ends, so that one pass never reads a large table in one statement.
SELECT k.created_at, k.key, k.tenant, k.operation
FROM onceover.keys k
WHERE (k.created_at, k.key, k.tenant, k.operation) > ($1::timestamptz, $2::text, $3::text, $4::text)
ORDER BY k.created_at, k.key, k.tenant, k.operation
OFFSET $5::bigint LIMIT 1
