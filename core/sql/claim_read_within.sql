-- claim_read and claim_postlude_within in one: the outer row is made first and always, and restores the caller's
-- lock_timeout. One row comes
-- back: of NULLs where the claim holds the key, or where there is none.
SELECT k.state, k.fingerprint_kind, k.fingerprint, k.fence, k.holder, k.locked_until, k.retry_before, k.created_at,
       pg_catalog.clock_timestamp(), k.owner, k.response_version, k.response_code, k.response_headers, k.response_body,
       k.attempts
FROM (SELECT pg_catalog.set_config('lock_timeout', pg_catalog.current_setting('onceover.lock_timeout'),
  true) AS restored) r
LEFT JOIN onceover.keys k
  ON k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
    AND k.key OPERATOR(pg_catalog.=)
  CASE WHEN COALESCE(pg_catalog.current_setting('onceover.claim', true), '') OPERATOR(pg_catalog.=) ''
    THEN $3::pg_catalog.text END
