-- A further attempt, under a new fence. An attempt before it that did not end is noted.
UPDATE onceover.inbox i
SET fence = pg_catalog.nextval('onceover.inbox_fence'), attempts = i.attempts OPERATOR(pg_catalog.+) 1, owner = $5::pg_catalog.text,
    started_at = pg_catalog.clock_timestamp(), locked_until = pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $6::interval,
    last_error = CASE WHEN i.started_at IS NOT NULL THEN pg_catalog.format('attempt %s ended without a result', i.attempts) ELSE i.last_error END
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text AND i.fence OPERATOR(pg_catalog.=) $4::bigint AND i.state OPERATOR(pg_catalog.=) 'in_progress'
  AND i.attempts OPERATOR(pg_catalog.<) $7::bigint
  AND (i.locked_until IS NULL OR i.locked_until OPERATOR(pg_catalog.<=) pg_catalog.clock_timestamp())
  AND (i.next_try_at IS NULL OR i.next_try_at OPERATOR(pg_catalog.<=) pg_catalog.clock_timestamp())
RETURNING i.fence, i.attempts::bigint, i.locked_until, pg_catalog.clock_timestamp()
