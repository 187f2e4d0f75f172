// SPDX-License-Identifier: Apache-2.0
#include "core/roles/role_functions.h"

#include "core/roles/row_functions.h"
#include "core/sql/statements.h"
#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"
#include "core/tables/toml.h"
#include "core/tables/writes.h"

namespace onceover::roles {
namespace {

using tables::Access;
using tables::Assignment;
using tables::literal;
using tables::Profile;
using tables::quoted_name;
using tables::Verb;

constexpr std::string_view write_parameters =
    "onceover_row_key jsonb, onceover_version text, onceover_actor text, onceover_host text, "
    "onceover_program text, onceover_reason text, onceover_ticket text, onceover_evidence jsonb, "
    "onceover_verdict text, onceover_code int, onceover_body text, onceover_row_reason text, onceover_lease "
    "interval, onceover_although_held boolean";

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

std::string missing(const Profile& p, const tables::Write& write, Verb verb, bool agreed) {
  using Value = Assignment::Value;
  std::string all = raise("COALESCE(onceover_reason, '') = ''", "a reason is needed", "22023");
  if (tables::writes(write, Value::code)) {
    all += raise("NOT COALESCE(onceover_code BETWEEN 200 AND 599, false)",
                 "the status of an answer is between 200 and 599", "22023");
  }
  if (tables::writes(write, Value::body))
    all += raise("onceover_body IS NULL", "the body of the answer is missing", "22023");
  if (tables::writes(write, Value::lease_end)) {
    all += raise(
        "NOT COALESCE(onceover_lease > interval '0' AND onceover_lease <= interval '1 day' AND "
        "onceover.is_plain_span(onceover_lease), false)",
        "a lease must be longer than 0 and at most a day", "22023");
  }
  if (agreed) return all;
  if (tables::says_of_effect(p, verb) && verb != Verb::release) {
    all += raise(fmt::format("NOT onceover.confirms({}, onceover_verdict, onceover_evidence)",
                             literal(tables::word(verb))),
                 "no evidence bears this out: it needs a second approver", "OC005");
  }
  return all;
}

// A release that no evidence bears out, as repeats_recognised_until() allows it.
std::string unless_recognised(const Profile& p, const Access& access) {
  const RowFunction look = row_look(p, access);
  return fmt::format(
      R"(  IF NOT onceover.confirms('release', onceover_verdict, onceover_evidence) THEN
{requires}{lacks}    PERFORM FROM {look}(onceover_row_key, onceover_version) AS l
    WHERE l.onceover_created + onceover.dedupe_window_of(l.onceover_known[2]) > clock_timestamp();
{unknown}  END IF;
)",
      fmt::arg("requires", requires_sql(p, look)), fmt::arg("look", look.name),
      fmt::arg("lacks",
               raise("COALESCE(onceover_ticket, '') = '' OR COALESCE(onceover_evidence, '{}') = '{}'",
                     "a release that no evidence bears out needs a ticket, and what shows it", "OC005")),
      fmt::arg("unknown",
               raise("NOT FOUND", "no evidence bears this out: it needs a second approver", "OC005")));
}

// Only a second approver overrules a lease: by agreeing to a request, or by running a plan that another
// database user made.
std::string needs_second_sql(const Profile& p, Verb verb) {
  std::string columns;
  for (const std::string& name : p.identity)
    columns += fmt::format("{}onceover_row_key ->> {}", columns.empty() ? "" : ", ", literal(name));
  return fmt::format(R"(  onceover_needs_second := COALESCE(onceover_although_held, false) AND NOT EXISTS (
    SELECT FROM onceover.plans p JOIN onceover.plan_items i ON i.plan = p.id AND i.state = 'waiting'
    WHERE p.state = 'running' AND p.act = {verb} AND p.db_user <> session_user AND p.options -> 'although_held' = 'true'
      AND p.profile_toml = {toml} AND i.runner_user = session_user AND i.taken_until > clock_timestamp()
      AND i.columns = jsonb_build_array({columns}));
)",
                     fmt::arg("verb", literal(tables::word(verb))),
                     fmt::arg("toml", literal(tables::to_toml({p}))), fmt::arg("columns", columns));
}

