#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/health/facts.h"
#include "core/health/row_size.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"
#include "core/tables/profile.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

// All of it under search_path = pg_catalog.
constexpr std::string_view table_storage_sql = R"(SELECT (SELECT oid::int8 FROM the), count(*)::int8, bool_or(l.relpersistence = 'u'),
       CASE WHEN bool_and(l.reltuples >= 0) THEN sum(l.reltuples)::float8 END,
       COALESCE(sum(pg_relation_size(l.oid)), 0)::int8,
       COALESCE(min((SELECT option_value::int FROM pg_options_to_table(l.reloptions) WHERE option_name = 'fillfactor')), 100)::int8,
       COALESCE(bool_and(COALESCE((SELECT option_value::bool FROM pg_options_to_table(l.reloptions) WHERE option_name = 'autovacuum_enabled'), true)), true),
       COALESCE(sum(current_setting('autovacuum_vacuum_threshold')::float8
           + COALESCE((SELECT option_value::float8 FROM pg_options_to_table(l.reloptions) WHERE option_name = 'autovacuum_vacuum_scale_factor'),
                      current_setting('autovacuum_vacuum_scale_factor')::float8) * GREATEST(l.reltuples, 0)), 0)::float8,
       COALESCE(max(CASE WHEN l.relfrozenxid::text::int8 >= 3 THEN age(l.relfrozenxid) END), 0)::int8,
       COALESCE(sum(s.n_tup_upd), 0)::int8, COALESCE(sum(s.n_tup_hot_upd), 0)::int8, COALESCE(sum(s.n_live_tup), 0)::int8,
       COALESCE(sum(s.n_dead_tup), 0)::int8, max(GREATEST(s.last_vacuum, s.last_autovacuum)), count(s.relid)::int8, now()
FROM leaf l LEFT JOIN pg_stat_all_tables s ON s.relid = l.oid)";

// Names are in hexadecimal, since they may contain anything; "-" is an expression. The columns of a primary key's index are only those of
// the key; those of expressions, predicates and INCLUDE are in its dependencies, too.
constexpr std::string_view health_indexes_sql = R"(
SELECT c.relname::text, i.indisvalid, i.indisunique, EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')),
       COALESCE(pg_get_expr(i.indpred, i.indrelid), ''),
       (SELECT string_agg(COALESCE(encode(convert_to(a.attname::text, 'UTF8'), 'hex'), '-'), ' ' ORDER BY k.place)
             FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (num, place)
             LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num AND k.num > 0
             WHERE k.place <= i.indnkeyatts),
       (SELECT string_agg(encode(convert_to(a.attname::text, 'UTF8'), 'hex'), ' ' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
             AND (a.attnum = ANY (i.indkey) OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
                  AND d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum))),
       (SELECT COALESCE(sum(pg_relation_size(x.oid)), 0) FROM (SELECT i.indexrelid AS oid UNION SELECT t.relid FROM pg_partition_tree(i.indexrelid) t) x)::int8,
       (SELECT sum(s.idx_scan) FROM pg_stat_all_indexes s
        WHERE s.indexrelid = i.indexrelid OR s.indexrelid IN (SELECT t.relid FROM pg_partition_tree(i.indexrelid) t))::int8
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE i.indrelid = $1::int8::oid AND i.indislive
ORDER BY c.relname)";

constexpr std::string_view settings_sql = R"(
SELECT name, setting FROM pg_settings
WHERE name IN ('synchronous_commit', 'default_transaction_isolation', 'fsync', 'full_page_writes', 'autovacuum', 'track_counts',
               'listen_addresses')
UNION ALL
SELECT 'onceover.private_store', COALESCE(current_setting('onceover.private_store', true), ''))";

constexpr std::string_view settings_of_sql = R"(
SELECT CASE WHEN s.setrole = 0 AND s.setdatabase = 0 THEN 'ROLE ALL'
            WHEN s.setrole = 0 THEN 'DATABASE ' || quote_ident(d.datname)
            WHEN s.setdatabase = 0 THEN 'ROLE ' || quote_ident(r.rolname)
            ELSE 'ROLE ' || quote_ident(r.rolname) || ' IN DATABASE ' || quote_ident(d.datname) END,
       split_part(c, '=', 1), lower(substr(c, strpos(c, '=') + 1))
FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole LEFT JOIN pg_database d ON d.oid = s.setdatabase, unnest(s.setconfig) c
WHERE (s.setdatabase = 0 OR d.datname = current_database())
  AND split_part(c, '=', 1) IN ('synchronous_commit', 'default_transaction_isolation')
