-- Void if it was made for another table: in a copy it means nothing. $1: whether this role may read the system
-- identifier. Operators have their schema: this runs outside a transaction of our own, through a pooler under the
-- session's search_path.
SELECT f.until, f.full_pass_at, f.found_behind,
       COALESCE(f.database_oid OPERATOR(pg_catalog.=) (SELECT d.oid FROM pg_catalog.pg_database d
         WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()), false)
         AND COALESCE(f.keys_oid OPERATOR(pg_catalog.=) 'onceover.keys'::pg_catalog.regclass::pg_catalog.oid, false)
         AND (NOT $1::pg_catalog.bool OR f.system_identifier IS NULL
              OR f.system_identifier OPERATOR(pg_catalog.=) CASE WHEN $1::pg_catalog.bool
                THEN (SELECT c.system_identifier FROM pg_catalog.pg_control_system() c) END),
       pg_catalog.clock_timestamp(), pg_catalog.pg_is_in_recovery(),
       (SELECT pg_catalog.count(*) OPERATOR(pg_catalog.=) 3 FROM pg_catalog.pg_trigger t
        WHERE t.tgrelid OPERATOR(pg_catalog.=) 'onceover.keys'::pg_catalog.regclass
          AND t.tgenabled OPERATOR(pg_catalog.=) ANY ('{A,O}'::pg_catalog."char"[])
          AND t.tgname OPERATOR(pg_catalog.=) ANY
            ('{key_changed,released_key_deleted,keys_truncated}'::pg_catalog.name[]))
FROM onceover.frontier f
