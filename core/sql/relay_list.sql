-- Each relay that is not retired, with what is not published yet, and the oldest of it. Looks at $1 rows of each kind
-- at most: earlier events, and the rest of the window that is being published, by seq; and by their transactions those
-- that were open at its end, or began after it. is_whole: no kind had more, and the server is no standby, which may
-- lack the newest ones. is_foreign: events, or the relay's progress, are of another server, as events_origin says: what
-- is not published is unknown, and no relay runs.
WITH here AS MATERIALIZED (
  SELECT onceover.outbox_subscription() IS NOT NULL OR EXISTS (SELECT FROM onceover.outbox_adoptions a
    WHERE a.ended_at IS NULL)
      OR onceover.has_foreign_events() AS is_foreign
)
SELECT r.name, pg_catalog.array_to_string(r.topics, ' '), r.is_ordered, pg_catalog.split_part(r.owner, '#', 1),
       r.locked_until, r.fence, r.published, r.published_at, r.trouble,
  r.trouble_since, h.since, h.held_by, h.reason, r.drain_up_to IS NOT NULL, held.parked, held.dead, lag.n, lag.oldest,
  pg_catalog.clock_timestamp(), lag.is_whole AND NOT origin.is_foreign AND NOT pg_catalog.pg_is_in_recovery(),
  origin.is_foreign
FROM here, onceover.relays r LEFT JOIN onceover.relay_holds h ON h.relay = r.name, LATERAL (
  SELECT here.is_foreign OR onceover.is_foreign_progress(r.window_to, r.database_oid, r.system_identifier) AS is_foreign
) origin, LATERAL (
  SELECT pg_catalog.count(*) FILTER (WHERE p.state <> 'dead') AS parked,
         pg_catalog.count(*) FILTER (WHERE p.state = 'dead') AS dead
  FROM onceover.outbox_parked p WHERE p.relay = r.name
) held, LATERAL (
  SELECT pg_catalog.count(*) FILTER (WHERE w.is_due) AS n,
         pg_catalog.min(w.created_at) FILTER (WHERE w.is_due) AS oldest,
    pg_catalog.count(*) FILTER (WHERE w.kind = 'drain') < $1::bigint
      AND pg_catalog.count(*) FILTER (WHERE w.kind = 'seq') < $1::bigint
      AND pg_catalog.count(*) FILTER (WHERE w.kind = 'open') < $1::bigint
      AND pg_catalog.count(*) FILTER (WHERE w.kind = 'new') < $1::bigint AS is_whole
  FROM (
    SELECT k.kind, k.created_at, k.is_due AND (k.topic = ANY (r.topics) OR r.topics = '{*}')
      AND k.created_at >= r.since AS is_due
    FROM (
      (SELECT 'drain' AS kind, o.topic, o.created_at, o.created_at >= r.drain_since AND o.topic <> ALL (r.drain_except)
         AND (pg_catalog.pg_visible_in_snapshot(o.xid, r.window_from)
              OR (pg_catalog.pg_visible_in_snapshot(o.xid, r.window_to) AND o.seq <= r.pos)) AS is_due
       FROM onceover.outbox o
       WHERE o.seq > r.drain_pos AND o.seq <= r.drain_up_to
       ORDER BY o.seq LIMIT $1::bigint)
      UNION ALL
      (SELECT 'seq', o.topic, o.created_at,
         NOT pg_catalog.pg_visible_in_snapshot(o.xid, r.window_from)
           AND pg_catalog.pg_visible_in_snapshot(o.xid, r.window_to)
       FROM onceover.outbox o
       WHERE r.window_from::text <> r.window_to::text AND o.seq > r.pos
       ORDER BY o.seq LIMIT $1::bigint)
      UNION ALL
      (SELECT 'open', o.topic, o.created_at, true
       FROM pg_catalog.pg_snapshot_xip(r.window_to) x (xid), LATERAL (SELECT o.topic, o.created_at
         FROM onceover.outbox o WHERE o.xid = x.xid OFFSET 0) o
       LIMIT $1::bigint)
      UNION ALL
      (SELECT 'new', o.topic, o.created_at, true
       FROM onceover.outbox o
       WHERE o.xid >= pg_catalog.pg_snapshot_xmax(r.window_to)
       ORDER BY o.xid LIMIT $1::bigint)
    ) k
  ) w
) lag
WHERE h.state IS DISTINCT FROM 'retired'
ORDER BY r.name
