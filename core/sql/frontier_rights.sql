-- From the catalog's rows: a database without the schema has none of these objects. Columns: may read frontier and
-- list, may ask for writers, may advance, may read the system identifier. Operators have their schema: this runs
-- outside a transaction of our own, through a pooler under the session's search_path.
SELECT COALESCE(pg_catalog.bool_and(pg_catalog.has_table_privilege(c.oid, 'SELECT'))
  AND pg_catalog.count(*) OPERATOR(pg_catalog.=) 2, false),
       COALESCE((SELECT pg_catalog.bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))
         FROM pg_catalog.pg_proc p
                 WHERE p.pronamespace OPERATOR(pg_catalog.=) n.oid
                   AND p.proname OPERATOR(pg_catalog.=) 'writers_of_keys'::pg_catalog.name), false),
       NOT pg_catalog.pg_is_in_recovery()
         AND NOT pg_catalog.current_setting('default_transaction_read_only')::pg_catalog.bool
         AND COALESCE((SELECT pg_catalog.bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))
           FROM pg_catalog.pg_proc p
                       WHERE p.pronamespace OPERATOR(pg_catalog.=) n.oid
                         AND p.proname OPERATOR(pg_catalog.=) ANY
                           ('{publish_floor,advance_frontier,tend_unfinished}'::pg_catalog.name[])), false),
       pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')
FROM pg_catalog.pg_namespace n
JOIN pg_catalog.pg_class c ON c.relnamespace OPERATOR(pg_catalog.=) n.oid
  AND c.relname OPERATOR(pg_catalog.=) ANY ('{frontier,unfinished}'::pg_catalog.name[])
  AND c.relkind OPERATOR(pg_catalog.=) 'r'::pg_catalog."char"
WHERE n.nspname OPERATOR(pg_catalog.=) 'onceover'::pg_catalog.name AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
GROUP BY n.oid
