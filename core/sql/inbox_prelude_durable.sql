-- An attempt is counted durably whatever the server's default; a rival's uncommitted row is awaited for a short time.
SELECT pg_catalog.concat(pg_catalog.set_config('synchronous_commit', 'on', true), pg_catalog.set_config('lock_timeout', $1, true))
