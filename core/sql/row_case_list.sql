SELECT relation, row_key::text, profile, tenant, operation, key, status, attempts, next_try_at, opened_at, updated_at, verdict, reason, evidence::text
FROM onceover.row_cases
WHERE ($1::text = '' OR relation = $1::text) AND CASE WHEN $2::text = '' THEN status <> 'settled' ELSE row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) END
ORDER BY opened_at, row_digest LIMIT $3::bigint
