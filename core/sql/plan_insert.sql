-- With its audit row. /*system*/: the system identifier, if this user may read it.
SELECT onceover.create_plan($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::jsonb, $11::bigint,
                            $12::text, $13::text, $14::text, /*system*/)
