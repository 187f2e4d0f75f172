-- The next $7 events of a large window, after the snapshot $1 up to $2, among the $8 behind the place $3, in order of
-- seq. A payload of more than $5 bytes is left out, and the last column says so: adding up all sizes, as
-- outbox_walk_sized does, costs half as much again as the rest. $4: topics, * alone: all. $6: none older.
SELECT o.seq, o.id::text, o.topic, o.aggregatetype, o.aggregateid, o.type,
  CASE WHEN pg_catalog.octet_length(o.payload) <= $5::bigint THEN o.payload END,
  o.content_type, o.headers::text, o.created_at, pg_catalog.octet_length(o.payload) > $5::bigint
FROM (
  SELECT o.* FROM onceover.outbox o WHERE o.seq > $3::bigint AND o.created_at >= $6::timestamptz ORDER BY o.seq
    LIMIT $8::bigint
) o
WHERE NOT pg_catalog.pg_visible_in_snapshot(o.xid, $1::pg_snapshot)
  AND pg_catalog.pg_visible_in_snapshot(o.xid, $2::pg_snapshot)
  AND (o.topic = ANY ($4::text[]) OR $4::text[] = '{*}')
  AND (o.payload IS NOT NULL OR NOT o.headers ? 'erased')
ORDER BY o.seq LIMIT $7::bigint
