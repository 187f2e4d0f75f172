-- In each writing transaction of a plan: may it continue, and is this the plan's server? /*system*/: the system identifier, if this user
-- may read it.
SELECT p.state, s.stopped, COALESCE(s.reason, ''),
       (p.system_identifier IS NULL OR /*system*/ IS NULL OR p.system_identifier = /*system*/)
       AND p.database_oid = d.oid::bigint AND p.database_name = d.datname::text
FROM onceover.plans p, onceover.control s, pg_catalog.pg_database d
WHERE p.id = $1::bigint AND d.datname = pg_catalog.current_database()
