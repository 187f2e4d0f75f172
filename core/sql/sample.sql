-- name: sample_add
SELECT onceover.add_sample($1::text, $2::timestamptz, $3::jsonb)

-- name: sample_due
-- Whether this minute of a table has no sample yet, and how many microseconds of it are left.
SELECT NOT EXISTS (SELECT FROM onceover.samples s WHERE s.relation = $1::text AND s.minute = m.minute),
       pg_catalog.ceil(extract(epoch FROM m.minute + interval '1 minute' - m.now) * 1000000)::bigint
FROM (SELECT t.now, pg_catalog.date_bin('1 minute', t.now, timestamptz '1970-01-01 00:00:00+00') AS minute
      FROM (SELECT pg_catalog.clock_timestamp() AS now) t) m

-- name: samples_exist
-- Whether this schema has a table of samples, and whether this user may read it.
SELECT s.oid IS NOT NULL, COALESCE(pg_catalog.has_table_privilege(s.oid, 'SELECT'), false)
FROM (SELECT pg_catalog.to_regclass('onceover.samples') AS oid) s

-- name: samples_may_reap
SELECT pg_catalog.to_regclass('onceover.samples') IS NOT NULL
       AND pg_catalog.has_function_privilege(pg_catalog.to_regprocedure('onceover.reap_samples(bigint)'), 'EXECUTE')

-- name: samples_newest
SELECT s.at, pg_catalog.clock_timestamp() FROM (SELECT 1) one
LEFT JOIN LATERAL (SELECT r.at FROM onceover.samples r WHERE r.relation = $1::text ORDER BY r.minute DESC
  LIMIT 1) s ON true

-- name: samples_reap
SELECT onceover.reap_samples($1::bigint)
