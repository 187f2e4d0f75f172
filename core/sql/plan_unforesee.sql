-- A new dry run.
UPDATE onceover.plan_items
SET foreseen = NULL, foreseen_writes = NULL, foreseen_why = NULL, foreseen_evidence = NULL, foreseen_at = NULL
WHERE plan = $1::bigint AND state = 'waiting'
