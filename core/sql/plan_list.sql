SELECT p.id, p.name, p.act, p.state, p.state_why, p.profile_toml, p.gateway, p.gateway_digest, p.reason, p.ticket,
       p.said, p.chosen_by, p.options::text, p.items::bigint, p.actor, p.host, p.program, p.db_user,
       p.system_identifier, p.database_oid, p.database_name, p.created_at, p.ready_at, p.started_at, p.changed_at,
       p.finished_at, clock_timestamp(),
       CASE WHEN p.started_at IS NULL THEN 0 WHEN p.finished_at IS NOT NULL THEN p.items
            ELSE p.items - (SELECT count(*) FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting') END,
       p.db_user = session_user
FROM onceover.plans p
WHERE ($1::text IS NULL OR p.name = $1::text) AND ($2::bigint IS NULL OR p.id < $2::bigint)
ORDER BY p.id DESC LIMIT $3::bigint
