-- A runner takes over the keys of its items to ask about them, if they are as frozen and their lease has expired: new fence, own lease,
-- audit row.
WITH wanted AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS v (tenant, operation, key, fence, position)
), due AS (
  SELECT k.ctid, v.position, k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.locked_until, c.status, c.attempts, c.next_try_at
  FROM wanted v
  JOIN onceover.keys k ON k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
  LEFT JOIN LATERAL (
    SELECT f.status, f.attempts, f.next_try_at FROM onceover.cases f WHERE f.tenant = k.tenant AND f.operation = k.operation AND f.key = k.key
    OFFSET 0
  ) c ON true
  WHERE k.fence = v.fence
    AND ((k.state = 'in_progress' AND (k.locked_until IS NULL OR k.locked_until <= clock_timestamp()))
         OR (k.state = 'released' AND k.retry_before <= clock_timestamp()))
  FOR UPDATE OF k SKIP LOCKED
), owned AS (
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = 'operator', owner = $6::text, fence = nextval('onceover.fence'),
      locked_until = clock_timestamp() + $7::interval, stuck_since = COALESCE(k.stuck_since, k.locked_until, k.retry_before),
      -- A key that was released when it was taken over keeps its bound: without a verdict it is released again. An executor may have left one.
      retry_before = CASE WHEN k.state = 'released' OR k.holder <> 'executor' THEN k.retry_before END, expires_at = NULL, updated_at = clock_timestamp()
  FROM due c  -- the columns below read the case from it
  WHERE k.ctid = c.ctid AND k.fence = c.fence AND k.state = c.state
    AND ((k.state = 'in_progress' AND (k.locked_until IS NULL OR k.locked_until <= clock_timestamp()))
         OR (k.state = 'released' AND k.retry_before <= clock_timestamp()))
  RETURNING /*columns*/, c.state AS old_state, c.fence AS old_fence, c.holder AS old_holder, c.owner AS old_owner, c.locked_until AS old_locked_until,
            k.ctid::text AS at, c.position
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                              reason, ticket, correlation_id)
  SELECT 'own', $8::text, $9::text, $10::text, o.tenant, o.operation, o.key, o.old_state, 'in_progress', o.old_fence, o.fence,
         jsonb_build_object('state', o.old_state, 'fence', o.old_fence, 'holder', o.old_holder, 'owner', o.old_owner, 'locked_until', o.old_locked_until),
         jsonb_build_object('state', 'in_progress', 'fence', o.fence, 'holder', 'operator', 'owner', $6::text),
         $11::text, NULLIF($12::text, ''), o.correlation_id
  FROM owned o
), kept AS (
  -- After a crash the next runner recognises by it that the change was the plan's own.
  UPDATE onceover.plan_items i SET fence = o.fence
  FROM owned o, LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $13::bigint AND p.position = o.position OFFSET 0) here
  WHERE i.ctid = here.at
)
SELECT * FROM owned
