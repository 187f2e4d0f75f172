SELECT pg_catalog.has_function_privilege(pg_catalog.to_regprocedure('onceover.reap_samples(bigint)'), 'EXECUTE')
