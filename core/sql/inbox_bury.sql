-- The attempts are used up and the last one did not end.
UPDATE onceover.inbox i
SET state = 'dead', dead_at = pg_catalog.clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL,
    fence = pg_catalog.nextval('onceover.inbox_fence'),
    last_error = CASE WHEN i.started_at IS NOT NULL THEN pg_catalog.format('attempt %s ended without a result', i.attempts) ELSE i.last_error END
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text AND i.fence OPERATOR(pg_catalog.=) $4::bigint AND i.state OPERATOR(pg_catalog.=) 'in_progress'
  AND i.attempts OPERATOR(pg_catalog.>=) $5::bigint
  AND (i.locked_until IS NULL OR i.locked_until OPERATOR(pg_catalog.<=) pg_catalog.clock_timestamp())
RETURNING i.fence