// The write of the table's owner. One that only fails since the row is held says what it needs.
std::string written(const Profile& p, const Access& access, Verb verb, bool agreed) {
  const RowFunction row = row_write(p, access, verb);
  const bool is_checked = !agreed && !tables::is_for_live_leases(verb);
  const std::string call = fmt::format(
      R"(  SELECT w.onceover_from, w.onceover_before, w.onceover_row, w.onceover_known, w.onceover_state, w.onceover_after
  INTO onceover_from, onceover_before, onceover_key, onceover_known, onceover_state, onceover_after
  FROM {}(onceover_row_key, onceover_version, COALESCE(onceover_row_reason, onceover_reason), onceover_code, onceover_body, {},
             onceover_lease, {}) AS w;
)",
      row.name, agreed ? "onceover_asked.response_body" : "convert_to(onceover_body, 'UTF8')",
      is_checked ? "COALESCE(onceover_although_held, false) AND NOT onceover_needs_second"
                 : "onceover_although_held");
  if (!is_checked) return requires_sql(p, row) + call;
  const RowFunction look = row_look(p, access);
  return needs_second_sql(p, verb) + requires_sql(p, row) + requires_sql(p, look) +
         fmt::format(R"(  BEGIN
{}  EXCEPTION WHEN SQLSTATE 'OC004' THEN
    IF onceover_needs_second AND EXISTS (SELECT FROM {}(onceover_row_key, onceover_version)) THEN
      RAISE EXCEPTION 'onceover: the row is held: to overrule its lease needs a second approver' USING ERRCODE = 'OC005';
    END IF;
    RAISE;
  END;
)",
                     call, look.name);
}

// What another database user asked for is taken from the request as it was filed, and from nowhere else.
std::string asked_for(const Profile& p, const Access& access, Verb verb) {
  const bool is_written_as_bytes = std::ranges::none_of(p.writes.at(verb).set, [&](const Assignment& a) {
    return a.value == Assignment::Value::body && !is_bytes(access, a.column);
  });
  return fmt::format(
      R"(  SELECT a.* INTO onceover_asked FROM onceover.approvals a
  WHERE a.id = onceover_approval AND a.relation = {relation} AND a.act = {verb};
  IF NOT FOUND OR onceover_asked.status <> 'waiting' THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF onceover_asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  IF onceover_asked.profile_toml IS DISTINCT FROM {toml} OR onceover_asked.request ->> 'version' IS NULL THEN
    RAISE EXCEPTION 'onceover: it was asked for by another description of the table' USING ERRCODE = 'OC006';
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
      fmt::arg("relation", literal(tables::table_name(p))), fmt::arg("verb", literal(tables::word(verb))),
      fmt::arg("toml", literal(tables::to_toml({p}))),
      fmt::arg("body", is_written_as_bytes ? "''" : "convert_from(onceover_asked.response_body, 'UTF8')"));
}

std::string function_body(const Profile& p, const Access& access, Verb verb, bool agreed) {
  const tables::Write& write = p.writes.at(verb);
  const std::string settles =
      settle_case_sql(p, verb,
                      {literal(tables::table_name(p)), "onceover_key", literal(p.name), "onceover_known[1]",
                       "onceover_known[2]", "onceover_known[3]",
                       fmt::format("COALESCE(onceover_verdict, {})", literal(tables::word(verb))),
                       "onceover_reason", "onceover_evidence"});
  return fmt::format(
      R"(#variable_conflict use_column
DECLARE
{variables}{second}  onceover_state bigint;
  onceover_from bigint;
  onceover_before text;
  onceover_after text;
  onceover_key jsonb;
  onceover_known text[];
  onceover_audit bigint;
BEGIN
{asked}{says}{recognised}  PERFORM FROM onceover.control s WHERE s.stopped;
  IF FOUND THEN
    RAISE EXCEPTION 'onceover: the stop switch is on' USING ERRCODE = 'OC007';
  END IF;
{written}  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, before, after, evidence, verdict, reason,
                              ticket, profile, relation, row_key)
  VALUES ('write', onceover_actor, onceover_host, onceover_program, onceover_known[1], onceover_known[2], onceover_known[3],
          {from_word}, {to_word}, onceover_before::jsonb, onceover_after::jsonb, onceover_evidence, COALESCE(onceover_verdict, {verb}),
          onceover_reason, NULLIF(onceover_ticket, ''), {profile}, {relation}, onceover_key)
  RETURNING id INTO onceover_audit;
{used}{closes}  RETURN onceover_audit;
END
)",
      fmt::arg("variables", agreed ? asked_variables : std::string_view()),
      fmt::arg("asked", agreed ? asked_for(p, access, verb) : std::string()),
      fmt::arg("used", agreed ? used_up : std::string_view()),
      fmt::arg("says", missing(p, write, verb, agreed)),
      fmt::arg("recognised", verb == Verb::release && tables::says_of_effect(p, verb) && !agreed
                                 ? unless_recognised(p, access)
                                 : std::string()),
      fmt::arg("written", written(p, access, verb, agreed)),
      fmt::arg("second",
               !agreed && !tables::is_for_live_leases(verb) ? "  onceover_needs_second boolean;\n" : ""),
      fmt::arg("from_word", state_word_of(p, "onceover_from")),
      fmt::arg("to_word", write.deletes ? std::string("NULL") : state_word_of(p, "onceover_state")),
      fmt::arg("verb", literal(tables::word(verb))), fmt::arg("profile", literal(p.name)),
      fmt::arg("relation", literal(tables::table_name(p))),
      fmt::arg("closes", settles.empty() ? std::string() : "  " + settles + ";\n"));
}

}  // namespace

