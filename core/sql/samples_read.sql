-- The last sample of each step of $4 from $2 to before $3 of a table, with the levels $5, one row each. Of a level that
-- it does not name: none.
SELECT l.key, s.at, l.value::text
FROM (
  SELECT DISTINCT ON (pg_catalog.date_bin($4::interval, r.at, $2::timestamptz)) r.at, r.levels
  FROM onceover.samples r
  WHERE r.relation = $1::text AND r.minute >= $2::timestamptz - interval '2 minutes' AND r.minute < $3::timestamptz
    AND r.at < $3::timestamptz
  ORDER BY pg_catalog.date_bin($4::interval, r.at, $2::timestamptz), r.at DESC
) s CROSS JOIN LATERAL pg_catalog.jsonb_each_text(s.levels) l
WHERE l.key = ANY ($5::text[])
ORDER BY l.key, s.at
