// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/verdict.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"
#include "core/base/json_tree.h"
#include "core/gateway/decimal.h"
#include "core/http/contract.h"
#include "core/http/error_code.h"

namespace onceover::reconcile {
namespace {

using gateway::Declaration;
using gateway::Evidence;
using gateway::Finding;

Verdict needs_human(std::string why, bool loud = false) {
  return {.kind = VerdictKind::needs_human, .why = std::move(why), .loud = loud};
}

Verdict unresolved(std::string why, const AttemptPolicy& policy,
                   std::optional<Duration> ask_again_after = {}) {
  if (policy.attempts_so_far + 1 >= policy.max_attempts) {
    return needs_human(fmt::format("{} Asked {} without an answer that settles it.", why,
                                   counted(policy.attempts_so_far + 1, "time")));
  }
  return {.kind = VerdictKind::unresolved, .why = std::move(why), .ask_again_after = ask_again_after};
}

bool waits_for_client(const RowFacts& row, Timestamp now) {
  return end_of_released(row.state, row.retry_before, Proof::none, {}, now) == ReleasedEnd::waits;
}

// Of an answer that says nothing about the key. No person can do more about a released key than wait for a
// better one.
Verdict silent(const RowFacts& row, std::string why, Timestamp now, const AttemptPolicy& policy,
               std::optional<Duration> ask_again_after = {}) {
  if (!waits_for_client(row, now)) return unresolved(std::move(why), policy, ask_again_after);
  const bool enough = policy.attempts_so_far + 1 >= policy.max_attempts;
  return {.kind = VerdictKind::unresolved,
          .why = "Released, and no client has retried. " + why,
          .ask_again_after =
              enough ? std::max(ask_again_after.value_or(Duration{0}), wait_of_released) : ask_again_after};
}

std::optional<Duration> granted(std::optional<Duration> retry_after) {
  if (!retry_after) return std::nullopt;
  return std::clamp(*retry_after, Duration::zero(), max_gateway_wait);
}

Verdict failed(std::string why, int status, std::string code, std::string title, std::string detail) {
  auto answer = http::problem_answer({status, code, std::move(title), std::move(detail)});
  key::StoredResponse response{key::response_version, answer.status, std::move(answer.headers),
                               std::move(answer.body)};
  return {.kind = VerdictKind::settle_failed,
          .why = std::move(why),
          .response = std::move(response),
          .error_code = std::move(code)};
}

std::optional<bool> same_bytes(std::string_view a, std::string_view b) { return a == b; }
std::optional<bool> same_currency(std::string_view a, std::string_view b) {
  return gateway::same_currency(a, b);
}

// One thing the gateway declared to echo.
struct Echo {
  std::string_view name;
  bool declared;
  const std::optional<std::string>& ours;
  const std::optional<std::string>& theirs;
  std::optional<bool> (*same)(std::string_view, std::string_view);
};

std::vector<Echo> echoes_of(const RowFacts& row, const Evidence& evidence, const Declaration& declared) {
  return {
      {"amount", declared.echoes_amount, row.subject.amount, evidence.echoed.amount, gateway::same_amount},
      {"currency", declared.echoes_currency, row.subject.currency, evidence.echoed.currency, same_currency},
      {"reference", declared.echoes_reference, row.subject.reference, evidence.echoed.reference, same_bytes},
  };
}

// What shows, or leaves open, that the gateway talks of another effect than our request's; nullopt where
// nothing does.
std::optional<Verdict> not_ours(const RowFacts& row, const Evidence& evidence, const Declaration& declared) {
  std::optional<Verdict> open;  // a difference is louder than what cannot be compared
  for (const Echo& echo : echoes_of(row, evidence, declared)) {
    if (!echo.declared || !echo.ours || !echo.theirs) continue;
    const auto is_same = echo.same(*echo.ours, *echo.theirs);
    if (is_same == true) continue;
    const std::string both =
        fmt::format("{} is {} there and {} here", echo.name, elided(visible(*echo.theirs), 100),
                    elided(visible(*echo.ours), 100));
    if (is_same == false)
      return needs_human(fmt::format("The gateway has another effect under this key: {}.", both), true);
    open = needs_human(
        fmt::format("Whether the effect is ours is unknown: {}, which cannot be compared as numbers.", both));
  }
  if (open) return open;
  const bool same_reference = declared.echoes_reference && row.subject.reference && evidence.echoed.reference;
  if (!declared.lookup_by_key && !same_reference) {
    return needs_human(
        "The gateway was not asked by our key, and no reference in its answer shows that the effect is "
        "ours.");
  }
  return std::nullopt;
}

Verdict from_done(const RowFacts& row, const Evidence& evidence, const Declaration& declared) {
  if (evidence.cancel_held)
    return needs_human("The gateway reports that the effect happened and that it was cancelled.", true);
  if (auto objection = not_ours(row, evidence, declared)) return *std::move(objection);
  for (const Echo& echo : echoes_of(row, evidence, declared)) {
    if (echo.declared && !echo.theirs) {
      return needs_human(fmt::format(
          "The gateway reports done, but its answer lacks the {} it declares to echo.", echo.name));
    }
  }
  if (!declared.response) {
    return {.kind = VerdictKind::done_needs_response,
            .why =
                "The effect happened; the operation has no response template, so a person supplies the "
                "response."};
  }
  auto response = render(*declared.response, evidence);
  if (!response) {
    return {.kind = VerdictKind::done_needs_response,
            .why =
                "The effect happened, but its response cannot be made from the gateway's answer by the "
                "template."};
  }
  const bool is_compared = std::ranges::any_of(echoes_of(row, evidence, declared),
                                               [](const Echo& echo) { return echo.declared && echo.ours; });
  return {.kind = VerdictKind::settle_succeeded,
          .why = is_compared
                     ? "The effect happened, and matches the request."
                     : "The effect happened. Nothing of the request could be compared with it but the key.",
          .response = std::move(response)};
}

Verdict from_refused(const RowFacts& row, const Evidence& evidence, const Declaration& declared,
                     const AttemptPolicy& policy) {
  if (auto objection = not_ours(row, evidence, declared)) return *std::move(objection);
  const std::string status = evidence.status ? std::to_string(*evidence.status) : std::string();
  const std::string shown = elided(visible(evidence.refusal.empty() ? status : evidence.refusal), 100);
  if (proof_of(false, false, evidence, declared) != Proof::refused)
    return unresolved(fmt::format("The gateway reports \"{}\", which is not declared final.", shown), policy);
  return failed(fmt::format("The gateway refused it for good: \"{}\".", shown), declared.refusal_status,
                std::string(http::error_code::provider_refused), "Refused by the provider",
                fmt::format("The provider refused this request for good ({}). Nothing was performed. To try "
                            "again, use a new key.",
                            shown));
}

// A released key that the gateway does not know, and that no client may claim any more.
Verdict not_retried(const RowFacts& row, Proof proof, const Declaration& declared, Timestamp now) {
  const auto& policy = declared.if_not_retried;
  if (end_of_released(row.state, row.retry_before, proof, policy, now) == ReleasedEnd::fails) {
    return failed("No attempt had an effect, and no client has retried in time.", policy->status,
                  policy->error_code, "Not retried in time", policy->detail);
  }
  const std::string_view why =
      proof == Proof::none ? "The gateway knows no such key, which proves nothing."
      : policy             ? "No attempt had an effect: it fails when the operation's time is over."
                           : "No attempt had an effect; the operation does not say that it then fails.";
  Duration wait = wait_of_released;
  if (proof != Proof::none && policy && row.retry_before->is_finite())
    wait = std::min(wait, *row.retry_before + policy->after - now);
  return {.kind = VerdictKind::unresolved,
          .why = fmt::format("Released, and no client has retried. {} It waits.", why),
          .ask_again_after = wait,
          .waits = true};
}

// When an executor last may have sent the request: a key that was released and claimed again is sent anew.
Timestamp last_sent(const RowFacts& row) {
  return std::max(row.created_at, row.lease_ended.value_or(row.created_at));
}

Verdict from_no_such_key(const RowFacts& row, const Evidence& evidence, const Declaration& declared,
                         Timestamp now, const AttemptPolicy& policy) {
  const Duration age = now - last_sent(row);
  if (!row.created_at.is_finite() || !now.is_finite())
    return silent(row, "The gateway knows no such key, and the key's age is not known.", now, policy);
  if (age < declared.lookup_lag) {
    return silent(row, "The gateway knows no such key yet: its look-ups lag.", now, policy,
                  declared.lookup_lag - age);
  }
  const Proof proof = proof_of(row.state == key::State::released, row.no_effect, evidence, declared);
  if (proof == Proof::tombstone) {
    return failed("The gateway knows no such key and will refuse it from now on.", 422,
                  std::string(http::error_code::provider_cancelled), "Cancelled before it was performed",
                  "This request was cancelled at the provider before it was performed, and never will be. To "
                  "try again, use a new key.");
  }
  const ReleasedEnd released =
      end_of_released(row.state, row.retry_before, proof, declared.if_not_retried, now);
  if (released == ReleasedEnd::may_be_retried) {
    // Nothing for a person to do: a client may still come back, or the window ends.
    return {.kind = VerdictKind::unresolved,
            .why = "Released already: the client's next retry rolls forward.",
            .ask_again_after = row.retry_before ? std::optional(*row.retry_before - now) : std::nullopt};
  }
  if (declared.dedupe_window) {
    const Timestamp end = row.created_at + *declared.dedupe_window;
    if (now + policy.dedupe_margin <= end) {
      // A client that claims at the very end must still reach the gateway inside its window.
      return {
          .kind = VerdictKind::release,
          .why = "The gateway knows no such key and dedupes by it: the client's next retry rolls forward.",
          .retry_before = end - policy.dedupe_margin};
    }
    if (released == ReleasedEnd::not_released)
      return unresolved("The gateway knows no such key, and no longer promises to dedupe by it.", policy);
  }
  if (released != ReleasedEnd::not_released) return not_retried(row, proof, declared, now);
  return unresolved(
      "The gateway knows no such key. That is not \"never will be\": the request may still be under way.",
      policy);
}

// Its status is one from before the gateway's idempotency layer.
bool proves_nothing(const Evidence& evidence, const Declaration& declared) {
  const auto& before = declared.before_idempotency;
  return evidence.status && evidence.finding != Finding::unknown &&
         std::ranges::find(before, *evidence.status) != before.end();
}

Agreement agreement_of(const RowFacts& row, const Evidence& evidence, const Declaration& declared,
                       Timestamp now) {
  const bool is_succeeded = row.state == key::State::succeeded;
  if (proves_nothing(evidence, declared)) return Agreement::open;
  switch (evidence.finding) {
    case Finding::done:
      return is_succeeded && !not_ours(row, evidence, declared) ? Agreement::confirms
                                                                : Agreement::contradicts;
    case Finding::refused:
      if (is_succeeded) return Agreement::contradicts;
      return proof_of(false, false, evidence, declared) == Proof::refused ? Agreement::confirms
                                                                          : Agreement::open;
    case Finding::no_such_key:
      if (now - last_sent(row) < declared.lookup_lag) return Agreement::open;
      return is_succeeded ? Agreement::contradicts : Agreement::confirms;
    default: return Agreement::open;
  }
}

}  // namespace

constexpr auto kind_words = enum_names<VerdictKind>();
std::string_view word(VerdictKind kind) { return kind_words.of(kind); }
std::optional<VerdictKind> verdict_kind_from_word(std::string_view text) { return kind_words.from(text); }

std::string_view word(Agreement agreement) {
  switch (agreement) {
    case Agreement::confirms: return "confirmed";
    case Agreement::contradicts: return "contradicted";
    case Agreement::open: break;
  }
  return "finished";
}

Verdict verdict(const RowFacts& row, const Evidence& evidence, const Declaration* declaration, Timestamp now,
                const AttemptPolicy& policy) {
  // Never moved by what arrives late; a second effect is still worth a shout.
  if (evidence.duplicate_effects)
    return needs_human("The gateway has more than one effect under this key.", true);
  if (key::is_final(row.state)) {
    const Agreement agreement =
        declaration != nullptr ? agreement_of(row, evidence, *declaration, now) : Agreement::open;
    const std::string_view then =
        agreement == Agreement::confirms ? ", and the gateway confirms it: there is nothing to settle."
        : agreement == Agreement::contradicts
            ? ", but the gateway shows otherwise. Look the effect up in the gateway's own console."
            : ": there is nothing to settle.";
    return {.kind = VerdictKind::unresolved,
            .why = fmt::format("The key is {} already{}", key::word(row.state), then),
            .finished = agreement};
  }
  if (!declaration) {
    if (evidence.finding == Finding::no_such_key || evidence.finding == Finding::unknown) {
      if (waits_for_client(row, now)) {
        return {.kind = VerdictKind::unresolved,
                .why =
                    "Released, and no client has retried. No gateway declares anything for this operation. "
                    "It waits.",
                .ask_again_after = wait_of_released,
                .waits = true};
      }
    }
    return needs_human(fmt::format("No gateway declares anything for this operation (its answer: {}).",
                                   gateway::word(evidence.finding)));
  }
  if (proves_nothing(evidence, *declaration)) {
    return silent(
        row,
        fmt::format(
            "HTTP {} comes from before the gateway's idempotency layer and proves nothing about the key.",
            *evidence.status),
        now, policy, granted(evidence.retry_after));
  }
  switch (evidence.finding) {
    case Finding::done: return from_done(row, evidence, *declaration);
    case Finding::refused: return from_refused(row, evidence, *declaration, policy);
    case Finding::no_such_key: return from_no_such_key(row, evidence, *declaration, now, policy);
    case Finding::pending:
      return unresolved("The gateway is still working on it.", policy, granted(evidence.retry_after));
    case Finding::unknown: break;
  }
  const std::string why = evidence.why.empty() ? "no reason given" : elided(visible(evidence.why), 200);
  return silent(row, fmt::format("The gateway's answer is no evidence: {}.", why), now, policy,
                granted(evidence.retry_after));
}

Proof proof_of(bool is_released, bool no_effect, const gateway::Evidence& evidence,
               const gateway::Declaration& declared) {
  using gateway::Finding;
  if (evidence.finding == Finding::refused) {
    // The gateway's own word decides where it gave one: "review" under HTTP 402 is not settled by 402 being
    // final.
    const std::string refusal = !evidence.refusal.empty() ? evidence.refusal
                                : evidence.status         ? std::to_string(*evidence.status)
                                                          : std::string();
    const bool is_final = !refusal.empty() && std::ranges::find(declared.final_refusals, refusal) !=
                                                  declared.final_refusals.end();
    return is_final ? Proof::refused : Proof::none;
  }
  if (evidence.finding != Finding::no_such_key) return Proof::none;
  if (evidence.cancel_held && declared.cancel == gateway::Cancel::with_tombstone) return Proof::tombstone;
  return is_released && no_effect ? Proof::no_effect : Proof::none;
}

ReleasedEnd end_of_released(key::State state, std::optional<Timestamp> retry_before, Proof proof,
                            const std::optional<gateway::IfNotRetried>& policy, Timestamp now) {
  if (state != key::State::released) return ReleasedEnd::not_released;
  if (proof == Proof::refused || proof == Proof::tombstone) return ReleasedEnd::fails;
  if (!retry_before || now < *retry_before) return ReleasedEnd::may_be_retried;
  const bool is_due =
      policy && retry_before->is_finite() && now.is_finite() && now - *retry_before >= policy->after;
  return proof == Proof::no_effect && is_due ? ReleasedEnd::fails : ReleasedEnd::waits;
}

namespace {

bool is_json_type(std::string_view content_type) {
  const std::string_view essence = content_type.substr(0, content_type.find(';'));
  return essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
}

// The value as it goes into the body; nullopt where it cannot stand there.
std::optional<std::string> placed(const json::Json& value, bool between_quotes) {
  if (!between_quotes) return json::written(value);
  if (!value.is_scalar() || value.kind == json::Json::Kind::null) return std::nullopt;
  return json::escaped(value.text);
}

std::optional<std::string> filled(std::string_view text, const json::Json& effect) {
  std::string out;
  bool between_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) ==
        "{{") {  // no JSON has it outside of strings; within one, a misspelt placeholder must not pass
      const std::size_t end = text.find("}}", i + 2);
      if (end == std::string_view::npos) return std::nullopt;
      const json::Json* value = json::at(effect, text.substr(i + 2, end - i - 2));
      const auto in_place = value ? placed(*value, between_quotes) : std::nullopt;
      if (!in_place) return std::nullopt;
      out += *in_place;
      i = end + 1;
      continue;
    }
    if (between_quotes && text[i] == '\\') {
      out += text.substr(i++, 2);
      continue;
    }
    if (text[i] == '"') between_quotes = !between_quotes;
    out += text[i];
  }
  return out;
}

}  // namespace

std::optional<key::StoredResponse> render(const gateway::ResponseTemplate& response,
                                          const gateway::Evidence& evidence) {
  if (response.code < 200 || response.code > 299) return std::nullopt;
  if (response.body.empty()) return key::StoredResponse{key::response_version, response.code, {}, {}};
  if (!is_json_type(response.content_type)) return std::nullopt;
  const auto answer = json::parse_json(evidence.body);
  const json::Json* effect = answer ? json::at(*answer, evidence.effect_at) : nullptr;
  if (!effect) return std::nullopt;
  auto body = filled(response.body, *effect);
  // Two harmless parts of the answer may join into a credential.
  if (body && evidence.mask) body = (*evidence.mask)(std::move(*body));
  if (!body || !json::parse_json(*body)) return std::nullopt;
  return key::StoredResponse{
      key::response_version, response.code, {{"Content-Type", response.content_type}}, std::move(*body)};
}

}  // namespace onceover::reconcile
