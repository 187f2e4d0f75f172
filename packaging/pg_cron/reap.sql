-- The reaper for databases with pg_cron, instead of `oncectl reap --follow`: deletes up to 5,000 finished keys past their window, with their
-- cases, once a minute. It never touches a key that is in progress, and respects the store's stop switch.
--
-- It reads only the oldest 50,000 keys, so that no run reads a large table. If as many old keys are kept longer than the others, or are
-- unfinished, use `oncectl reap`, which reads on. The deleted keys are not counted in onceover.counter_deltas.
--
-- Run as the role that deletes, in the database where pg_cron is installed:
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
    -- Checked again: a key may have been claimed since.
    AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  RETURNING k.tenant, k.operation, k.key
)
DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
$job$);
