-- Events whose turn it is, up to $2, those that wait the longest first. $3: of an aggregate only the first. Each is
-- read by its place: joined, all of the outbox could be walked in order of seq. One behind another is made due when
-- that one goes.
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text,
       e.created_at, h.attempts
FROM (
  SELECT p.seq, p.created_at, p.attempts
  FROM onceover.outbox_parked p
  WHERE p.relay = $1::text AND p.state = 'waiting' AND p.next_try_at <= (SELECT pg_catalog.clock_timestamp())
    AND (NOT $3::boolean OR NOT EXISTS (
      SELECT FROM onceover.outbox_parked q
      WHERE q.relay = $1::text AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid
        AND q.seq < p.seq))
  ORDER BY p.next_try_at LIMIT $2::bigint
) h, LATERAL (SELECT o.* FROM onceover.outbox o WHERE o.seq = h.seq AND o.created_at = h.created_at OFFSET 0) e
