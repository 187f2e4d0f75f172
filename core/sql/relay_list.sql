-- Each relay with what is not published yet, counted up to $1, and the oldest of it.
SELECT r.name, pg_catalog.array_to_string(r.topics, ' '), r.is_ordered, r.owner, r.locked_until, r.fence, r.published, r.published_at, r.trouble,
  r.trouble_since, r.paused_at, r.paused_by, r.pause_reason, r.by_seq_up_to IS NOT NULL,
  (SELECT pg_catalog.count(*) FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.state <> 'dead'),
  (SELECT pg_catalog.count(*) FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.state = 'dead'),
  lag.n, lag.oldest, pg_catalog.clock_timestamp()
FROM onceover.relays r, LATERAL (
  SELECT pg_catalog.count(*) AS n, pg_catalog.min(w.created_at) AS oldest
  FROM (
    SELECT o.created_at FROM onceover.outbox o
    WHERE r.by_seq_up_to IS NULL AND o.xid = ANY (ARRAY (SELECT pg_catalog.pg_snapshot_xip(r.window_from)))
      AND NOT (pg_catalog.pg_visible_in_snapshot(o.xid, r.window_to) AND o.seq <= r.pos)
      AND (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= r.since
    UNION ALL
    SELECT o.created_at FROM onceover.outbox o
    WHERE r.by_seq_up_to IS NULL AND o.xid >= pg_catalog.pg_snapshot_xmax(r.window_from)
      AND NOT (pg_catalog.pg_visible_in_snapshot(o.xid, r.window_to) AND o.seq <= r.pos)
      AND (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= r.since
    UNION ALL
    SELECT o.created_at FROM onceover.outbox o
    WHERE r.by_seq_up_to IS NOT NULL AND o.seq > r.pos AND (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= r.since
    LIMIT $1::bigint
  ) w
) lag
ORDER BY r.name
