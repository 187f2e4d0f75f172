-- Before the first event since $1 and up to the last before $2 (NULL: any), by seq. seq rises about as created_at does,
-- so a time is found by halving the range of seq, and then among the 1,000 events at the place: writers at the same
-- time draw both in any order.
WITH RECURSIVE ends AS (
  SELECT first.seq AS low, last.seq AS high
  FROM (SELECT o.seq FROM onceover.outbox o ORDER BY o.seq LIMIT 1) first, (SELECT o.seq FROM onceover.outbox o
    ORDER BY o.seq DESC LIMIT 1) last
), halving AS (
  SELECT w.n AS which, w.time, e.low AS low, e.high + 1 AS high
  FROM ends e, (VALUES (1, $1::timestamptz), (2, $2::timestamptz)) w (n, time) WHERE w.time IS NOT NULL
  UNION ALL
  SELECT h.which, h.time, CASE WHEN m.created_at < h.time THEN m.seq + 1 ELSE h.low END,
    CASE WHEN m.created_at < h.time THEN h.high ELSE h.low + (h.high - h.low) / 2 END
  FROM halving h, LATERAL (SELECT o.seq, o.created_at FROM onceover.outbox o
    WHERE o.seq >= h.low + (h.high - h.low) / 2 ORDER BY o.seq LIMIT 1) m
  WHERE h.low < h.high
), place AS (
  SELECT pg_catalog.max(h.low) FILTER (WHERE h.which = 1) AS since,
         pg_catalog.max(h.low) FILTER (WHERE h.which = 2) AS until FROM halving h
)
SELECT COALESCE(
    (SELECT pg_catalog.min(o.seq) FROM (
       SELECT n.seq, n.created_at FROM onceover.outbox n WHERE n.seq < p.since ORDER BY n.seq DESC LIMIT 1000) o
         WHERE o.created_at >= $1::timestamptz),
    p.since, e.low) - 1,
  COALESCE(
    (SELECT pg_catalog.max(o.seq) FROM (
       SELECT n.seq, n.created_at FROM onceover.outbox n WHERE n.seq >= p.until ORDER BY n.seq LIMIT 1000) o
         WHERE o.created_at < $2::timestamptz),
    p.until - 1, e.high)
FROM place p LEFT JOIN ends e ON true
