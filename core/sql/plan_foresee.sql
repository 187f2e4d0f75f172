-- The preview of a dry run, for the items that this runner still has; '': none, and the item is free again. As in plan_result.sql.
UPDATE onceover.plan_items i
SET foreseen = NULLIF(v.foreseen, ''), foreseen_writes = CASE WHEN v.foreseen <> '' THEN v.writes = 1 END, foreseen_why = NULLIF(v.why, ''), foreseen_evidence = NULLIF(v.evidence, '')::jsonb,
    foreseen_at = CASE WHEN v.foreseen <> '' THEN clock_timestamp() END, taken_until = NULL
FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[]) AS v (position, foreseen, writes, why, evidence),
  LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1::bigint AND p.position = v.position OFFSET 0) here
WHERE i.ctid = here.at AND i.runner = $2::text AND i.state = 'waiting'
