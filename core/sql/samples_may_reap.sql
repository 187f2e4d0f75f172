SELECT pg_catalog.to_regclass('onceover.samples') IS NOT NULL
       AND pg_catalog.has_function_privilege(pg_catalog.to_regprocedure('onceover.reap_samples(bigint)'), 'EXECUTE')