ORDER BY 1, 2)";

constexpr std::string_view transactions_sql = R"(
SELECT 'pid ' || a.pid || COALESCE(', application ' || NULLIF(a.application_name, ''), '') || COALESCE(', user ' || a.usename, '')
         || COALESCE(', ' || a.state, ''), EXTRACT(epoch FROM clock_timestamp() - a.xact_start)::float8, a.pid::int8, ''
FROM pg_stat_activity a
WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend' AND a.xact_start IS NOT NULL
UNION ALL
SELECT 'prepared transaction ' || quote_literal(p.gid) || ', user ' || p.owner, EXTRACT(epoch FROM clock_timestamp() - p.prepared)::float8, 0, p.gid
FROM pg_prepared_xacts p WHERE p.database = current_database()
ORDER BY 2 DESC LIMIT 20)";

constexpr std::string_view may_see_all_sql =
    "SELECT pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') OR COALESCE((SELECT rolsuper FROM pg_roles WHERE rolname = "
    "current_user), false)";

constexpr std::string_view sequences_sql = R"(
SELECT a.attname::text, pg_sequence_last_value(q.seqrelid), LEAST(q.seqmax, CASE t.typname WHEN 'int2' THEN 32767 WHEN 'int4' THEN 2147483647 ELSE q.seqmax END)
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
JOIN LATERAL (SELECT d.objid FROM pg_depend d
              WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
                AND d.deptype IN ('a', 'i')
              UNION
              SELECT d.refobjid FROM pg_attrdef f JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
              WHERE f.adrelid = a.attrelid AND f.adnum = a.attnum AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid = 0) s ON true
JOIN pg_sequence q ON q.seqrelid = s.objid
WHERE a.attrelid = $1::int8::oid AND a.attnum > 0 AND NOT a.attisdropped AND q.seqincrement > 0 AND NOT q.seqcycle
  AND has_sequence_privilege(q.seqrelid, 'USAGE, SELECT'))";

constexpr std::string_view created_at_writers_sql = R"(
SELECT DISTINCT CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END
FROM (SELECT (aclexplode(c.relacl)).* FROM pg_class c WHERE c.oid = $1::int8::oid
      UNION ALL
      SELECT (aclexplode(a.attacl)).* FROM pg_attribute a WHERE a.attrelid = $1::int8::oid AND a.attname = 'created_at') g
LEFT JOIN pg_roles r ON r.oid = g.grantee
WHERE g.privilege_type IN ('INSERT', 'UPDATE') AND g.grantee <> (SELECT c.relowner FROM pg_class c WHERE c.oid = $1::int8::oid)
ORDER BY 1)";

// The newest keys and audit rows: after a promotion of a logical subscriber each of them is far above its sequence.
// Ends that no lease and no pause has (key::no_end_is_later): of unfinished keys through their list and since its end; of the others by an
// index.
constexpr std::string_view times_ahead_sql = R"(
WITH late AS (SELECT now() + interval '25 hours' AS at)
SELECT c.what, c.n FROM late l, LATERAL (
  SELECT 'leases of keys' AS what, count(*) AS n FROM (
    SELECT FROM onceover.unfinished u JOIN onceover.keys k ON k.key = u.key AND k.operation = u.operation AND k.tenant = u.tenant AND k.created_at = u.created_at
    WHERE k.state = 'in_progress' AND k.locked_until > l.at
    UNION ALL
    SELECT FROM onceover.keys k
    WHERE k.created_at >= (SELECT f.until FROM onceover.frontier f) AND k.state = 'in_progress' AND k.locked_until > l.at LIMIT $1) one
  UNION ALL
  SELECT 'cases', count(*) FROM (SELECT FROM onceover.cases c WHERE c.urgency = 2 AND c.next_try_at > l.at LIMIT $1) one
  UNION ALL
  SELECT 'cases of external rows', count(*) FROM (
    SELECT FROM onceover.row_cases c WHERE c.urgency = 2 AND (c.next_try_at > l.at OR c.locked_until > l.at) LIMIT $1) one
  UNION ALL
  SELECT 'received events', count(*) FROM (
    SELECT FROM onceover.inbox i WHERE i.stored AND i.next_try_at IS NOT NULL AND (i.next_try_at > l.at OR i.locked_until > l.at) LIMIT $1) one
  UNION ALL
  SELECT 'parked events', count(*) FROM (
    SELECT FROM onceover.outbox_parked p WHERE p.state = 'waiting' AND p.next_try_at > l.at
      AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = p.relay AND h.state = 'retired') LIMIT $1) one
  UNION ALL
  SELECT 'items of plans', count(*) FROM (
    SELECT FROM onceover.plan_items i WHERE i.state = 'waiting' AND (i.next_try_at > l.at OR i.taken_until > l.at) LIMIT $1) one
  UNION ALL
  SELECT 'leases of relays', count(*) FROM onceover.relays r WHERE r.locked_until > l.at
    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired')
) c WHERE c.n > 0
)";

