-- Lease claims are durable whatever the server's default; a concurrent claim that has not committed yet is awaited for
-- a short time.
SELECT pg_catalog.set_config('synchronous_commit', 'on', true), pg_catalog.set_config('lock_timeout', $1, true),
       pg_catalog.set_config('onceover.claim', '', true)
