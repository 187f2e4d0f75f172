UPDATE onceover.inbox i
SET state = 'succeeded', processed_at = pg_catalog.clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL,
    result = $5::pg_catalog.text::pg_catalog.jsonb
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text AND i.fence OPERATOR(pg_catalog.=) $4::bigint AND i.state OPERATOR(pg_catalog.=) 'in_progress' AND i.started_at IS NOT NULL
RETURNING i.fence
