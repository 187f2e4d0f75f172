INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n)
SELECT $1::uuid, $2::bigint, d.tenant, d.operation, d.name, NULLIF(d.bucket, '')::float8, d.n
FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS d (tenant, operation, name, bucket, n)
ON CONFLICT DO NOTHING
