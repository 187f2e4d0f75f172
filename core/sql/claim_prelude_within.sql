-- In the caller's transaction: saves its own lock_timeout, which claim_postlude_within restores.
SELECT pg_catalog.set_config('onceover.lock_timeout', pg_catalog.current_setting('lock_timeout'), true),
       pg_catalog.set_config('lock_timeout', $1, true), pg_catalog.set_config('onceover.claim', '', true),
       pg_catalog.current_setting('transaction_isolation')
