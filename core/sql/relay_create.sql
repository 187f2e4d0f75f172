-- A relay that is not there yet. $4 'beginning', 'now' or 'time' ($5). '3:3:': nothing is visible in it but what the server made. $6: the server
-- whose facts were read.
INSERT INTO onceover.relays (name, topics, is_ordered, since, window_from, window_to, system_identifier, database_oid)
SELECT $1::text, $2::text[], $3::boolean, CASE $4::text WHEN 'time' THEN $5::timestamptz ELSE '-infinity' END, s.start, s.start,
  NULLIF(pg_catalog.split_part($6::text, '/', 1), '?'), pg_catalog.split_part($6::text, '/', 2)::oid
FROM (SELECT CASE $4::text WHEN 'now' THEN pg_catalog.pg_current_snapshot() ELSE '3:3:'::pg_snapshot END AS start) s
WHERE onceover.server_token() = $6::text AND NOT EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL)
ON CONFLICT (name) DO NOTHING
