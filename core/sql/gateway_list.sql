SELECT g.id, g.name, g.operation, (extract(epoch FROM g.dedupe_window) * 1000000)::bigint, g.reason, g.registered_by, g.actor, g.registered_at,
       g.in_force_since, COALESCE(g.approved_by, ''), g.ended_at, g.registered_by = session_user
FROM onceover.gateways g
WHERE $1::boolean OR g.ended_at IS NULL
ORDER BY g.name, g.operation, g.id
