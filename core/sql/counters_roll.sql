SELECT onceover.roll_up_counters($1::bigint, $2::interval)
