-- The function reports the error; it is called only if there is one.
SELECT onceover.require_claim()
WHERE COALESCE(pg_catalog.current_setting('onceover.claim', true), '') OPERATOR(pg_catalog.=) ''
   OR pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.<>) 'read committed'
