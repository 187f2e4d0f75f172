-- Among the $7 events behind the place $3 none was found: the last of them (NULL: there is none), and whether one is to be published after all.
-- As outbox_walk looks: after the snapshot $1 up to $2; or as outbox_drain (both NULL): up to $6. $4: topics, * alone: all. $5: none older.
SELECT pg_catalog.max(o.seq),
  COALESCE(pg_catalog.bool_or((o.topic = ANY ($4::text[]) OR $4::text[] = '{*}')
    AND ($1::pg_snapshot IS NULL
         OR (NOT pg_catalog.pg_visible_in_snapshot(o.xid, $1::pg_snapshot) AND pg_catalog.pg_visible_in_snapshot(o.xid, $2::pg_snapshot)))), false)
FROM (
  SELECT o.seq, o.xid, o.topic FROM onceover.outbox o
  WHERE o.seq > $3::bigint AND o.seq <= COALESCE($6::bigint, 9223372036854775807) AND o.created_at >= $5::timestamptz
  ORDER BY o.seq LIMIT $7::bigint
) o
