#include "core/roles/roles.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/profile/instants.h"
#include "core/profile/role_functions.h"
#include "core/profile/sql.h"
#include "core/profile/states.h"
#include "core/roles/role_functions.h"

namespace onceover::roles {
namespace {

using profile::Access;
using profile::Assignment;
using profile::literal;
using profile::Profile;
using profile::quoted_name;
using profile::Verb;

constexpr std::size_t longest_name = 63;  // bytes, of PostgreSQL's names

constexpr std::string_view own_tables =
    "onceover.keys, onceover.cases, onceover.row_cases, onceover.audit, onceover.audit_links, onceover.audit_seals, "
    "onceover.audit_seal_heads, "
    "onceover.approvals, onceover.notes, onceover.plans, onceover.plan_items, onceover.control, onceover.counter_deltas, "
    "onceover.counter_series, onceover.counter_minutes, onceover.counter_hours, onceover.counter_rollup, onceover.schema_version, "
    "onceover.frontier, onceover.unfinished";
// All but created_at: a key before the frontier must be finished or listed, so only the owner may set its time.
constexpr std::string_view key_columns =
    "tenant, operation, key, updated_at, fence, locked_until, retry_before, stuck_since, completed_at, expires_at, retention_s, attempts, "
    "response_code, response_version, state, holder, fingerprint_kind, fingerprint, owner, correlation_id, error_code, customer, amount, "
    "currency, reference, response_headers, response_body";
constexpr std::string_view frontier_functions =
    "onceover.publish_floor(), onceover.advance_frontier(timestamptz, bigint, bigint), onceover.tend_unfinished(boolean, bigint, bigint, "
    "timestamptz, text, text, text), onceover.relist_unfinished(timestamptz, text, timestamptz, text), onceover.begin_full_pass(interval)";
// All but number, time and database user, which are the server's to say.
constexpr std::string_view audit_columns =
    "action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after, evidence, "
    "verdict, reason, "
    "ticket, correlation_id, profile, relation, row_key";
// All but number, time and database user here too.
constexpr std::string_view note_columns = "actor, host, program, tenant, operation, key, profile, relation, row_key, note";

Result<void> check(const Profile& p, DbRole role, const std::string& name) {
  if (name.empty() || name.size() > longest_name || !is_storable(name) || name.starts_with("pg_")) {
    return fail(ErrorKind::invalid_input, "This is no name of a role.", "Nothing was printed.", "Give one of at most 63 bytes.");
  }
  if (profile::is_own(p)) return {};
  if (role == DbRole::reconciler && p.writes.empty()) {
    return fail(ErrorKind::unsupported, "The profile says of no verb what it writes.", "Nothing was printed.", "Say it in the profile.");
  }
  if (role == DbRole::reaper && p.expires_at.empty()) {
    return fail(ErrorKind::unsupported, "The profile names no expires_at: it is unknown which rows are past their window.",
                "Nothing was printed.");
  }
  return {};
}

std::string own_reap_function() {
  return fmt::format(R"(CREATE OR REPLACE FUNCTION onceover.reap_finished(onceover_limit bigint) RETURNS bigint
LANGUAGE plpgsql {}
AS $onceover$
DECLARE
  onceover_gone bigint;
BEGIN
  WITH due AS (
    SELECT k.ctid FROM onceover.keys k
    WHERE k.state IN ('succeeded', 'failed') AND k.expires_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    ORDER BY k.created_at, k.key LIMIT onceover_limit
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM onceover.keys k
    WHERE k.ctid = ANY (ARRAY (SELECT d.ctid FROM due d)) AND k.state IN ('succeeded', 'failed') AND k.expires_at <= clock_timestamp()
    RETURNING k.tenant, k.operation, k.key
  ), closed AS (
    DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
  )
  SELECT count(*) INTO onceover_gone FROM gone;
  RETURN onceover_gone;
END
$onceover$;
REVOKE ALL ON FUNCTION onceover.reap_finished(bigint) FROM PUBLIC;
)",
                     pinned);
}

// Finished, and nobody tries it again by itself.
std::string finished(const Profile& p) {
  const bool failed_is_retried =
      std::ranges::any_of(p.states.rules, [](const auto& rule) { return rule.state == key::State::failed && rule.may_retry; }) ||
      (p.states.otherwise && p.states.otherwise->state == key::State::failed && p.states.otherwise->may_retry);
  std::vector<key::State> states{key::State::succeeded};
  if (!failed_is_retried) states.push_back(key::State::failed);
  return profile::state_is(p, states);
}

std::string reap_body(const Profile& p) {
  const std::string due = fmt::format("{} AND k.{} <= {}", finished(p), quoted_name(p.expires_at.column),
                                      profile::in_form(p.expires_at, "pg_catalog.clock_timestamp()"));
  return fmt::format(R"(#variable_conflict use_column
DECLARE
  onceover_gone bigint;
BEGIN
  WITH due AS (
    SELECT k.ctid FROM {0} AS k
    WHERE {1}
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    LIMIT onceover_limit
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM {0} AS k WHERE k.ctid = ANY (ARRAY (SELECT d.ctid FROM due d)) AND {1}
    RETURNING 1
  )
  SELECT count(*) INTO onceover_gone FROM gone;
  RETURN onceover_gone;
END
)",
                     profile::table_name(p), due);
}

