SELECT onceover.register_gateway($1::text, $2::text, $3::interval, $4::text, $5::text, $6::text, $7::text)
