INSERT INTO onceover.plans (name, act, profile, profile_toml, relation, gateway, gateway_digest, reason, ticket, said, chosen_by, options, items,
                            actor, host, program, system_identifier, database_oid, database_name)
SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text, $12::jsonb, $13::bigint::integer,
       $14::text, $15::text, $16::text, /*system*/, d.oid::bigint, d.datname::text
FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()
RETURNING id
