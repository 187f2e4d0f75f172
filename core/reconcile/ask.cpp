// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/ask.h"

#include "core/http/error_code.h"
#include "core/key/identity.h"

namespace onceover::reconcile {
namespace {

bool is_foreign(const browse::KeyRow& row, const tables::Profile* profile) {
  return profile != nullptr ? !tables::is_own(*profile) : !row.id.columns.empty();
}

struct Named {
  std::string effect, downstream_key;
};

// One for each effect. Empty: what the gateway calls them is not known; a profile makes one key, and not one
// for each effect.
std::vector<Named> asked_by(const gateway::Gateway& gateway, const browse::KeyRow& row,
                            const tables::Profile* profile) {
  std::vector<Named> out;
  const std::vector<std::string> effects = gateway.effects(row.id.operation);
  if (!is_foreign(row, profile)) {
    for (const std::string& effect : effects) out.push_back({effect, key::downstream_key(row.id, effect)});
    return out;
  }
  if (effects.size() > 1) return {};
  if (profile != nullptr) {
    if (auto key = tables::gateway_key_of(*profile, row.id)) return {{"", *std::move(key)}};
  }
  const gateway::Declaration* declaration = gateway.declaration(row.id.operation);
  if (declaration == nullptr || !declaration->lookup_by_key) out.emplace_back();
  return out;
}

std::optional<Verdict> verdict_if_cancelled(const JudgedEvidence& asked, const RowFacts& facts,
                                            const gateway::Declaration* declaration, Timestamp now,
                                            const AttemptPolicy& policy) {
  const bool open =
      asked.verdict.kind == VerdictKind::unresolved || asked.verdict.kind == VerdictKind::needs_human;
  if (!open || asked.verdict.loud || asked.evidence.finding != gateway::Finding::no_such_key)
    return std::nullopt;
  gateway::Evidence held = asked.evidence;
  held.cancel_held = true;
  Verdict after = verdict(facts, held, declaration, now, policy);
  return after.kind == VerdictKind::settle_failed ? std::optional(std::move(after)) : std::nullopt;
}

JudgedEvidence not_asked(const gateway::Gateway& gateway, const browse::KeyRow& row) {
  JudgedEvidence asked;
  asked.evidence.why =
      "the gateway was not asked: the profile does not say under which key the gateway has this request";
  asked.verdict.kind = VerdictKind::needs_human;
  asked.verdict.why = gateway.effects(row.id.operation).size() > 1
                          ? "The gateway's file names several effects, and a profile has one key: it is "
                            "unknown under which keys the "
                            "gateway has this request."
                          : "The profile names no gateway_key, so it is unknown under which key the gateway "
                            "has this request.";
  return asked;
}

}  // namespace

bool is_silent(const JudgedEvidence& asked) {
  return asked.evidence.finding == gateway::Finding::unknown && !asked.evidence.differs;
}

Answers Asker::ask(gateway::Gateway& gateway, const std::vector<const browse::KeyRow*>& rows, Timestamp now,
                   const std::function<bool(std::size_t)>& is_again, Duration within, AskOptions options) {
  const auto from = Steady::now();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_again(i)) {
      (void)budget_.try_spend(from);
    } else {
      budget_.on_request(from);
    }
  }
  const auto ticket = breaker_.allow(from);
  options.deadline = from + within;
  Answers answers{.asked = reconcile::ask(gateway, rows, now, options)};
  answers.not_asked =
      std::ranges::count_if(answers.asked, [](const JudgedEvidence& a) { return !a.evidence.was_asked; });
  const auto silent = std::ranges::count_if(
      answers.asked, [](const JudgedEvidence& a) { return a.evidence.was_asked && is_silent(a); });
  // A gateway that was not asked was not silent.
  if (ticket)
    breaker_.record(*ticket, silent == 0 || silent + answers.not_asked < std::ssize(answers.asked),
                    Steady::now());
  answers.soon = answers.not_asked == 0 && Steady::now() - from < within / 4;
  return answers;
}

bool can_be_asked(const gateway::Gateway& gateway, const browse::KeyRow& row,
                  const tables::Profile* profile) {
  return gateway.declaration(row.id.operation) != nullptr && !asked_by(gateway, row, profile).empty();
}

std::vector<JudgedEvidence> ask(gateway::Gateway& gateway, const std::vector<browse::KeyRow>& rows,
                                Timestamp now, const AskOptions& options) {
  std::vector<const browse::KeyRow*> all;
  for (const browse::KeyRow& row : rows) all.push_back(&row);
  return ask(gateway, all, now, options);
}

