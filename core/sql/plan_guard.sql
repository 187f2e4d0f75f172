-- In each writing transaction of a plan: may it go on, and is this the server that it was made on? /*system*/: the system identifier, where
-- this user may read it.
SELECT p.state, s.stopped, COALESCE(s.reason, ''),
       (p.system_identifier IS NULL OR /*system*/ IS NULL OR p.system_identifier = /*system*/)
       AND p.database_oid = d.oid::bigint AND p.database_name = d.datname::text
FROM onceover.plans p, onceover.control s, pg_catalog.pg_database d
WHERE p.id = $1::bigint AND d.datname = pg_catalog.current_database()
