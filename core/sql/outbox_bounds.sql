-- Before the first event since $1 and up to the last before $2 (NULL: any), by seq; times and seq rise together, so partitions and one walk at
-- each end are enough.
SELECT (SELECT o.seq - 1 FROM onceover.outbox o WHERE $1::timestamptz IS NULL OR o.created_at >= $1::timestamptz ORDER BY o.seq LIMIT 1),
  (SELECT o.seq FROM onceover.outbox o WHERE $2::timestamptz IS NULL OR o.created_at < $2::timestamptz ORDER BY o.seq DESC LIMIT 1)
