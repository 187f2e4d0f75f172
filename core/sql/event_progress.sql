-- name: event_progress_seen
-- Whether this user sees all that event_progress reads.
SELECT pg_catalog.count(*) = 5
  AND pg_catalog.bool_and(pg_catalog.has_table_privilege(c.oid, 'SELECT') AND NOT pg_catalog.row_security_active(c.oid))
FROM pg_catalog.pg_class c
WHERE c.oid = ANY (ARRAY [pg_catalog.to_regclass('onceover.relays'), pg_catalog.to_regclass('onceover.relay_holds'),
  pg_catalog.to_regclass('onceover.outbox_parked'), pg_catalog.to_regclass('onceover.outbox_adoptions'),
  pg_catalog.to_regclass('onceover.audit')]::pg_catalog.oid[])

-- name: event_progress
-- Each event of $1 with each relay of its topic, retired ones too, and whether the relay is past it: as relay_list has
-- it, the opposite of what is due. An event that was skipped goes out with an adoption after it.
WITH here AS MATERIALIZED (
  SELECT onceover.outbox_subscription() IS NOT NULL OR EXISTS (SELECT FROM onceover.outbox_adoptions a
    WHERE a.ended_at IS NULL)
      OR onceover.has_foreign_events() AS is_foreign,
    (SELECT COALESCE(pg_catalog.max(a.started_at), '-infinity') FROM onceover.outbox_adoptions a) AS adopted_at
), relay AS MATERIALIZED (
  SELECT r.*, here.adopted_at, EXISTS (SELECT FROM onceover.relay_holds h
    WHERE h.relay = r.name AND h.state = 'retired') AS is_retired,
    here.is_foreign OR onceover.is_foreign_progress(r.window_to, r.database_oid, r.system_identifier) AS is_foreign
  FROM here, onceover.relays r
)
SELECT o.seq, o.created_at, EXISTS (SELECT FROM relay), r.name, r.is_retired, r.is_foreign, o.created_at < r.since,
  (pg_catalog.pg_visible_in_snapshot(o.xid, r.window_from)
    OR (pg_catalog.pg_visible_in_snapshot(o.xid, r.window_to) AND o.seq <= r.pos))
  AND NOT COALESCE(o.seq > r.drain_pos AND o.seq <= r.drain_up_to AND o.created_at >= r.drain_since
    AND o.topic <> ALL (r.drain_except), false),
  r.whole_since, r.published_at,
  (SELECT pg_catalog.max(a.at) FROM onceover.audit a
   WHERE a.action = 'skip_event' AND (a.before ->> 'seq')::bigint = o.seq AND a.before ->> 'relay' = r.name
     AND a.at > r.adopted_at),
  p.state, COALESCE(p.attempts, 0)::bigint
FROM onceover.outbox o LEFT JOIN relay r ON o.topic = ANY (r.topics) OR r.topics = '{*}'
  LEFT JOIN onceover.outbox_parked p ON p.relay = r.name AND p.seq = o.seq
WHERE o.seq = ANY ($1::bigint[])
ORDER BY o.seq, r.name
