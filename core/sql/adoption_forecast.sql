-- What an adoption would do, without a lock: for each relay the events that it would publish again or for the first time, and those that it would
-- pass over since they are older than $1.
SELECT r.name,
  (SELECT pg_catalog.count(*) FROM onceover.outbox o
   WHERE (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= GREATEST(r.since, COALESCE($1::timestamptz, '-infinity'))),
  (SELECT pg_catalog.count(*) FROM onceover.outbox o
   WHERE (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= r.since AND o.created_at < COALESCE($1::timestamptz, '-infinity'))
FROM onceover.relays r WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired') ORDER BY r.name
