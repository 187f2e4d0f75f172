-- The insert decides. WHERE NOT EXISTS prevents nextval for a duplicate (it would write WAL); ON CONFLICT handles the race. A separate
-- statement reads the row: this one cannot see a concurrent claim that commits while it waits.
INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner, locked_until, retention_s,
                                correlation_id, customer, amount, currency, reference)
SELECT $1::text, $2::text, $3::text, 'in_progress', $4::text, $5::bytea, pg_catalog.nextval('onceover.fence'), $6::text,
       pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $7::interval, $8::bigint, $9::text, $10::text, $11::text::numeric, $12::text, $13::text
WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant OPERATOR(pg_catalog.=) $1::text AND x.operation OPERATOR(pg_catalog.=) $2::text AND x.key OPERATOR(pg_catalog.=) $3::text)
ON CONFLICT DO NOTHING
RETURNING k.fence, k.locked_until, pg_catalog.clock_timestamp(), k.created_at, pg_catalog.set_config('onceover.claim', k.fence::text, true)
