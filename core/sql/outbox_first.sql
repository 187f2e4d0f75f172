-- The least seq among the next $5 events, by their transactions, of those that began after the snapshot $1 and are in
-- $2 at all; and the last of them, from which the next look goes on ($3, $4; none: the first look). NULL: there is no
-- further one.
WITH page AS MATERIALIZED (
  SELECT o.xid, o.seq FROM onceover.outbox o
  WHERE (o.xid, o.seq) > (COALESCE($3::xid8, pg_catalog.pg_snapshot_xmax($1::pg_snapshot)), $4::bigint)
    AND o.xid < pg_catalog.pg_snapshot_xmax($2::pg_snapshot)
  ORDER BY o.xid, o.seq LIMIT $5::bigint
)
SELECT (SELECT pg_catalog.min(p.seq) FROM page p), l.xid::text, l.seq
FROM (SELECT) one LEFT JOIN LATERAL (SELECT p.xid, p.seq FROM page p ORDER BY p.xid DESC, p.seq DESC LIMIT 1) l ON true
