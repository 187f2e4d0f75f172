-- Instead of the part of reap_batch that deletes: the first key that it would delete, which cannot be deleted.
SELECT k.ctid::text, k.tenant, k.operation, k.key, k.fence FROM due d JOIN onceover.keys k ON k.ctid = d.ctid
