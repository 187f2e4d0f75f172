-- The $8 tenants or operations ($7) with the most of $6 from $1 to before $2, and one more if there are more; of tenant
-- $4 and operation $5, or of all where NULL, kept in series of the kind $3.
SELECT counted.who, pg_catalog.sum(counted.n)::bigint
FROM (
  SELECT CASE $7::text WHEN 'tenant' THEN s.tenant ELSE s.operation END AS who, b.n
  FROM onceover.counter_series s
  CROSS JOIN LATERAL (
    -- Blocks at the edge of the range count by their parts.
    SELECT pg_catalog.sum(CASE WHEN r.at >= $1::timestamptz AND r.at + '1 {block}'::interval <= $2::timestamptz
      THEN r.n ELSE (
        SELECT pg_catalog.sum(p.n) FROM pg_catalog.unnest(r.{part}s) WITH ORDINALITY p (n, i)
        WHERE r.at + (p.i - 1) * '1 {part}'::interval >= $1::timestamptz
          AND r.at + (p.i - 1) * '1 {part}'::interval < $2::timestamptz) END) AS n
    FROM onceover.counter_{block}s r
    WHERE r.series = s.id AND r.at >= pg_catalog.date_bin('1 {block}', $1::timestamptz, '1970-01-01 00:00:00+00')
      AND r.at < $2::timestamptz
    OFFSET 0) b
  WHERE s.grouped = $3::text AND s.name = $6::text AND ($4::text IS NULL OR s.tenant = $4::text)
    AND ($5::text IS NULL OR s.operation = $5::text)
  UNION ALL
  SELECT CASE $7::text WHEN 'tenant' THEN d.tenant ELSE d.operation END, d.n
  FROM onceover.counter_deltas d
  WHERE d.at >= $1::timestamptz AND d.at < $2::timestamptz AND d.name = $6::text
    AND ($4::text IS NULL OR d.tenant = $4::text) AND ($5::text IS NULL OR d.operation = $5::text)
) counted
GROUP BY 1 HAVING pg_catalog.sum(counted.n) > 0
ORDER BY 2 DESC, 1 LIMIT $8::bigint + 1
