-- A row of an external table that a statement cannot handle is set aside, as a key is (case_aside).
WITH filed AS (
  INSERT INTO onceover.row_cases AS c (relation, row_digest, row_key, profile, tenant, operation, key, status,
    attempts, next_try_at, verdict, reason, evidence)
  SELECT $1::text, sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII'
    ELSE 'UTF8' END)), $2::jsonb, $3::text,
         $4::text, $5::text, $6::text, CASE WHEN $9::bigint <= 1 THEN 'needs_human' ELSE 'open' END, 1,
         CASE WHEN $9::bigint > 1 THEN clock_timestamp() + $8::interval END, CASE WHEN $9::bigint <= 1
           THEN 'needs_human' ELSE 'unresolved' END, $7::text,
         jsonb_build_object('set_aside', $7::text)
  WHERE NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  ON CONFLICT (relation, row_digest) DO UPDATE
  SET status = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9::bigint THEN 'needs_human' ELSE EXCLUDED.status END,
      next_try_at = CASE WHEN NOT (c.status = 'open' AND c.attempts + 1 >= $9::bigint) THEN EXCLUDED.next_try_at END,
      verdict = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9::bigint THEN 'needs_human' ELSE EXCLUDED.verdict
        END,
      attempts = CASE WHEN c.status = 'settled' THEN 1 ELSE c.attempts + 1 END,
      opened_at = CASE WHEN c.status = 'settled' THEN clock_timestamp() ELSE c.opened_at END,
      profile = EXCLUDED.profile, reason = EXCLUDED.reason, evidence = EXCLUDED.evidence,
      updated_at = clock_timestamp(),
      owner = NULL, fence = NULL, locked_until = NULL
  WHERE c.status <> 'needs_human'
  RETURNING c.*
), noted AS (
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, verdict, reason, profile, relation,
    row_key)
  SELECT f.verdict, $10::text, $11::text, $12::text, f.tenant, f.operation, f.key, f.verdict, $7::text, f.profile,
         f.relation, f.row_key
  FROM filed f
)
SELECT f.status FROM filed f
