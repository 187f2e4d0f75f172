-- A key that a statement cannot handle is set aside: an open case, tried again later, and a person's after $9 attempts. Nothing of the row but its
-- identity is read, and the row is not written. No row: the key has changed since, or its case waits for a person already.
WITH filed AS (
  INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason, evidence)
  SELECT k.tenant, k.operation, k.key, CASE WHEN $9::bigint <= 1 THEN 'needs_human' ELSE 'open' END, 1,
         CASE WHEN $9::bigint > 1 THEN pg_catalog.clock_timestamp() + $8::interval END, k.fence,
         CASE WHEN $9::bigint <= 1 THEN 'needs_human' ELSE 'unresolved' END, $5::text, pg_catalog.jsonb_build_object('set_aside', $5::text)
  FROM onceover.keys k
  WHERE k.tenant = $1::text AND k.operation = $2::text AND k.key = $3::text AND k.fence = $4::bigint
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  ON CONFLICT (tenant, operation, key) DO UPDATE
  SET status = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9::bigint THEN 'needs_human' ELSE EXCLUDED.status END,
      next_try_at = CASE WHEN NOT (c.status = 'open' AND c.attempts + 1 >= $9::bigint) THEN EXCLUDED.next_try_at END,
      verdict = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9::bigint THEN 'needs_human' ELSE EXCLUDED.verdict END,
      attempts = CASE WHEN c.status = 'settled' THEN 1 ELSE c.attempts + 1 END,
      opened_at = CASE WHEN c.status = 'settled' THEN pg_catalog.clock_timestamp() ELSE c.opened_at END,
      fence = EXCLUDED.fence, reason = EXCLUDED.reason, evidence = EXCLUDED.evidence, updated_at = pg_catalog.clock_timestamp()
  WHERE c.status <> 'needs_human'
  RETURNING c.tenant, c.operation, c.key, c.fence, c.status
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, verdict, reason)
  SELECT CASE f.status WHEN 'open' THEN 'unresolved' ELSE f.status END, $6::text, $7::text, $10::text, f.tenant, f.operation, f.key, f.fence,
         CASE f.status WHEN 'open' THEN 'unresolved' ELSE f.status END, $5::text
  FROM filed f
)
SELECT f.status FROM filed f
