-- What was counted in the last $1 by tenant and operation: the requests that a key decided about, and what became of them. By the second
-- while seconds are kept, else by the minute; with what is not rolled up yet.
SELECT c.tenant, c.operation,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'created'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'replayed'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'conflict'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name = 'mismatch'), 0)::bigint,
       coalesce(pg_catalog.sum(c.n) FILTER (WHERE c.name IN ('completed', 'failed', 'settled.succeeded', 'settled.failed')), 0)::bigint
FROM onceover.counter_rollup k CROSS JOIN LATERAL (
  SELECT s.tenant, s.operation, s.name, p.n
  FROM onceover.counter_series s CROSS JOIN LATERAL (
    SELECT r.at, r.seconds FROM onceover.counter_minutes r
    WHERE r.series = s.id AND r.at > pg_catalog.now() - $1::interval - '1 minute'::interval AND r.at <= pg_catalog.now() OFFSET 0) b,
    LATERAL pg_catalog.unnest(b.seconds) WITH ORDINALITY p (n, i)
  WHERE k.seconds_from <= pg_catalog.now() - $1::interval AND s.grouped = 'both' AND s.bucket = -1 AND p.n <> 0
    AND b.at + (p.i - 1) * '1 second'::interval BETWEEN pg_catalog.now() - $1::interval AND pg_catalog.now()
  UNION ALL
  SELECT s.tenant, s.operation, s.name, p.n
  FROM onceover.counter_series s CROSS JOIN LATERAL (
    SELECT r.at, r.minutes FROM onceover.counter_hours r
    WHERE r.series = s.id AND r.at > pg_catalog.now() - $1::interval - '1 hour'::interval AND r.at <= pg_catalog.now() OFFSET 0) b,
    LATERAL pg_catalog.unnest(b.minutes) WITH ORDINALITY p (n, i)
  WHERE k.seconds_from > pg_catalog.now() - $1::interval AND s.grouped = 'both' AND s.bucket = -1 AND p.n <> 0
    AND b.at + (p.i - 1) * '1 minute'::interval BETWEEN pg_catalog.now() - $1::interval AND pg_catalog.now()
  UNION ALL
  SELECT d.tenant, d.operation, d.name, d.n
  FROM onceover.counter_deltas d
  WHERE d.at >= pg_catalog.now() - $1::interval AND d.at <= pg_catalog.now() AND d.bucket IS NULL AND d.name <> 'heartbeat'
) c
GROUP BY 1, 2
