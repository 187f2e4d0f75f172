-- First in each transaction of a relay: an error, unless this is the server that the relay was taken on ($3), in the same history ($2).
SELECT onceover.hold_relay($1::text, $2::uuid, $3::text)
