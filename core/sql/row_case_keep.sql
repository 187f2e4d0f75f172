-- A settled case that is opened again starts anew. $12: the owner of the row, under this fence; NULL: a person keeps
-- the case, and the previous owner loses the row.
INSERT INTO onceover.row_cases AS c (relation, row_digest, row_key, profile, tenant, operation, key, status, attempts,
  next_try_at, verdict, reason, evidence)
VALUES ($1::text, sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII'
  ELSE 'UTF8' END)), $2::jsonb, $3::text, $4::text, $5::text, $6::text, $7::text, 1,
        CASE WHEN $7::text = 'open' THEN clock_timestamp() + $8::bigint * interval '1 millisecond'
          END, $9::text, $10::text, $11::jsonb)
ON CONFLICT (relation, row_digest) DO UPDATE
SET profile = EXCLUDED.profile, status = EXCLUDED.status, next_try_at = EXCLUDED.next_try_at,
    verdict = EXCLUDED.verdict, reason = EXCLUDED.reason,
    evidence = EXCLUDED.evidence, updated_at = clock_timestamp(), owner = NULL, fence = NULL, locked_until = NULL,
    attempts = CASE WHEN c.status = 'settled' THEN 1 ELSE c.attempts + 1 END,
    opened_at = CASE WHEN c.status = 'settled' THEN clock_timestamp() ELSE c.opened_at END
WHERE $12::bigint IS NULL OR (c.fence = $12::bigint AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped))
RETURNING c.attempts, c.status
