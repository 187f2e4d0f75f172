SELECT r.events, r.reached
FROM onceover.republish_events($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::bigint, $7::text, $8::text, $9::text, $10::text) r
