-- The first event that parked_due would read, which cannot be read: only a person lets it go on. $3: why.
UPDATE onceover.outbox_parked d SET state = 'dead', next_try_at = NULL, error = $3::text
WHERE d.relay = $1::text AND EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $2::bigint) AND d.seq = (
  SELECT p.seq FROM onceover.outbox_parked p
  WHERE p.relay = $1::text AND p.state = 'waiting'
    AND p.next_try_at <= (SELECT pg_catalog.clock_timestamp())
    AND (NOT $4::boolean OR NOT EXISTS (
      SELECT FROM onceover.outbox_parked q
      WHERE q.relay = $1::text AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq))
  ORDER BY p.next_try_at LIMIT 1)
RETURNING d.seq
