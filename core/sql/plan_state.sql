-- $3: the allowed previous states, as one text; 'finished' and 'ready' only if no item waits for that. A plan that never ran returns to the
-- state in which it was stopped, and never to running.
UPDATE onceover.plans p
SET state = $2::text, state_why = NULLIF($4::text, ''), changed_at = clock_timestamp(),
    ready_at = CASE WHEN $2::text = 'ready' AND (p.state = 'frozen' OR p.ready_at IS NULL) THEN clock_timestamp() ELSE p.ready_at END,
    started_at = CASE WHEN $2::text = 'running' THEN COALESCE(p.started_at, clock_timestamp()) ELSE p.started_at END,
    finished_at = CASE WHEN $2::text = 'finished' THEN clock_timestamp() END
WHERE p.id = $1::bigint AND p.state = ANY (string_to_array($3::text, ' '))
  AND ($2::text <> 'finished' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting'))
  AND ($2::text <> 'ready' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting' AND i.foreseen IS NULL))
  AND ($2::text <> 'running' OR p.state IN ('frozen', 'ready') OR p.started_at IS NOT NULL)
  AND ($2::text <> 'frozen' OR p.started_at IS NULL)
