-- Why no relay may start here: a subscription, an adoption that has not ended, events or progress of another server; and how far the numbers of
-- events are given and used. NULL: this user may not read the sequence.
SELECT onceover.outbox_subscription(),
  EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL),
  EXISTS (SELECT FROM onceover.outbox o WHERE o.xid >= pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())),
  EXISTS (SELECT FROM onceover.relays p, pg_catalog.pg_database d
          WHERE d.datname = pg_catalog.current_database() 
            AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.name AND h.state = 'retired')
            AND (p.database_oid <> d.oid OR pg_catalog.pg_snapshot_xmax(p.window_to) > pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
                 OR (p.system_identifier <> s.identifier AND s.identifier <> '?'))),
  CASE WHEN pg_catalog.has_sequence_privilege('onceover.outbox_seq_seq', 'SELECT')
       THEN COALESCE(pg_catalog.pg_sequence_last_value('onceover.outbox_seq_seq'::pg_catalog.regclass), 0) END,
  COALESCE((SELECT pg_catalog.max(o.seq) FROM onceover.outbox o), 0)
FROM (SELECT pg_catalog.split_part(onceover.server_token(), '/', 1) AS identifier OFFSET 0) s
