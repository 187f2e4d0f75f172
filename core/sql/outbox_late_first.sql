-- The first event behind the place $3 of the transactions that were open in the snapshot $1 and are not in $2.
SELECT pg_catalog.min(f.seq)
FROM pg_catalog.pg_snapshot_xip($1::pg_snapshot) x (xid),
  LATERAL (SELECT o.seq FROM onceover.outbox o WHERE o.xid = x.xid AND o.seq > $3::bigint ORDER BY o.seq LIMIT 1) f
WHERE pg_catalog.pg_visible_in_snapshot(x.xid, $2::pg_snapshot)
