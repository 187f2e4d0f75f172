-- The time until the plan's rate allows more, in milliseconds; with its row locked, so that runners share the rate.
SELECT GREATEST(0, ceil(extract(epoch FROM p.paced_until - clock_timestamp()) * 1000))::bigint FROM onceover.plans p WHERE p.id = $1::bigint FOR NO KEY UPDATE
