UPDATE onceover.row_cases SET status = 'needs_human', next_try_at = NULL, updated_at = clock_timestamp(), verdict = 'needs_human', reason = $3::text
WHERE relation = $1::text AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AND status = 'settled'
