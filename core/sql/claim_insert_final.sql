-- Known in advance: the key is written once, already final.
INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner, retention_s,
                                correlation_id, customer, amount, currency, reference,
                                response_version, response_code, response_headers, response_body, error_code, completed_at, expires_at)
SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::bytea, pg_catalog.nextval('onceover.fence'), $7::text, $8::bigint,
       $9::text, $10::text, $11::text::numeric, $12::text, $13::text,
       $14::bigint, $15::bigint, $16::bytea, $17::bytea, $18::text, pg_catalog.clock_timestamp(),
       pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) pg_catalog.make_interval(secs => $8::bigint)
WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant OPERATOR(pg_catalog.=) $1::text AND x.operation OPERATOR(pg_catalog.=) $2::text AND x.key OPERATOR(pg_catalog.=) $3::text)
ON CONFLICT DO NOTHING
RETURNING k.fence, pg_catalog.set_config('onceover.claim', k.fence::text, true)
