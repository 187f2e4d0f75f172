-- Whether this database has a schema with cases, also where this user may not use it.
SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
               WHERE n.nspname = 'onceover' AND c.relname = 'approvals')