std::string reap_function(const Profile& p) {
  const std::string name = "onceover." + quoted_name(profile::function_name(p, std::nullopt));
  return fmt::format(
      "CREATE OR REPLACE FUNCTION {0}(onceover_limit bigint) RETURNS bigint\nLANGUAGE plpgsql {1}\nAS {2};\nREVOKE ALL ON FUNCTION "
      "{0}(bigint) FROM PUBLIC;\n",
      name, pinned, profile::dollar_quoted('\n' + reap_body(p)));
}

std::string made(const std::string& name) {
  const std::string body = fmt::format(
      "\nBEGIN\n  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = {}) THEN\n    CREATE ROLE {} NOLOGIN;\n  END "
      "IF;\nEND\n",
      literal(name), quoted_name(name));
  return fmt::format("DO {};\n", profile::dollar_quoted(body));
}

std::string reading(const Profile& p, const std::string& role, bool whole_table) {
  std::string sql = fmt::format(
      "GRANT USAGE ON SCHEMA onceover TO {0};\nGRANT SELECT ON {1} TO {0};\nGRANT EXECUTE ON FUNCTION onceover.writers_of_keys() TO {0};\n",
      role, own_tables);
  if (profile::is_own(p)) return sql;
  std::string columns;
  if (!whole_table) {
    for (const std::string& column : profile::columns_named(p)) columns += (columns.empty() ? " (" : ", ") + quoted_name(column);
    if (!columns.empty()) columns += ')';
  }
  sql += fmt::format("GRANT USAGE ON SCHEMA {} TO {};\nGRANT SELECT{} ON {} TO {};\n", quoted_name(p.schema), role, columns,
                     profile::table_name(p), role);
  return sql;
}

std::string header(const Profile& p, DbRole role, const std::string& name, std::string_view words) {
  return fmt::format(
      "-- {}: {} of {}.\n-- {}\n-- Run as the owner of the tables: psql -v ON_ERROR_STOP=1 -f this-file\n"
      "-- Then: GRANT {} TO a role that logs in.\n",
      visible(name), word(role), visible(profile::table_name(p)), words, visible(quoted_name(name)));
}

}  // namespace

std::string reap_function_source(const Profile& p) { return '\n' + reap_body(p); }

constexpr auto db_role_words = words<DbRole>({{DbRole::viewer, "viewer"}, {DbRole::reconciler, "reconciler"}, {DbRole::reaper, "reaper"}});

std::string_view word(DbRole role) { return db_role_words.of(role); }

std::optional<DbRole> db_role_from_word(std::string_view text) { return db_role_words.from(text); }

