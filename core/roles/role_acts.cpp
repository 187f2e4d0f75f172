// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/roles/role_functions.h"
#include "core/roles/row_functions.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"
#include "core/tables/toml.h"
#include "core/tables/writes.h"

namespace onceover::roles {
namespace {

using tables::Access;
using tables::literal;
using tables::Profile;
using tables::quoted_name;
using tables::Verb;

struct Form {
  std::string_view prefix;  // of the name: at most 13 bytes
  std::string_view parameters, types;
  int arguments;
  std::string_view returns = "bigint";
};

constexpr Form forms[] = {
    {"note",
     "onceover_row_key jsonb, onceover_actor text, onceover_host text, onceover_program text, onceover_note "
     "text",
     "jsonb, text, text, text, text", 5},
    {"keep_case",
     "onceover_row_key jsonb, onceover_version text, onceover_actor text, onceover_host text, "
     "onceover_program text, onceover_reason text, onceover_ticket text, onceover_evidence jsonb, "
     "onceover_verdict text, onceover_next interval",
     "jsonb, text, text, text, text, text, text, jsonb, text, interval", 10, "bigint[]"},
    {"ask",
     "onceover_row_key jsonb, onceover_version text, onceover_actor text, onceover_host text, "
     "onceover_program text, onceover_act text, onceover_reason text, onceover_ticket text, "
     "onceover_evidence jsonb, onceover_verdict text, onceover_code int, onceover_has_body boolean, "
     "onceover_body bytea, onceover_row_reason text, onceover_although_held boolean, onceover_request_digest "
     "bytea, onceover_seen_digest bytea",
     "jsonb, text, text, text, text, text, text, text, jsonb, text, int, boolean, bytea, text, boolean, "
     "bytea, bytea",
     17},
    {"agree_succeed",
     "onceover_approval bigint, onceover_actor text, onceover_host text, onceover_program text, onceover_why "
     "text",
     "bigint, text, text, text, text", 5},
    {"agree_fail",
     "onceover_approval bigint, onceover_actor text, onceover_host text, onceover_program text, onceover_why "
     "text",
     "bigint, text, text, text, text", 5},
    {"agree_release",
     "onceover_approval bigint, onceover_actor text, onceover_host text, onceover_program text, onceover_why "
     "text",
     "bigint, text, text, text, text", 5},
    {"agree_requeue",
     "onceover_approval bigint, onceover_actor text, onceover_host text, onceover_program text, onceover_why "
     "text",
     "bigint, text, text, text, text", 5},
    {"agree_discard",
     "onceover_approval bigint, onceover_actor text, onceover_host text, onceover_program text, onceover_why "
     "text",
     "bigint, text, text, text, text", 5},
    {"end_approval",
     "onceover_approval bigint, onceover_status text, onceover_actor text, onceover_host text, "
     "onceover_program text, onceover_why text",
     "bigint, text, text, text, text, text", 6},
};
const Form& form_of(RoleAct act) { return forms[static_cast<std::size_t>(act)]; }

std::string name_of(const Profile& p, RoleAct act) {
  // As those of the verbs, with another word in front.
  const std::string like = tables::function_name(p, Verb::fail);
  return std::string(form_of(act).prefix) + like.substr(tables::word(Verb::fail).size());
}

// The row, or nothing. version: an expression; "NULL" for any.
std::string found(const Profile& p, const Access& access, std::string_view version) {
  const RowFunction look = row_look(p, access);
  return fmt::format(R"({}  SELECT l.onceover_from, l.onceover_before, l.onceover_row, l.onceover_known
  INTO onceover_from, onceover_before, onceover_key, onceover_known
  FROM {}(onceover_row_key, {}) AS l;
)",
                     requires_sql(p, look), look.name, version);
}

// The row as it was seen, or OC004.
std::string found_as_seen(const Profile& p, const Access& access) {
  return raise("onceover_version IS NULL", "nothing says which version of the row was seen", "22023") +
         found(p, access, "onceover_version") +
         raise("NOT FOUND", "the row is not as it was seen; nothing was written", "OC004");
}

constexpr std::string_view found_variables = R"(  onceover_from bigint;
  onceover_before text;
  onceover_key jsonb;
  onceover_known text[];
)";

