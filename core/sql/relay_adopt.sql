SELECT onceover.adopt_relay($1::text, $2::timestamptz, $3::text, $4::bigint::oid, $5::text, $6::text, $7::text, $8::text)
