-- Counts of the last $1 by tenant and operation: requests for which a key decided, and their results. By the second
-- while seconds are kept, else by the minute; with counts that are not rolled up yet. Only blocks at the edge of the
-- range are split.
SELECT c.tenant, c.operation,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'created'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'replayed'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'conflict'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'mismatch'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER
         (WHERE c.name IN ('completed', 'failed', 'settled.succeeded', 'settled.failed')), 0)::bigint
FROM (SELECT r.seconds_from, pg_catalog.now() - $1::interval AS since FROM onceover.counter_rollup r LIMIT 1) k
  CROSS JOIN LATERAL (
  SELECT s.tenant, s.operation, s.name, b.n
  FROM onceover.counter_series s CROSS JOIN LATERAL (
    SELECT CASE WHEN p.i IS NULL THEN r.n ELSE p.n END AS n, r.at + coalesce(p.i - 1, 0) * '1 second'::interval AS at
    FROM onceover.counter_minutes r LEFT JOIN LATERAL pg_catalog.unnest(r.seconds) WITH ORDINALITY p (n, i)
      ON r.at < k.since OR r.at + '1 minute'::interval > pg_catalog.now()
    WHERE r.series = s.id AND r.at > k.since - '1 minute'::interval AND r.at <= pg_catalog.now() OFFSET 0) b
  WHERE k.seconds_from <= k.since AND s.grouped = 'both' AND s.bucket = -1 AND b.at BETWEEN k.since AND pg_catalog.now()
  UNION ALL
  SELECT s.tenant, s.operation, s.name, b.n
  FROM onceover.counter_series s CROSS JOIN LATERAL (
    SELECT CASE WHEN p.i IS NULL THEN r.n ELSE p.n END AS n, r.at + coalesce(p.i - 1, 0) * '1 minute'::interval AS at
    FROM onceover.counter_hours r LEFT JOIN LATERAL pg_catalog.unnest(r.minutes) WITH ORDINALITY p (n, i)
      ON r.at < k.since OR r.at + '1 hour'::interval > pg_catalog.now()
    WHERE r.series = s.id AND r.at > k.since - '1 hour'::interval AND r.at <= pg_catalog.now() OFFSET 0) b
  WHERE k.seconds_from > k.since AND s.grouped = 'both' AND s.bucket = -1 AND b.at BETWEEN k.since AND pg_catalog.now()
  UNION ALL
  SELECT d.tenant, d.operation, d.name, d.n
  FROM onceover.counter_deltas d
  WHERE d.at >= k.since AND d.at <= pg_catalog.now() AND d.bucket IS NULL AND d.name <> 'heartbeat'
) c
GROUP BY 1, 2
HAVING pg_catalog.sum(c.n) <> 0
