-- Parked events of a relay ($1; empty: of all), by state ($2; empty: each), from behind ($3, $4) on.
SELECT p.relay, p.seq, p.id::text, p.topic, p.aggregatetype, p.aggregateid, p.created_at, p.state, p.attempts, p.next_try_at, p.error, p.parked_at
FROM onceover.outbox_parked p
WHERE ($1::text = '' OR p.relay = $1::text) AND ($2::text = '' OR p.state = $2::text) AND (p.relay, p.seq) > ($3::text, $4::bigint)
ORDER BY p.relay, p.seq LIMIT $5::bigint
