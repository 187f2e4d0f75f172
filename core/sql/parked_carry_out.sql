-- What people ask the relay to do with parked events. $4: those that are on their way.
SELECT onceover.relay_carry_out($1::text, $2::uuid, $3::bigint, $4::bigint[])
