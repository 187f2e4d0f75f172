-- How many partitions of the outbox were made ahead.
SELECT COALESCE(pg_catalog.array_length(onceover.make_outbox_partitions($1::interval, $2::bigint::integer), 1), 0)
