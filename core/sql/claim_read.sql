-- What blocks a claim. After the insert in its flush: a claim that already holds the key reads nothing, since the
-- marker of the insert makes the key to look up NULL (another condition would cost a plan node). Operators have their
-- schema: this runs under the caller's search_path.
SELECT k.state, k.fingerprint_kind, k.fingerprint, k.fence, k.holder, k.locked_until, k.retry_before, k.created_at,
       pg_catalog.clock_timestamp(), k.owner, k.response_version, k.response_code, k.response_headers, k.response_body,
       k.attempts
FROM onceover.keys k
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=)
  CASE WHEN COALESCE(pg_catalog.current_setting('onceover.claim', true), '') OPERATOR(pg_catalog.=) ''
    THEN $3::pg_catalog.text END
