-- Takes back a release: the key is in progress again with an expired lease, and its case needs a person. Only if it is unchanged.
WITH back AS (
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = 'operator', owner = $5::text, fence = pg_catalog.nextval('onceover.fence'),
      locked_until = pg_catalog.clock_timestamp(), stuck_since = COALESCE(k.stuck_since, $6::timestamptz), retry_before = NULL, expires_at = NULL,
      updated_at = pg_catalog.clock_timestamp()
  WHERE k.tenant = $1::text AND k.operation = $2::text AND k.key = $3::text AND k.fence = $4::bigint AND k.state = 'released'
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.tenant, k.operation, k.key, k.fence, k.correlation_id
), filed AS (
  INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, fence, verdict, reason)
  SELECT b.tenant, b.operation, b.key, 'needs_human', 0, b.fence, 'needs_human', $10::text FROM back b
  ON CONFLICT (tenant, operation, key) DO UPDATE
  SET status = 'needs_human', next_try_at = NULL, fence = EXCLUDED.fence, verdict = EXCLUDED.verdict, reason = EXCLUDED.reason,
      updated_at = pg_catalog.clock_timestamp()
)
INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                            evidence, verdict, reason, ticket, correlation_id)
SELECT 'undo', $7::text, $8::text, $9::text, b.tenant, b.operation, b.key, 'released', 'in_progress', $4::bigint, b.fence,
       pg_catalog.jsonb_build_object('state', 'released', 'fence', $4::bigint),
       pg_catalog.jsonb_build_object('state', 'in_progress', 'fence', b.fence, 'holder', 'operator', 'owner', $5::text),
       pg_catalog.jsonb_build_object('undone', $12::bigint), 'undo', $10::text, NULLIF($11::text, ''), b.correlation_id
FROM back b
RETURNING id
