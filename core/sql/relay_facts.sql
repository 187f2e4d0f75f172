-- Whether a relay ($1) may start on this server, before anything is written; and whether one of the topics $2 joins it.
-- An event or a progress whose transaction has not begun here is of another server. Read only: a standby answers too.
SELECT onceover.server_token(), pg_catalog.pg_is_in_recovery(), onceover.outbox_subscription(),
  EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL),
  EXISTS (SELECT FROM onceover.outbox o WHERE o.xid >= pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())),
  EXISTS (SELECT FROM onceover.relays p
          WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.name AND h.state = 'retired')
            AND (p.database_oid <> d.oid OR pg_catalog.pg_snapshot_xmax(p.window_to) > pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
                 OR (p.system_identifier <> s.identifier AND s.identifier <> '?'))),
  held.since, held.held_by, held.reason, COALESCE(r.topics <> '{*}' AND NOT $2::text[] <@ r.topics, false)
FROM pg_catalog.pg_database d
  CROSS JOIN LATERAL (SELECT pg_catalog.split_part(onceover.server_token(), '/', 1) AS identifier OFFSET 0) s
  LEFT JOIN onceover.relays r ON r.name = $1::text
  LEFT JOIN onceover.relay_holds held ON held.relay = $1::text AND held.state = 'retired'
WHERE d.datname = pg_catalog.current_database()
