#include "core/reconcile/db_roles.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/key/sha256.h"
#include "core/profile/instants.h"
#include "core/profile/role_functions.h"
#include "core/profile/sql.h"
#include "core/profile/states.h"
#include "core/profile/writes.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row_sql.h"

namespace onceover::reconcile {
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
    "onceover.approvals, onceover.plans, onceover.plan_items, onceover.control, onceover.counter_deltas, onceover.schema_version";
// All but number, time and database user, which are the server's to say.
constexpr std::string_view audit_columns =
    "action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after, evidence, "
    "verdict, reason, "
    "ticket, correlation_id, profile, relation, row_key";
constexpr std::string_view pinned = "SECURITY DEFINER\nSET search_path = pg_catalog, pg_temp";
constexpr std::string_view write_parameters =
    "onceover_row_key jsonb, onceover_version text, onceover_actor text, onceover_host text, onceover_program text, onceover_reason text, "
    "onceover_ticket text, onceover_evidence jsonb, onceover_verdict text, onceover_code int, onceover_body text, onceover_row_reason "
    "text, "
    "onceover_lease interval, onceover_although_held boolean";
constexpr std::string_view write_types = profile::write_function_types;

Result<void> check(const Profile& p, DbRole role, const std::string& name) {
  if (name.empty() || name.size() > longest_name || !is_storable(name) || name.starts_with("pg_")) {
    return fail(ErrorKind::invalid_input, "This is no name of a role.", "Nothing was printed.", "Give one of at most 63 bytes.");
  }
  if (profile::is_own(p)) return {};
  if (role == DbRole::reconciler && p.writes.empty()) {
    return fail(ErrorKind::unsupported, "The profile says of no verb what it writes.", "Nothing was printed.", "Say it in the profile.");
  }
  if (role == DbRole::reaper && p.expires_at.empty()) {
    return fail(ErrorKind::unsupported, "The profile names no expires_at: nobody can tell which rows are past their window.",
                "Nothing was printed.");
  }
  return {};
}

// A value that a caller gave, as the column takes it.
std::string assigned(const Assignment& a, const Access& access) {
  using Value = Assignment::Value;
  const Access::Column* column = access.column(a.column);
  const std::string type = column == nullptr ? "pg_catalog.text" : column->type;
  const bool bytes = column != nullptr && column->holds() == profile::Holds::bytes;
  const profile::Instant instant{.column = a.column, .form = a.form, .zone = a.zone};
  switch (a.value) {
    case Value::text: return literal(a.text);
    case Value::null: return "NULL";
    case Value::now: return profile::in_form(instant, "pg_catalog.clock_timestamp()");
    case Value::body: return bytes ? "pg_catalog.convert_to(onceover_body, 'UTF8')" : fmt::format("onceover_body::{}", type);
    case Value::code: return fmt::format("onceover_code::pg_catalog.text::{}", type);
    case Value::reason: return "COALESCE(onceover_row_reason, onceover_reason)";
    case Value::lease_end: return profile::in_form(instant, "(pg_catalog.clock_timestamp() + onceover_lease)");
    case Value::increment: return fmt::format("COALESCE(k.{}, 0) + 1", quoted_name(a.column));
    case Value::zero: return "0";
  }
  return "NULL";
}

// The row, by every column of its identity, as text in the JSON object.
std::string row_is(const Profile& p, const Access& access) {
  std::string all;
  for (const std::string& name : p.identity) {
    const Access::Column* column = access.column(name);
    all += fmt::format("{}k.{} IS NOT DISTINCT FROM (onceover_row_key OPERATOR(pg_catalog.->>) {})::{}", all.empty() ? "" : "\n      AND ",
                       quoted_name(name), literal(name), column == nullptr ? "pg_catalog.text" : column->type);
  }
  return all;
}

std::string guards(const Profile& p, const profile::Write& write, Verb verb) {
  std::string all = "\n      AND " + profile::state_is(p, profile::offered_from(write, verb));
  for (const profile::Condition& condition : write.guard) all += "\n      AND " + profile::condition_sql(condition);
  if (profile::is_for_live_leases(verb)) return all;
  if (p.lease.is_observable()) return all + "\n      AND (onceover_although_held OR " + profile::lease_is_over(p) + ")";
  return all + "\n      AND (onceover_although_held OR NOT " + profile::state_is(p, {key::State::in_progress}) + ")";
}

std::string raise(std::string_view condition, std::string_view words, std::string_view code) {
  return fmt::format("  IF {} THEN\n    RAISE EXCEPTION 'onceover: {}' USING ERRCODE = '{}';\n  END IF;\n", condition, words, code);
}

std::string missing(const profile::Write& write, Verb verb) {
  using Value = Assignment::Value;
  std::string all = raise("COALESCE(onceover_reason, '') = ''", "a reason is needed", "22023");
  if (profile::writes(write, Value::code)) all += raise("onceover_code IS NULL", "the status of the answer is missing", "22023");
  if (profile::writes(write, Value::body)) all += raise("onceover_body IS NULL", "the body of the answer is missing", "22023");
  if (profile::writes(write, Value::lease_end)) {
    all += raise("NOT COALESCE(onceover_lease > interval '0', false)", "the length of the lease is missing", "22023");
  }
  if (verb == Verb::succeed) {
    all += raise("onceover_verdict IS NULL OR onceover_verdict NOT IN ('settle_succeeded', 'done_needs_response')",
                 "no gateway bears this out: it needs a second person", "OC005");
  }
  if (verb == Verb::fail) {
    all += raise("onceover_verdict IS DISTINCT FROM 'settle_failed'", "no gateway bears this out: it needs a second person", "OC005");
  }
  return all;
}

std::string function_body(const Profile& p, const Access& access, Verb verb) {
  const profile::Write& write = p.writes.at(verb);
  std::string statement;
  if (write.deletes) {
    statement = fmt::format("DELETE FROM {} AS k", profile::table_name(p));
  } else {
    std::string set;
    for (const Assignment& a : write.set)
      set += fmt::format("{}{} = {}", set.empty() ? "" : ",\n        ", quoted_name(a.column), assigned(a, access));
    statement = fmt::format("UPDATE {} AS k\n    SET {}", profile::table_name(p), set);
  }
  std::string says = missing(write, verb);
  if (verb == Verb::release && says_of_effect(p, verb)) {
    says += raise("onceover_verdict IS DISTINCT FROM 'release' AND (COALESCE(onceover_ticket, '') = '' OR onceover_evidence IS NULL)",
                  "a person''s word needs a ticket, and what shows it", "22023");
  }
  const std::string wrong =
      state_after(verb) && !write.deletes
          ? raise(fmt::format("({}) IS DISTINCT FROM '{}'", state_word_of(p, "onceover_state"), key::word(*state_after(verb))),
                  "the row would be left in another state; nothing was written", "OC004")
          : "";
  const std::string where = row_is(p, access) + "\n      AND k.xmin::pg_catalog.text = onceover_version";
  const auto text_or_empty = [](const std::string& column) {
    return column.empty() ? std::string("''")
                          : fmt::format("COALESCE(pg_catalog.\"left\"(k.{}::pg_catalog.text, 500), '')", quoted_name(column));
  };
  const std::string operation = p.operation.empty() ? literal(p.operation_name) : text_or_empty(p.operation);
  return fmt::format(
      R"(#variable_conflict use_column
DECLARE
  onceover_state bigint;
  onceover_from bigint;
  onceover_before text;
  onceover_after text;
  onceover_key jsonb;
  onceover_known text[];
  onceover_audit bigint;
BEGIN
{says}  PERFORM FROM onceover.control s WHERE s.stopped;
  IF FOUND THEN
    RAISE EXCEPTION 'onceover: the stop switch is on' USING ERRCODE = 'OC007';
  END IF;
  SELECT ({number})::bigint, {before}, ({row_key})::jsonb, ARRAY[{tenant}, {operation}, {key}]
  INTO onceover_from, onceover_before, onceover_key, onceover_known
  FROM {table} AS k
  WHERE {where}
  FOR UPDATE;
  {statement}
    WHERE {where}{guards}
    RETURNING {returned}
  INTO onceover_state, onceover_after;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'onceover: the row is not as it was seen, or is held; nothing was written' USING ERRCODE = 'OC004';
  END IF;
{wrong}  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, before, after, evidence, verdict, reason,
                              ticket, profile, relation, row_key)
  VALUES ('write', onceover_actor, onceover_host, onceover_program, onceover_known[1], onceover_known[2], onceover_known[3],
          {from_word}, {to_word}, onceover_before::jsonb, onceover_after::jsonb, onceover_evidence, COALESCE(onceover_verdict, {verb}),
          onceover_reason, NULLIF(onceover_ticket, ''), {profile}, {relation}, onceover_key)
  RETURNING id INTO onceover_audit;
{closes}  RETURN onceover_audit;
END
)",
      fmt::arg("says", says), fmt::arg("number", profile::state_number(p)),
      fmt::arg("before", write.deletes ? whole_sql(p, access) : before_sql(p, access)), fmt::arg("row_key", row_key_sql(p)),
      fmt::arg("tenant", text_or_empty(p.tenant)), fmt::arg("operation", operation), fmt::arg("key", text_or_empty(p.key)),
      fmt::arg("table", profile::table_name(p)), fmt::arg("where", where), fmt::arg("statement", statement),
      fmt::arg("guards", guards(p, write, verb)),
      fmt::arg("returned", write.deletes ? std::string("NULL::bigint, NULL::text")
                                         : fmt::format("({})::bigint, {}", profile::state_number(p), before_sql(p, access))),
      fmt::arg("wrong", wrong), fmt::arg("from_word", state_word_of(p, "onceover_from")),
      fmt::arg("to_word", write.deletes ? std::string("NULL") : state_word_of(p, "onceover_state")),
      fmt::arg("verb", literal(profile::word(verb))), fmt::arg("profile", literal(p.name)),
      fmt::arg("relation", literal(profile::table_name(p))),
      fmt::arg("closes",
               closes_case(verb)
                   ? fmt::format("  UPDATE onceover.row_cases c\n  SET status = 'settled', next_try_at = NULL, updated_at = "
                                 "clock_timestamp(), verdict = "
                                 "COALESCE(onceover_verdict, {}), reason = onceover_reason\n  WHERE c.relation = {} AND c.row_digest = "
                                 "sha256(convert_to(onceover_key::text, 'UTF8')) AND c.status <> 'settled';\n",
                                 literal(profile::word(verb)), literal(profile::table_name(p)))
                   : std::string()));
}

