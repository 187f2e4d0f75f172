SELECT onceover.approve_gateway($1::bigint, $2::text, $3::text, $4::text, $5::text)
