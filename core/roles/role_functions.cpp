#include "core/roles/role_functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/profile/instants.h"
#include "core/profile/role_functions.h"
#include "core/profile/sql.h"
#include "core/profile/states.h"
#include "core/profile/toml.h"
#include "core/profile/writes.h"
#include "core/roles/row_sql.h"

namespace onceover::roles {
namespace {

using profile::Access;
using profile::Assignment;
using profile::literal;
using profile::Profile;
using profile::quoted_name;
using profile::Verb;

constexpr std::string_view write_parameters =
    "onceover_row_key jsonb, onceover_version text, onceover_actor text, onceover_host text, onceover_program text, onceover_reason text, "
    "onceover_ticket text, onceover_evidence jsonb, onceover_verdict text, onceover_code int, onceover_body text, onceover_row_reason "
    "text, onceover_lease interval, onceover_although_held boolean";

constexpr std::string_view asked_variables = R"(  onceover_asked onceover.approvals;
  onceover_row_key jsonb;
  onceover_version text;
  onceover_reason text;
  onceover_ticket text;
  onceover_evidence jsonb;
  onceover_verdict text;
  onceover_code int;
  onceover_body text;
  onceover_row_reason text;
  onceover_lease interval;
  onceover_although_held boolean;
)";
// Its trigger checks once more that this is another database user, and that nobody was faster.
constexpr std::string_view used_up = R"(  UPDATE onceover.approvals a
  SET status = 'used', decided_actor = onceover_actor, decided_reason = onceover_why, audit_id = onceover_audit
  WHERE a.id = onceover_approval AND a.status = 'waiting';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
)";

// A value that a caller gave, as the column takes it.
std::string assigned(const Assignment& a, const Access& access, bool agreed) {
  using Value = Assignment::Value;
  const Access::Column* column = access.column(a.column);
  const std::string type = column == nullptr ? "pg_catalog.text" : column->type_name;
  const bool bytes = column != nullptr && column->holds() == profile::Holds::bytes;
  const profile::Instant instant{.column = a.column, .form = a.form, .zone = a.zone};
  switch (a.value) {
    case Value::text: return literal(a.text);
    case Value::null: return "NULL";
    case Value::now: return profile::in_form(instant, "pg_catalog.clock_timestamp()");
    case Value::body:
      if (bytes) return agreed ? "onceover_asked.response_body" : "pg_catalog.convert_to(onceover_body, 'UTF8')";
      return fmt::format("onceover_body::{}", type);
    case Value::code: return fmt::format("onceover_code::pg_catalog.text::{}", type);
    case Value::reason: return "COALESCE(onceover_row_reason, onceover_reason)";
    case Value::lease_end: return profile::in_form(instant, "(pg_catalog.clock_timestamp() + onceover_lease)");
    case Value::increment: return fmt::format("COALESCE(k.{}, 0) + 1", quoted_name(a.column));
    case Value::zero: return "0";
  }
  return "NULL";
}

std::string guards(const Profile& p, const profile::Write& write, Verb verb) {
  std::string all = "\n      AND " + profile::state_is(p, profile::offered_from(write, verb));
  for (const profile::Condition& condition : write.guard) all += "\n      AND " + profile::condition_sql(condition);
  if (profile::is_for_live_leases(verb)) return all;
  if (p.lease.is_observable()) return all + "\n      AND (onceover_although_held OR " + profile::lease_is_over(p) + ")";
  return all + "\n      AND (onceover_although_held OR NOT " + profile::state_is(p, {key::State::in_progress}) + ")";
}

std::string missing(const Profile& p, const profile::Write& write, Verb verb, bool agreed) {
  using Value = Assignment::Value;
  std::string all = raise("COALESCE(onceover_reason, '') = ''", "a reason is needed", "22023");
  if (profile::writes(write, Value::code)) all += raise("onceover_code IS NULL", "the status of the answer is missing", "22023");
  if (profile::writes(write, Value::body)) all += raise("onceover_body IS NULL", "the body of the answer is missing", "22023");
  if (profile::writes(write, Value::lease_end)) {
    all += raise("NOT COALESCE(onceover_lease > interval '0', false)", "the length of the lease is missing", "22023");
  }
  if (agreed) return all;
  if (verb == Verb::succeed) {
    all += raise("onceover_verdict IS NULL OR onceover_verdict NOT IN ('settle_succeeded', 'done_needs_response')",
                 "no gateway bears this out: it needs a second person", "OC005");
  }
  if (verb == Verb::fail) {
    all += raise("onceover_verdict IS DISTINCT FROM 'settle_failed'", "no gateway bears this out: it needs a second person", "OC005");
  }
  if (verb == Verb::release && profile::says_of_effect(p, verb)) {
    all += raise("onceover_verdict IS DISTINCT FROM 'release' AND (COALESCE(onceover_ticket, '') = '' OR onceover_evidence IS NULL)",
                 "a person''s word needs a ticket, and what shows it", "22023");
  }
  return all;
}

