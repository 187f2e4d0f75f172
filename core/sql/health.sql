-- name: health_storage
-- Files and statistics of the table $1, $2: of each leaf that stores its rows, partitions together.
WITH the AS (SELECT c.oid, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = $1::text AND c.relname = $2::text),
leaf AS (SELECT l.* FROM the JOIN pg_class l ON l.oid = the.oid WHERE the.relkind IN ('r', 'm')
         UNION ALL
         SELECT l.* FROM the, pg_partition_tree(the.oid) t JOIN pg_class l ON l.oid = t.relid
         WHERE the.relkind = 'p' AND t.isleaf),
option AS (SELECT l.oid, o.option_name AS name, o.option_value AS value
           FROM leaf l CROSS JOIN LATERAL pg_options_to_table(l.reloptions) o)
SELECT (SELECT oid::int8 FROM the), now(), count(*)::int8, bool_or(l.relpersistence = 'u'),
       CASE WHEN bool_and(l.reltuples >= 0) THEN sum(l.reltuples)::float8 END,
       COALESCE(sum(GREATEST(l.reltuples, 0)), 0)::float8, COALESCE(sum(pg_relation_size(l.oid)), 0)::int8,
       COALESCE(sum(CASE WHEN l.reltoastrelid <> 0 AND pg_relation_size(l.reltoastrelid) > 0
                         THEN pg_total_relation_size(l.reltoastrelid) END), 0)::float8,
       COALESCE((SELECT min(o.value::int) FROM option o WHERE o.name = 'fillfactor'), 100)::int8,
       NOT EXISTS (SELECT FROM option o WHERE o.name = 'autovacuum_enabled' AND NOT o.value::bool),
       COALESCE(sum(current_setting('autovacuum_vacuum_threshold')::float8
                    + COALESCE((SELECT o.value::float8 FROM option o
                                WHERE o.oid = l.oid AND o.name = 'autovacuum_vacuum_scale_factor'),
                               current_setting('autovacuum_vacuum_scale_factor')::float8)
                      * GREATEST(l.reltuples, 0)), 0)::float8,
       COALESCE((SELECT max(o.value::float8) FROM option o WHERE o.name = 'autovacuum_vacuum_scale_factor'),
                current_setting('autovacuum_vacuum_scale_factor')::float8),
       COALESCE(max(CASE WHEN l.relfrozenxid::text::int8 >= 3 THEN age(l.relfrozenxid) END), 0)::int8,
       count(s.relid)::int8, COALESCE(sum(s.n_tup_ins), 0)::int8, COALESCE(sum(s.n_tup_upd), 0)::int8,
       COALESCE(sum(s.n_tup_hot_upd), 0)::int8, COALESCE(sum(s.n_live_tup), 0)::int8,
       COALESCE(sum(s.n_dead_tup), 0)::int8, max(GREATEST(s.last_vacuum, s.last_autovacuum)),
       EXTRACT(epoch FROM current_setting('checkpoint_timeout')::interval)::float8,
       current_setting('full_page_writes')::bool
FROM leaf l LEFT JOIN pg_stat_all_tables s ON s.relid = l.oid

-- name: health_width
-- Widths of the columns of $1, $2, whose oid is $3.
SELECT sum(s.avg_width * (1 - s.null_frac))::float8, bool_or(s.null_frac > 0), count(*)::int8,
       (SELECT count(*) FROM pg_attribute a
        WHERE a.attrelid = $3::int8::oid AND a.attnum > 0 AND NOT a.attisdropped)::int8
FROM pg_stats s
WHERE s.schemaname = $1::text AND s.tablename = $2::text
  AND s.inherited = (SELECT c.relkind = 'p' FROM pg_class c WHERE c.oid = $3::int8::oid)

-- name: health_index_width
-- The statistics of an expression are under the index's own name.
SELECT c.relname::text, m.amname = 'btree', f.bytes, f.entries, w.width, w.unknown, w.nulls, w.correlation,
       i.indpred IS NOT NULL
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
JOIN pg_class t ON t.oid = i.indrelid
CROSS JOIN LATERAL (
  SELECT COALESCE(sum(pg_relation_size(x.oid)), 0)::float8 AS bytes,
         COALESCE(sum(GREATEST(r.reltuples, 0)) FILTER (WHERE r.relkind = 'i'), 0)::float8 AS entries
  FROM (SELECT i.indexrelid AS oid UNION SELECT t.relid FROM pg_partition_tree(i.indexrelid) t) x
  JOIN pg_class r ON r.oid = x.oid) f
