-- Makes the next partitions of the outbox and drops old ones, for databases with pg_cron: three days ahead, and those that ended more than a
-- week ago and that every relay has passed. A relay whose user owns the tables does the same; one with the role `relay` may not, since it locks
-- the outbox. Neither job waits for a lock longer than 50 ms; what it could not do it does the next time.
--
-- Run as the owner of the onceover schema, in the database where pg_cron is installed:
--   psql -v ON_ERROR_STOP=1 -f partitions.sql
-- To end it: SELECT cron.unschedule('onceover-partitions'), cron.unschedule('onceover-old-partitions');
SELECT cron.schedule('onceover-partitions', '*/5 * * * *', $job$SELECT onceover.make_outbox_partitions('1 day', 3)$job$);
SELECT cron.schedule('onceover-old-partitions', '*/5 * * * *', $job$SELECT onceover.drop_outbox_partition('7 days')$job$);
