-- What a dry run found, of the items that this runner still has. As in plan_result.sql.
UPDATE onceover.plan_items i
SET foreseen = v.foreseen, foreseen_writes = v.writes = 1, foreseen_why = NULLIF(v.why, ''), foreseen_evidence = NULLIF(v.evidence, '')::jsonb,
    foreseen_at = clock_timestamp(), taken_until = NULL
FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[]) AS v (position, foreseen, writes, why, evidence),
  LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1::bigint AND p.position = v.position OFFSET 0) here
WHERE i.ctid = here.at AND i.runner = $2::text AND i.state = 'waiting'
