-- Parked events that were published now, under the relay's fence; the next of their aggregates are due.
WITH gone AS (
  DELETE FROM onceover.outbox_parked p
  WHERE p.relay = $1::text AND p.seq = ANY ($2::bigint[])
    AND EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $3::bigint)
  RETURNING p.aggregatetype, p.aggregateid
), heads AS (
  SELECT f.seq
  FROM (SELECT DISTINCT g.aggregatetype, g.aggregateid FROM gone g) g, LATERAL (
    SELECT n.seq, n.state FROM onceover.outbox_parked n
    WHERE n.relay = $1::text AND n.aggregatetype = g.aggregatetype AND n.aggregateid = g.aggregateid AND n.seq <> ALL ($2::bigint[])
    ORDER BY n.seq LIMIT 1
  ) f
  WHERE f.state = 'behind'
)
UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = pg_catalog.clock_timestamp()
FROM heads h WHERE p.relay = $1::text AND p.seq = h.seq
