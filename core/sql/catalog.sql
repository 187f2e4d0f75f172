-- name: catalog_relation
-- A parameter is cast to text beside a name: as a name it would be cut at 63 bytes.
SELECT c.oid::int8, c.relkind::text, pg_is_in_recovery(), current_setting('default_transaction_read_only')::bool,
       has_schema_privilege(n.oid, 'USAGE'), has_table_privilege(c.oid, 'DELETE'), row_security_active(c.oid),
       COALESCE((SELECT has_column_privilege(c.oid, a.attnum, 'SELECT') FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attname = 'xmin'), false)
         AND (c.relkind = 'p' OR COALESCE((SELECT a.amname = 'heap' FROM pg_am a WHERE a.oid = c.relam), false))
         AND (c.relkind <> 'p' OR NOT EXISTS (
           SELECT FROM pg_partition_tree(c.oid) t JOIN pg_class l ON l.oid = t.relid
           WHERE t.isleaf AND NOT COALESCE((SELECT a.amname = 'heap' FROM pg_am a WHERE a.oid = l.relam), false))),
       c.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid),
       EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type IN ('2', '4')),
       COALESCE((SELECT string_agg(t.tgname::text, ', ' ORDER BY t.tgname) FROM pg_trigger t
                 WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D'), ''),
       COALESCE((SELECT string_agg(DISTINCT f.conrelid::regclass::text, ', ') FROM pg_constraint f
                 WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.confdeltype IN ('c', 'n', 'd')), ''),
       COALESCE((SELECT string_agg(p.polname::text, ', ' ORDER BY p.polname) FROM pg_policy p
                 WHERE p.polrelid = c.oid AND p.polcmd IN ('w', '*') AND row_security_active(c.oid)), ''),
       EXISTS (SELECT FROM pg_subscription_rel s
               WHERE s.srrelid = c.oid OR s.srrelid IN (SELECT t.relid FROM pg_partition_tree(c.oid) t))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1::text AND c.relname = $2::text

-- name: catalog_names_beside
SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1 LIMIT 5000

-- name: catalog_unknown_zones
SELECT z FROM unnest($1::text[]) z WHERE NOT EXISTS (SELECT FROM pg_timezone_names t WHERE lower(t.name) = lower(z))

-- name: catalog_role_functions
-- Functions that a role's script made, and that this user may call.
SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = 'onceover' AND has_schema_privilege(n.oid, 'USAGE') AND p.proname = ANY ($1::text[])
  AND p.pronargs = $2::bigint AND p.prosecdef AND p.prorettype = 'int8'::regtype
  AND has_function_privilege(p.oid, 'EXECUTE')

-- name: catalog_columns
-- $2: in detail, with what the server locks the table for.
SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), bt.typname::text, bt.typcategory::text, a.attnotnull,
       ARRAY(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = bt.oid ORDER BY e.enumsortorder)::text,
       a.attgenerated <> '' OR a.attidentity = 'a', has_column_privilege(a.attrelid, a.attnum, 'SELECT'),
       has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
       CASE WHEN bt.typname IN ('varchar', 'bpchar') AND m.typmod > 4 THEN m.typmod - 4 ELSE -1 END::int8,
       COALESCE(CASE WHEN $2::bool THEN pg_get_expr(d.adbin, d.adrelid) END, ''),
       a.attidentity <> '' OR a.attgenerated <> '', COALESCE(col_description(a.attrelid, a.attnum), ''),
       COALESCE((SELECT f.confrelid::regclass::text FROM pg_constraint f
                 WHERE f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1), ''),
       COALESCE((SELECT string_agg(quote_ident(x.attname), ', ' ORDER BY x.attnum)
                 FROM pg_constraint f JOIN pg_attribute x ON x.attrelid = f.confrelid JOIN pg_type y ON y.oid = x.atttypid
                 WHERE f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
                   AND f.confrelid <> f.conrelid AND x.attnum > 0 AND NOT x.attisdropped AND y.typname ~ '^int[248]$'
                   AND lower(regexp_replace(x.attname, '([a-z])([A-Z])', '\1_\2', 'g')) ~
                     ('^(n_|num_|total_|count_|jobs?_|tasks?_|items?_)?(pending|remaining|outstanding|unfinished|open|queued|'
                      || 'running|processed|done|completed|finished|succeeded|failed)'
                      || '(_(jobs?|tasks?|items?|rows?|count|steps?|children|messages?|events?))?$')), ''),
       COALESCE(CASE WHEN $2::bool THEN
         (SELECT string_agg(pg_get_constraintdef(k.oid), E'\n') FROM pg_constraint k
          WHERE k.contype = 'c' AND ((k.conrelid = a.attrelid AND k.conkey = ARRAY[a.attnum])
                                     OR (k.contypid = t.oid AND t.typtype = 'd'))) END, '')
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
JOIN pg_type bt ON bt.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
CROSS JOIN LATERAL (SELECT CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END AS typmod) m
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = $1::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum

-- name: catalog_indexes
-- pg_depend knows the columns of expressions and predicates. Those that an index only carries along (INCLUDE) are in
-- it, too, and identify no row. Servers before 15 have no NULLS NOT DISTINCT.
SELECT x.relname::text, i.indisprimary, i.indisunique, i.indisunique AND i.indisvalid,
       i.indisvalid AND i.indisready AND i.indislive, a.amname = 'btree',
       COALESCE((to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false), COALESCE(pg_get_expr(i.indpred, i.indrelid), ''),
       k.columns, k.expressions, k.directions,
       ARRAY(SELECT t.attname FROM pg_attribute t
             WHERE t.attrelid = i.indrelid AND t.attnum > 0
               AND (array_position(k.numbers, t.attnum) IS NOT NULL
                    OR ((i.indpred IS NOT NULL OR 0 = ANY (k.numbers))
                        AND EXISTS (SELECT FROM pg_depend d
                                    WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
                                      AND d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indrelid
                                      AND d.refobjsubid = t.attnum)))
             ORDER BY array_position(k.numbers, t.attnum), t.attname)::text
FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
CROSS JOIN LATERAL (
  SELECT array_agg(n.attnum ORDER BY n.place) AS numbers,
         array_agg(COALESCE(t.attname, '') ORDER BY n.place)::text AS columns,
         array_agg(CASE WHEN n.attnum = 0 THEN pg_get_indexdef(i.indexrelid, n.place::int4, false) ELSE '' END
                   ORDER BY n.place)::text AS expressions,
         array_agg(CASE WHEN t.attcollation = i.indcollation[n.place - 1] AND i.indoption[n.place - 1] IN (0, 3)
                        THEN i.indoption[n.place - 1]::text ELSE '' END ORDER BY n.place)::text AS directions
  FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS n (attnum, place)
  LEFT JOIN pg_attribute t ON t.attrelid = i.indrelid AND t.attnum = n.attnum AND n.attnum <> 0
  WHERE n.place <= i.indnkeyatts) k
WHERE i.indrelid = $1::bigint::oid ORDER BY i.indisprimary DESC, i.indexrelid

-- name: catalog_constraints
-- The functions and operators of an expression are read from its stored tree: pg_depend does not name those of the
-- system. A node that is not listed may call more than it names (a cast by input and output functions, a domain's
-- CHECK, CURRENT_USER). A key that treats NULL as a value, or rests on an expression, is not tried. Domains: the
-- outermost first.
WITH RECURSIVE d (number, type, base, never_null) AS (
  SELECT a.attnum, t.oid, t.typbasetype, t.typnotnull FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped AND t.typtype = 'd'
  UNION ALL
  SELECT d.number, t.oid, t.typbasetype, t.typnotnull FROM d JOIN pg_type t ON t.oid = d.base WHERE t.typtype = 'd'),
e (what, name, shown, tree, keys, is_plain, matches, other) AS (
  SELECT 'check', k.conname::text, COALESCE(pg_get_expr(k.conbin, k.conrelid), ''), k.conbin::text, k.conkey, true,
         '{}', ''
  FROM pg_constraint k WHERE k.conrelid = $1::bigint::oid AND k.contype = 'c'
  UNION ALL
  SELECT 'generated', a.attname::text, COALESCE(pg_get_expr(x.adbin, x.adrelid), ''), x.adbin::text,
         ARRAY(SELECT DISTINCT n[1]::int2 FROM regexp_matches(x.adbin::text, ':varattno (\d+)', 'g') n), true, '{}', ''
  FROM pg_attribute a JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
  WHERE a.attrelid = $1::bigint::oid AND a.attgenerated = 's' AND NOT a.attisdropped
  UNION ALL
  SELECT 'domain', k.conname::text, COALESCE(pg_get_expr(k.conbin, 0), ''), k.conbin::text, ARRAY[d.number],
         b.oid < 16384, '{}', ''
  FROM d JOIN pg_type b ON b.oid = d.base JOIN pg_constraint k ON k.contypid = d.type AND k.contype = 'c'
  UNION ALL
  SELECT 'never_null', d.type::regtype::text, '', '', ARRAY[d.number], true, '{}', '' FROM d WHERE d.never_null
  UNION ALL
  SELECT CASE WHEN i.indisexclusion THEN 'exclusion' ELSE 'unique' END, x.relname::text,
         COALESCE(pg_get_expr(i.indpred, i.indrelid), ''), COALESCE(i.indpred::text, ''),
         (i.indkey::int2[])[0:i.indnkeyatts - 1],
         o.are_plain IS NOT FALSE AND NOT COALESCE((to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false),
         CASE WHEN i.indisexclusion THEN o.names ELSE array_fill('='::text, ARRAY[i.indnkeyatts::int])::text END, ''
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
  CROSS JOIN LATERAL (SELECT array_agg(o.oprname::text ORDER BY p.place)::text AS names,
                             bool_and(o.oid < 16384 AND o.oprcode < 16384) AS are_plain
                      FROM pg_constraint k CROSS JOIN unnest(k.conexclop) WITH ORDINALITY p (oid, place)
                      JOIN pg_operator o ON o.oid = p.oid
                      WHERE k.conindid = i.indexrelid AND k.contype = 'x') o
  WHERE i.indrelid = $1::bigint::oid AND (i.indisunique OR i.indisexclusion) AND i.indislive
  UNION ALL
  SELECT 'foreign_key', k.conname::text, '', '', k.conkey,
         k.confmatchtype = 's' AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(r.oid, 'SELECT')
           AND NOT row_security_active(r.oid),
         (SELECT array_agg(a.attname::text ORDER BY f.place)::text
          FROM unnest(k.confkey) WITH ORDINALITY f (number, place)
          JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = f.number),
         quote_ident(n.nspname) || '.' || quote_ident(r.relname)
  FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace n ON n.oid = r.relnamespace
  WHERE k.conrelid = $1::bigint::oid AND k.contype = 'f' AND k.conparentid = 0)
SELECT e.what, e.name, e.shown, c.names,
 e.is_plain AND (e.what IN ('domain', 'never_null') OR COALESCE(c.are_plain, true))
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, '\{([A-Z_]+)', 'g') n
                 WHERE n[1] <> ALL ('{VAR,CONST,FUNCEXPR,OPEXPR,DISTINCTEXPR,NULLIFEXPR,SCALARARRAYOPEXPR,BOOLEXPR,
                                      RELABELTYPE,CASE,WHEN,CASEEXPR,CASEWHEN,CASETESTEXPR,ARRAY,ARRAYEXPR,
                                      ARRAYCOERCEEXPR,COALESCE,COALESCEEXPR,MINMAX,MINMAXEXPR,NULLTEST,BOOLEANTEST,
                                      COERCETODOMAINVALUE,COLLATE,COLLATEEXPR}'))
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, ':funcid (\d+)', 'g') n LEFT JOIN pg_proc p ON p.oid = n[1]::oid
                 WHERE p.oid IS NULL OR p.oid >= 16384 OR p.provolatile <> 'i'
                    OR p.pronamespace <> 'pg_catalog'::regnamespace)
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, ':opno (\d+)', 'g') n LEFT JOIN pg_operator o ON o.oid = n[1]::oid
                 LEFT JOIN pg_proc p ON p.oid = o.oprcode
                 WHERE p.oid IS NULL OR o.oid >= 16384 OR p.oid >= 16384 OR p.provolatile <> 'i'
                    OR p.pronamespace <> 'pg_catalog'::regnamespace)
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, 'type(?:id)? (\d+)', 'g') n JOIN pg_type t ON t.oid = n[1]::oid
                 LEFT JOIN pg_type i ON i.oid = t.typelem
                 WHERE t.oid >= 16384 AND t.typtype NOT IN ('e', 'd') AND COALESCE(i.typtype, '') NOT IN ('e', 'd')),
 e.matches, e.other