CROSS JOIN LATERAL (
  SELECT sum(COALESCE(e.avg_width, s.avg_width))::float8 AS width,
         count(*) FILTER (WHERE e.avg_width IS NULL AND s.avg_width IS NULL)::int8 AS unknown,
         COALESCE(bool_or(COALESCE(e.null_frac, s.null_frac) > 0), false) AS nulls,
         max(abs(COALESCE(e.correlation, s.correlation))) FILTER (WHERE k.place = 1)::float8 AS correlation
  FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (num, place)
  LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num AND k.num > 0
  LEFT JOIN pg_attribute n ON n.attrelid = i.indexrelid AND n.attnum = k.place
  LEFT JOIN pg_stats s ON s.schemaname = $1::text AND s.tablename = $2::text AND s.attname = a.attname
    AND s.inherited = (t.relkind = 'p')
  LEFT JOIN pg_stats e ON e.schemaname = $1::text AND e.tablename = c.relname AND e.attname = n.attname AND k.num = 0) w
WHERE i.indrelid = $3::int8::oid AND i.indislive
ORDER BY c.relname

-- name: health_indexes
-- Names are in hexadecimal, since they may contain anything; "-" is an expression. The columns of a primary key's index
-- are only those of the key; those of expressions, predicates and INCLUDE are in its dependencies, too.
SELECT c.relname::text, i.indisvalid, i.indisunique,
       EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')),
       COALESCE(pg_get_expr(i.indpred, i.indrelid), ''),
       (SELECT string_agg(COALESCE(encode(convert_to(a.attname::text, 'UTF8'), 'hex'), '-'), ' ' ORDER BY k.place)
        FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (num, place)
        LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num AND k.num > 0
        WHERE k.place <= i.indnkeyatts),
       (SELECT string_agg(encode(convert_to(a.attname::text, 'UTF8'), 'hex'), ' ' ORDER BY a.attnum)
        FROM pg_attribute a
        WHERE a.attrelid = i.indrelid AND a.attnum > 0
          AND (a.attnum = ANY (i.indkey)
               OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
                            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indrelid
                            AND d.refobjsubid = a.attnum))),
       (SELECT COALESCE(sum(pg_relation_size(x.oid)), 0)
        FROM (SELECT i.indexrelid AS oid UNION SELECT t.relid FROM pg_partition_tree(i.indexrelid) t) x)::int8,
       (SELECT sum(s.idx_scan) FROM pg_stat_all_indexes s
        WHERE s.indexrelid = i.indexrelid
           OR s.indexrelid IN (SELECT t.relid FROM pg_partition_tree(i.indexrelid) t))::int8
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE i.indrelid = $1::int8::oid AND i.indislive
ORDER BY c.relname

-- name: health_settings
SELECT name, setting FROM pg_settings
WHERE name IN ('synchronous_commit', 'default_transaction_isolation', 'fsync', 'full_page_writes', 'autovacuum',
               'track_counts', 'listen_addresses')
UNION ALL
SELECT 'onceover.private_store', COALESCE(current_setting('onceover.private_store', true), '')

-- name: health_settings_of
SELECT CASE WHEN s.setrole = 0 AND s.setdatabase = 0 THEN 'ROLE ALL'
            WHEN s.setrole = 0 THEN 'DATABASE ' || quote_ident(d.datname)
            WHEN s.setdatabase = 0 THEN 'ROLE ' || quote_ident(r.rolname)
            ELSE 'ROLE ' || quote_ident(r.rolname) || ' IN DATABASE ' || quote_ident(d.datname) END,
       split_part(c, '=', 1), lower(substr(c, strpos(c, '=') + 1))
FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole LEFT JOIN pg_database d ON d.oid = s.setdatabase,
     unnest(s.setconfig) c
