SELECT onceover.pace_plan($1::bigint, $2::interval)
