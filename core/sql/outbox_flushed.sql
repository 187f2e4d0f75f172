-- Whether all that was written so far would survive a crash.
SELECT pg_catalog.pg_current_wal_insert_lsn() <= pg_catalog.pg_current_wal_flush_lsn()
