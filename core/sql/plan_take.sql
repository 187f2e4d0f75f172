-- Items without a runner, in their order from a place on. SKIP LOCKED keeps runners apart; the runner's name and the short lease, once
-- committed, reserve the items. $6: only items without a dry run. $7: only items without an attempt, when the retry budget is spent.
WITH free AS (
  SELECT i.position FROM onceover.plan_items i
  WHERE i.plan = $1::bigint AND i.state = 'waiting' AND i.position > $2::bigint
    AND (i.taken_until IS NULL OR i.taken_until <= clock_timestamp())
    AND (i.next_try_at IS NULL OR i.next_try_at <= clock_timestamp())
    AND (NOT $6::boolean OR i.foreseen IS NULL) AND (NOT $7::boolean OR i.tries = 0)
  ORDER BY i.position LIMIT $3::bigint
  FOR UPDATE SKIP LOCKED
)
UPDATE onceover.plan_items i
SET runner = $4::text, taken_until = clock_timestamp() + $5::interval, tries = i.tries + CASE WHEN $6::boolean THEN 0 ELSE 1 END
FROM free f
WHERE i.plan = $1::bigint AND i.position = f.position
RETURNING i.position::bigint, i.tenant, i.operation, i.key, i.columns::text, i.frozen::text, i.fence, i.tries::bigint, i.foreseen
