UPDATE onceover.control SET stopped = $1::boolean, reason = $2::text, changed_by = $3::text, changed_at = pg_catalog.clock_timestamp()
WHERE stopped <> $1::boolean