WHERE (s.setdatabase = 0 OR d.datname = current_database())
  AND split_part(c, '=', 1) IN ('synchronous_commit', 'default_transaction_isolation')
ORDER BY 1, 2

-- name: health_may_see_all
SELECT pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')
    OR COALESCE((SELECT rolsuper FROM pg_roles WHERE rolname = current_user), false)

-- name: health_transactions
SELECT 'pid ' || a.pid || COALESCE(', application ' || NULLIF(a.application_name, ''), '')
         || COALESCE(', user ' || a.usename, '') || COALESCE(', ' || a.state, ''),
       EXTRACT(epoch FROM clock_timestamp() - a.xact_start)::float8, a.pid::int8, ''
FROM pg_stat_activity a
WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend'
  AND a.xact_start IS NOT NULL
UNION ALL
SELECT 'prepared transaction ' || quote_literal(p.gid) || ', user ' || p.owner,
       EXTRACT(epoch FROM clock_timestamp() - p.prepared)::float8, 0, p.gid
FROM pg_prepared_xacts p WHERE p.database = current_database()
ORDER BY 2 DESC LIMIT 20

-- name: health_sequences
SELECT a.attname::text, pg_sequence_last_value(q.seqrelid),
       LEAST(q.seqmax, CASE t.typname WHEN 'int2' THEN 32767 WHEN 'int4' THEN 2147483647 ELSE q.seqmax END)
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
JOIN LATERAL (SELECT d.objid FROM pg_depend d
              WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
                AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum AND d.deptype IN ('a', 'i')
              UNION
              SELECT d.refobjid FROM pg_attrdef f
              JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
              WHERE f.adrelid = a.attrelid AND f.adnum = a.attnum AND d.refclassid = 'pg_class'::regclass
                AND d.refobjsubid = 0) s ON true
JOIN pg_sequence q ON q.seqrelid = s.objid
WHERE a.attrelid = $1::int8::oid AND a.attnum > 0 AND NOT a.attisdropped AND q.seqincrement > 0 AND NOT q.seqcycle
  AND has_sequence_privilege(q.seqrelid, 'USAGE, SELECT')

-- name: health_explicit_times
SELECT a.atttypid = COALESCE(to_regtype('onceover.key_time')::oid, 0)
FROM pg_attribute a WHERE a.attrelid = $1::int8::oid AND a.attname = 'created_at'

-- name: health_created_at_writers
SELECT DISTINCT CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END
FROM (SELECT (aclexplode(c.relacl)).* FROM pg_class c WHERE c.oid = $1::int8::oid
      UNION ALL
      SELECT (aclexplode(a.attacl)).* FROM pg_attribute a
      WHERE a.attrelid = $1::int8::oid AND a.attname = 'created_at') g
LEFT JOIN pg_roles r ON r.oid = g.grantee
WHERE g.privilege_type IN ('INSERT', 'UPDATE')
  AND g.grantee <> (SELECT c.relowner FROM pg_class c WHERE c.oid = $1::int8::oid)
ORDER BY 1

-- name: health_times_ahead
-- Ends that no lease and no pause has (key::no_end_is_later): of unfinished keys through their list and since its end;
-- of the others by an index.
WITH late AS (SELECT now() + interval '25 hours' AS at)
SELECT c.what, c.n FROM late l, LATERAL (
  SELECT 'leases of keys' AS what, count(*) AS n FROM (
    SELECT FROM onceover.unfinished u
    JOIN onceover.keys k
      ON k.key = u.key AND k.operation = u.operation AND k.tenant = u.tenant AND k.created_at = u.created_at
    WHERE k.state = 'in_progress' AND k.locked_until > l.at
    UNION ALL
    SELECT FROM onceover.keys k
    WHERE k.created_at >= (SELECT f.until FROM onceover.frontier f)
      AND k.state = 'in_progress' AND k.locked_until > l.at LIMIT $1) one
  UNION ALL
  SELECT 'cases', count(*) FROM (
    SELECT FROM onceover.cases c WHERE c.urgency = 2 AND c.next_try_at > l.at LIMIT $1) one
  UNION ALL
  SELECT 'cases of external rows', count(*) FROM (
    SELECT FROM onceover.row_cases c
    WHERE c.urgency = 2 AND (c.next_try_at > l.at OR c.locked_until > l.at) LIMIT $1) one
  UNION ALL
  SELECT 'received events', count(*) FROM (
    SELECT FROM onceover.inbox i
    WHERE i.stored AND i.next_try_at IS NOT NULL AND (i.next_try_at > l.at OR i.locked_until > l.at) LIMIT $1) one
  UNION ALL
  SELECT 'parked events', count(*) FROM (
    SELECT FROM onceover.outbox_parked p WHERE p.state = 'waiting' AND p.next_try_at > l.at
      AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.relay AND h.state = 'retired') LIMIT $1) one
  UNION ALL
  SELECT 'items of plans', count(*) FROM (
    SELECT FROM onceover.plan_items i
    WHERE i.state = 'waiting' AND (i.next_try_at > l.at OR i.taken_until > l.at) LIMIT $1) one
  UNION ALL
  SELECT 'leases of relays', count(*) FROM onceover.relays r WHERE r.locked_until > l.at
    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired')
) c WHERE c.n > 0

