-- What is visible now and was not in $1: the snapshot of this statement, and how many rows, up to $2. Transactions that
-- were open in $1 are looked for one by one: all rows since the oldest of them would be read again and again while it
-- stays open. Then what stops a relay: events whose transaction has not begun here, and a subscription; and the highest
-- number there is, after which a walk of the window has ended.
SELECT pg_catalog.pg_current_snapshot()::text, pg_catalog.count(*),
  EXISTS (SELECT FROM onceover.outbox o WHERE o.xid >= pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())),
  onceover.outbox_subscription(), COALESCE((SELECT pg_catalog.max(o.seq) FROM onceover.outbox o), 0)
FROM (
  SELECT o.seq FROM onceover.outbox o WHERE o.xid = ANY (ARRAY (SELECT pg_catalog.pg_snapshot_xip($1::pg_snapshot)))
  UNION ALL
  SELECT o.seq FROM onceover.outbox o WHERE o.xid >= pg_catalog.pg_snapshot_xmax($1::pg_snapshot)
  LIMIT $2::bigint
) w
