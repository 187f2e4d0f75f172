SELECT c.events, c.reached
FROM onceover.count_events($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::bigint, $7::bigint) c
