UPDATE onceover.keys k
SET state = 'in_progress', holder = 'executor', fence = pg_catalog.nextval('onceover.fence'),
    owner = $6::pg_catalog.text, attempts = k.attempts OPERATOR(pg_catalog.+) 1,
    locked_until = pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $7::interval, stuck_since = NULL,
    expires_at = NULL,
    updated_at = pg_catalog.clock_timestamp(), correlation_id = COALESCE($8::pg_catalog.text, k.correlation_id),
    error_code = CASE WHEN k.state OPERATOR(pg_catalog.=) 'released' THEN k.error_code END
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text AND k.fence OPERATOR(pg_catalog.=) $4::bigint
  AND k.fingerprint OPERATOR(pg_catalog.=) $5::pg_catalog.bytea
  AND ((k.state OPERATOR(pg_catalog.=) 'released'
    AND (k.retry_before IS NULL OR pg_catalog.clock_timestamp() OPERATOR(pg_catalog.<) k.retry_before))
       OR (k.state OPERATOR(pg_catalog.=) 'in_progress' AND $9::interval IS NOT NULL
         AND (k.locked_until IS NULL OR k.locked_until OPERATOR(pg_catalog.<=) pg_catalog.clock_timestamp())
           AND pg_catalog.clock_timestamp() OPERATOR(pg_catalog.<) (k.created_at OPERATOR(pg_catalog.+) $9::interval)))
RETURNING k.fence, k.locked_until, pg_catalog.clock_timestamp(), k.created_at
