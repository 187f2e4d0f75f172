-- First the lock, then a separate statement that reads the clock: one statement would compute the lease before its wait.
SELECT i.fence FROM onceover.inbox i
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text AND i.fence OPERATOR(pg_catalog.=) $4::bigint
FOR UPDATE
