-- The results of items, or that they wait again: only for those that this runner still has. fence 0: unchanged. untried 1: taking it does
-- not count as an attempt. Each is looked up in a subquery that cannot be flattened: a plan made for a small table would read the whole
-- table for each.
UPDATE onceover.plan_items i
SET state = v.state, outcome = NULLIF(v.outcome, ''), why = NULLIF(v.why, ''), evidence = NULLIF(v.evidence, '')::jsonb, to_state = NULLIF(v.to_state, ''),
    audit_id = NULLIF(v.audit_id, 0), tries = i.tries - v.untried, fence = COALESCE(NULLIF(v.fence, 0), i.fence), taken_until = NULL,
    next_try_at = CASE WHEN v.state = 'waiting' THEN clock_timestamp() + v.next_try_ms * interval '1 millisecond' END,
    finished_at = CASE WHEN v.state <> 'waiting' THEN clock_timestamp() END
FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
  AS v (position, state, outcome, why, evidence, to_state, audit_id, fence, next_try_ms, untried),
  LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1::bigint AND p.position = v.position OFFSET 0) here
WHERE i.ctid = here.at AND i.runner = $2::text AND i.state = 'waiting'
RETURNING i.position::bigint
