-- Known in advance: the key is written once, already final.
INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner, retention_s,
                                correlation_id, customer, amount, currency, reference,
                                response_version, response_code, response_headers, response_body, error_code,
                                  completed_at, expires_at)
SELECT $1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text,
       $6::pg_catalog.bytea, pg_catalog.nextval('onceover.fence'), $7::pg_catalog.text, $8::bigint,
       $9::pg_catalog.text, $10::pg_catalog.text, $11::pg_catalog.text::numeric, $12::pg_catalog.text,
       $13::pg_catalog.text, $14::bigint, $15::bigint, $16::pg_catalog.bytea, $17::pg_catalog.bytea,
       $18::pg_catalog.text,
       pg_catalog.clock_timestamp(),
       pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) pg_catalog.make_interval(secs => $8::bigint)
WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text
  AND x.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text AND x.key OPERATOR(pg_catalog.=) $3::pg_catalog.text)
ON CONFLICT DO NOTHING
RETURNING k.fence, pg_catalog.set_config('onceover.claim', k.fence::pg_catalog.text, true)
