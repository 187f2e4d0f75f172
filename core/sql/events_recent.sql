-- Events of the last $1, sampled, by their topics, and how many numbers the last $2 took. seq rises about as created_at
-- does, so a time is found by halving the range of seq; then at 200 places spread over the range 50 events each are
-- read, and the newest 1,000. A range of up to 10,000 numbers is read whole. One row for each topic that no relay
-- publishes, at most 100; at least one row.
WITH RECURSIVE ends AS (
  SELECT first.seq AS low, first.created_at AS oldest, last.seq AS high, last.created_at AS newest,
         pg_catalog.now() AS now
  FROM (SELECT o.seq, o.created_at FROM onceover.outbox o ORDER BY o.seq LIMIT 1) first,
       (SELECT o.seq, o.created_at FROM onceover.outbox o ORDER BY o.seq DESC LIMIT 1) last
), halving AS (
  SELECT w.n AS which, e.now - w.back AS since, e.low AS low, e.high + 1 AS high
  FROM ends e, (VALUES (1, $1::interval), (2, $2::interval)) w (n, back)
  UNION ALL
  SELECT h.which, h.since, CASE WHEN m.created_at < h.since THEN m.seq + 1 ELSE h.low END,
    CASE WHEN m.created_at < h.since THEN h.high ELSE h.low + (h.high - h.low) / 2 END
  FROM halving h, LATERAL (SELECT o.seq, o.created_at FROM onceover.outbox o
    WHERE o.seq >= h.low + (h.high - h.low) / 2 ORDER BY o.seq LIMIT 1) m
  WHERE h.low < h.high
), since AS (
  SELECT pg_catalog.max(h.low) FILTER (WHERE h.which = 1) AS first,
         pg_catalog.max(h.low) FILTER (WHERE h.which = 2) AS rated FROM halving h
), spread AS (
  SELECT s.first, GREATEST(50, (e.high - s.first) / 200 + 1) AS step FROM since s, ends e
), seen AS (
  SELECT o.seq, o.topic, o.created_at
  FROM spread p, pg_catalog.generate_series(0, 199) place, LATERAL (
    SELECT o.seq, o.topic, o.created_at FROM onceover.outbox o
    WHERE o.seq >= p.first + place * p.step AND o.seq < p.first + (place + 1) * p.step ORDER BY o.seq LIMIT 50) o
  UNION
  SELECT o.seq, o.topic, o.created_at
  FROM spread p, LATERAL (SELECT o.seq, o.topic, o.created_at FROM onceover.outbox o WHERE o.seq >= p.first
    ORDER BY o.seq DESC LIMIT 1000) o
), topics AS (
  SELECT s.topic, pg_catalog.count(*) AS n, pg_catalog.max(s.created_at) AS newest FROM seen s
  WHERE s.created_at >= (SELECT e.now - $1::interval FROM ends e)
  GROUP BY s.topic
), lone AS (
  SELECT t.topic, t.n, t.newest FROM topics t
  WHERE NOT EXISTS (SELECT FROM onceover.relays r WHERE (t.topic = ANY (r.topics) OR r.topics = '{*}')
                    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired'))
  ORDER BY t.n DESC, t.topic LIMIT 100
)
SELECT coalesce(e.now, pg_catalog.now()), e.oldest, e.newest, coalesce(e.high - s.rated + 1, 0),
       coalesce((SELECT pg_catalog.sum(t.n) FROM topics t), 0)::bigint,
  coalesce((SELECT p.step = 50 FROM spread p), true), l.topic, l.n, l.newest
FROM (SELECT) one LEFT JOIN ends e ON true LEFT JOIN since s ON true LEFT JOIN lone l ON true