// Up to onceover.last_fence(): no sequence gave a higher one.
constexpr std::string_view fences_sql = R"(
SELECT has_sequence_privilege('onceover.fence', 'USAGE, SELECT'), COALESCE(pg_sequence_last_value('onceover.fence'), 0),
       COALESCE(GREATEST((SELECT max(k.fence) FROM (SELECT fence FROM onceover.keys ORDER BY created_at DESC, key DESC LIMIT 1000) k
                          WHERE k.fence <= 4611686018427387904),
                         (SELECT max(f.fence) FROM (SELECT fence_before, fence_after FROM onceover.audit ORDER BY id DESC LIMIT 1000) a,
                                                       unnest(ARRAY[a.fence_before, a.fence_after]) f (fence)
                          WHERE f.fence <= 4611686018427387904)), 0))";

// Of this table: $2 is its name as our statements write it; all of them for our own tables.
constexpr std::string_view superuser_functions_sql = R"(
SELECT p.oid::regprocedure::text, quote_ident(o.rolname), NOT t.rolsuper AND strpos(p.prosrc, $2::text || ' AS k') > 0 OR NOT t.rolsuper AND $3::boolean
FROM pg_proc p JOIN pg_roles o ON o.oid = p.proowner AND o.rolsuper, pg_class c JOIN pg_roles t ON t.oid = c.relowner
WHERE c.oid = $1::int8::oid AND p.prosecdef
  AND (p.pronamespace = to_regnamespace('onceover') AND ($3::boolean OR strpos(p.prosrc, $2::text) > 0)
       OR p.pronamespace = c.relnamespace AND starts_with(p.proname, 'onceover_') AND strpos(p.prosrc, $2::text) > 0)
ORDER BY 3 DESC, 1)";

constexpr std::string_view key_type_sql = R"(
SELECT bt.typname = 'citext', COALESCE((SELECT NOT l.collisdeterministic FROM pg_collation l WHERE l.oid = a.attcollation), false)
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
JOIN pg_type bt ON bt.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
WHERE a.attrelid = $1::int8::oid AND a.attname = $2::text)";

std::string storage_sql() { return std::string(leaves_sql) + std::string(table_storage_sql); }

std::vector<std::string> names_of(std::string_view hex) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < hex.size();) {
    const std::size_t end = std::min(hex.find(' ', at), hex.size());
    std::string name;
    if (hex.substr(at, end - at) != "-") from_hex(hex.substr(at, end - at), name);
    out.push_back(std::move(name));
    at = end + 1;
  }
  return out;
}

pg::Params relation(const tables::Profile& p) { return pg::Params().text(p.schema).text(p.table); }

// Returns the table's oid.
std::int64_t read_storage(const Parts& parts, const tables::Profile& profile) {
  std::int64_t oid = 0;
  using enum Check;
  parts.read(storage_sql(), relation(profile),
             {unlogged, fillfactor_full, hot_defeated, vacuum_behind, wraparound_near, bloated, autovacuum_off}, [&](const pg::Rows& rows) {
               oid = rows.integer(0, 0);
               parts.facts.as_of = rows.timestamp(0, 15);
               if (rows.integer(0, 1) == 0) return;  // a view or a foreign table: stored elsewhere
               parts.facts.unlogged = rows.boolean(0, 2);
               if (!rows.is_null(0, 3)) parts.facts.rows = rows.real(0, 3);
               parts.facts.heap_bytes = rows.integer(0, 4);
               parts.facts.fillfactor = static_cast<int>(rows.integer(0, 5));
               parts.facts.autovacuum_here = rows.boolean(0, 6);
               parts.facts.vacuum_threshold = rows.real(0, 7);
               parts.facts.transaction_age = rows.integer(0, 8);
               if (rows.integer(0, 14) > 0) {
                 parts.facts.activity = Activity{.updated = rows.integer(0, 9),
                                                 .hot_updated = rows.integer(0, 10),
                                                 .live = rows.integer(0, 11),
                                                 .dead = rows.integer(0, 12),
                                                 .last_vacuum = rows.optional_timestamp(0, 13)};
               }
             });
  return oid;
}

