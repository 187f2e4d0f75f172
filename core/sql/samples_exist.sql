-- Whether this schema has a table of samples, and whether this user may read it.
SELECT s.oid IS NOT NULL, COALESCE(pg_catalog.has_table_privilege(s.oid, 'SELECT'), false)
FROM (SELECT pg_catalog.to_regclass('onceover.samples') AS oid) s
