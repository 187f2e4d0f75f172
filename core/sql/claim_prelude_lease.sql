-- Lease claims are durable whatever the server's default; a concurrent claim that has not committed yet is awaited for
-- a short time. In one column: each is described to the client, which reads none.
SELECT pg_catalog.concat(pg_catalog.set_config('synchronous_commit', 'on', true),
                         pg_catalog.set_config('lock_timeout', $1, true))
