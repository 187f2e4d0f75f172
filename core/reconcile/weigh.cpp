// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/weigh.h"

#include <nlohmann/json.hpp>

#include "core/reconcile/target.h"
#include "core/reconcile/write_row_sql.h"

namespace onceover::reconcile {
namespace {

using tables::Profile;
using tables::Verb;
using Json = nlohmann::ordered_json;

// Gives the response that the gateway's answer makes, where the verb writes one.
bool take_response(const tables::Write& write, const key::StoredResponse& response,
                   tables::WriteValues& values) {
  using Value = tables::Assignment::Value;
  const bool is_another =
      (tables::writes(write, Value::code) && values.code.value_or(response.code) != response.code) ||
      (tables::writes(write, Value::body) && values.body.value_or(response.body) != response.body);
  if (is_another) return false;
  if (tables::writes(write, Value::code)) values.code = response.code;
  if (tables::writes(write, Value::body)) values.body = response.body;
  return true;
}

}  // namespace

std::string beside(const std::string& stored, const gateway::Evidence& evidence) {
  Json all = Json::parse(gateway::to_json(evidence));
  const Json before = Json::parse(stored, nullptr, false);
  if (before.is_object() && before.contains("said")) all["said"] = before["said"];
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Verb> verb_for(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::settle_succeeded:
    case VerdictKind::done_needs_response: return Verb::succeed;
    case VerdictKind::settle_failed: return Verb::fail;
    case VerdictKind::release: return Verb::release;
    case VerdictKind::unresolved:
    case VerdictKind::needs_human: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<key::State> settled_as(Verb verb) {
  if (verb == Verb::succeed) return key::State::succeeded;
  if (verb == Verb::fail) return key::State::failed;
  return verb == Verb::release ? std::optional(key::State::released) : std::nullopt;
}

std::string said_json(const std::string& words) {
  return words.empty() ? std::string()
                       : Json{{"said", words}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool confirms(VerdictKind kind, Verb verb) { return verb_for(kind) == verb; }

Weight weight_of(const JudgedEvidence& asked, Verb verb) {
  const Verdict& verdict = asked.verdict;
  if (verb_for(verdict.kind)) return confirms(verdict.kind, verb) ? Weight::evidence : Weight::against;
  if (verdict.loud && verb == Verb::release) return Weight::against;
  // Part of it happened: it cannot be called failed.
  if (asked.evidence.partly_done && verb == Verb::fail) return Weight::against;
  const bool has_answered = asked.evidence.finding != gateway::Finding::unknown || asked.evidence.differs;
  return verdict.kind == VerdictKind::unresolved && has_answered && !verdict.waits ? Weight::too_early
                                                                                   : Weight::manual;
}

std::optional<std::string> missing_for_override(const Profile& p, const WriteRequest& request) {
  if (!tables::says_of_effect(p, request.verb) || (!request.ticket.empty() && !request.evidence_json.empty()))
    return std::nullopt;
  if (request.verdict && confirms(*request.verdict, request.verb)) return std::nullopt;
  return fmt::format("No gateway confirms \"{}\": a manual override needs {}.", tables::word(request.verb),
                     request.evidence_json.empty()
                         ? request.ticket.empty() ? "a ticket, and what shows it" : "what shows it"
                         : "a ticket");
}

Result<WriteRequest> weighed(const Profile& p, WriteRequest request, const JudgedEvidence& asked) {
  const Verdict& verdict = asked.verdict;
  const Weight weight = weight_of(asked, request.verb);
  if (weight == Weight::evidence) {
    const auto write = p.writes.find(request.verb);
    if (verdict.response && write != p.writes.end() &&
        !take_response(write->second, *verdict.response, request.values)) {
      return refused_row(ErrorKind::unsupported,
                         "The response that was given is not the one that the gateway's answer makes.",
                         "Leave the response out: that one is written.");
    }
  } else if (weight != Weight::manual) {
    return refused_row(
        ErrorKind::unsupported,
        fmt::format("\"{}\" is not what the gateway shows. {}", tables::word(request.verb), verdict.why),
        verdict.kind == VerdictKind::unresolved ? "Ask it again later."
        : verdict.loud ? "Ask the gateway's operators which effect belongs to which key: another request "
                         "would cause a further effect."
                       : "Write what it shows.");
  } else if (auto lacks = missing_for_override(p, request)) {
    return refused_row(ErrorKind::invalid_input, *lacks + ' ' + verdict.why,
                       "A person decides: give a ticket, and what shows it.");
  }
  request.verdict = verdict.kind;
  request.evidence_json = beside(request.evidence_json, asked.evidence);
  return request;
}

}  // namespace onceover::reconcile
