-- Who may have uncommitted rows of a table ($1): like onceover.writers_of_keys() for our own keys.
SELECT DISTINCT ON (l.virtualtransaction) l.virtualtransaction, COALESCE(l.pid, 0)::pg_catalog.int8,
       CASE WHEN l.pid IS NULL THEN p.prepared ELSE a.xact_start END,
       CASE WHEN l.pid IS NULL THEN p.gid ELSE COALESCE(a.application_name, '') END
FROM pg_catalog.pg_locks l
LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
LEFT JOIN pg_catalog.pg_locks x ON l.pid IS NULL AND x.pid IS NULL AND x.locktype = 'transactionid'
  AND x.virtualtransaction = l.virtualtransaction
LEFT JOIN pg_catalog.pg_prepared_xacts p ON p.transaction = x.transactionid
WHERE l.locktype = 'relation' AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d
  WHERE d.datname = pg_catalog.current_database())
  AND l.relation IN (SELECT $1::pg_catalog.regclass::pg_catalog.oid UNION ALL SELECT t.relid
    FROM pg_catalog.pg_partition_tree($1::pg_catalog.regclass) t)
  AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  AND l.pid IS DISTINCT FROM pg_catalog.pg_backend_pid()
ORDER BY l.virtualtransaction, p.prepared
