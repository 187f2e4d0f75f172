-- Counts by the {part} (or, without $9, by the {block}). From $1 to before $2; of tenant $4 and operation $5, or of all
-- where NULL, kept in series of the kind $3; of the names $6, or any where NULL; by tenant or operation ($7) those of
-- $8, or any where NULL. Counts that are not rolled up yet are sums of 1 {part}.
SELECT s.name, s.bucket, CASE $7::text WHEN 'tenant' THEN s.tenant WHEN 'operation' THEN s.operation
  END, b.at, b.n, b.parts, true
FROM onceover.counter_series s
CROSS JOIN LATERAL (
  SELECT r.at, r.n, CASE WHEN $9::boolean THEN r.{part}s::text END AS parts FROM onceover.counter_{block}s r
  WHERE r.series = s.id AND r.at >= pg_catalog.date_bin('1 {block}', $1::timestamptz, '1970-01-01 00:00:00+00')
    AND r.at < $2::timestamptz
  OFFSET 0) b
WHERE s.grouped = $3::text AND CASE WHEN $6::text[] IS NULL THEN s.name <> 'alive' ELSE s.name = ANY ($6::text[]) END
  AND ($4::text IS NULL OR s.tenant = $4::text) AND ($5::text IS NULL OR s.operation = $5::text)
  AND ($8::text[] IS NULL OR CASE $7::text WHEN 'tenant' THEN s.tenant WHEN 'operation' THEN s.operation
    END = ANY ($8::text[]))
UNION ALL
SELECT d.name, coalesce(d.bucket, -1), CASE $7::text WHEN 'tenant' THEN d.tenant WHEN 'operation' THEN d.operation END,
       pg_catalog.date_bin('1 {part}', d.at, '1970-01-01 00:00:00+00'), pg_catalog.sum(d.n)::bigint, NULL, false
FROM onceover.counter_deltas d
WHERE d.at >= $1::timestamptz AND d.at < $2::timestamptz AND CASE WHEN $6::text[] IS NULL THEN d.name <> 'heartbeat'
  ELSE d.name = ANY ($6::text[]) END
  AND ($4::text IS NULL OR d.tenant = $4::text) AND ($5::text IS NULL OR d.operation = $5::text)
  AND ($8::text[] IS NULL OR CASE $7::text WHEN 'tenant' THEN d.tenant WHEN 'operation' THEN d.operation
    END = ANY ($8::text[]))
GROUP BY 1, 2, 3, 4
