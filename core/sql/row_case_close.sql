-- The row was read, and is no longer stuck. Nothing happens if its case has changed since.
UPDATE onceover.row_cases
SET status = 'settled', owner = NULL, fence = NULL, locked_until = NULL, next_try_at = NULL, updated_at = clock_timestamp(), verdict = 'changed', reason = $4::text
WHERE relation = $1::text AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AND status = 'open' AND updated_at = $3::timestamptz
