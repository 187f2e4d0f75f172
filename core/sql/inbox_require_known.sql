-- Restores the caller's lock_timeout. The function reports the error; it is called only if the event was received before.
SELECT onceover.require_accepted()
FROM (SELECT pg_catalog.set_config('lock_timeout', pg_catalog.current_setting('onceover.lock_timeout'), true) AS put_back) p
WHERE p.put_back IS NULL OR COALESCE(pg_catalog.current_setting('onceover.inbox', true), '') OPERATOR(pg_catalog.=) ''
