-- An operator takes over one unfinished, expired key to ask about it: new fence, own lease, audit row.
WITH seen AS (
  SELECT k.ctid, k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.locked_until
  FROM onceover.keys k
  WHERE k.tenant = $1::text AND k.operation = $2::text AND k.key = $3::text AND k.state = $4::text AND k.fence = $5::bigint
  FOR UPDATE
), owned AS (
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = $6::text, owner = $7::text, fence = pg_catalog.nextval('onceover.fence'),
      locked_until = pg_catalog.clock_timestamp() + $8::interval, stuck_since = COALESCE(k.stuck_since, k.locked_until, k.retry_before),
      -- A key that was released when it was taken over keeps its bound: without a verdict it is released again. An executor may have left one.
      retry_before = CASE WHEN k.state = 'released' OR k.holder <> 'executor' THEN k.retry_before END, expires_at = NULL, updated_at = pg_catalog.clock_timestamp()
  FROM seen s LEFT JOIN onceover.cases c ON c.tenant = s.tenant AND c.operation = s.operation AND c.key = s.key
  WHERE k.ctid = s.ctid AND k.fence = s.fence AND k.state = s.state
    AND ((k.state = 'in_progress' AND (k.locked_until IS NULL OR k.locked_until <= pg_catalog.clock_timestamp()
                                       OR (k.holder = $6::text AND k.owner = $7::text)))
         OR (k.state = 'released' AND k.retry_before <= pg_catalog.clock_timestamp()))
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING /*columns*/, s.state AS old_state, s.fence AS old_fence, s.holder AS old_holder, s.owner AS old_owner, s.locked_until AS old_locked_until
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                              reason, correlation_id)
  SELECT 'own', $9::text, $10::text, $11::text, $1::text, $2::text, $3::text, o.old_state, 'in_progress', o.old_fence, o.fence,
         pg_catalog.jsonb_build_object('state', o.old_state, 'fence', o.old_fence, 'holder', o.old_holder, 'owner', o.old_owner, 'locked_until', o.old_locked_until),
         pg_catalog.jsonb_build_object('state', 'in_progress', 'fence', o.fence, 'holder', $6::text, 'owner', $7::text),
         $12::text, o.correlation_id
  FROM owned o
)
SELECT * FROM owned
