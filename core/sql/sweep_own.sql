-- A sweeper takes the due keys after its current place. SKIP LOCKED keeps sweepers apart; the new fence, once
-- committed, reserves the rows. State and expiry are also in the outer statement: a ctid may have been reused. $11:
-- only keys that were never asked about, when the retry budget is spent. $12, $13: the slice's last key. $14: no lease
-- and no pause is longer; a later end was written while the clock was ahead, and is past. The case is looked up in a
-- subquery that cannot be flattened, row by row: one plan also serves a store that was empty when the plan was made. In
-- braces: from onceover.keys, or through the list of unfinished keys; and the order of the walk.
WITH due AS (
  SELECT k.ctid, k.created_at, k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.locked_until,
         c.status, c.attempts, c.next_try_at
  FROM {from}
  LEFT JOIN LATERAL (
    SELECT f.status, f.attempts, f.next_try_at FROM onceover.cases f
      WHERE f.tenant = k.tenant AND f.operation = k.operation AND f.key = k.key
    OFFSET 0
  ) c ON true
  WHERE k.state IN ('in_progress', 'released')  -- the cheapest condition: most rows are finished
    AND ({o}.created_at, {o}.key, {o}.tenant, {o}.operation) > ($1::timestamptz, $2::text, $3::text, $4::text)
    AND ({o}.created_at, {o}.key) <= ($12::timestamptz, $13::text)
    AND ((k.state = 'in_progress' AND ((k.locked_until IS NULL OR k.locked_until <= pg_catalog.clock_timestamp())
      OR k.locked_until > pg_catalog.clock_timestamp() + $14::interval))
         OR (k.state = 'released' AND k.retry_before <= pg_catalog.clock_timestamp()))
    AND (c.status IS NULL OR c.status = 'settled'
         OR (c.status = 'open' AND ((c.next_try_at IS NULL OR c.next_try_at <= pg_catalog.clock_timestamp())
           OR c.next_try_at > pg_catalog.clock_timestamp() + $14::interval)))
    AND (NOT $11::boolean OR c.status IS NULL OR c.status = 'settled')
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  ORDER BY {o}.created_at, {o}.key, {o}.tenant, {o}.operation
  LIMIT $5::bigint
  FOR UPDATE OF k SKIP LOCKED
), owned AS (
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = 'sweeper', owner = $6::text, fence = pg_catalog.nextval('onceover.fence'),
      locked_until = pg_catalog.clock_timestamp() + $7::interval,
      -- An end in the future was written while the clock was ahead.
      stuck_since = LEAST(COALESCE(k.stuck_since, k.locked_until, k.retry_before), pg_catalog.clock_timestamp()),
      -- A key that was released when it was taken over keeps its bound: without a verdict it is released again. An
      -- executor may have left one.
      retry_before = CASE WHEN k.state = 'released' OR k.holder <> 'executor' THEN k.retry_before END,
      expires_at = NULL, updated_at = pg_catalog.clock_timestamp()
  FROM due c  -- the columns below read the case from it
  WHERE k.ctid = c.ctid AND k.fence = c.fence AND k.state = c.state
    AND ((k.state = 'in_progress' AND ((k.locked_until IS NULL OR k.locked_until <= pg_catalog.clock_timestamp())
      OR k.locked_until > pg_catalog.clock_timestamp() + $14::interval))
         OR (k.state = 'released' AND k.retry_before <= pg_catalog.clock_timestamp()))
  RETURNING /*columns*/, c.state AS old_state, c.fence AS old_fence, c.holder AS old_holder,
            pg_catalog.left(c.owner, 4000) AS old_owner, c.locked_until AS old_locked_until,
            k.ctid::text AS at
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before,
    fence_after, before, reason, correlation_id)
  SELECT 'own', $8::text, $9::text, $10::text, o.tenant, o.operation, o.key, o.old_state, 'in_progress', o.old_fence,
         o.fence,
         pg_catalog.jsonb_build_object('state', o.old_state, 'fence', o.old_fence, 'holder', o.old_holder, 'owner',
           o.old_owner, 'locked_until', o.old_locked_until),
         CASE o.old_state WHEN 'released' THEN 'no client has retried it in time' ELSE 'the lease expired'
           END, o.correlation_id
  FROM owned o
)
SELECT * FROM owned ORDER BY created_at, key, tenant, operation
