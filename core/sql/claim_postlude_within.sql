SELECT pg_catalog.set_config('lock_timeout', pg_catalog.current_setting('onceover.lock_timeout'), true)
