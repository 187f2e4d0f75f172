SELECT onceover.relay_unpark($1::text, $2::uuid, $3::bigint, $4::bigint[])
