-- Void if it was made for another table: in a copy it means nothing. $1: whether this role may read the system identifier.
SELECT f.until, f.full_pass_at, f.found_behind,
       f.database_oid IS NOT DISTINCT FROM (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())
         AND f.keys_oid IS NOT DISTINCT FROM 'onceover.keys'::pg_catalog.regclass::pg_catalog.oid
         AND (NOT $1::pg_catalog.bool OR f.system_identifier IS NULL
              OR f.system_identifier = CASE WHEN $1::pg_catalog.bool THEN (SELECT c.system_identifier FROM pg_catalog.pg_control_system() c) END),
       pg_catalog.clock_timestamp(), pg_catalog.pg_is_in_recovery(),
       (SELECT pg_catalog.count(*) = 3 FROM pg_catalog.pg_trigger t WHERE t.tgrelid = 'onceover.keys'::pg_catalog.regclass AND t.tgenabled IN ('A', 'O')
          AND t.tgname IN ('key_changed', 'released_key_deleted', 'keys_truncated'))
FROM onceover.frontier f
