-- Under a lock that keeps writers out: all that is there now is published in order of seq, from $2 on, and then what comes after this moment.
-- An earlier owner cannot write its progress any more: the fence is new.
UPDATE onceover.relays r
SET by_seq_up_to = COALESCE((SELECT pg_catalog.max(o.seq) FROM onceover.outbox o), 0), pos = 0, since = GREATEST(r.since, $2::timestamptz),
  window_from = pg_catalog.pg_current_snapshot(), window_to = pg_catalog.pg_current_snapshot(), system_identifier = $3::text,
  database_oid = $4::bigint::oid, fence = pg_catalog.nextval('onceover.fence'), owner = NULL, locked_until = NULL, trouble = NULL, trouble_since = NULL
WHERE r.name = $1::text
RETURNING r.fence, r.by_seq_up_to,
  (SELECT pg_catalog.count(*) FROM onceover.outbox o
   WHERE (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= GREATEST(r.since, $2::timestamptz))
