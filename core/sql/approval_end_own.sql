-- With its audit row. False: it was decided already.
SELECT onceover.end_approval($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)
