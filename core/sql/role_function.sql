-- A function of a role, if this user may call it and has no direct right to insert into the table ($3; empty: whatever the rights).
SELECT p.prosrc FROM pg_catalog.pg_proc p
WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace AND p.proname = $1::text AND p.pronargs = $2::bigint
  AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
  AND CASE WHEN $3::text = '' THEN true ELSE NOT pg_catalog.has_any_column_privilege($3::text, 'INSERT') END
