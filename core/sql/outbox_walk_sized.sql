-- The next $7 events of a large window, after the snapshot $1 up to $2, among the $8 behind the place $3, in order of
-- seq; at most $5 bytes of payload, and one event at least. $4: topics, * alone: all. $6: none older.
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text,
       e.created_at
FROM (
  SELECT o.*, pg_catalog.sum(COALESCE(pg_catalog.octet_length(o.payload),
    0)) OVER (ORDER BY o.seq ROWS UNBOUNDED PRECEDING) AS bytes
  FROM (
    SELECT o.*
    FROM (
      SELECT o.* FROM onceover.outbox o WHERE o.seq > $3::bigint AND o.created_at >= $6::timestamptz ORDER BY o.seq
        LIMIT $8::bigint
    ) o
    WHERE NOT pg_catalog.pg_visible_in_snapshot(o.xid, $1::pg_snapshot)
      AND pg_catalog.pg_visible_in_snapshot(o.xid, $2::pg_snapshot)
      AND (o.topic = ANY ($4::text[]) OR $4::text[] = '{*}')
      AND (o.payload IS NOT NULL OR NOT o.headers ? 'erased')
    ORDER BY o.seq LIMIT $7::bigint
  ) o
) e WHERE e.bytes - COALESCE(pg_catalog.octet_length(e.payload), 0) < $5::bigint
ORDER BY e.seq
