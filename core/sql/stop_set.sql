SELECT onceover.set_stop($1::boolean, $2::text, $3::text, $4::text, $5::text)
