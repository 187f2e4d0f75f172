-- Verdicts on owned keys, with their cases and audit rows. $19: the places of the rows when they were owned, which avoids the index where
-- the mark in the WHERE is set; a row that has moved is found by its key afterwards. A row that is not returned was no longer ours, and
-- nothing of it was written.
WITH v AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[], $8::bytea[], $9::text[], $10::text[],
                                  $11::text[], $12::text[], $13::text[], $14::bigint[], $19::tid[])
    AS v (tenant, operation, key, fence, act, response_code, response_headers, response_body, error_code, retry_before, evidence, verdict, reason, next_try_ms, at)
), written AS (
  UPDATE onceover.keys k
  SET state = CASE v.act WHEN 'succeed' THEN 'succeeded' WHEN 'fail' THEN 'failed' WHEN 'release' THEN 'released'
                         -- Without a verdict a key that was released is released again, with its bound: it waits.
                         WHEN 'unresolved' THEN CASE WHEN k.retry_before IS NULL THEN k.state ELSE 'released' END ELSE k.state END,
      fence = pg_catalog.nextval('onceover.fence'),
      -- Returned unsettled: the lease ended when the executor's own did, since clients have been waiting since then.
      locked_until = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL)
                          THEN LEAST(k.stuck_since, pg_catalog.clock_timestamp()) END,
      stuck_since = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL) THEN k.stuck_since END,
      response_version = CASE WHEN v.act IN ('succeed', 'fail') THEN 1 END,
      response_code = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_code END,
      response_headers = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_headers END,
      response_body = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_body END,
      -- The executors' word (key_release.sql) holds as long as none has claimed the key since.
      error_code = CASE WHEN v.act = 'fail' THEN NULLIF(v.error_code, '')
                        WHEN v.act <> 'succeed' AND k.retry_before IS NOT NULL THEN k.error_code END,
      completed_at = CASE WHEN v.act IN ('succeed', 'fail') THEN pg_catalog.clock_timestamp() END,
      retry_before = CASE v.act WHEN 'unresolved' THEN k.retry_before WHEN 'release' THEN NULLIF(v.retry_before, '')::timestamptz END,
      expires_at = CASE WHEN v.act IN ('succeed', 'fail') THEN pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => k.retention_s)
                        WHEN v.act = 'release' THEN pg_catalog.make_interval(secs => k.retention_s)
                             + GREATEST(NULLIF(v.retry_before, '')::timestamptz, pg_catalog.clock_timestamp())
                        -- As when it was released: a key that waits is reaped in the end.
                        WHEN v.act = 'unresolved' THEN k.retry_before + pg_catalog.make_interval(secs => k.retention_s) END,
      updated_at = pg_catalog.clock_timestamp()
  FROM v
  WHERE /*at*/ k.tenant = v.tenant AND k.operation = v.operation AND k.key = v.key AND k.fence = v.fence
    AND k.state = 'in_progress' AND k.holder <> 'executor'
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.correlation_id, k.response_code, k.retry_before,
            v.fence AS old_fence, v.act, NULLIF(v.evidence, '')::jsonb AS evidence, v.verdict, v.reason, v.next_try_ms
), filed AS (
  INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason, evidence)
  SELECT w.tenant, w.operation, w.key,
         CASE w.act WHEN 'unresolved' THEN 'open' WHEN 'needs_human' THEN 'needs_human' ELSE 'settled' END, 1,
         CASE w.act WHEN 'unresolved' THEN pg_catalog.clock_timestamp() + w.next_try_ms * interval '1 millisecond' END,
         w.fence, w.verdict, w.reason, w.evidence
  FROM written w
  ON CONFLICT (tenant, operation, key) DO UPDATE
  SET status = EXCLUDED.status, next_try_at = EXCLUDED.next_try_at, fence = EXCLUDED.fence, verdict = EXCLUDED.verdict,
      reason = EXCLUDED.reason, updated_at = pg_catalog.clock_timestamp(),
      -- A stored manual override does not change earlier evidence: an alarm remains an alarm.
      evidence = CASE WHEN c.status = 'needs_human' AND EXCLUDED.status = 'needs_human' AND NOT EXCLUDED.evidence ? 'finding'
                      THEN EXCLUDED.evidence || COALESCE((SELECT pg_catalog.jsonb_object_agg(e.key, e.value) FROM pg_catalog.jsonb_each(c.evidence) e
                                                          WHERE e.key IN ('duplicate_effects', 'other_effect')), '{}')
                      ELSE EXCLUDED.evidence END,
      attempts = CASE c.status WHEN 'settled' THEN 1 ELSE c.attempts + 1 END,
      opened_at = CASE c.status WHEN 'settled' THEN pg_catalog.clock_timestamp() ELSE c.opened_at END
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  SELECT CASE WHEN w.act IN ('unresolved', 'needs_human') THEN w.act ELSE 'settle' END, $15::text, $16::text, $17::text,
         w.tenant, w.operation, w.key, 'in_progress', w.state, w.old_fence, w.fence,
         pg_catalog.jsonb_build_object('state', 'in_progress', 'fence', w.old_fence, 'holder', w.holder, 'owner', w.owner),
         pg_catalog.jsonb_build_object('state', w.state, 'fence', w.fence, 'response_code', w.response_code, 'retry_before', w.retry_before),
         w.evidence, w.verdict, w.reason, NULLIF($18::text, ''), w.correlation_id
  FROM written w
  RETURNING tenant, operation, key, fence_after, id
)
SELECT tenant, operation, key, fence_after, id FROM noted
