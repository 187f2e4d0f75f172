-- As claim_prelude_within, in one column: every column of an answer is described to the client, which reads none of these. The isolation
-- level is looked at by claim_require_known. A statement of its own before the insert: its lock_timeout holds for the table's lock too.
SELECT pg_catalog.concat(pg_catalog.set_config('onceover.lock_timeout', pg_catalog.current_setting('lock_timeout'), true),
                         pg_catalog.set_config('lock_timeout', $1, true),
                         pg_catalog.set_config('onceover.claim', '', true))