std::string write_function(const Profile& p, const Access& access, Verb verb) {
  const std::string name = "onceover." + quoted_name(profile::function_name(p, verb));
  const std::string body = '\n' + function_body(p, access, verb);
  std::string tag = "$onceover$";
  for (int i = 1; body.find(tag) != std::string::npos; ++i) tag = fmt::format("$onceover{}$", i);
  return fmt::format(
      "CREATE OR REPLACE FUNCTION {}({}) RETURNS bigint\nLANGUAGE plpgsql {}\nSET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET "
      "intervalstyle = 'iso_8601' SET bytea_output = 'hex'\nAS {}{}{};\nREVOKE ALL ON FUNCTION {}({}) FROM PUBLIC;\n",
      name, write_parameters, pinned, tag, body, tag, name, write_types);
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
      "CREATE OR REPLACE FUNCTION {0}(onceover_limit bigint) RETURNS bigint\nLANGUAGE plpgsql {1}\nAS $onceover$\n{2}$onceover$;\nREVOKE "
      "ALL "
      "ON FUNCTION {0}(bigint) FROM PUBLIC;\n",
      name, pinned, reap_body(p));
}

std::string made(const std::string& name) {
  return fmt::format(
      "DO $onceover$\nBEGIN\n  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = {}) THEN\n    CREATE ROLE {} NOLOGIN;\n  "
      "END IF;\nEND\n$onceover$;\n",
      literal(name), quoted_name(name));
}

