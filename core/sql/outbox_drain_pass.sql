-- Among the $3 events after the place $1 up to $2 none was found by outbox_drain: the last of them; NULL: there is none. All of them were there
-- when it looked: what is published is visible in an earlier snapshot. $4: none older.
SELECT pg_catalog.max(o.seq)
FROM (
  SELECT o.seq FROM onceover.outbox o
  WHERE o.seq > $1::bigint AND o.seq <= $2::bigint AND o.created_at >= $4::timestamptz ORDER BY o.seq LIMIT $3::bigint
) o