std::string note_source(const Profile& p, const Access& access) {
  return fmt::format(R"(#variable_conflict use_column
DECLARE
{variables}  onceover_number bigint;
BEGIN
{found}{missing}  INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, profile, relation, row_key, note)
  VALUES (onceover_actor, onceover_host, onceover_program, onceover_known[1], onceover_known[2], onceover_known[3], {profile}, {relation},
          onceover_key, onceover_note)
  RETURNING id INTO onceover_number;
  RETURN onceover_number;
END
)",
                     fmt::arg("variables", found_variables), fmt::arg("found", found(p, access, "NULL")),
                     fmt::arg("missing", raise("NOT FOUND", "there is no such row", "OC004")),
                     fmt::arg("profile", literal(p.name)),
                     fmt::arg("relation", literal(tables::table_name(p))));
}

std::string keep_source(const Profile& p, const Access& access) {
  return fmt::format(
      R"(#variable_conflict use_column
DECLARE
{variables}  onceover_tries bigint;
  onceover_audit bigint;
BEGIN
{says}{found}  INSERT INTO onceover.row_cases AS c (relation, row_digest, row_key, profile, tenant, operation, key, status, attempts, next_try_at, verdict,
                                       reason, evidence)
  VALUES ({relation}, {digest}, onceover_key, {profile}, onceover_known[1], onceover_known[2],
          onceover_known[3], CASE onceover_verdict WHEN 'unresolved' THEN 'open' ELSE 'needs_human' END, 1,
          CASE onceover_verdict WHEN 'unresolved' THEN clock_timestamp() + onceover_next END, onceover_verdict, onceover_reason,
          onceover_evidence)
  ON CONFLICT (relation, row_digest) DO UPDATE
  SET profile = EXCLUDED.profile, status = EXCLUDED.status, next_try_at = EXCLUDED.next_try_at, verdict = EXCLUDED.verdict,
      reason = EXCLUDED.reason, evidence = EXCLUDED.evidence, updated_at = clock_timestamp(), owner = NULL, fence = NULL, locked_until = NULL,
      attempts = CASE WHEN c.status = 'settled' THEN 1 ELSE c.attempts + 1 END,
      opened_at = CASE WHEN c.status = 'settled' THEN clock_timestamp() ELSE c.opened_at END
  RETURNING c.attempts INTO onceover_tries;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, evidence, verdict, reason, ticket,
                              profile, relation, row_key)
  VALUES (CASE onceover_verdict WHEN 'unresolved' THEN 'unresolved' ELSE 'needs_human' END, onceover_actor, onceover_host,
          onceover_program, onceover_known[1], onceover_known[2], onceover_known[3], {state_word}, {state_word}, onceover_evidence, onceover_verdict, onceover_reason, NULLIF(onceover_ticket, ''), {profile}, {relation},
          onceover_key)
  RETURNING id INTO onceover_audit;
  RETURN ARRAY[onceover_audit, onceover_tries];
END
)",
      fmt::arg("says", raise("COALESCE(onceover_reason, '') = ''", "a reason is needed", "22023") +
                           raise("onceover_verdict IS NULL OR onceover_verdict NOT IN ('unresolved', "
                                 "'needs_human', 'done_needs_response')",
                                 "this settles the row: there is no case to keep", "22023") +
                           raise("onceover_verdict = 'unresolved' AND NOT COALESCE(onceover_next BETWEEN "
                                 "interval '0' AND interval '1 day' AND "
                                 "onceover.is_plain_span(onceover_next), false)",
                                 "the time to the next try must be between 0 and a day", "22023")),
      fmt::arg("variables", found_variables), fmt::arg("found", found_as_seen(p, access)),
      fmt::arg("relation", literal(tables::table_name(p))), fmt::arg("profile", literal(p.name)),
      fmt::arg("digest", tables::row_digest_sql("onceover_key")),
      fmt::arg("state_word", state_word_of(p, "onceover_from")));
}

