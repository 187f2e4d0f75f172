// SPDX-License-Identifier: Apache-2.0
#include "core/roles/row_functions.h"

#include "core/key/sha256.h"
#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"
#include "core/tables/writes.h"

namespace onceover::roles {
namespace {

using tables::Access;
using tables::Assignment;
using tables::literal;
using tables::Profile;
using tables::quoted_name;
using tables::Verb;

constexpr std::string_view row_look_parameters = "onceover_row_key jsonb, onceover_version text";
constexpr std::string_view row_look_types = "jsonb, text";
constexpr std::string_view row_look_returns =
    "TABLE (onceover_from bigint, onceover_before text, onceover_row jsonb, onceover_known text[], "
    "onceover_created timestamptz)";
constexpr std::string_view row_write_parameters =
    "onceover_row_key jsonb, onceover_version text, onceover_reason text, onceover_code int, onceover_body "
    "text, onceover_bytes bytea, onceover_lease interval, onceover_although_held boolean";
constexpr std::string_view row_write_types = "jsonb, text, text, int, text, bytea, interval, boolean";
constexpr std::string_view row_write_returns =
    "TABLE (onceover_from bigint, onceover_before text, onceover_row jsonb, onceover_known text[], "
    "onceover_state bigint, onceover_after text)";

std::string name_of(const Profile& p, std::string_view verb) {
  return quoted_name(p.schema) + '.' + quoted_name(tables::row_function_name(p, verb));
}

// A value that a caller gave, as the column takes it.
std::string assigned(const Assignment& a, const Access& access) {
  using Value = Assignment::Value;
  const Access::Column* column = access.column(a.column);
  const std::string type = column == nullptr ? "pg_catalog.text" : column->type_name;
  const tables::Instant instant{.column = a.column, .form = a.form, .zone = a.zone};
  switch (a.value) {
    case Value::text: return literal(a.text);
    case Value::null: return "NULL";
    case Value::now: return tables::written_now(a);
    case Value::body:
      return is_bytes(access, a.column) ? "onceover_bytes" : fmt::format("onceover_body::{}", type);
    case Value::code: return fmt::format("onceover_code::pg_catalog.text::{}", type);
    case Value::reason: return "onceover_reason";
    case Value::lease_end: return tables::in_form(instant, "(pg_catalog.clock_timestamp() + onceover_lease)");
    case Value::increment: return fmt::format("COALESCE(k.{}, 0) + 1", quoted_name(a.column));
    case Value::zero: return "0";
  }
  return "NULL";
}

std::string guards(const Profile& p, const tables::Write& write, Verb verb) {
  std::string all = "\n      AND " + tables::state_is(p, tables::offered_from(write, verb));
  for (const tables::Condition& condition : write.guard)
    all += "\n      AND " + tables::condition_sql(condition);
  if (tables::is_for_live_leases(verb)) return all;
  if (p.lease.is_observable())
    return all + "\n      AND (onceover_although_held OR " + tables::lease_is_over(p) + ")";
  return all + "\n      AND (onceover_although_held OR NOT " +
         tables::state_is(p, {key::State::in_progress}) + ")";
}

// The row, by every column of its identity, as text in the JSON object.
std::string row_is(const Profile& p, const Access& access) {
  std::string all;
  for (const std::string& name : p.identity) {
    const Access::Column* column = access.column(name);
    all += fmt::format("{}k.{} IS NOT DISTINCT FROM (onceover_row_key OPERATOR(pg_catalog.->>) {})::{}",
                       all.empty() ? "" : "\n      AND ", quoted_name(name), literal(name),
                       column == nullptr ? "pg_catalog.text" : column->type_name);
  }
  return all;
}

std::string known_sql(const Profile& p) {
  const auto text_or_empty = [](const std::string& column) {
    return column.empty() ? std::string("''")
                          : fmt::format("COALESCE(pg_catalog.\"left\"(k.{}::pg_catalog.text, 500), '')",
                                        quoted_name(column));
  };
  const std::string operation = p.operation.empty() ? literal(p.operation_name) : text_or_empty(p.operation);
  return fmt::format("ARRAY[{}, {}, {}]::pg_catalog.text[]", text_or_empty(p.tenant), operation,
                     text_or_empty(p.key));
}

// Finished. Failed rows count only where the profile says that the system does not retry them.
std::string finished(const Profile& p) {
  const auto may_run_again = [](const tables::StateRule& rule) {
    return rule.state == key::State::failed && rule.may_retry != false;
  };
  const bool is_final = std::ranges::none_of(p.states.rules, may_run_again) &&
                        !(p.states.otherwise && may_run_again(*p.states.otherwise));
  std::vector<key::State> states{key::State::succeeded};
  if (is_final) states.push_back(key::State::failed);
  return tables::state_is(p, states);
}

constexpr std::string_view plain_texts =
    "SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' "
    "SET intervalstyle = 'iso_8601' SET bytea_output = 'hex'";

std::string create(const std::string& name, std::string_view parameters, std::string_view types,
                   std::string_view returns, const std::string& source) {
  return fmt::format(
      "CREATE OR REPLACE FUNCTION {0}({1}) RETURNS {2}\nLANGUAGE plpgsql {3}\nAS {4};\n"
      "REVOKE ALL ON FUNCTION {0}({5}) FROM PUBLIC;\n",
      name, parameters, returns, plain_texts, tables::dollar_quoted(source), types);
}

// Changes the owner only where a superuser runs the script; anyone else owns it already.
std::string given_to(std::string_view owner, const std::string& signature, const std::string& more = {}) {
  const std::string body = fmt::format(
      "\nBEGIN\n{}  EXECUTE pg_catalog.format('ALTER FUNCTION %s OWNER TO %I', {}, "
      "pg_catalog.pg_get_userbyid({}));\nEND\n",
      more, literal(signature), owner);
  return fmt::format("DO {};\n", tables::dollar_quoted(body));
}

constexpr std::string_view schema_owner =
    "(SELECT n.nspowner FROM pg_catalog.pg_namespace n WHERE n.nspname = 'onceover')";

}  // namespace

RowFunction row_look(const Profile& p, const Access& access) {
  return {name_of(p, "look"), row_look_parameters, row_look_types, row_look_returns,
          fmt::format(R"(
#variable_conflict use_variable
BEGIN
  RETURN QUERY
  SELECT ({})::bigint, {}, ({})::jsonb, {}, {}
  FROM {} AS k
  WHERE {}
    AND (onceover_version IS NULL{});
END
)",
                      tables::state_number(p), before_sql(p, access), row_key_sql(p), known_sql(p),
                      tables::shown_instant(p, p.created_at), tables::table_name(p), row_is(p, access),
                      access.reads_xmin ? " OR k.xmin::pg_catalog.text = onceover_version" : "")};
}

