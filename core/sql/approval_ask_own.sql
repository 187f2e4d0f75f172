SELECT onceover.ask_approval($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::text, $10::text, $11::jsonb, $12::bytea,
                             $13::jsonb, $14::bytea, $15::bytea, $16::bytea, $17::text, $18::jsonb)
