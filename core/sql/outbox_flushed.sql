-- Whether all that was written so far would survive a crash, and up to which place of the WAL that is.
SELECT pg_catalog.pg_current_wal_insert_lsn() <= pg_catalog.pg_current_wal_flush_lsn(), pg_catalog.pg_current_wal_insert_lsn()::text
