-- The least seq of a large window from $1: where a walk by seq begins.
SELECT pg_catalog.min(w.seq)
FROM (
  SELECT o.seq FROM onceover.outbox o WHERE o.xid = ANY (ARRAY (SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
  UNION ALL
  SELECT o.seq FROM onceover.outbox o WHERE o.xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
) w
