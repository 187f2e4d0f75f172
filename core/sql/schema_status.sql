-- From the catalog's rows and not by to_regclass, which reads a cache that a session waiting for another installer has
-- not refreshed yet.
SELECT EXISTS (SELECT FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
               WHERE n.nspname OPERATOR(pg_catalog.=) 'onceover'::pg_catalog.name
                 AND c.relname OPERATOR(pg_catalog.=) 'schema_version'::pg_catalog.name),
       pg_catalog.pg_is_in_recovery(),
       pg_catalog.current_setting('default_transaction_read_only')::pg_catalog.bool,
       pg_catalog.current_setting('server_version'),
       current_user::pg_catalog.text,
       COALESCE((SELECT pg_catalog.has_schema_privilege(n.oid, 'USAGE') FROM pg_catalog.pg_namespace n
                 WHERE n.nspname OPERATOR(pg_catalog.=) 'onceover'::pg_catalog.name), false),
       COALESCE((SELECT pg_catalog.has_table_privilege(c.oid, 'SELECT')
                 FROM pg_catalog.pg_class c
                   JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                 WHERE n.nspname OPERATOR(pg_catalog.=) 'onceover'::pg_catalog.name
                   AND c.relname OPERATOR(pg_catalog.=) 'schema_version'::pg_catalog.name), false)
