-- The first event that parked_due would read, which cannot be read. $4: why.
SELECT onceover.relay_bury($1::text, $2::uuid, $3::bigint, $4::text, $5::boolean)
