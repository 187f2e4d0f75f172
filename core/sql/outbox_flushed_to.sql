-- Whether the WAL is flushed up to a place.
SELECT pg_catalog.pg_current_wal_flush_lsn() >= $1::text::pg_lsn
