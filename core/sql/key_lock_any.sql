-- Waits for any current writer of the row: the next statement sees the result.
SELECT k.fence FROM onceover.keys k
WHERE k.tenant OPERATOR(pg_catalog.=) $1::pg_catalog.text AND k.operation OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND k.key OPERATOR(pg_catalog.=) $3::pg_catalog.text
FOR UPDATE
