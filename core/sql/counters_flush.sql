-- A source's flushes are in order: one that is not newer than its last was counted already.
WITH newer AS (
  INSERT INTO onceover.counter_sources AS s (source, flush) VALUES ($1::uuid, $2::bigint)
  ON CONFLICT (source) DO UPDATE SET flush = EXCLUDED.flush, at = EXCLUDED.at WHERE s.flush < EXCLUDED.flush
  RETURNING s.source, s.flush
)
INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n)
SELECT newer.source, newer.flush, d.tenant, d.operation, d.name, NULLIF(d.bucket, '')::float8, d.n
FROM newer, unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS d (tenant, operation, name, bucket, n)
ON CONFLICT DO NOTHING