std::string agreement_source(const Profile& p, const Access& access, Verb verb) {
  return function_body(p, access, verb, true);
}

RoleFunction write_function(const Profile& p, const Access& access, Verb verb) {
  return {tables::function_name(p, verb), tables::write_function_types, tables::write_function_arguments,
          '\n' + function_body(p, access, verb, false)};
}

std::string creation(const Profile& p, const Access& access, Verb verb) {
  const RoleFunction made = write_function(p, access, verb);
  return creation("onceover." + quoted_name(made.name), write_parameters, made.types, "bigint", made.source);
}

std::string signature(const Profile& p, Verb verb) {
  return fmt::format("onceover.{}({})", quoted_name(tables::function_name(p, verb)),
                     tables::write_function_types);
}

namespace {

// Whoever may add to it himself needs no function.
std::string_view table_of(RoleAct act) {
  switch (act) {
    case RoleAct::note: return "onceover.notes";
    case RoleAct::keep_case: return "onceover.row_cases";
    case RoleAct::ask:
    case RoleAct::end_approval: return "onceover.approvals";
    case RoleAct::agree_succeed:
    case RoleAct::agree_fail:
    case RoleAct::agree_release:
    case RoleAct::agree_requeue:
    case RoleAct::agree_discard: return "";  // the right on the row's table decides, and was looked at
  }
  return "";
}

Result<pg::Rows> sources_of(pg::Connection& connection, const RoleFunction& function,
                            std::string_view table) {
  return connection.exec(sql::role_function, pg::params(function.name, function.arguments, table));
}

tl::unexpected<Error> stale(ErrorKind kind, std::string what) {
  return fail(kind, std::move(what), "Nothing was written.",
              "Have the role's script made and run anew: oncectl roles print --role reconciler.");
}

Result<bool> is_there(pg::Transaction& transaction, const RoleFunction& function, std::string_view table) {
  const auto source = sources_of(transaction.connection(), function, table);
  if (!source) return fail(source.error());
  if (source->empty()) return false;
  if (source->size() == 1 && source->text(0, 0) == function.source) return true;
  return stale(
      ErrorKind::unsupported,
      fmt::format("The function onceover.{} does not do what the profile defines.", visible(function.name)));
}

}  // namespace

Result<std::optional<std::string>> call_of(pg::Transaction& transaction, const tables::Profile& p,
                                           const tables::Access& access, RoleAct act) {
  if (tables::is_own(p)) return std::nullopt;
  const RoleFunction function = role_function(p, access, act);
  return is_there(transaction, function, table_of(act)).map([&](bool there) {
    return there ? std::optional("SELECT onceover." + tables::quoted_name(function.name)) : std::nullopt;
  });
}

Result<bool> has_call(pg::Connection& connection, const tables::Profile& p, RoleAct act) {
  return sources_of(connection, role_function(p, {}, act), table_of(act)).map([](const pg::Rows& found) {
    return !found.empty();
  });
}

Result<void> check_function(pg::Transaction& transaction, const RoleFunction& function) {
  const auto there = is_there(transaction, function, "");
  if (!there) return fail(there.error());
  if (*there) return {};
  return stale(ErrorKind::not_permitted,
               fmt::format("This user may not call onceover.{}.", visible(function.name)));
}

}  // namespace onceover::roles