std::string ask_source(const Profile& p, const Access& access) {
  std::string acts;
  for (const Verb verb : verbs_to_approve(p))
    acts += (acts.empty() ? "" : ", ") + literal(tables::word(verb));
  return fmt::format(
      R"(#variable_conflict use_column
DECLARE
{variables}  onceover_number bigint;
BEGIN
{says}{found}  SELECT a.id INTO onceover_number FROM onceover.approvals a
  WHERE a.status = 'waiting' AND a.requested_by = session_user AND a.relation = {relation} AND a.request_digest = onceover_request_digest
    AND a.seen_digest = onceover_seen_digest
  ORDER BY a.id LIMIT 1;
  IF FOUND THEN
    RETURN onceover_number;
  END IF;
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, profile, profile_toml, relation, row_key, seen, seen_digest,
                                  request, request_digest, response_headers, response_body, reason, ticket, evidence, verdict)
  VALUES (onceover_actor, onceover_host, onceover_program, onceover_act, onceover_known[1], onceover_known[2], onceover_known[3], {profile},
          {toml}, {relation}, onceover_key, onceover_before::jsonb, onceover_seen_digest,
          jsonb_strip_nulls(jsonb_build_object('code', onceover_code, 'has_body', CASE WHEN onceover_has_body THEN true END,
                                               'row_reason', onceover_row_reason, 'although_held', COALESCE(onceover_although_held, false),
                                               'by_version', true, 'version', onceover_version)),
          onceover_request_digest, '', COALESCE(onceover_body, ''), onceover_reason, onceover_ticket, onceover_evidence, onceover_verdict)
  RETURNING id INTO onceover_number;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, before, evidence, verdict, reason, ticket, profile, relation,
                              row_key)
  VALUES ('ask_approval', onceover_actor, onceover_host, onceover_program, onceover_known[1], onceover_known[2], onceover_known[3],
          onceover_before::jsonb, jsonb_build_object('approval', jsonb_build_object('id', onceover_number, 'act', onceover_act)),
          onceover_verdict, onceover_reason, onceover_ticket, {profile}, {relation}, onceover_key);
  RETURN onceover_number;
END
)",
      fmt::arg("says",
               raise(fmt::format("onceover_act IS NULL OR onceover_act NOT IN ({})", acts),
                     "nothing of this kind needs a second approver here", "22023") +
                   raise("COALESCE(onceover_reason, '') = '' OR COALESCE(onceover_ticket, '') = '' OR "
                         "onceover_evidence IS NULL",
                         "a second approver is asked with a reason, a ticket, and what shows it", "22023") +
                   raise("onceover_code NOT BETWEEN 200 AND 599",
                         "the status of an answer is between 200 and 599", "22023") +
                   raise("onceover.confirms(onceover_act, onceover_verdict, onceover_evidence) AND NOT "
                         "COALESCE(onceover_although_held, false)",
                         "no second approver is needed for what a gateway bears out", "22023")),
      fmt::arg("variables", found_variables), fmt::arg("found", found_as_seen(p, access)),
      fmt::arg("profile", literal(p.name)), fmt::arg("toml", literal(tables::to_toml({p}))),
      fmt::arg("relation", literal(tables::table_name(p))));
}

