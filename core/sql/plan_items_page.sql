SELECT i.position::bigint, i.line::bigint, i.tenant, i.operation, i.key, i.columns::text, i.frozen::text, i.fence, i.state, i.tries::bigint, i.runner,
       i.taken_until, i.next_try_at, i.foreseen, i.foreseen_writes, i.foreseen_why, i.foreseen_evidence::text, i.foreseen_at, i.outcome, i.why,
       i.evidence::text, i.to_state, i.audit_id, i.finished_at
FROM onceover.plan_items i
WHERE i.plan = $1::bigint AND i.position > $2::bigint AND ($3::text = '' OR i.state = $3::text)
ORDER BY i.position LIMIT $4::bigint
