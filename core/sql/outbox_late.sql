-- The next $7 events, behind the place $3 up to $8 and in order of seq, of the transactions that were open in the
-- snapshot $1 and are not in $2: those of a large window that lie before its walk. At most $5 bytes of payload, and one
-- event at least. $4: topics, * alone: all. $6: none older.
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text,
       e.created_at
FROM (
  SELECT o.*, pg_catalog.sum(COALESCE(pg_catalog.octet_length(o.payload),
    0)) OVER (ORDER BY o.seq ROWS UNBOUNDED PRECEDING) AS bytes
  FROM (
    SELECT o.*
    FROM pg_catalog.pg_snapshot_xip($1::pg_snapshot) x (xid), LATERAL (
      SELECT o.* FROM onceover.outbox o
      WHERE o.xid = x.xid AND o.seq > $3::bigint AND o.seq <= $8::bigint
        AND (o.topic = ANY ($4::text[]) OR $4::text[] = '{*}')
        AND (o.payload IS NOT NULL OR NOT o.headers ? 'erased')
        AND o.created_at >= $6::timestamptz
      ORDER BY o.seq LIMIT $7::bigint
    ) o
    WHERE pg_catalog.pg_visible_in_snapshot(x.xid, $2::pg_snapshot)
    ORDER BY o.seq LIMIT $7::bigint
  ) o
) e WHERE e.bytes - COALESCE(pg_catalog.octet_length(e.payload), 0) < $5::bigint
ORDER BY e.seq
