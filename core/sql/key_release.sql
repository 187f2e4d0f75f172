-- An earlier limit remains: it belongs to the attempt with the unknown outcome. Kept until no one may claim the key any
-- more, and for its window after that. error_code keeps the executors' word for all attempts so far: it proves that the
-- key had no effect. A claim of a released key leaves it there for the next release; any other take-over clears it.
UPDATE onceover.keys k
SET state = 'released', locked_until = NULL, retry_before = LEAST($5::pg_catalog.timestamptz, k.retry_before),
    updated_at = pg_catalog.clock_timestamp(),
    error_code = CASE WHEN k.attempts OPERATOR(pg_catalog.=) 1
      OR k.error_code OPERATOR(pg_catalog.=) 'TRANSIENT.no_effect'
                      THEN 'TRANSIENT.no_effect' END,
    expires_at = pg_catalog.make_interval(secs => k.retention_s)
                 OPERATOR(pg_catalog.+) CASE
                   WHEN $5::pg_catalog.timestamptz OPERATOR(pg_catalog.>) pg_catalog.clock_timestamp()
                   THEN $5::pg_catalog.timestamptz ELSE pg_catalog.clock_timestamp() END
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text
  AND k.fence OPERATOR(pg_catalog.=) $4::bigint AND k.owner OPERATOR(pg_catalog.=) $6::pg_catalog.text
  AND k.state OPERATOR(pg_catalog.=) 'in_progress' AND k.holder OPERATOR(pg_catalog.=) 'executor'
RETURNING k.fence, pg_catalog.set_config('onceover.claim', k.fence::pg_catalog.text, true)