// Anybody may say no. Outdated is what the server finds so.
std::string end_source(const Profile& p, const Access& access) {
  return fmt::format(
      R"(#variable_conflict use_column
DECLARE
  onceover_asked onceover.approvals;
  onceover_row_key jsonb;
{variables}  onceover_audit bigint;
BEGIN
{says}  SELECT a.* INTO onceover_asked FROM onceover.approvals a
  WHERE a.id = onceover_approval AND a.relation = {relation} AND a.status = 'waiting'
  FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  onceover_row_key := onceover_asked.row_key;
  IF onceover_status = 'outdated' AND onceover_asked.request ->> 'version' IS NOT NULL THEN
{found}{moved}  END IF;
  UPDATE onceover.approvals a SET status = onceover_status, decided_actor = onceover_actor, decided_reason = onceover_why
  WHERE a.id = onceover_approval;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, to_state, evidence, reason, ticket, profile, relation, row_key)
  VALUES ('end_approval', onceover_actor, onceover_host, onceover_program, onceover_asked.tenant, onceover_asked.operation, onceover_asked.key,
          onceover_status,
          jsonb_build_object('approval', jsonb_build_object('id', onceover_asked.id, 'act', onceover_asked.act, 'requested_by',
                                                            onceover_asked.requested_by)),
          onceover_why, onceover_asked.ticket, onceover_asked.profile, onceover_asked.relation, onceover_asked.row_key)
  RETURNING id INTO onceover_audit;
  RETURN onceover_audit;
END
)",
      fmt::arg("says", raise("onceover_status IS NULL OR onceover_status NOT IN ('refused', 'outdated')",
                             "a request ends refused or outdated", "22023") +
                           raise("COALESCE(onceover_why, '') = ''", "a reason is needed", "22023")),
      fmt::arg("variables", found_variables),
      fmt::arg("found", found(p, access, "onceover_asked.request ->> 'version'")),
      fmt::arg("moved", raise("FOUND", "the row is as it was when this was asked for", "OC004")),
      fmt::arg("relation", literal(tables::table_name(p))));
}

std::string source_of(const Profile& p, const Access& access, RoleAct act) {
  switch (act) {
    case RoleAct::note: return note_source(p, access);
    case RoleAct::keep_case: return keep_source(p, access);
    case RoleAct::ask: return ask_source(p, access);
    case RoleAct::agree_succeed: return agreement_source(p, access, Verb::succeed);
    case RoleAct::agree_fail: return agreement_source(p, access, Verb::fail);
    case RoleAct::agree_release: return agreement_source(p, access, Verb::release);
    case RoleAct::agree_requeue: return agreement_source(p, access, Verb::requeue);
    case RoleAct::agree_discard: return agreement_source(p, access, Verb::discard);
    case RoleAct::end_approval: return end_source(p, access);
  }
  return {};
}

}  // namespace

std::vector<Verb> verbs_to_approve(const Profile& p) {
  std::vector<Verb> verbs;
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
    if (p.writes.contains(verb) && tables::says_of_effect(p, verb)) verbs.push_back(verb);
  }
  for (const Verb verb : {Verb::requeue, Verb::discard}) {
    if (p.writes.contains(verb)) verbs.push_back(verb);
  }
  return verbs;
}

std::vector<RoleAct> role_acts(const Profile& p) {
  std::vector<RoleAct> acts{RoleAct::note, RoleAct::keep_case};
  const auto verbs = verbs_to_approve(p);
  if (verbs.empty()) return acts;
  acts.push_back(RoleAct::ask);
  for (const Verb verb : verbs) acts.push_back(*agreement_to(verb));
  acts.push_back(RoleAct::end_approval);
  return acts;
}

std::optional<RoleAct> agreement_to(Verb verb) {
  if (verb == Verb::succeed) return RoleAct::agree_succeed;
  if (verb == Verb::fail) return RoleAct::agree_fail;
  if (verb == Verb::release) return RoleAct::agree_release;
  if (verb == Verb::requeue) return RoleAct::agree_requeue;
  if (verb == Verb::discard) return RoleAct::agree_discard;
  return std::nullopt;
}

RoleFunction role_function(const Profile& p, const Access& access, RoleAct act) {
  const Form& form = form_of(act);
  return {name_of(p, act), form.types, form.arguments, '\n' + source_of(p, access, act)};
}

std::string creation(const Profile& p, const Access& access, RoleAct act) {
  const RoleFunction made = role_function(p, access, act);
  return creation("onceover." + quoted_name(made.name), form_of(act).parameters, made.types,
                  form_of(act).returns, made.source);
}

std::string signature(const Profile& p, RoleAct act) {
  return fmt::format("onceover.{}({})", quoted_name(name_of(p, act)), form_of(act).types);
}

}  // namespace onceover::roles
