-- Among the $6 events after the place $3 none was found by outbox_walk: the last of them (NULL: there is none), and
-- whether one is to be published after all: after the snapshot $1 up to $2. $4: topics, * alone: all. $5: none older.
SELECT pg_catalog.max(o.seq),
  COALESCE(pg_catalog.bool_or((o.topic = ANY ($4::text[]) OR $4::text[] = '{*}')
    AND (o.payload IS NOT NULL OR NOT o.headers ? 'erased')
    AND NOT pg_catalog.pg_visible_in_snapshot(o.xid, $1::pg_snapshot)
    AND pg_catalog.pg_visible_in_snapshot(o.xid, $2::pg_snapshot)), false)
FROM (
  SELECT o.seq, o.xid, o.topic, o.payload, o.headers FROM onceover.outbox o
  WHERE o.seq > $3::bigint AND o.created_at >= $5::timestamptz
  ORDER BY o.seq LIMIT $6::bigint
) o
