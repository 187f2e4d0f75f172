-- What was counted from $1 to before $2, in steps of $3 from $1 on; of one tenant ($4) and operation ($5), or of all where NULL.
SELECT d.name, pg_catalog.date_bin($3::interval, d.at, $1::timestamptz), pg_catalog.sum(d.n)::bigint
FROM onceover.counter_deltas d
WHERE d.at >= $1::timestamptz AND d.at < $2::timestamptz AND d.bucket IS NULL
  AND ($4::text IS NULL OR d.tenant = $4::text) AND ($5::text IS NULL OR d.operation = $5::text)
GROUP BY 1, 2
