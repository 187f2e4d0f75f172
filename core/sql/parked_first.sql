SELECT onceover.relay_parked_first($1::text, $2::uuid, $3::bigint, $4::boolean)
