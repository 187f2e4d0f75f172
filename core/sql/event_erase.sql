SELECT r.outcome, r.relay FROM onceover.erase_event($1::bigint, $2::uuid, $3::text, $4::text, $5::text, $6::text) r
