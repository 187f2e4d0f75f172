-- After a write, in its transaction: the row is still owned under this fence, and cannot be taken over before the end.
SELECT FROM onceover.row_cases WHERE relation = $1::text AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AND fence = $3::bigint FOR UPDATE
