-- Settlements of our own keys from $1 to before $2, in steps of $3: those of plans and of people. Sweepers count their
-- own. $4, $5: tenant and operation; NULL: all.
SELECT 'settled.' || a.to_state, pg_catalog.date_bin($3::interval, a.at, $1::timestamptz), a.tenant, a.operation,
       pg_catalog.count(*)
FROM onceover.audit a
WHERE a.at >= $1::timestamptz AND a.at < $2::timestamptz AND a.action = 'settle' AND a.relation IS NULL
  AND a.program NOT LIKE '%sweep%' AND a.to_state IN ('succeeded', 'failed', 'released')
  AND ($4::text IS NULL OR a.tenant = $4::text) AND ($5::text IS NULL OR a.operation = $5::text)
GROUP BY 1, 2, 3, 4
