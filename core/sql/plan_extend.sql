-- Extends the leases of a plan's keys to $9 from now: only those of executors, under the fence that they have, and never shorter. A key
-- that is not returned differs from the frozen one, is not an executor's, or already has a longer lease.
WITH wanted AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS v (tenant, operation, key, fence)
), held AS (
  SELECT k.ctid, k.locked_until
  FROM wanted v
  JOIN onceover.keys k ON k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
  WHERE k.fence = v.fence AND k.state = 'in_progress' AND k.holder = 'executor'
    AND (k.locked_until IS NULL OR k.locked_until < clock_timestamp() + $9::interval)
  FOR UPDATE OF k SKIP LOCKED
), longer AS (
  UPDATE onceover.keys k SET locked_until = clock_timestamp() + $9::interval, updated_at = clock_timestamp()
  FROM held h WHERE k.ctid = h.ctid
  RETURNING k.tenant, k.operation, k.key, k.fence, h.locked_until AS before, k.locked_until, k.correlation_id
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                              verdict, reason, ticket, correlation_id)
  SELECT 'extend', $5::text, $6::text, $7::text, l.tenant, l.operation, l.key, 'in_progress', 'in_progress', l.fence, l.fence,
         jsonb_build_object('state', 'in_progress', 'fence', l.fence, 'locked_until', l.before),
         jsonb_build_object('state', 'in_progress', 'fence', l.fence, 'locked_until', l.locked_until),
         'extend', $8::text, NULLIF($10::text, ''), l.correlation_id
  FROM longer l
  RETURNING tenant, operation, key, id
)
SELECT tenant, operation, key, id FROM noted
