SELECT id, status, asked_at, requested_by, actor, host, program, act, tenant, operation, key, fence, profile, profile_toml, relation, row_key::text,
       seen::text, seen_digest, request::text, request_digest, response_headers, response_body, reason, ticket, evidence::text, verdict, decided_at,
       decided_by, decided_actor, decided_reason, audit_id, requested_by = session_user
FROM onceover.approvals
WHERE CASE WHEN $1::bigint IS NULL THEN NOT $2::boolean OR status = 'waiting' ELSE id = $1::bigint END
ORDER BY id DESC LIMIT $3::bigint
