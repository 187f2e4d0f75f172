-- With its audit row. /*system*/: the system identifier, if this user may read it.
SELECT onceover.create_plan($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text, $12::jsonb,
                            $13::bigint, $14::text, $15::text, $16::text, /*system*/)
