-- A source's flushes are in order: one that is not newer than its last was counted already. Operators and types have
-- their schema: this runs outside a transaction of our own, under the session's search_path.
WITH newer AS (
  INSERT INTO onceover.counter_sources AS s (source, flush) VALUES ($1::pg_catalog.uuid, $2::bigint)
  ON CONFLICT (source) DO UPDATE SET flush = EXCLUDED.flush, at = EXCLUDED.at
    WHERE s.flush OPERATOR(pg_catalog.<) EXCLUDED.flush
  RETURNING s.source, s.flush
)
INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n)
SELECT newer.source, newer.flush, d.tenant, d.operation, d.name,
       CASE WHEN d.bucket OPERATOR(pg_catalog.<>) '' THEN d.bucket::pg_catalog.float8 END, d.n
FROM newer, ROWS
  FROM (pg_catalog.unnest($3::pg_catalog.text[]), pg_catalog.unnest($4::pg_catalog.text[]),
  pg_catalog.unnest($5::pg_catalog.text[]),
                       pg_catalog.unnest($6::pg_catalog.text[]), pg_catalog.unnest($7::bigint[])) AS d (tenant,
                       operation, name, bucket, n)
ON CONFLICT DO NOTHING
