-- A function of a role, if this user may call it and has no direct right to insert into the table ($3; empty: whatever
-- the rights). Operators have their schema: this also runs outside a transaction of our own, through a pooler under the
-- session's search_path.
SELECT p.prosrc FROM pg_catalog.pg_proc p
WHERE p.pronamespace OPERATOR(pg_catalog.=) 'onceover'::pg_catalog.regnamespace
  AND p.proname OPERATOR(pg_catalog.=) $1::pg_catalog.text
  AND p.pronargs OPERATOR(pg_catalog.=) $2::bigint AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
  AND CASE WHEN $3::pg_catalog.text OPERATOR(pg_catalog.=) '' THEN true
    ELSE NOT pg_catalog.has_any_column_privilege($3::pg_catalog.text, 'INSERT') END