Result<std::string> role_script(const Profile& p, const Access& access, DbRole db_role, const std::string& name) {
  if (auto sound = check(p, db_role, name); !sound) return fail(sound.error());
  const bool own = profile::is_own(p);
  const std::string role = quoted_name(name);
  std::string sql, words;
  switch (db_role) {
    case DbRole::viewer:
      words = "Reads the table, the cases and the trail; writes nothing.";
      sql = made(name) + reading(p, role, false);
      break;
    case DbRole::reconciler:
      words = own ? "Settles keys; deletes nothing, and only adds to the trail and the notes."
                  : "Reads the table; writes it, its cases, notes and requests for a second approver only by the functions below; deletes "
                    "nothing but what a verb of the profile deletes.";
      sql = made(name) + reading(p, role, true);
      if (own) {
        sql += fmt::format(
            "GRANT UPDATE ({3}) ON onceover.keys TO {0};\nGRANT EXECUTE ON FUNCTION {4} TO {0};\nGRANT INSERT, UPDATE ON onceover.cases, "
            "onceover.row_cases TO {0};\nGRANT INSERT ({1}) "
            "ON "
            "onceover.audit TO {0};\nGRANT INSERT, UPDATE ON onceover.approvals, onceover.plans, onceover.plan_items TO {0};\nGRANT INSERT "
            "ON onceover.counter_deltas TO "
            "{0};\nGRANT SELECT, INSERT, UPDATE ON onceover.counter_sources TO {0};\nGRANT EXECUTE ON FUNCTION "
            "onceover.roll_up_counters(bigint, interval) TO {0};\nGRANT USAGE "
            "ON SEQUENCE onceover.fence TO {0};\nGRANT INSERT ({2}) ON onceover.notes TO {0};\n",
            role, audit_columns, note_columns, key_columns, frontier_functions);
        break;
      }
      for (const auto& [verb, write] : p.writes) {
        for (const Assignment& a : write.set) {
          if (access.column(a.column) == nullptr) {
            return fail(ErrorKind::unsupported, fmt::format("The table has no column \"{}\".", visible(a.column)), "Nothing was printed.",
                        "Correct the profile.");
          }
        }
        sql += fmt::format("\n{}GRANT EXECUTE ON FUNCTION {} TO {};\n", creation(p, access, verb), signature(p, verb), role);
      }
      for (const RoleAct act : role_acts(p)) {
        sql += fmt::format("\n{}GRANT EXECUTE ON FUNCTION {} TO {};\n", creation(p, access, act), signature(p, act), role);
      }
      break;
    case DbRole::reaper:
      words = "Deletes finished rows past their window, only by the function below.";
      sql = made(name) +
            fmt::format("GRANT USAGE ON SCHEMA onceover TO {0};\nGRANT SELECT ON onceover.schema_version, onceover.control TO {0};\n\n",
                        role) +
            (own ? own_reap_function() : reap_function(p));
      sql +=
          fmt::format("GRANT EXECUTE ON FUNCTION onceover.{}(bigint) TO {};\n", quoted_name(profile::function_name(p, std::nullopt)), role);
      break;
  }
  return header(p, db_role, name, words) + "BEGIN;\nSET LOCAL search_path = pg_catalog;\n" + sql + "COMMIT;\n";
}

Result<std::string> role_drop_script(const Profile& p, DbRole db_role, const std::string& name) {
  if (auto sound = check(p, db_role, name); !sound) return fail(sound.error());
  const bool own = profile::is_own(p);
  const std::string role = quoted_name(name);
  std::string sql = fmt::format("-- Takes back what {} of {} was given.\nBEGIN;\nSET LOCAL search_path = pg_catalog;\n", word(db_role),
                                visible(profile::table_name(p)));
  if (db_role == DbRole::reconciler && !own) {
    for (const auto& [verb, write] : p.writes) sql += fmt::format("DROP FUNCTION IF EXISTS {};\n", signature(p, verb));
    for (const RoleAct act : role_acts(p)) sql += fmt::format("DROP FUNCTION IF EXISTS {};\n", signature(p, act));
  }
  if (db_role == DbRole::reaper)
    sql += fmt::format("DROP FUNCTION IF EXISTS onceover.{}(bigint);\n", quoted_name(profile::function_name(p, std::nullopt)));
  sql += fmt::format(
      "REVOKE ALL ON ALL TABLES IN SCHEMA onceover FROM {0};\nREVOKE ALL ({1}) ON onceover.audit FROM {0};\nREVOKE ALL ON ALL SEQUENCES IN "
      "SCHEMA onceover FROM {0};\nREVOKE ALL ON "
      "SCHEMA onceover FROM {0};\n",
      role, audit_columns);
  if (own && db_role == DbRole::reconciler) {
    sql += fmt::format(
        "REVOKE ALL ({1}) ON onceover.keys FROM {0};\nREVOKE ALL ON FUNCTION onceover.roll_up_counters(bigint, interval), {2} FROM {0};\n",
        role, key_columns, frontier_functions);
  }
  if (db_role != DbRole::reaper) sql += fmt::format("REVOKE ALL ON FUNCTION onceover.writers_of_keys() FROM {};\n", role);
  if (!own && db_role != DbRole::reaper) {
    std::string columns;
    for (const std::string& column : profile::columns_named(p)) columns += (columns.empty() ? "" : ", ") + quoted_name(column);
    sql += fmt::format("REVOKE ALL ON {0} FROM {1};\nREVOKE ALL ({2}) ON {0} FROM {1};\nREVOKE ALL ON SCHEMA {3} FROM {1};\n",
                       profile::table_name(p), role, columns, quoted_name(p.schema));
  }
  return sql + fmt::format("DROP ROLE {};\nCOMMIT;\n", role);
}

}  // namespace onceover::roles