std::string reading(const Profile& p, const std::string& role, bool whole_table) {
  std::string sql = fmt::format("GRANT USAGE ON SCHEMA onceover TO {};\nGRANT SELECT ON {} TO {};\n", role, own_tables, role);
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
      "-- Then: GRANT {} TO somebody who logs in.\n",
      visible(name), word(role), visible(profile::table_name(p)), words, visible(quoted_name(name)));
}

}  // namespace

std::string write_function_source(const Profile& p, const Access& access, Verb verb) { return '\n' + function_body(p, access, verb); }

std::string reap_function_source(const Profile& p) { return '\n' + reap_body(p); }

std::string_view word(DbRole role) {
  switch (role) {
    case DbRole::viewer: return "viewer";
    case DbRole::reconciler: return "reconciler";
    case DbRole::reaper: return "reaper";
  }
  return "viewer";
}

std::optional<DbRole> db_role_from_word(std::string_view text) {
  for (const DbRole role : {DbRole::viewer, DbRole::reconciler, DbRole::reaper}) {
    if (word(role) == text) return role;
  }
  return std::nullopt;
}

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
      words = own ? "Settles keys; deletes nothing, and only adds to the trail."
                  : "Reads the table; writes it by the functions below alone, each with its audit row; deletes nothing but what a verb of "
                    "the profile deletes.";
      sql = made(name) + reading(p, role, true);
      if (own) {
        sql += fmt::format(
            "GRANT UPDATE ON onceover.keys TO {0};\nGRANT INSERT, UPDATE ON onceover.cases, onceover.row_cases TO {0};\nGRANT INSERT ({1}) "
            "ON "
            "onceover.audit TO {0};\nGRANT INSERT, UPDATE ON onceover.approvals, onceover.plans, onceover.plan_items TO {0};\nGRANT INSERT "
            "ON onceover.counter_deltas TO "
            "{0};\nGRANT USAGE "
            "ON SEQUENCE onceover.fence TO {0};\n",
            role, audit_columns);
        break;
      }
      for (const auto& [verb, write] : p.writes) {
        for (const Assignment& a : write.set) {
          if (access.column(a.column) == nullptr) {
            return fail(ErrorKind::unsupported, fmt::format("The table has no column \"{}\".", visible(a.column)), "Nothing was printed.",
                        "Correct the profile.");
          }
        }
        sql += '\n' + write_function(p, access, verb);
        sql += fmt::format("GRANT EXECUTE ON FUNCTION onceover.{}({}) TO {};\n", quoted_name(profile::function_name(p, verb)), write_types,
                           role);
      }
      break;
    case DbRole::reaper:
      words = "Deletes finished rows past their window, by the function below alone.";
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
    for (const auto& [verb, write] : p.writes)
      sql += fmt::format("DROP FUNCTION IF EXISTS onceover.{}({});\n", quoted_name(profile::function_name(p, verb)), write_types);
  }
  if (db_role == DbRole::reaper)
    sql += fmt::format("DROP FUNCTION IF EXISTS onceover.{}(bigint);\n", quoted_name(profile::function_name(p, std::nullopt)));
  sql += fmt::format(
      "REVOKE ALL ON ALL TABLES IN SCHEMA onceover FROM {0};\nREVOKE ALL ({1}) ON onceover.audit FROM {0};\nREVOKE ALL ON ALL SEQUENCES IN "
      "SCHEMA onceover FROM {0};\nREVOKE ALL ON "
      "SCHEMA onceover FROM {0};\n",
      role, audit_columns);
  if (!own && db_role != DbRole::reaper) {
    std::string columns;
    for (const std::string& column : profile::columns_named(p)) columns += (columns.empty() ? "" : ", ") + quoted_name(column);
    sql += fmt::format("REVOKE ALL ON {0} FROM {1};\nREVOKE ALL ({2}) ON {0} FROM {1};\nREVOKE ALL ON SCHEMA {3} FROM {1};\n",
                       profile::table_name(p), role, columns, quoted_name(p.schema));
  }
  return sql + fmt::format("DROP ROLE {};\nCOMMIT;\n", role);
}

}  // namespace onceover::reconcile
