-- The first event of each aggregate whose turn it is, up to $2. One behind another is due at once when that one is gone.
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text, e.created_at, p.attempts
FROM (
  SELECT DISTINCT ON (p.aggregatetype, p.aggregateid) p.seq, p.created_at, p.state, p.attempts, p.next_try_at
  FROM onceover.outbox_parked p WHERE p.relay = $1::text ORDER BY p.aggregatetype, p.aggregateid, p.seq
) p JOIN onceover.outbox e ON e.seq = p.seq AND e.created_at = p.created_at
WHERE p.state = 'behind' OR (p.state = 'waiting' AND p.next_try_at <= pg_catalog.clock_timestamp())
ORDER BY e.seq LIMIT $2::bigint
