-- A relay that is not there yet. $4 'beginning', 'now' or 'time' ($5). '3:3:': nothing is visible in it but what the server made.
INSERT INTO onceover.relays (name, topics, is_ordered, since, window_from, window_to, system_identifier, database_oid)
SELECT $1::text, $2::text[], $3::boolean, CASE $4::text WHEN 'time' THEN $5::timestamptz ELSE '-infinity' END, s.start, s.start, $6::text, $7::bigint::oid
FROM (SELECT CASE $4::text WHEN 'now' THEN pg_catalog.pg_current_snapshot() ELSE '3:3:'::pg_snapshot END AS start) s
ON CONFLICT (name) DO NOTHING