std::vector<JudgedEvidence> ask(gateway::Gateway& gateway, const std::vector<const browse::KeyRow*>& all,
                                Timestamp now, const AskOptions& options) {
  std::vector<std::size_t> at;  // the row of each question
  std::vector<std::string> effects;
  std::vector<gateway::Question> questions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (Named& named : asked_by(gateway, *all[i], options.profile)) {
      const bool is_further = !at.empty() && at.back() == i;
      at.push_back(i);
      effects.push_back(std::move(named.effect));
      questions.push_back({all[i]->id, std::move(named.downstream_key), all[i]->subject});
      // The amount is the first one's.
      if (is_further)
        questions.back().expected = {all[i]->subject.customer, {}, {}, all[i]->subject.reference};
    }
  }
  std::vector<gateway::Evidence> answers = gateway.ask(questions, options.deadline);
  // a gateway that breaks its promise gives "unknown", never another row's answer
  answers.resize(questions.size());
  std::vector<std::vector<OfEffect>> of_rows(all.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const browse::KeyRow& row = *all[at[i]];
    const gateway::Declaration* declaration = gateway.declaration(row.id.operation);
    const bool is_further = !of_rows[at[i]].empty(),
               is_only = !is_further && (i + 1 == questions.size() || at[i + 1] != at[i]);
    gateway::Declaration further;
    if (is_further && declaration != nullptr) {
      further = *declaration;
      further.response.reset();
      further.echoes_amount = further.echoes_currency = further.echoes_reference = false;
      declaration = &further;
    }
    // Of a released key what stuck_since will be, once it is taken over.
    const bool is_over = row.was_released() && row.retry_before && *row.retry_before <= now;
    const std::optional<Timestamp> lease_ended = key::is_final(row.state)              ? row.completed_at
                                                 : row.stuck_since                     ? row.stuck_since
                                                 : is_over                             ? row.retry_before
                                                 : row.holder == key::Holder::executor ? row.locked_until
                                                                                       : std::nullopt;
    RowFacts facts{row.was_released() ? key::State::released : row.state, row.created_at, row.subject,
                   lease_ended, row.retry_before};
    // Of an external row, the words of its service's error column prove nothing.
    facts.no_effect = !is_foreign(row, options.profile) && row.was_released() &&
                      row.error_code == http::error_code::no_effect;
    const AttemptPolicy policy{.attempts_so_far = row.case_status == "settled" ? 0 : row.case_attempts,
                               .max_attempts = options.max_attempts};
    Verdict decided = verdict(facts, answers[i], declaration, now, policy);
    JudgedEvidence first{std::move(answers[i]), std::move(decided)};
    if (is_only && !questions[i].downstream_key.empty())
      first.if_cancelled = verdict_if_cancelled(first, facts, declaration, now, policy);
    if (first.if_cancelled && options.may_cancel &&
        (!options.is_for_cancel || options.is_for_cancel(at[i]))) {
      first.if_cancelled.reset();
      gateway::Evidence cancelled = gateway.cancel(questions[i], options.deadline);
      Verdict after = verdict(facts, cancelled, declaration, now, policy);
      // A cancel that proved nothing leaves the look-up's own answer on file.
      if (after.kind != VerdictKind::unresolved) first = {std::move(cancelled), std::move(after)};
    }
    first.evidence.no_effect = facts.no_effect;
    first.evidence.other_effect = first.verdict.loud && !first.evidence.duplicate_effects;
    of_rows[at[i]].push_back({effects[i], std::move(first)});
  }
  std::vector<JudgedEvidence> answered;
  for (std::size_t i = 0; i < all.size(); ++i)
    answered.push_back(of_rows[i].empty() ? not_asked(gateway, *all[i]) : together(std::move(of_rows[i])));
  return answered;
}

Duration wait_before(const Verdict& verdict, Duration at_least) {
  return std::min(longest_wait, std::max(verdict.ask_again_after.value_or(at_least), at_least));
}

Settlement settlement_for(const browse::KeyRow& owned, const JudgedEvidence& asked, const std::string& reason,
                          Duration next_try_in) {
  Settlement settlement;
  settlement.id = owned.id;
  settlement.fence = owned.fence;
  settlement.verb = verb_alone(asked.verdict.kind);
  settlement.needs_person = asked.verdict.kind != VerdictKind::unresolved;
  settlement.response = asked.verdict.response;
  settlement.retry_before = asked.verdict.retry_before;
  settlement.evidence = asked.evidence;
  settlement.verdict = std::string(word(asked.verdict.kind));
  settlement.reason = reason.empty() ? asked.verdict.why : reason;
  settlement.next_try_in = wait_before(asked.verdict, next_try_in);
  settlement.error_code = asked.verdict.error_code;
  return settlement;
}

}  // namespace onceover::reconcile
