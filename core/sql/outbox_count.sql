-- Of the next $7 events behind $1 up to $2: how many republish_events() would write, up to $6; and the last of them (NULL: there is none further).
WITH looked AS (SELECT o.seq FROM onceover.outbox o WHERE o.seq > $1::bigint AND o.seq <= $2::bigint ORDER BY o.seq OFFSET $7::bigint - 1 LIMIT 1)
SELECT (
  SELECT pg_catalog.count(*) FROM (
    SELECT FROM onceover.outbox o
    WHERE o.seq > $1::bigint AND o.seq <= LEAST($2::bigint, (SELECT l.seq FROM looked l)) AND ($3::text IS NULL OR o.topic = $3::text)
      AND ($4::text IS NULL OR o.aggregatetype = $4::text) AND ($5::text IS NULL OR o.aggregateid = $5::text) AND NOT o.headers ? 'erased'
    LIMIT $6::bigint) o
), (SELECT l.seq FROM looked l)
