UPDATE onceover.plans SET paced_until = GREATEST(COALESCE(paced_until, clock_timestamp()), clock_timestamp()) + $2::interval WHERE id = $1::bigint
