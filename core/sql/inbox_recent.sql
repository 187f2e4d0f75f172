-- Of each consumer in a sample of the inbox (its last 100 pages, and 400 pages all over it): events of the last $1,
-- those without a fingerprint, events that were begun and whose lease ended more than $2 ago, and when the oldest was
-- received. Whether the sample is all.
WITH pages AS (
  SELECT GREATEST(1,
    pg_catalog.pg_relation_size('onceover.inbox') / pg_catalog.current_setting('block_size')::bigint) AS n
), sample AS (
  SELECT i.ctid, i.consumer, i.received_at, i.fingerprint IS NULL AS is_unknown, i.state, i.stored, i.locked_until
  FROM onceover.inbox i
    WHERE i.ctid >= pg_catalog.format('(%s,0)', (SELECT GREATEST(p.n - 100, 0) FROM pages p))::pg_catalog.tid
  UNION
  SELECT i.ctid, i.consumer, i.received_at, i.fingerprint IS NULL, i.state, i.stored, i.locked_until
  FROM onceover.inbox i TABLESAMPLE SYSTEM ((SELECT LEAST(100, 40000.0 / p.n) FROM pages p))
)
SELECT s.consumer, pg_catalog.count(*) FILTER (WHERE s.received_at > pg_catalog.now() - $1::interval),
  pg_catalog.count(*) FILTER (WHERE s.received_at > pg_catalog.now() - $1::interval AND s.is_unknown),
  pg_catalog.count(*) FILTER (WHERE s.state = 'in_progress' AND NOT s.stored
    AND s.locked_until < pg_catalog.now() - $2::interval),
  pg_catalog.min(s.received_at), (SELECT p.n <= 100 FROM pages p), pg_catalog.now()
FROM sample s
GROUP BY s.consumer
ORDER BY s.consumer
