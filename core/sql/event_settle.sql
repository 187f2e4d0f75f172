-- A request that the relay carries out.
SELECT onceover.settle_event($1::text, $2::bigint, $3::boolean, $4::text, $5::text, $6::text, $7::text)
