-- name: approval_ask_own
SELECT onceover.ask_approval($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint,
  $9::text, $10::text, $11::jsonb, $12::bytea,
                             $13::jsonb, $14::bytea, $15::bytea, $16::bytea, $17::text, $18::jsonb)

-- name: approval_end
-- Of a row of an external table: refused, by the requester too; or outdated: the row has changed since.
UPDATE onceover.approvals SET status = $2::text, decided_actor = $3::text, decided_reason = $4::text
WHERE id = $1::bigint AND status = 'waiting'
RETURNING id

-- name: approval_end_own
-- With its audit row. False: it was decided already.
SELECT onceover.end_approval($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)

-- name: approval_list
SELECT id, status, asked_at, requested_by, actor, host, program, act, tenant, operation, key, fence, profile,
       profile_toml, relation, row_key::text, seen::text, seen_digest, request::text, request_digest, response_headers,
       response_body, reason, ticket,
         evidence::text, verdict, decided_at,
       decided_by, decided_actor, decided_reason, audit_id, requested_by = session_user
FROM onceover.approvals
WHERE CASE WHEN $1::bigint IS NULL THEN NOT $2::boolean OR status = 'waiting' ELSE id = $1::bigint END
ORDER BY id DESC LIMIT $3::bigint

-- name: approval_use
-- In the transaction of the approved write. No row: it is not waiting, or is for another row or another write.
UPDATE onceover.approvals SET status = 'used', decided_actor = $2::text, decided_reason = $3::text,
  audit_id = $4::bigint
WHERE id = $1::bigint AND status = 'waiting' AND request_digest = $5::bytea AND seen_digest = $6::bytea
RETURNING id

-- name: approval_waiting
-- How many requests wait for a second approver, counted up to $1.
SELECT pg_catalog.count(*) FROM (SELECT FROM onceover.approvals WHERE status = 'waiting' LIMIT $1::bigint) waiting
