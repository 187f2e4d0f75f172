-- In the transaction of the approved write. No row: it is not waiting, or is for another row or another write.
UPDATE onceover.approvals SET status = 'used', decided_actor = $2::text, decided_reason = $3::text, audit_id = $4::bigint
WHERE id = $1::bigint AND status = 'waiting' AND request_digest = $5::bytea AND seen_digest = $6::bytea
RETURNING id
