-- Rolls up the counts of services once a minute, for databases with pg_cron. A service that counts also does it, if its role may run
-- onceover.roll_up_counters; this job continues while no service runs. It never waits for another roll-up.
--
-- Run as the owner of the onceover schema, in the database where pg_cron is installed:
--   psql -v ON_ERROR_STOP=1 -f roll_up.sql
-- To end it: SELECT cron.unschedule('onceover-roll-up');
-- By hand, after an upgrade with many counts: `oncectl metrics roll-up`.
SELECT cron.schedule('onceover-roll-up', '* * * * *', $job$SELECT onceover.roll_up_counters(1000000, '45 seconds')$job$);
