-- Totals of the last $1, and of as long a time before it.
SELECT d.name, coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.at >= pg_catalog.now() - $1::interval), 0)::bigint,
       coalesce(pg_catalog.sum(d.n) FILTER (WHERE d.at < pg_catalog.now() - $1::interval), 0)::bigint
FROM onceover.counter_deltas d
WHERE d.at >= pg_catalog.now() - $1::interval - $1::interval AND d.at <= pg_catalog.now() AND d.bucket IS NULL
GROUP BY 1