FROM e CROSS JOIN LATERAL (SELECT array_agg(COALESCE(a.attname::text, '') ORDER BY k.place)::text AS names,
                                  bool_and(a.attname IS NOT NULL AND (b.oid < 16384 OR b.typtype = 'e')) AS are_plain
                           FROM unnest(e.keys) WITH ORDINALITY k (number, place)
                           LEFT JOIN pg_attribute a
                             ON a.attrelid = $1::bigint::oid AND a.attnum = k.number AND k.number <> 0
                           LEFT JOIN pg_type t ON t.oid = a.atttypid
                           LEFT JOIN pg_type b
                             ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END) c

-- name: catalog_tables
-- Everything but the system's and our own, of schema $1 and name $2 where given. A table speaks for its partitions.
SELECT c.oid::int8, n.nspname::text, c.relname::text, c.relkind::text,
       CASE WHEN c.relkind = 'p'
            THEN (SELECT COALESCE(sum(GREATEST(l.reltuples, 0)), 0)::float8
                  FROM pg_partition_tree(c.oid) t JOIN pg_class l ON l.oid = t.relid WHERE t.isleaf)
            ELSE GREATEST(c.reltuples, 0)::float8 END,
       COALESCE(obj_description(c.oid, 'pg_class'), ''),
       (SELECT count(*) FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.conrelid <> c.oid),
       ARRAY(SELECT COALESCE(a.attname, '') FROM pg_partitioned_table p
             CROSS JOIN LATERAL unnest(p.partattrs::int2[]) WITH ORDINALITY AS k (attnum, place)
             LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.attnum AND k.attnum <> 0
             WHERE p.partrelid = c.oid ORDER BY k.place)::text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND n.nspname <> 'onceover'
  AND ($1::text IS NULL OR n.nspname = $1) AND ($2::text IS NULL OR c.relname = $2)
