-- It is never published by this relay; what is behind it goes on.
DELETE FROM onceover.outbox_parked p
WHERE p.relay = $1::text AND p.seq = $2::bigint AND p.state IN ('dead', 'waiting')
RETURNING p.id::text, p.topic, p.aggregatetype, p.aggregateid, p.attempts, p.error
