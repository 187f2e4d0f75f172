-- First the lock, then a separate statement that reads the clock: one statement would compute the lease before its
-- wait.
SELECT k.fence FROM onceover.keys k
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text AND k.fence OPERATOR(pg_catalog.=) $4::bigint
FOR UPDATE
