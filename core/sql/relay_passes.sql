-- For each topic of $2 that joins a relay ($1), how many of its events are older than $3 (NULL: all that is there), so
-- that they are passed over; among the newest $4, and whether these are all.
SELECT j.topic,
  pg_catalog.count(o.topic) FILTER (WHERE (o.topic = j.topic OR (j.topic = '*' AND o.topic <> ALL (r.topics)))
                                      AND o.created_at < COALESCE($3::timestamptz, 'infinity')),
  pg_catalog.count(o.topic) < $4::bigint
FROM onceover.relays r CROSS JOIN LATERAL (SELECT pg_catalog.unnest($2::text[]) EXCEPT
  SELECT pg_catalog.unnest(r.topics)) j (topic)
  LEFT JOIN LATERAL (SELECT n.topic, n.created_at FROM onceover.outbox n ORDER BY n.seq DESC LIMIT $4::bigint) o ON true
WHERE r.name = $1::text
GROUP BY j.topic ORDER BY j.topic