-- name: health_fences
-- Of the newest keys and audit rows: after a promotion of a logical subscriber each of them is far above its sequence.
-- Up to onceover.last_fence(): no sequence gave a higher one.
SELECT has_sequence_privilege('onceover.fence', 'USAGE, SELECT'),
       COALESCE(pg_sequence_last_value('onceover.fence'), 0),
       COALESCE(GREATEST(
         (SELECT max(k.fence) FROM (SELECT fence FROM onceover.keys ORDER BY created_at DESC, key DESC LIMIT 1000) k
          WHERE k.fence <= 4611686018427387904),
         (SELECT max(f.fence) FROM (SELECT fence_before, fence_after FROM onceover.audit ORDER BY id DESC LIMIT 1000) a,
                                   unnest(ARRAY[a.fence_before, a.fence_after]) f (fence)
          WHERE f.fence <= 4611686018427387904)), 0)

-- name: health_owner
SELECT quote_ident(pg_get_userbyid(c.relowner)) FROM pg_class c WHERE c.oid = $1::int8::oid

-- name: health_superuser_functions
-- Of this table: $2 is its name as our statements write it; $3: all of them, for our own tables.
SELECT p.oid::regprocedure::text, quote_ident(o.rolname),
       NOT t.rolsuper AND strpos(p.prosrc, $2::text || ' AS k') > 0 OR NOT t.rolsuper AND $3::boolean
FROM pg_proc p JOIN pg_roles o ON o.oid = p.proowner AND o.rolsuper,
     pg_class c JOIN pg_roles t ON t.oid = c.relowner
WHERE c.oid = $1::int8::oid AND p.prosecdef
  AND (p.pronamespace = to_regnamespace('onceover') AND ($3::boolean OR strpos(p.prosrc, $2::text) > 0)
       OR p.pronamespace = c.relnamespace AND starts_with(p.proname, 'onceover_') AND strpos(p.prosrc, $2::text) > 0)
ORDER BY 3 DESC, 1

-- name: health_key_type
SELECT bt.typname = 'citext',
       COALESCE((SELECT NOT l.collisdeterministic FROM pg_collation l WHERE l.oid = a.attcollation), false)
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
JOIN pg_type bt ON bt.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
WHERE a.attrelid = $1::int8::oid AND a.attname = $2::text

-- name: health_deleting_functions
SELECT 'function ' || p.oid::regprocedure::text, s.body
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
CROSS JOIN LATERAL (SELECT COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '') AS body) s
WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'onceover') AND l.lanname NOT IN ('c', 'internal')
  AND p.prokind IN ('f', 'p') AND s.body ILIKE '%delete%' AND strpos(lower(s.body), lower($1::text)) > 0
ORDER BY 1 LIMIT 100

-- name: health_sources
-- Views of extensions, in whichever schema, with the rows that this user may see.
SELECT c.relname::text, quote_ident(n.nspname) || '.' || quote_ident(c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ((n.nspname = 'cron' AND c.relname = 'job') OR c.relname = 'pg_stat_statements') AND c.relkind IN ('r', 'v')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
