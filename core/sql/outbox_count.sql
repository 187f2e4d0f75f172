-- How many events republish_events() would look at that are not erased, up to $6, behind $1 up to $2.
SELECT pg_catalog.count(*) FROM (
  SELECT FROM onceover.outbox o
  WHERE o.seq > $1::bigint AND o.seq <= $2::bigint AND ($3::text IS NULL OR o.topic = $3::text)
    AND ($4::text IS NULL OR o.aggregatetype = $4::text) AND ($5::text IS NULL OR o.aggregateid = $5::text) AND NOT o.headers ? 'erased'
  LIMIT $6::bigint) o
