-- Asks for a second approver; the number of the request.
SELECT onceover.ask_republish($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text)
