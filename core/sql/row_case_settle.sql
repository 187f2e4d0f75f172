UPDATE onceover.row_cases SET status = 'settled', next_try_at = NULL, owner = NULL, fence = NULL, locked_until = NULL, updated_at = clock_timestamp(), verdict = $3::text, reason = $4::text,
       evidence = COALESCE($5::jsonb, evidence)
WHERE relation = $1::text AND row_digest = sha256(convert_to($2::jsonb::text, 'UTF8')) AND status <> 'settled'
