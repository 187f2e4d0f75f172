-- What was counted in the last $1 by tenant and operation: the requests that a key decided about, and what became of them.
SELECT d.tenant, d.operation,
       coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.name = 'created'), 0)::bigint,
       coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.name = 'replayed'), 0)::bigint,
       coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.name = 'conflict'), 0)::bigint,
       coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.name = 'mismatch'), 0)::bigint,
       coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.name IN ('completed', 'failed', 'settled.succeeded', 'settled.failed')), 0)::bigint
FROM onceover.counter_deltas d
WHERE d.at >= pg_catalog.now() - $1::interval AND d.at <= pg_catalog.now() AND d.bucket IS NULL
GROUP BY 1, 2
