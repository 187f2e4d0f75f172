-- One event. The marker is for events known in advance: it lets inbox_require_known skip what follows a duplicate.
INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at)
VALUES ($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, 'succeeded', $4::pg_catalog.bytea, pg_catalog.clock_timestamp())
ON CONFLICT DO NOTHING
RETURNING pg_catalog.set_config('onceover.inbox', 'accepted', true)
