-- Of a row of an external table: refused, by the requester too; or outdated: the row has changed since.
UPDATE onceover.approvals SET status = $2::text, decided_actor = $3::text, decided_reason = $4::text
WHERE id = $1::bigint AND status = 'waiting'
RETURNING id
