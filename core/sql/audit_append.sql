INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                            evidence, verdict, reason, ticket, correlation_id, profile, relation, row_key)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::bigint, $11::bigint, $12::jsonb, $13::jsonb,
        $14::jsonb, $15::text, $16::text, $17::text, $18::text, $19::text, $20::text, $21::jsonb)
RETURNING id
