UPDATE onceover.keys k
SET locked_until = pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $5::interval,
    updated_at = pg_catalog.clock_timestamp()
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text
  AND k.fence OPERATOR(pg_catalog.=) $4::bigint AND k.owner OPERATOR(pg_catalog.=) $6::pg_catalog.text
  AND k.state OPERATOR(pg_catalog.=) 'in_progress' AND k.holder OPERATOR(pg_catalog.=) 'executor'
RETURNING k.locked_until, pg_catalog.set_config('onceover.claim', k.fence::pg_catalog.text, true)
