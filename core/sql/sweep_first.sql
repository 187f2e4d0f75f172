-- Instead of the part of sweep_own that takes: the first key that it would take, which cannot be taken. The other parameters are of that part.
SELECT d.created_at, d.key, d.tenant, d.operation, d.fence
FROM due d, (SELECT $6::text, $7::interval, $8::text, $9::text, $10::text) not_used
