SELECT onceover.move_plan($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text)