ORDER BY n.nspname, c.relname
LIMIT $3::bigint

-- name: catalog_statistics
SELECT DISTINCT ON (s.attname) s.attname::text, s.null_frac::float8, COALESCE(s.most_common_vals::text, '')
FROM pg_stats s WHERE s.schemaname = $1 AND s.tablename = $2 ORDER BY s.attname, s.inherited DESC

-- name: catalog_clock
-- The time zone of the database, not of this session's client.
-- Not by pg_timezone_names, which reads every file of time zones (57 ms).
SELECT EXTRACT(epoch FROM clock_timestamp())::float8, z.name,
       EXTRACT(epoch FROM (now() AT TIME ZONE z.name) - (now() AT TIME ZONE 'UTC'))::float8
FROM (SELECT COALESCE((SELECT split_part(c, '=', 2)
                       FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) c
                       WHERE s.setdatabase = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
                         AND s.setrole = 0 AND lower(c) LIKE 'timezone=%' LIMIT 1),
                      (SELECT CASE WHEN f.source IN ('client', 'session') THEN current_setting('log_timezone')
                                   ELSE f.reset_val END
                       FROM pg_settings f WHERE f.name = 'TimeZone')) AS name) z

-- name: catalog_partition_of
-- Why a table that was asked for by its name is not among catalog_tables.
SELECT h.inhparent::regclass::text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_inherits h ON h.inhrelid = c.oid
WHERE c.relispartition AND n.nspname = $1::text AND c.relname = $2::text
