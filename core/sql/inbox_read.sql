SELECT i.state, i.fingerprint, i.fence, i.attempts::bigint, i.locked_until, i.next_try_at, i.started_at, pg_catalog.clock_timestamp(), i.owner
FROM onceover.inbox i
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text
