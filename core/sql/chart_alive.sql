-- The minutes from $1 to before $2 in which a process was counting: rows by the hour (with its minutes while they are
-- kept), and by the minute for counts that are not rolled up yet.
SELECT b.at, b.n, b.minutes::text, true
FROM onceover.counter_series s
CROSS JOIN LATERAL (
  SELECT r.at, r.n, r.minutes FROM onceover.counter_hours r
  WHERE r.series = s.id AND r.at >= pg_catalog.date_bin('1 hour', $1::timestamptz, '1970-01-01 00:00:00+00')
    AND r.at < $2::timestamptz
  OFFSET 0) b
WHERE s.grouped = 'all' AND s.name = 'alive'
UNION ALL
SELECT pg_catalog.date_bin('1 minute', d.at, '1970-01-01 00:00:00+00'), pg_catalog.count(*), NULL, false
FROM onceover.counter_deltas d
WHERE d.at >= pg_catalog.date_bin('1 minute', $1::timestamptz, '1970-01-01 00:00:00+00') AND d.at < $2::timestamptz
GROUP BY 1
