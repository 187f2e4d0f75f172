-- The reaper for databases with pg_cron, in place of `oncectl reap --follow`: once a minute up to 5,000 finished keys past their window go,
-- with their cases. It never touches a key that is in progress, and heeds the store's stop switch.
--
-- It looks at the oldest 50,000 keys, so that no run reads a large table: where as many old keys are kept longer than the others, or are
-- not finished, use `oncectl reap`, which walks on. What it deletes is not counted in onceover.counter_deltas.
--
-- Run as the role that shall delete, in the database where pg_cron is installed:
--   psql -v ON_ERROR_STOP=1 -f reap.sql
-- To end it: SELECT cron.unschedule('onceover-reap');
SELECT cron.schedule('onceover-reap', '* * * * *', $job$
WITH oldest AS (
  SELECT k.ctid, k.created_at, k.key, k.state, k.expires_at FROM onceover.keys k ORDER BY k.created_at, k.key LIMIT 50000
), gone AS (
  DELETE FROM onceover.keys k
  WHERE k.ctid = ANY (ARRAY (
      SELECT o.ctid FROM oldest o
      WHERE o.state IN ('succeeded', 'failed', 'released') AND o.expires_at <= pg_catalog.clock_timestamp()
      ORDER BY o.created_at, o.key LIMIT 5000))
    -- As they stand now: a key may have been claimed again since.
    AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  RETURNING k.tenant, k.operation, k.key
)
DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
$job$);