RowFunction row_write(const Profile& p, const Access& access, Verb verb) {
  const tables::Write& write = p.writes.at(verb);
  std::string statement, set;
  for (const Assignment& a : write.set)
    set += fmt::format("{}{} = {}", set.empty() ? "" : ",\n        ", quoted_name(a.column),
                       assigned(a, access));
  statement = write.deletes ? fmt::format("DELETE FROM {} AS k", tables::table_name(p))
                            : fmt::format("UPDATE {} AS k\n    SET {}", tables::table_name(p), set);
  const std::string wrong =
      state_after(verb) && !write.deletes
          ? raise(fmt::format("({}) IS DISTINCT FROM '{}'", state_word_of(p, "onceover_state"),
                              key::word(*state_after(verb))),
                  "the row would be left in another state; nothing was written", "OC004")
          : "";
  return {name_of(p, tables::word(verb)), row_write_parameters, row_write_types, row_write_returns,
          fmt::format(
              R"(
#variable_conflict use_variable
BEGIN
  SELECT ({number})::bigint, {before}, ({row_key})::jsonb, {known}
  INTO onceover_from, onceover_before, onceover_row, onceover_known
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
{wrong}  RETURN NEXT;
END
)",
              fmt::arg("number", tables::state_number(p)),
              fmt::arg("before", write.deletes ? whole_sql(p, access) : before_sql(p, access)),
              fmt::arg("row_key", row_key_sql(p)), fmt::arg("known", known_sql(p)),
              fmt::arg("table", tables::table_name(p)),
              fmt::arg("where", row_is(p, access) + "\n      AND k.xmin::pg_catalog.text = onceover_version"),
              fmt::arg("statement", statement), fmt::arg("guards", guards(p, write, verb)),
              fmt::arg("returned", write.deletes ? std::string("NULL::bigint, NULL::text")
                                                 : fmt::format("({})::bigint, {}", tables::state_number(p),
                                                               before_sql(p, access))),
              fmt::arg("wrong", wrong))};
}

// What a trigger, a constraint or a value of one row can raise, as in onceover.reap_finished.
constexpr std::string_view errors_of_one_row =
    "data_exception OR integrity_constraint_violation OR triggered_action_exception OR "
    "external_routine_exception OR plpgsql_error OR program_limit_exceeded OR internal_error";

