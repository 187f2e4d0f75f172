-- The aggregates that are held back, where a relay is taken over.
SELECT DISTINCT p.aggregatetype, p.aggregateid FROM onceover.outbox_parked p WHERE p.relay = $1::text
