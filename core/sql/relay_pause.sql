SELECT onceover.pause_relay($1::text, $2::boolean, $3::text, $4::text, $5::text, $6::text)