// What another database user asked for is taken from the request as it was filed, and from nowhere else.
std::string asked_for(const Profile& p, const Access& access, Verb verb) {
  const auto is_bytes = [&access](const Assignment& a) {
    const Access::Column* column = access.column(a.column);
    return a.value == Assignment::Value::body && column != nullptr && column->holds() == profile::Holds::bytes;
  };
  const auto is_text = [&is_bytes](const Assignment& a) { return a.value == Assignment::Value::body && !is_bytes(a); };
  const bool is_written_as_bytes = std::ranges::none_of(p.writes.at(verb).set, is_text);
  return fmt::format(R"(  SELECT a.* INTO onceover_asked FROM onceover.approvals a
  WHERE a.id = onceover_approval AND a.relation = {relation} AND a.act = {verb};
  IF NOT FOUND OR onceover_asked.status <> 'waiting' THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF onceover_asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  IF onceover_asked.profile_toml IS DISTINCT FROM {toml} OR onceover_asked.request ->> 'version' IS NULL THEN
    RAISE EXCEPTION 'onceover: it was asked for by another description of the table, or by an older program' USING ERRCODE = 'OC006';
  END IF;
  IF COALESCE(onceover_why, '') = '' THEN
    RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023';
  END IF;
  onceover_row_key := onceover_asked.row_key;
  onceover_version := onceover_asked.request ->> 'version';
  onceover_reason := onceover_asked.reason;
  onceover_ticket := onceover_asked.ticket;
  onceover_evidence := CASE WHEN jsonb_typeof(onceover_asked.evidence) = 'object' THEN onceover_asked.evidence
                            ELSE jsonb_build_object('said', onceover_asked.evidence) END
    || jsonb_build_object('approval', jsonb_build_object('id', onceover_asked.id, 'requested_by', onceover_asked.requested_by,
                                                         'actor', onceover_asked.actor, 'host', onceover_asked.host));
  onceover_verdict := onceover_asked.verdict;
  onceover_code := (onceover_asked.request ->> 'code')::int;
  onceover_row_reason := onceover_asked.request ->> 'row_reason';
  onceover_although_held := COALESCE((onceover_asked.request ->> 'although_held')::boolean, false);
  onceover_body := CASE WHEN jsonb_exists(onceover_asked.request, 'has_body') THEN {body} END;
)",
                     fmt::arg("relation", literal(profile::table_name(p))), fmt::arg("verb", literal(profile::word(verb))),
                     fmt::arg("toml", literal(profile::to_toml({p}))),
                     fmt::arg("body", is_written_as_bytes ? "''" : "convert_from(onceover_asked.response_body, 'UTF8')"));
}

