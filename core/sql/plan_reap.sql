-- Finished keys of a plan, deleted with their cases. Never unfinished ones; within their window ($9) only finished ones. A key that is not
-- returned differs from the frozen one, or its window has not ended.
WITH wanted AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS v (tenant, operation, key, fence)
), gone AS (
  DELETE FROM onceover.keys k USING wanted v
  WHERE k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant AND k.fence = v.fence
    AND k.state IN ('succeeded', 'failed', 'released')
    AND (k.expires_at <= clock_timestamp() OR ($9::boolean AND k.state IN ('succeeded', 'failed')))
  RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.response_code, k.completed_at, k.expires_at, k.correlation_id
), closed AS (
  DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, fence_before, before, verdict, reason, ticket, correlation_id)
  SELECT 'reap', $5::text, $6::text, $7::text, g.tenant, g.operation, g.key, g.state, g.fence,
         jsonb_build_object('state', g.state, 'fence', g.fence, 'response_code', g.response_code, 'completed_at', g.completed_at, 'expires_at', g.expires_at),
         'reap', $8::text, NULLIF($10::text, ''), g.correlation_id
  FROM gone g
  RETURNING tenant, operation, key, id
)
SELECT tenant, operation, key, id FROM noted
