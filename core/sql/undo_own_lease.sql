-- A lease that was extended ends at its earlier time. Only if it is unchanged: an executor that has renewed it is at work.
WITH back AS (
  UPDATE onceover.keys k SET locked_until = NULLIF($5::text, '')::timestamptz, updated_at = clock_timestamp()
  WHERE k.tenant = $1::text AND k.operation = $2::text AND k.key = $3::text AND k.fence = $4::bigint AND k.state = 'in_progress'
    AND k.holder = 'executor' AND k.locked_until = $6::text::timestamptz
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.tenant, k.operation, k.key, k.fence, k.locked_until, k.correlation_id
)
INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                            evidence, verdict, reason, ticket, correlation_id)
SELECT 'undo', $7::text, $8::text, $9::text, b.tenant, b.operation, b.key, 'in_progress', 'in_progress', b.fence, b.fence,
       jsonb_build_object('state', 'in_progress', 'fence', b.fence, 'locked_until', $6::text::timestamptz),
       jsonb_build_object('state', 'in_progress', 'fence', b.fence, 'locked_until', b.locked_until),
       jsonb_build_object('undone', $12::bigint), 'undo', $10::text, NULLIF($11::text, ''), b.correlation_id
FROM back b
RETURNING id