void read_width(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  parts.read(width_sql, relation(profile).integer(oid), {Check::bloated}, [&](const pg::Rows& rows) {
    const auto tuple = tuple_bytes(rows);
    if (!parts.facts.rows || !tuple) {
      if (parts.facts.heap_bytes >= parts.options.thresholds.wasted_bytes)
        parts.leave_open({Check::bloated}, "Some columns have no statistics; ANALYZE collects them.");
      return;
    }
    const double room = (page_bytes - page_header_bytes) * parts.facts.fillfactor / 100.0;
    parts.facts.needed_bytes = static_cast<std::int64_t>((*parts.facts.rows * (*tuple + line_pointer_bytes) / room + 1) * page_bytes);
  });
}

void read_indexes(const Parts& parts, std::int64_t oid) {
  parts.read(health_indexes_sql, pg::Params().integer(oid),
             {Check::index_invalid, Check::expiry_not_indexed, Check::stuck_not_indexed, Check::hot_defeated}, [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i) {
                 parts.facts.indexes.push_back({.name = rows.text(i, 0),
                                                .columns = names_of(rows.view(i, 5)),
                                                .uses = names_of(rows.view(i, 6)),
                                                .predicate = rows.text(i, 4),
                                                .valid = rows.boolean(i, 1),
                                                .unique = rows.boolean(i, 2),
                                                .constraint = rows.boolean(i, 3),
                                                .bytes = rows.integer(i, 7),
                                                .scans = rows.optional_integer(i, 8)});
               }
             });
}

void read_settings(const Parts& parts) {
  using enum Check;
  parts.read(settings_sql, {}, {commit_not_durable, isolation_not_default, server_not_durable, autovacuum_off}, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.settings[rows.text(i, 0)] = rows.text(i, 1);
  });
  parts.read(settings_of_sql, {}, {commit_not_durable, isolation_not_default}, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.settings_of.push_back({rows.text(i, 0), rows.text(i, 1), rows.text(i, 2)});
  });
}

void read_transactions(const Parts& parts) {
  parts.read(may_see_all_sql, {}, {Check::transaction_held_open}, [&](const pg::Rows& rows) {
    if (!rows.boolean(0, 0))
      parts.leave_open({Check::transaction_held_open}, "This user sees only its own sessions; pg_monitor or pg_read_all_stats shows all.");
  });
  parts.read(transactions_sql, {}, {Check::transaction_held_open}, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) {
      parts.facts.transactions.push_back({.who = rows.text(i, 0),
                                          .age = Duration(static_cast<std::int64_t>(rows.real(i, 1) * 1e6)),
                                          .pid = static_cast<int>(rows.integer(i, 2)),
                                          .prepared_id = rows.text(i, 3)});
    }
  });
}

void read_sequences(const Parts& parts, std::int64_t oid) {
  parts.read(sequences_sql, pg::Params().integer(oid), {Check::ids_run_out}, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.sequences.push_back({rows.text(i, 0), rows.integer(i, 1), rows.integer(i, 2)});
  });
}

void read_frontier(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  using enum Check;
  if (!tables::is_own(profile)) return;
  {
    auto transaction = parts.begin();
    parts.facts.frontier = unfinished::read_frontier(parts.connection).value();
    if (!parts.facts.frontier->exists) return parts.leave_open({frontier_behind, frontier_missed_keys}, parts.facts.frontier->why);
    if (parts.facts.frontier->may_see_writers) parts.facts.writers = unfinished::writers_of_keys(parts.connection).value();
  }
  parts.read(
      "SELECT a.atttypid = COALESCE(to_regtype('onceover.key_time')::oid, 0) FROM pg_attribute a WHERE a.attrelid = $1::int8::oid "
      "AND a.attname = 'created_at'",
      pg::Params().integer(oid), {explicit_times_unnoticed},
      [&](const pg::Rows& rows) { parts.facts.explicit_times_noted = rows.empty() || rows.boolean(0, 0); });
  parts.read(times_ahead_sql, pg::Params().integer(times_ahead_most), {times_ahead}, [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.times_ahead.emplace_back(rows.text(i, 0), rows.integer(i, 1));
  });
  parts.read(created_at_writers_sql, pg::Params().integer(oid), {created_at_writable},
             [&](const pg::Rows& rows) { parts.facts.created_at_writers = rows.texts(0); });
}

