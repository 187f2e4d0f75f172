-- Why no relay may start here: a subscription, an adoption that has not ended, events or progress of another server;
-- and how far the numbers of events are given and used. NULL: this user may not read the sequence.
SELECT onceover.outbox_subscription(),
  EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL),
  onceover.has_foreign_events(),
  EXISTS (SELECT FROM onceover.relays p
          WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.name AND h.state = 'retired')
            AND onceover.is_foreign_progress(p.window_to, p.database_oid, p.system_identifier)),
  CASE WHEN pg_catalog.has_sequence_privilege('onceover.outbox_seq_seq', 'SELECT')
       THEN COALESCE(pg_catalog.pg_sequence_last_value('onceover.outbox_seq_seq'::pg_catalog.regclass), 0) END,
  COALESCE((SELECT pg_catalog.max(o.seq) FROM onceover.outbox o), 0)
