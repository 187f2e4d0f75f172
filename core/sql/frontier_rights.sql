-- From the catalog's rows: an older schema has none of these objects. Columns: may read frontier and list, may ask for writers, may
-- advance, may read the system identifier.
SELECT COALESCE(pg_catalog.bool_and(pg_catalog.has_table_privilege(c.oid, 'SELECT')) AND pg_catalog.count(*) = 2, false),
       COALESCE((SELECT pg_catalog.bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE')) FROM pg_catalog.pg_proc p
                 WHERE p.pronamespace = n.oid AND p.proname = 'writers_of_keys'), false),
       NOT pg_catalog.pg_is_in_recovery() AND NOT pg_catalog.current_setting('default_transaction_read_only')::pg_catalog.bool
         AND COALESCE((SELECT pg_catalog.bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE')) FROM pg_catalog.pg_proc p
                       WHERE p.pronamespace = n.oid AND p.proname IN ('publish_floor', 'advance_frontier', 'tend_unfinished')), false),
       pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')
FROM pg_catalog.pg_namespace n
JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname IN ('frontier', 'unfinished') AND c.relkind = 'r'
WHERE n.nspname = 'onceover' AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
GROUP BY n.oid