void read_rights(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  const bool own = tables::is_own(profile);
  if (own) {
    parts.read(fences_sql, {}, {Check::fences_behind}, [&](const pg::Rows& rows) {
      if (!rows.boolean(0, 0)) return parts.leave_open({Check::fences_behind}, "This user may not read the sequence onceover.fence.");
      parts.facts.fence_given = rows.integer(0, 1);
      parts.facts.fence_used = rows.integer(0, 2);
    });
  }
  parts.read("SELECT quote_ident(pg_get_userbyid(c.relowner)) FROM pg_class c WHERE c.oid = $1::int8::oid", pg::Params().integer(oid),
             {Check::functions_of_superuser}, [&](const pg::Rows& rows) {
               if (!rows.empty()) parts.facts.table_owner = rows.text(0, 0);
             });
  parts.read(superuser_functions_sql, pg::Params().integer(oid).text(tables::table_name(profile)).boolean(own),
             {Check::functions_of_superuser}, [&](const pg::Rows& rows) {
               for (int i = 0; i < rows.size(); ++i)
                 parts.facts.superuser_functions.push_back({rows.text(i, 0), rows.text(i, 1), rows.boolean(i, 2)});
             });
}

void read_key_type(const Parts& parts, const tables::Profile& profile, std::int64_t oid) {
  if (profile.key.empty()) return;
  parts.read(key_type_sql, pg::Params().integer(oid).text(profile.key), {Check::key_folded}, [&](const pg::Rows& rows) {
    if (rows.empty()) return;
    if (rows.boolean(0, 0)) parts.facts.key_collation_problem = "Its type is citext: 'A' and 'a' are the same key.";
    if (rows.boolean(0, 1))
      parts.facts.key_collation_problem = "Its collation is not deterministic: keys that sort alike are the same key.";
  });
}

}  // namespace

std::string facts_sql(const tables::Profile& profile, const Options&) {
  std::string sql =
      fmt::format("{};\n{};\n{};\n{};\n{};\n{};\n{};\n{};\n{};\n{};\n", storage_sql(), width_sql, health_indexes_sql, settings_sql,
                  settings_of_sql, transactions_sql, sequences_sql, fences_sql, superuser_functions_sql, key_type_sql);
  if (tables::is_own(profile)) sql += fmt::format("{};\n{}", times_ahead_sql, events_sql());
  return sql;
}

pg::Transaction Parts::begin() const {
  return pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = options.statement_timeout}).value();
}

void Parts::leave_open(std::initializer_list<Check> checks, const std::string& why) const {
  for (const Check check : checks) facts.not_checked.push_back({check, why});
}

void Parts::read(std::string_view sql, const pg::Params& params, std::initializer_list<Check> checks,
                 const std::function<void(const pg::Rows&)>& take) const {
  auto transaction = begin();
  auto rows = transaction.exec(sql, params);
  if (rows) return take(*rows);
  if (!connection.is_open() || rows.error().kind == ErrorKind::cancelled) raise(rows.error());
  leave_open(checks, rows.error().what);
}

Facts read_facts(pg::Connection& connection, const tables::Profile& profile, const Options& options) {
  Facts facts;
  facts.access = tables::inspect(connection, profile).value();
  if (facts.access.relation == tables::Access::Relation::missing) {
    raise(ErrorKind::invalid_input, fmt::format("There is no table {}.{}", visible(profile.schema), visible(profile.table)),
          "Nothing was checked.", "Name the table that the service writes, or another profile.");
  }
  const Parts parts{connection, options, facts};
  using Relation = tables::Access::Relation;
  if (facts.access.relation == Relation::view || facts.access.relation == Relation::foreign)
    parts.leave_open({Check::identity_not_unique}, "A view or foreign table shows no unique keys: check the table that it reads.");
  const std::int64_t oid = read_storage(parts, profile);
  read_width(parts, profile, oid);
  read_indexes(parts, oid);
  read_settings(parts);
  read_transactions(parts);
  read_sequences(parts, oid);
  read_frontier(parts, profile, oid);
  read_rights(parts, profile, oid);
  read_key_type(parts, profile, oid);
  read_deleters(parts, profile);
  read_rows(parts, profile);
  read_events(parts, profile);
  return facts;
}

