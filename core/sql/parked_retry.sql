-- The first parked event of its aggregate is due now, with all its attempts before it.
UPDATE onceover.outbox_parked p SET state = 'waiting', attempts = 0, next_try_at = pg_catalog.clock_timestamp()
WHERE p.relay = $1::text AND p.seq = $2::bigint AND p.state IN ('dead', 'waiting')
RETURNING p.id::text, p.topic, p.aggregatetype, p.aggregateid, p.attempts, p.error
