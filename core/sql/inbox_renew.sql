UPDATE onceover.inbox i
SET locked_until = pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $5::interval
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text AND i.fence OPERATOR(pg_catalog.=) $4::bigint AND i.state OPERATOR(pg_catalog.=) 'in_progress' AND i.started_at IS NOT NULL
RETURNING i.locked_until