std::string function_body(const Profile& p, const Access& access, Verb verb, bool agreed) {
  const profile::Write& write = p.writes.at(verb);
  std::string statement;
  if (write.deletes) {
    statement = fmt::format("DELETE FROM {} AS k", profile::table_name(p));
  } else {
    std::string set;
    for (const Assignment& a : write.set)
      set += fmt::format("{}{} = {}", set.empty() ? "" : ",\n        ", quoted_name(a.column), assigned(a, access, agreed));
    statement = fmt::format("UPDATE {} AS k\n    SET {}", profile::table_name(p), set);
  }
  const std::string wrong =
      state_after(verb) && !write.deletes
          ? raise(fmt::format("({}) IS DISTINCT FROM '{}'", state_word_of(p, "onceover_state"), key::word(*state_after(verb))),
                  "the row would be left in another state; nothing was written", "OC004")
          : "";
  const std::string where = row_is(p, access) + "\n      AND k.xmin::pg_catalog.text = onceover_version";
  const std::string settles = settle_case_sql(
      p, verb,
      {literal(profile::table_name(p)), "onceover_key", literal(p.name), "onceover_known[1]", "onceover_known[2]", "onceover_known[3]",
       fmt::format("COALESCE(onceover_verdict, {})", literal(profile::word(verb))), "onceover_reason", "onceover_evidence"});
  return fmt::format(
      R"(#variable_conflict use_column
DECLARE
{variables}  onceover_state bigint;
  onceover_from bigint;
  onceover_before text;
  onceover_after text;
  onceover_key jsonb;
  onceover_known text[];
  onceover_audit bigint;
BEGIN
{asked}{says}  PERFORM FROM onceover.control s WHERE s.stopped;
  IF FOUND THEN
    RAISE EXCEPTION 'onceover: the stop switch is on' USING ERRCODE = 'OC007';
  END IF;
  SELECT ({number})::bigint, {before}, ({row_key})::jsonb, {known}
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
{used}{closes}  RETURN onceover_audit;
END
)",
      fmt::arg("variables", agreed ? asked_variables : std::string_view()),
      fmt::arg("asked", agreed ? asked_for(p, access, verb) : std::string()), fmt::arg("used", agreed ? used_up : std::string_view()),
      fmt::arg("says", missing(p, write, verb, agreed)), fmt::arg("number", profile::state_number(p)),
      fmt::arg("before", write.deletes ? whole_sql(p, access) : before_sql(p, access)), fmt::arg("row_key", row_key_sql(p)),
      fmt::arg("known", known_sql(p)), fmt::arg("table", profile::table_name(p)), fmt::arg("where", where),
      fmt::arg("statement", statement), fmt::arg("guards", guards(p, write, verb)),
      fmt::arg("returned", write.deletes ? std::string("NULL::bigint, NULL::text")
                                         : fmt::format("({})::bigint, {}", profile::state_number(p), before_sql(p, access))),
      fmt::arg("wrong", wrong), fmt::arg("from_word", state_word_of(p, "onceover_from")),
      fmt::arg("to_word", write.deletes ? std::string("NULL") : state_word_of(p, "onceover_state")),
      fmt::arg("verb", literal(profile::word(verb))), fmt::arg("profile", literal(p.name)),
      fmt::arg("relation", literal(profile::table_name(p))), fmt::arg("closes", settles.empty() ? std::string() : "  " + settles + ";\n"));
}

}  // namespace

// The row, by every column of its identity, as text in the JSON object.
std::string row_is(const Profile& p, const Access& access) {
  std::string all;
  for (const std::string& name : p.identity) {
    const Access::Column* column = access.column(name);
    all += fmt::format("{}k.{} IS NOT DISTINCT FROM (onceover_row_key OPERATOR(pg_catalog.->>) {})::{}", all.empty() ? "" : "\n      AND ",
                       quoted_name(name), literal(name), column == nullptr ? "pg_catalog.text" : column->type_name);
  }
  return all;
}

std::string known_sql(const Profile& p) {
  const auto text_or_empty = [](const std::string& column) {
    return column.empty() ? std::string("''")
                          : fmt::format("COALESCE(pg_catalog.\"left\"(k.{}::pg_catalog.text, 500), '')", quoted_name(column));
  };
  const std::string operation = p.operation.empty() ? literal(p.operation_name) : text_or_empty(p.operation);
  return fmt::format("ARRAY[{}, {}, {}]", text_or_empty(p.tenant), operation, text_or_empty(p.key));
}

std::string raise(std::string_view condition, std::string_view words, std::string_view code) {
  return fmt::format("  IF {} THEN\n    RAISE EXCEPTION 'onceover: {}' USING ERRCODE = '{}';\n  END IF;\n", condition, words, code);
}

std::string agreement_source(const Profile& p, const Access& access, Verb verb) { return function_body(p, access, verb, true); }

RoleFunction write_function(const Profile& p, const Access& access, Verb verb) {
  return {profile::function_name(p, verb), profile::write_function_types, profile::write_function_arguments,
          '\n' + function_body(p, access, verb, false)};
}

std::string created(const std::string& name, std::string_view parameters, std::string_view returns, std::string_view types,
                    const std::string& source) {
  return fmt::format(
      "CREATE OR REPLACE FUNCTION {0}({1}) RETURNS {2}\nLANGUAGE plpgsql {3}\nSET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET "
      "intervalstyle = 'iso_8601' SET bytea_output = 'hex'\nAS {4};\nREVOKE ALL ON FUNCTION {0}({5}) FROM PUBLIC;\n",
      "onceover." + quoted_name(name), parameters, returns, pinned, profile::dollar_quoted(source), types);
}

std::string creation(const Profile& p, const Access& access, Verb verb) {
  const RoleFunction made = write_function(p, access, verb);
  return created(made.name, write_parameters, "bigint", made.types, made.source);
}

std::string signature(const Profile& p, Verb verb) {
  return fmt::format("onceover.{}({})", quoted_name(profile::function_name(p, verb)), profile::write_function_types);
}

}  // namespace onceover::roles
