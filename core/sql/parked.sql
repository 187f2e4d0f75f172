-- name: parked_add
SELECT onceover.relay_park($1::text, $2::uuid, $3::bigint, $4::bigint[], $5::uuid[], $6::text[], $7::text[],
  $8::text[], $9::timestamptz[], $10::text[], $11::bigint[], $12::bigint[], $13::text[])

-- name: parked_aggregates
-- The aggregates that are held back, where a relay is taken over.
SELECT DISTINCT p.aggregatetype, p.aggregateid FROM onceover.outbox_parked p WHERE p.relay = $1::text

-- name: parked_ahead
SELECT onceover.relay_parked_ahead($1::text, $2::uuid, $3::bigint)

-- name: parked_any
-- A row where anything of the aggregate is parked.
SELECT 1 FROM onceover.outbox_parked p WHERE p.relay = $1::text AND p.aggregatetype = $2::text
  AND p.aggregateid = $3::text LIMIT 1

-- name: parked_asked
-- Whether a person asks the relay to do something with a parked event.
SELECT EXISTS (SELECT FROM onceover.event_requests e WHERE e.relay = $1::text)

-- name: parked_bury
-- The first event that parked_due would read, which cannot be read. $4: why.
SELECT onceover.relay_bury($1::text, $2::uuid, $3::bigint, $4::text, $5::boolean)

-- name: parked_carry_out
-- What people ask the relay to do with parked events. $4: those that are on their way.
SELECT onceover.relay_carry_out($1::text, $2::uuid, $3::bigint, $4::bigint[])

-- name: parked_done
SELECT onceover.relay_unpark($1::text, $2::uuid, $3::bigint, $4::bigint[])

-- name: parked_exists
-- Whether a relay holds back anything.
SELECT EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = $1::text)

-- name: parked_first
SELECT onceover.relay_parked_first($1::text, $2::uuid, $3::bigint, $4::boolean)

-- name: parked_list
-- Parked events of a relay ($1; empty: of all that are not retired), by state ($2; empty: each), from behind ($3, $4)
-- on; and what a person asks the relay to do with them, which it has not done yet.
SELECT p.relay, p.seq, p.id::text, p.topic, p.aggregatetype, p.aggregateid, p.created_at, p.state, p.attempts,
       p.next_try_at, p.error, p.parked_at,
  e.act, e.actor, e.asked_at
FROM onceover.outbox_parked p LEFT JOIN onceover.event_requests e ON e.relay = p.relay AND e.seq = p.seq
WHERE ($1::text = '' OR p.relay = $1::text) AND ($2::text = '' OR p.state = $2::text)
  AND (p.relay, p.seq) > ($3::text, $4::bigint)
  AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.relay AND h.state = 'retired')
ORDER BY p.relay, p.seq LIMIT $5::bigint
