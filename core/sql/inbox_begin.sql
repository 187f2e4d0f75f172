-- The first attempt. WHERE NOT EXISTS prevents nextval for a duplicate (it would write WAL); ON CONFLICT handles the race.
INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, attempts, started_at, locked_until, fence, owner)
SELECT $1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, 'in_progress', $4::pg_catalog.bytea, 1, pg_catalog.clock_timestamp(),
       pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $6::interval, pg_catalog.nextval('onceover.inbox_fence'), $5::pg_catalog.text
WHERE NOT EXISTS (SELECT FROM onceover.inbox i WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text)
ON CONFLICT DO NOTHING
RETURNING i.fence, i.attempts::bigint, i.locked_until, pg_catalog.clock_timestamp()
