-- owner: a promoted standby may give another claim the fence that the lost primary gave this one.
UPDATE onceover.keys k
SET state = $5::pg_catalog.text, response_version = $6::bigint, response_code = $7::bigint,
    response_headers = $8::pg_catalog.bytea, response_body = $9::pg_catalog.bytea,
    error_code = $10::pg_catalog.text, locked_until = NULL, completed_at = pg_catalog.clock_timestamp(),
    updated_at = pg_catalog.clock_timestamp(),
    expires_at = pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) pg_catalog.make_interval(secs => k.retention_s)
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text
  AND k.fence OPERATOR(pg_catalog.=) $4::bigint AND k.owner OPERATOR(pg_catalog.=) $11::pg_catalog.text
  AND k.state OPERATOR(pg_catalog.=) 'in_progress' AND k.holder OPERATOR(pg_catalog.=) 'executor'
RETURNING k.completed_at, pg_catalog.set_config('onceover.claim', k.fence::pg_catalog.text, true)
