-- In the caller's transaction: saves its own lock_timeout, which claim_postlude_within restores. In one column: each is described to the client.
SELECT pg_catalog.concat(pg_catalog.set_config('onceover.lock_timeout', pg_catalog.current_setting('lock_timeout'), true),
                         pg_catalog.set_config('lock_timeout', $1, true))
