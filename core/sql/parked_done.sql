-- Parked events that were published now, under the relay's fence.
DELETE FROM onceover.outbox_parked p
WHERE p.relay = $1::text AND p.seq = ANY ($2::bigint[]) AND EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $3::bigint)
