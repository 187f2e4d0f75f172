-- An earlier limit remains: it belongs to the attempt with the unknown outcome. Kept until no one may claim the key any more, and for its
-- window after that.
UPDATE onceover.keys k
SET state = 'released', locked_until = NULL, retry_before = LEAST($5::pg_catalog.timestamptz, k.retry_before), updated_at = pg_catalog.clock_timestamp(),
    expires_at = pg_catalog.make_interval(secs => k.retention_s)
                 OPERATOR(pg_catalog.+) CASE WHEN $5::pg_catalog.timestamptz OPERATOR(pg_catalog.>) pg_catalog.clock_timestamp() THEN $5::pg_catalog.timestamptz ELSE pg_catalog.clock_timestamp() END
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text AND k.fence OPERATOR(pg_catalog.=) $4::bigint
  AND k.state OPERATOR(pg_catalog.=) 'in_progress' AND k.holder OPERATOR(pg_catalog.=) 'executor'
RETURNING k.fence
