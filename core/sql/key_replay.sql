-- A finished key with this very fingerprint, or nothing: a key that is not found here is not therefore new; the insert
-- decides that. Few
-- columns: each costs both ends. Operators have their schema: this runs under the caller's search_path.
SELECT k.response_version, k.response_code, k.response_headers, k.response_body
FROM onceover.keys k
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text
  AND k.fingerprint_kind OPERATOR(pg_catalog.=) $4::pg_catalog.text
  AND k.fingerprint OPERATOR(pg_catalog.=) $5::pg_catalog.bytea
  AND (k.state OPERATOR(pg_catalog.=) 'succeeded' OR k.state OPERATOR(pg_catalog.=) 'failed')
