-- Open cases that a sweep would have read by now if their rows were still stuck, those that waited longest first.
SELECT row_key::text, updated_at FROM onceover.row_cases
WHERE relation = $1::text AND status = 'open' AND (locked_until IS NULL OR locked_until <= clock_timestamp() OR locked_until > clock_timestamp() + $3::interval)
  AND (next_try_at IS NULL OR next_try_at <= clock_timestamp() OR next_try_at > clock_timestamp() + $3::interval)
ORDER BY opened_at, row_digest LIMIT $2::bigint
