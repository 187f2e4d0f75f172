-- For a transaction whose commit must survive a crash, whatever the server's default.
SELECT pg_catalog.set_config('synchronous_commit', 'on', true)
