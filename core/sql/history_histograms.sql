-- Observations from $1 to before $2, by upper bound in milliseconds; of one tenant ($3) and operation ($4), or of all where NULL.
SELECT d.name, d.bucket, pg_catalog.sum(d.n)::bigint
FROM onceover.counter_deltas d
WHERE d.at >= $1::timestamptz AND d.at < $2::timestamptz AND d.bucket IS NOT NULL
  AND ($3::text IS NULL OR d.tenant = $3::text) AND ($4::text IS NULL OR d.operation = $4::text)
GROUP BY 1, 2