namespace {

constexpr std::string_view functions_sql = R"(
SELECT 'function ' || p.oid::regprocedure::text, COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'onceover') AND l.lanname NOT IN ('c', 'internal') AND p.prokind IN ('f', 'p')
  AND COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '') ILIKE '%delete%'
  AND strpos(lower(COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '')), lower($1::text)) > 0
ORDER BY 1 LIMIT 100)";

// A view of the extension, in whichever schema, with the rows that this user may see.
constexpr std::string_view sources_sql = R"(
SELECT c.relname::text, quote_ident(n.nspname) || '.' || quote_ident(c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ((n.nspname = 'cron' AND c.relname = 'job') OR c.relname = 'pg_stat_statements') AND c.relkind IN ('r', 'v')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))";

}  // namespace

void read_deleters(const Parts& parts, const tables::Profile& profile) {
  const pg::Params table = pg::Params().text(profile.table);
  const auto take = [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.deleters.push_back({rows.text(i, 0), rows.text(i, 1)});
  };
  parts.read(functions_sql, table, {Check::deletes_unfinished}, take);
  const auto sources = parts.begin().exec(sources_sql).value();
  for (int i = 0; i < sources.size(); ++i) {
    const std::string_view sql =
        sources.view(i, 0) == "job"
            ? "SELECT 'job ' || j.jobid::text || ' of the scheduler', j.command::text FROM {} j WHERE j.command::text ILIKE '%delete%' AND "
              "strpos(lower(j.command::text), lower($1::text)) > 0 ORDER BY 1 LIMIT 100"
            : "SELECT 'statement run ' || s.calls::text || ' times', s.query::text FROM {} s WHERE s.query::text ILIKE '%delete%' AND "
              "strpos(lower(s.query::text), lower($1::text)) > 0 ORDER BY s.calls DESC LIMIT 100";
    parts.read(fmt::format(fmt::runtime(sql), sources.view(i, 1)), table, {Check::deletes_unfinished}, take);
  }
}

namespace {

template <class Value, class Take>
void take_or_leave_open(const Parts& parts, Result<Value> read, std::initializer_list<Check> checks, Take take) {
  if (read) return take(std::move(*read));
  if (!parts.connection.is_open() || read.error().is_cancelled()) raise(read.error());
  parts.leave_open(checks, read.error().what);
}

}  // namespace

std::string events_sql() {
  return fmt::format("{};\n{};\n{};\n{};\n{};\n{};\n{};\n", sql::events_recent, sql::relay_list, sql::events_partitions, sql::events_held,
                     sql::events_origin, sql::inbox_waiting, sql::inbox_recent);
}

void read_events(const Parts& parts, const tables::Profile& profile) {
  using enum Check;
  pg::Connection& connection = parts.connection;
  if (!tables::is_own(profile) || !events::are_there(connection).value()) return;
  EventFacts& out = parts.facts.events.emplace();
  take_or_leave_open(parts, events::recent_events(connection), {topic_without_relay, partition_missing, event_rate_high},
                     [&](events::Recent recent) { out.written = std::move(recent); });
  take_or_leave_open(parts, outbox::relays(connection), {relay_without_process, relay_paused, relay_in_trouble, events_dead},
                     [&](std::vector<outbox::RelayView> relays) { out.relays = std::move(relays); });
  take_or_leave_open(parts, events::partitions(connection, parts.options.thresholds.outbox_retention), {partition_missing, partition_held},
                     [&](events::Partitions partitions) {
                       if (std::ranges::any_of(partitions.all, [](const events::Partition& p) { return p.may_know == false; }))
                         parts.leave_open({partition_held}, "This user may not execute onceover.needs_outbox_partition.");
                       out.partitions = std::move(partitions);
                     });
  take_or_leave_open(parts, events::origin(connection), {events_foreign, event_numbers_behind}, [&](events::Origin origin) {
    if (!origin.given) parts.leave_open({event_numbers_behind}, "This user may not read the sequence onceover.outbox_seq_seq.");
    out.origin = std::move(origin);
  });
  take_or_leave_open(parts, events::inbox_backlog(connection), {received_dead, received_not_taken},
                     [&](std::vector<events::Backlog> backlog) { out.backlog = std::move(backlog); });
  take_or_leave_open(parts, events::inbox_sample(connection), {received_without_fingerprint, received_not_taken},
                     [&](std::vector<events::Received> received) { out.received = std::move(received); });
}

}  // namespace onceover::health
