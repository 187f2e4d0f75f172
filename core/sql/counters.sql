-- name: chart_state
-- What can be read, and since when.
SELECT pg_catalog.clock_timestamp(), r.seconds_from, r.minutes_from, r.hours_from, r.watched_from,
       coalesce((SELECT pg_catalog.min(d.at) < pg_catalog.clock_timestamp() - '15 minutes'::interval
         FROM onceover.counter_deltas d), false)
FROM onceover.counter_rollup r

-- name: counters_roll
SELECT onceover.roll_up_counters($1::bigint, $2::interval)
