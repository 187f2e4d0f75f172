-- The insert decides. WHERE NOT EXISTS prevents nextval for a duplicate (it would write WAL); ON CONFLICT handles the
-- race; key_read reads what was in the way.
INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner,
  locked_until, retention_s,
                                correlation_id, customer, amount, currency, reference)
SELECT $1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, 'in_progress', $4::pg_catalog.text,
       $5::pg_catalog.bytea, pg_catalog.nextval('onceover.fence'), $6::pg_catalog.text,
       pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $7::interval, $8::bigint, $9::pg_catalog.text,
       $10::pg_catalog.text, $11::pg_catalog.text::numeric, $12::pg_catalog.text, $13::pg_catalog.text
WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text
  AND x.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text AND x.key OPERATOR(pg_catalog.=) $3::pg_catalog.text)
ON CONFLICT DO NOTHING
RETURNING k.fence, k.locked_until, pg_catalog.clock_timestamp(), k.created_at,
          pg_catalog.set_config('onceover.claim', k.fence::pg_catalog.text, true)
