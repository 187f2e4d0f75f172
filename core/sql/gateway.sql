-- name: gateway_approve
SELECT onceover.approve_gateway($1::bigint, $2::text, $3::text, $4::text, $5::text)

-- name: gateway_list
SELECT g.id, g.name, g.operation, (extract(epoch FROM g.dedupe_window) * 1000000)::bigint, g.reason, g.registered_by,
       g.actor, g.registered_at, g.in_force_since, COALESCE(g.approved_by, ''), g.ended_at,
       g.registered_by = session_user
FROM onceover.gateways g
WHERE $1::boolean OR g.ended_at IS NULL
ORDER BY g.name, g.operation, g.id

-- name: gateway_register
SELECT onceover.register_gateway($1::text, $2::text, $3::interval, $4::text, $5::text, $6::text, $7::text)

-- name: gateway_window
-- In microseconds. NULL: nothing is declared, or a gateway does not deduplicate.
SELECT pg_catalog.int8(pg_catalog.date_part('epoch',
  onceover.dedupe_window_of($1::pg_catalog.text)) OPERATOR(pg_catalog.*) '1000000'::pg_catalog.float8)
