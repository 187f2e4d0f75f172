-- As claim_prelude_within, in one column: every column of a result is described to the client, which reads none of
-- these. claim_require_known checks the isolation level. A separate statement before the insert: its lock_timeout also
-- applies to the table's lock.
SELECT pg_catalog.concat(pg_catalog.set_config('onceover.lock_timeout', pg_catalog.current_setting('lock_timeout'),
  true),
                         pg_catalog.set_config('lock_timeout', $1, true),
                         pg_catalog.set_config('onceover.claim', '', true))