RowFunction row_reap(const Profile& p) {
  const std::string due = fmt::format("{} AND k.{} <= {}", finished(p), quoted_name(p.expires_at.column),
                                      tables::in_form(p.expires_at, "pg_catalog.clock_timestamp()"));
  return {name_of(p, "reap"), "onceover_limit bigint", "bigint", "bigint",
          fmt::format(R"(
#variable_conflict use_variable
DECLARE
  onceover_gone bigint;
  onceover_one record;
BEGIN
  WITH due AS (
    SELECT k.ctid FROM {0} AS k
    WHERE {1}
    LIMIT onceover_limit
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM {0} AS k WHERE k.ctid = ANY (ARRAY (SELECT d.ctid FROM due d)) AND {1}
    RETURNING 1
  )
  SELECT count(*) INTO onceover_gone FROM gone;
  RETURN onceover_gone;
EXCEPTION WHEN {2} THEN
  -- One of them cannot be deleted: each by itself, so that it keeps none of the others.
  onceover_gone := 0;
  FOR onceover_one IN SELECT k.ctid AS place, k.xmin AS version, ({3})::text AS name FROM {0} AS k WHERE {1} LOOP
    BEGIN
      DELETE FROM {0} AS d WHERE d.ctid = (
        SELECT k.ctid FROM {0} AS k WHERE k.ctid = onceover_one.place AND k.xmin = onceover_one.version AND {1} FOR UPDATE SKIP LOCKED);
      IF FOUND THEN
        onceover_gone := onceover_gone + 1;
      END IF;
    EXCEPTION WHEN {2} THEN
      RAISE WARNING 'onceover: the row % cannot be deleted: %', onceover_one.name, SQLERRM;
    END;
    EXIT WHEN onceover_gone >= onceover_limit;
  END LOOP;
  RETURN onceover_gone;
END
)",
                      tables::table_name(p), due, errors_of_one_row, row_key_sql(p))};
}

std::string creation(const Profile& p, const RowFunction& f) {
  const std::string grants = fmt::format(
      "  EXECUTE pg_catalog.format('GRANT USAGE ON SCHEMA %2$I TO %1$I; GRANT EXECUTE ON FUNCTION %3$s TO "
      "%1$I', pg_catalog.pg_get_userbyid({}), {}, {});\n",
      schema_owner, literal(p.schema), literal(f.signature()));
  return create(f.name, f.parameters, f.types, f.returns, f.source) +
         given_to(fmt::format(
                      "(SELECT c.relowner FROM pg_catalog.pg_class c WHERE c.oid = {}::pg_catalog.regclass)",
                      literal(tables::table_name(p))),
                  f.signature(), grants);
}

std::string creation(const std::string& name, std::string_view parameters, std::string_view types,
                     std::string_view returns, const std::string& source) {
  return create(name, parameters, types, returns, source) +
         given_to(schema_owner, fmt::format("{}({})", name, types));
}

bool is_bytes(const Access& access, const std::string& column) {
  const Access::Column* known = access.column(column);
  return known != nullptr && known->holds() == tables::Holds::bytes;
}

std::string requires_sql(const Profile& p, const RowFunction& f) {
  const auto digest = key::sha256(f.source);
  return raise(
      fmt::format(
          "NOT EXISTS (SELECT FROM pg_proc f JOIN pg_class c ON c.relowner = f.proowner\n      WHERE c.oid = "
          "to_regclass({}) AND f.oid = to_regprocedure({}) AND f.prosecdef\n        AND "
          "sha256(convert_to(f.prosrc, 'UTF8')) = '\\x{}')",
          literal(tables::table_name(p)), literal(f.signature()), to_hex(key::bytes_of(digest))),
      "the function of the owner of the table is another one than this one was made for; have the role''s "
      "script made and run anew",
      "OC010");
}

namespace {

using tables::Access;
using tables::Profile;
using tables::quoted_name;

// Enough to recognise a value by; the trail is no copy of the table.
constexpr int audited_characters = 1000;

void add_once(std::vector<std::string>& columns, const std::string& column) {
  if (!column.empty() && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
}

Profile without_writes(const Profile& p) {
  Profile read = p;
  for (auto& [verb, write] : read.writes) write.set.clear();
  return read;
}

bool is_body(const Profile& p, const std::string& column) {
  if (column == p.response_body.column || column == p.payload.column) return true;
  for (const auto& [verb, write] : p.writes) {
    for (const tables::Assignment& a : write.set) {
      if (a.column == column && a.value == tables::Assignment::Value::body) return true;
    }
  }
  return false;
}

std::string audited(const Profile& p, const Access& access, const std::string& column) {
  const std::string name = "k." + quoted_name(column);
  if (!is_body(p, column))
    return fmt::format("pg_catalog.\"left\"({}::pg_catalog.text, {})", name, audited_characters);
  const Access::Column* known = access.column(column);
  const bool bytes = known != nullptr && known->holds() == tables::Holds::bytes;
  return fmt::format("pg_catalog.octet_length({}{}) || ' bytes'", name, bytes ? "" : "::pg_catalog.text");
}

// An object of text: column to value.
std::string json_of(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  std::string keys, texts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    keys += (i > 0 ? ", " : "") + tables::literal(names[i]);
    texts += (i > 0 ? ", " : "") + values[i];
  }
  return fmt::format(
      "pg_catalog.jsonb_object(ARRAY[{}]::pg_catalog.text[], ARRAY[{}]::pg_catalog.text[])::pg_catalog.text",
      keys, texts);
}

std::string audited_json(const Profile& p, const Access& access, const std::vector<std::string>& columns) {
  std::vector<std::string> names, values;
  for (const std::string& column : columns) {
    const Access::Column* known = access.column(column);
    if (known == nullptr || !known->may_select) continue;
    names.push_back(column);
    values.push_back(audited(p, access, column));
  }
  return json_of(names, values);
}

// State, lease, and what the profile's verbs write.
std::vector<std::string> telling_columns(const Profile& p) {
  std::vector<std::string> columns = tables::state_columns(p);
  for (const std::string& column : tables::lease_columns(p)) add_once(columns, column);
  for (const auto& [verb, write] : p.writes) {
    for (const tables::Assignment& a : write.set) add_once(columns, a.column);
  }
  return columns;
}

}  // namespace

