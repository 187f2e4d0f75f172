-- Whether a relay ($1) may start on this server, before anything is written; and whether one of the topics $2 joins it.
-- An event or a progress whose transaction has not begun here is of another server. Read only: a standby answers too.
SELECT onceover.server_token(), pg_catalog.pg_is_in_recovery(), onceover.outbox_subscription(),
  EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL),
  onceover.has_foreign_events(),
  EXISTS (SELECT FROM onceover.relays p
          WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.name AND h.state = 'retired')
            AND onceover.is_foreign_progress(p.window_to, p.database_oid, p.system_identifier)),
  held.since, held.held_by, held.reason, COALESCE(r.topics <> '{*}' AND NOT $2::text[] <@ r.topics, false)
FROM (VALUES ($1::text)) v (name)
  LEFT JOIN onceover.relays r ON r.name = v.name
  LEFT JOIN onceover.relay_holds held ON held.relay = v.name AND held.state = 'retired'
