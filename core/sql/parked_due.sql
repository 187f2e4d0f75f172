-- The first event of each aggregate whose turn it is, up to $2. One behind another is due at once when that one is gone. Each is read by its
-- place: joined, all of the outbox could be walked in order of seq.
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text, e.created_at, h.attempts
FROM (
  SELECT p.seq, p.created_at, p.attempts
  FROM (
    SELECT DISTINCT ON (p.aggregatetype, p.aggregateid) p.seq, p.created_at, p.state, p.attempts, p.next_try_at
    FROM onceover.outbox_parked p WHERE p.relay = $1::text ORDER BY p.aggregatetype, p.aggregateid, p.seq
  ) p
  WHERE p.state = 'behind' OR (p.state = 'waiting' AND p.next_try_at <= pg_catalog.clock_timestamp())
  ORDER BY p.seq LIMIT $2::bigint
) h, LATERAL (SELECT o.* FROM onceover.outbox o WHERE o.seq = h.seq AND o.created_at = h.created_at OFFSET 0) e