std::string row_key_sql(const Profile& p) {
  std::vector<std::string> values;
  for (const std::string& column : p.identity)
    values.push_back(fmt::format("k.{}::pg_catalog.text", quoted_name(column)));
  return json_of(p.identity, values);
}

bool is_kept_in_part(const Profile& p, const std::string& column, const std::string& value) {
  // At most as many characters as bytes: a text that may have been cut counts as cut.
  return is_body(p, column) || value.size() >= static_cast<std::size_t>(audited_characters);
}

std::string before_sql(const Profile& p, const Access& access) {
  return audited_json(p, access, telling_columns(p));
}
std::string whole_sql(const Profile& p, const Access& access) {
  return audited_json(p, access, tables::columns_named(without_writes(p)));
}

std::string settle_case_sql(const Profile& p, tables::Verb verb, const CaseFields& f, bool may_file) {
  if (verb == tables::Verb::extend) return {};
  const std::string digest = tables::row_digest_sql(f.row_key);
  constexpr std::string_view over =
      "status = 'settled', next_try_at = NULL, owner = NULL, fence = NULL, locked_until = NULL, updated_at = "
      "pg_catalog.clock_timestamp()";
  const bool counts = tables::says_of_effect(p, verb);
  if (!counts || !may_file) {
    return fmt::format(
        "UPDATE onceover.row_cases c SET {}, attempts = c.attempts + {}, verdict = {}, reason = {}, evidence "
        "= COALESCE({}, c.evidence)\n  WHERE c.relation = {} AND c.row_digest = {} AND c.status <> 'settled'",
        over, counts ? 1 : 0, f.verdict, f.reason, f.evidence, f.relation, digest);
  }
  return fmt::format(
      "INSERT INTO onceover.row_cases AS c (relation, row_digest, row_key, profile, tenant, operation, key, "
      "status, attempts, verdict, reason, evidence)\n  VALUES ({}, {}, {}, {}, {}, {}, {}, 'settled', 1, {}, "
      "{}, {})\n  ON CONFLICT (relation, row_digest) DO UPDATE SET {}, profile = EXCLUDED.profile, verdict = "
      "EXCLUDED.verdict, reason = EXCLUDED.reason,\n    evidence = COALESCE(EXCLUDED.evidence, c.evidence), "
      "attempts = CASE c.status WHEN 'settled' THEN 1 ELSE c.attempts + 1 END,\n    opened_at = CASE "
      "c.status WHEN 'settled' THEN pg_catalog.clock_timestamp() ELSE c.opened_at END",
      f.relation, digest, f.row_key, f.profile, f.tenant, f.operation, f.key, f.verdict, f.reason, f.evidence,
      over);
}

std::optional<key::State> state_after(tables::Verb verb) {
  if (verb == tables::Verb::succeed) return key::State::succeeded;
  if (verb == tables::Verb::fail) return key::State::failed;
  return std::nullopt;
}

std::string raise(std::string_view condition, std::string_view words, std::string_view code) {
  return fmt::format("  IF {} THEN\n    RAISE EXCEPTION 'onceover: {}' USING ERRCODE = '{}';\n  END IF;\n",
                     condition, words, code);
}

std::string state_word_of(const Profile& p, std::string_view number) {
  std::string out = fmt::format("CASE {}", number);
  for (std::size_t i = 0; i <= p.states.rules.size(); ++i) {
    const tables::StateRule* rule = tables::rule_at(p, static_cast<std::int64_t>(i));
    if (rule != nullptr) out += fmt::format(" WHEN {} THEN '{}'", i, key::word(rule->state));
  }
  return out + " END";
}

}  // namespace onceover::roles
