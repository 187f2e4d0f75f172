-- When a relay is taken: the first event of each aggregate is due, and without order ($2 false) every event. For a relay that was ordered
-- before, and for events whose predecessor was deleted.
UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = pg_catalog.clock_timestamp()
WHERE p.relay = $1::text AND p.state = 'behind'
  AND (NOT $2::boolean OR NOT EXISTS (
    SELECT FROM onceover.outbox_parked q
    WHERE q.relay = $1::text AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq))
  AND EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $3::bigint)
