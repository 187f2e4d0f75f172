-- A sweeper takes over rows of an external table to ask about them. It has locked each of them in that table, so that
-- no two sweepers take the same; a case that is owned, or that waits for its next attempt or for a person, is
-- unchanged. A fence is drawn only if the row is really taken: first the stored cases, then new ones. $13: no lease and
-- no pause is longer; a later end was written while the clock was ahead.
WITH wanted AS (
  SELECT w.row_key::jsonb AS row_key, sha256(convert_to(w.row_key::jsonb::text, CASE getdatabaseencoding()
    WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AS row_digest, w.tenant, w.operation, w.key, w.state,
    w.correlation_id, w.at
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    WITH ORDINALITY AS w (row_key, tenant, operation, key, state, correlation_id, at)
  WHERE NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
), again AS (
  UPDATE onceover.row_cases c
  SET owner = $9::text, fence = nextval('onceover.fence'), locked_until = clock_timestamp() + $10::interval,
      profile = $2::text, status = 'open',
      attempts = CASE WHEN c.status = 'settled' THEN 0 ELSE c.attempts END,
      opened_at = CASE WHEN c.status = 'settled' THEN clock_timestamp() ELSE c.opened_at END,
      verdict = CASE WHEN c.status = 'settled' THEN 'unresolved' ELSE c.verdict END,
      reason = CASE WHEN c.status = 'settled' THEN 'the lease expired' ELSE c.reason END,
      updated_at = clock_timestamp()
  FROM wanted w
  WHERE c.relation = $1::text AND c.row_digest = w.row_digest AND c.status <> 'needs_human'
    AND (c.locked_until IS NULL OR c.locked_until <= clock_timestamp()
      OR c.locked_until > clock_timestamp() + $13::interval)
    AND (c.status = 'settled' OR c.next_try_at IS NULL OR c.next_try_at <= clock_timestamp()
         OR c.next_try_at > clock_timestamp() + $13::interval)
  RETURNING c.row_digest, c.fence, c.attempts
), first AS (
  INSERT INTO onceover.row_cases (relation, row_digest, row_key, profile, tenant, operation, key, status, verdict,
    reason, owner, fence, locked_until)
  SELECT $1::text, w.row_digest, w.row_key, $2::text, w.tenant, w.operation,
         w.key, 'open', 'unresolved', 'the lease expired', $9::text, nextval('onceover.fence'),
         clock_timestamp() + $10::interval
  FROM wanted w
  WHERE NOT EXISTS (SELECT FROM onceover.row_cases c WHERE c.relation = $1::text AND c.row_digest = w.row_digest)
  ON CONFLICT (relation, row_digest) DO NOTHING
  RETURNING row_digest, fence, attempts
), owned AS (
  SELECT w.*, o.fence, o.attempts FROM (SELECT * FROM again UNION ALL SELECT * FROM first) o
    JOIN wanted w ON w.row_digest = o.row_digest
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_after,
    reason, correlation_id, profile, relation, row_key)
  SELECT 'own', $9::text, $11::text, $12::text, o.tenant, o.operation, o.key, o.state, o.state,
         o.fence, 'the lease expired', NULLIF(o.correlation_id, ''), $2::text, $1::text, o.row_key
  FROM owned o
)
SELECT o.at, o.fence, o.attempts::bigint FROM owned o ORDER BY o.at
