-- claim_postlude_within and claim_require in one: restores the session's lock_timeout before the business statements.
SELECT onceover.require_claim()
FROM (SELECT pg_catalog.set_config('lock_timeout', pg_catalog.current_setting('onceover.lock_timeout'),
  true) AS put_back) p
WHERE p.put_back IS NULL
   OR COALESCE(pg_catalog.current_setting('onceover.claim', true), '') OPERATOR(pg_catalog.=) ''
   OR pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.<>) 'read committed'
