SELECT onceover.relay_parked_ahead($1::text, $2::uuid, $3::bigint)
