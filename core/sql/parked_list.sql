-- Parked events of a relay ($1; empty: of all that are not retired), by state ($2; empty: each), from behind ($3, $4) on; and what a person asks the
-- relay to do with them, which it has not done yet.
SELECT p.relay, p.seq, p.id::text, p.topic, p.aggregatetype, p.aggregateid, p.created_at, p.state, p.attempts, p.next_try_at, p.error, p.parked_at,
  e.act, e.actor, e.asked_at
FROM onceover.outbox_parked p LEFT JOIN onceover.event_requests e ON e.relay = p.relay AND e.seq = p.seq
WHERE ($1::text = '' OR p.relay = $1::text) AND ($2::text = '' OR p.state = $2::text) AND (p.relay, p.seq) > ($3::text, $4::bigint)
  AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.relay AND h.state = 'retired')
ORDER BY p.relay, p.seq LIMIT $5::bigint
