-- The sweeper that owned the row settles nothing. $4: the row is no longer stuck, so its case is closed. $6: else the next attempt, in
-- milliseconds: a sweeper that always loses the race must not ask forever.
UPDATE onceover.row_cases
SET owner = NULL, fence = NULL, locked_until = NULL, updated_at = clock_timestamp(),
    status = CASE WHEN $4::boolean THEN 'settled' ELSE status END, next_try_at = CASE WHEN NOT $4::boolean THEN clock_timestamp() + $6::bigint * interval '1 millisecond' END,
    verdict = CASE WHEN $4::boolean THEN 'changed' ELSE verdict END, reason = CASE WHEN $4::boolean THEN $5::text ELSE reason END
WHERE relation = $1::text AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AND fence = $3::bigint
