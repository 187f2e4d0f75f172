-- The next events of a small window, after the snapshot $1 up to $2, behind the place $3, found by their transactions
-- and sorted; at most $5 bytes of payload, and one event at least. $4: topics, * alone: all. $6: none older.
WITH w AS MATERIALIZED (
  SELECT o.* FROM onceover.outbox o
  WHERE o.xid = ANY (ARRAY (SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
    AND pg_catalog.pg_visible_in_snapshot(o.xid, $2::pg_snapshot)
  UNION ALL
  SELECT o.* FROM onceover.outbox o
  WHERE o.xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot) AND o.xid < pg_catalog.pg_snapshot_xmax($2::pg_snapshot)
    AND pg_catalog.pg_visible_in_snapshot(o.xid, $2::pg_snapshot)
), sized AS (
  SELECT o.*, pg_catalog.sum(COALESCE(pg_catalog.octet_length(o.payload),
    0)) OVER (ORDER BY o.seq ROWS UNBOUNDED PRECEDING) AS bytes
  FROM w o
  WHERE o.seq > $3::bigint AND (o.topic = ANY ($4::text[]) OR $4::text[] = '{*}')
    AND (o.payload IS NOT NULL OR NOT o.headers ? 'erased') AND o.created_at >= $6::timestamptz
)
SELECT e.seq, e.id::text, e.topic, e.aggregatetype, e.aggregateid, e.type, e.payload, e.content_type, e.headers::text,
       e.created_at
FROM sized e WHERE e.bytes - COALESCE(pg_catalog.octet_length(e.payload), 0) < $5::bigint
ORDER BY e.seq
