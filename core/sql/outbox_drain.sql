-- Earlier events, after an adoption or where a topic has joined: the next $5 in order of seq, among the $7 from the
-- place $1 up to $2, that are visible in the snapshot $8, or in $9 up to $10: the rest is in the relay's window. At
-- most $4 bytes of payload, and one event at least. $3: topics, * alone: all; but for $11. $6: none older.
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text,
       e.created_at
FROM (
  SELECT o.*, pg_catalog.sum(COALESCE(pg_catalog.octet_length(o.payload),
    0)) OVER (ORDER BY o.seq ROWS UNBOUNDED PRECEDING) AS bytes
  FROM (
    SELECT o.*
    FROM (
      SELECT o.* FROM onceover.outbox o
      WHERE o.seq > $1::bigint AND o.seq <= $2::bigint AND o.created_at >= $6::timestamptz ORDER BY o.seq
        LIMIT $7::bigint
    ) o
    WHERE (o.topic = ANY ($3::text[]) OR $3::text[] = '{*}')
      AND (o.payload IS NOT NULL OR NOT o.headers ? 'erased') AND o.topic <> ALL ($11::text::text[])
      AND (pg_catalog.pg_visible_in_snapshot(o.xid, $8::pg_snapshot)
           OR (pg_catalog.pg_visible_in_snapshot(o.xid, $9::pg_snapshot) AND o.seq <= $10::bigint))
    ORDER BY o.seq LIMIT $5::bigint
  ) o
) e WHERE e.bytes - COALESCE(pg_catalog.octet_length(e.payload), 0) < $4::bigint
ORDER BY e.seq
