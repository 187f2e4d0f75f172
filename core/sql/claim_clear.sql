SELECT pg_catalog.set_config('onceover.claim', '', true)
