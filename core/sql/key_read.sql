-- A key as it is, such as what blocks a claim whose insert did nothing: that insert cannot see a concurrent claim that
-- commits while it waits. Operators have their schema: this runs under the caller's search_path.
SELECT k.state, k.fingerprint_kind, k.fingerprint, k.fence, k.holder, k.locked_until, k.retry_before, k.created_at,
       pg_catalog.clock_timestamp(), k.owner, k.response_version, k.response_code, k.response_headers, k.response_body,
       k.attempts
FROM onceover.keys k
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text
