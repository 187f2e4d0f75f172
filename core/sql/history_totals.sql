-- Totals of the last $1, and of the same time before it: by the second while seconds are kept, else by the minute, else
-- by the hour; with counts that are not rolled up yet. Only blocks at the edge of a range are split.
SELECT c.name, coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.at >= t.middle), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.at < t.middle), 0)::bigint
FROM (SELECT r.seconds_from FROM onceover.counter_rollup r LIMIT 1) k
CROSS JOIN (SELECT pg_catalog.now() - $1::interval - $1::interval AS since, pg_catalog.now() - $1::interval AS middle) t
CROSS JOIN LATERAL (
  SELECT s.name, b.at, b.n
  FROM onceover.counter_series s CROSS JOIN LATERAL (
    SELECT CASE WHEN p.i IS NULL THEN r.n ELSE p.n END AS n, r.at + coalesce(p.i - 1, 0) * '1 second'::interval AS at
    FROM onceover.counter_minutes r LEFT JOIN LATERAL pg_catalog.unnest(r.seconds) WITH ORDINALITY p (n, i)
      ON r.at < t.since OR (r.at < t.middle AND r.at + '1 minute'::interval > t.middle)
        OR r.at + '1 minute'::interval > pg_catalog.now()
    WHERE r.series = s.id AND r.at > t.since - '1 minute'::interval AND r.at <= pg_catalog.now() OFFSET 0) b
  WHERE k.seconds_from <= t.since AND s.grouped = 'all' AND s.bucket = -1 AND s.name <> 'alive'
  UNION ALL
  SELECT s.name, b.at, b.n
  FROM onceover.counter_series s CROSS JOIN LATERAL (
    SELECT CASE WHEN p.i IS NULL THEN r.n ELSE p.n END AS n, r.at + coalesce(p.i - 1, 0) * '1 minute'::interval AS at
    FROM onceover.counter_hours r LEFT JOIN LATERAL pg_catalog.unnest(r.minutes) WITH ORDINALITY p (n, i)
      ON r.at < t.since OR (r.at < t.middle AND r.at + '1 hour'::interval > t.middle)
        OR r.at + '1 hour'::interval > pg_catalog.now()
    WHERE r.series = s.id AND r.at > t.since - '1 hour'::interval AND r.at <= pg_catalog.now() OFFSET 0) b
  WHERE k.seconds_from > t.since AND s.grouped = 'all' AND s.bucket = -1 AND s.name <> 'alive'
  UNION ALL
  SELECT d.name, d.at, d.n
  FROM onceover.counter_deltas d
  WHERE d.at >= t.since AND d.at <= pg_catalog.now() AND d.bucket IS NULL AND d.name <> 'heartbeat'
) c
WHERE c.at >= t.since AND c.at <= pg_catalog.now()
GROUP BY 1
