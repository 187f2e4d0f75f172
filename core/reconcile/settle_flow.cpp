#include "core/reconcile/settle_flow.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/reconcile/weigh.h"

namespace onceover::reconcile {
namespace {

using Json = nlohmann::ordered_json;

// unresolved: no word about an effect.
Act act_of(profile::Verb verb) {
  switch (verb) {
    case profile::Verb::succeed: return Act::succeed;
    case profile::Verb::fail: return Act::fail;
    case profile::Verb::release: return Act::release;
    default: return Act::unresolved;
  }
}

Result<void> check_confirmed(const Confirmed& confirmed) {
  const auto refuse = [](std::string what, std::string next) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was written.", std::move(next));
  };
  if (confirmed.reason.empty()) return refuse("A reason is needed.", "Say why.");
  if (confirmed.supplied && (confirmed.supplied->code < 200 || confirmed.supplied->code > 299))
    return refuse("The effect happened: its response is a 2xx.", "Give a status from 200 to 299.");
  if (!confirmed.verdict) return {};
  if (!is_offered(confirmed.verdict->kind)) return refuse("Nothing can be settled from this evidence.", "Ask the gateway again later.");
  const bool needs_response = confirmed.verdict->kind == VerdictKind::done_needs_response;
  if (needs_response && !confirmed.supplied) return refuse("The response is missing.", "Supply what the client would have got.");
  if (!needs_response && confirmed.supplied)
    return refuse("A response is supplied where evidence makes one.", "Leave the response to the evidence.");
  return {};
}

bool is_as_confirmed(const Verdict& now, const Confirmed& confirmed) {
  if (confirmed.verdict) return same_effect(now, *confirmed.verdict);
  return !confirmed.expected || now.kind == *confirmed.expected;
}

std::string why_handed_back(const Verdict& now, const Confirmed& confirmed) {
  if (confirmed.verdict) {
    return fmt::format("The evidence changed while settling: {} Confirmed was {} ({}).", now.why, word(confirmed.verdict->kind),
                       confirmed.reason);
  }
  return fmt::format("Expected {}, but: {} (settling was asked for because: {})", word(*confirmed.expected), now.why, confirmed.reason);
}

FlowChanged changed_since(pg::Connection& connection, Changed changed) {
  FlowChanged out{std::move(changed.now), {}, {}};
  if (!out.now) return out;
  out.as_of = out.now->updated_at;
  // Who it was is a help to the person; where it cannot be read the row alone is shown.
  if (auto trail = audit::page(connection, {.id = out.now->id}, {}, 1)) {
    out.as_of = trail->as_of;
    if (!trail->records.empty()) out.last_act = std::move(trail->records.front());
  }
  return out;
}

Error still_owned(Error error, const browse::KeyRow& owned) {
  const std::string until = owned.locked_until ? " until " + iso(*owned.locked_until) : "";
  if (!error.is_in_doubt()) {
    error.not_done = fmt::format("The key was not settled. It stays taken over{}; after that anybody may take it.", until);
  }
  if (error.next.empty()) error.next = "Read the key again, then settle it again.";
  return error;
}

// The evidence is recorded and the key handed back. A settlement nobody confirmed is never written.
Settlement handing_back(const browse::KeyRow& owned, const Asked& asked, const std::string& why, Duration next_try_in) {
  Settlement settlement = settlement_for(owned, asked, why, next_try_in);
  if (settlement.act == Act::unresolved || settlement.act == Act::needs_human) return settlement;
  settlement.act = Act::unresolved;
  settlement.verdict = std::string(word(VerdictKind::unresolved));
  settlement.response.reset();
  settlement.retry_before.reset();
  settlement.error_code.clear();
  return settlement;
}

}  // namespace

bool is_offered(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::settle_succeeded:
    case VerdictKind::done_needs_response:
    case VerdictKind::settle_failed:
    case VerdictKind::release: return true;
    case VerdictKind::unresolved:
    case VerdictKind::needs_human: return false;
  }
  return false;
}

bool same_effect(const Verdict& a, const Verdict& b) {
  return a.kind == b.kind && a.response == b.response && a.retry_before == b.retry_before && a.error_code == b.error_code;
}

Settlement settlement_for(const browse::KeyRow& row, const Asked& asked, const Confirmed& confirmed, Duration next_try_in) {
  if (!is_as_confirmed(asked.verdict, confirmed)) return handing_back(row, asked, why_handed_back(asked.verdict, confirmed), next_try_in);
  Settlement settlement = settlement_for(row, asked, confirmed.reason, next_try_in);
  if (asked.verdict.kind == VerdictKind::done_needs_response && confirmed.supplied) {
    settlement.act = Act::succeed;
    settlement.response = confirmed.supplied;
  } else if (settlement.act == Act::unresolved || settlement.act == Act::needs_human) {
    settlement.reason = fmt::format("{} (settling was asked for because: {})", asked.verdict.why, confirmed.reason);
  }
  return settlement;
}

Result<FlowOutcome> settle_confirmed(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway,
                                     const Confirmed& confirmed, const audit::Actor& actor, const FlowOptions& options) {
  if (auto sound = check_confirmed(confirmed); !sound) return fail(sound.error());
  auto own_outcome = own(connection, profile, confirmed.seen, options.lease, actor, confirmed.reason);
  if (!own_outcome) return fail(own_outcome.error());
  if (auto* changed = std::get_if<Changed>(&*own_outcome)) return FlowOutcome(changed_since(connection, std::move(*changed)));
  const browse::KeyRow owned = std::get<Owned>(std::move(*own_outcome)).row;

  // updated_at of a row just owned is the database's clock.
  const AskOptions ask_options{Steady::now() + options.ask_within, options.max_attempts, options.may_cancel};
  Asked asked = ask(gateway, {owned}, owned.updated_at, ask_options).front();
  const Settlement settlement = settlement_for(owned, asked, confirmed, options.next_try_in);
  auto outcome = settle(connection, profile, settlement, actor, confirmed.ticket);
  if (!outcome) return fail(still_owned(outcome.error(), owned));
  if (auto* changed = std::get_if<Changed>(&*outcome)) return FlowOutcome(changed_since(connection, std::move(*changed)));
  Settled settled = std::get<Settled>(std::move(*outcome));
  if (!is_as_confirmed(asked.verdict, confirmed))
    return FlowOutcome(FlowEvidenceChanged{std::move(settled), settlement.act, std::move(asked), owned});
  return FlowOutcome(FlowSettled{owned, std::move(settled), std::move(asked), settlement.act});
}

std::optional<std::string> missing_word(const Word& word) {
  if (act_of(word.verb) == Act::unresolved) return "A person's word is succeed, fail or release.";
  if (word.reason.empty()) return "A reason is needed.";
  if (word.ticket.empty() || word.said.empty()) {
    return fmt::format("A person's word for \"{}\" needs {}.", profile::word(word.verb),
                       !word.said.empty()     ? "a ticket"
                       : !word.ticket.empty() ? "what shows it"
                                              : "a ticket, and what shows it");
  }
  if (word.verb == profile::Verb::release) {
    return word.response ? std::optional<std::string>("A released key has no answer for its clients.") : std::nullopt;
  }
  if (!word.response) return "A finished key needs the answer that its clients will be given.";
  const int code = word.response->code;
  if (word.verb == profile::Verb::succeed && (code < 200 || code > 299)) return "The effect happened: its response is a 2xx.";
  if (word.verb == profile::Verb::fail && (code < 400 || code > 599)) return "The effect did not happen: its response is a 4xx or 5xx.";
  return std::nullopt;
}

WordWeighed weighed_word(const browse::KeyRow& row, const std::optional<Asked>& asked, const Word& said, Duration next_try_in) {
  const auto kind = asked ? std::optional(asked->verdict.kind) : std::nullopt;
  const Weight weight = asked ? weight_of(*asked, said.verb) : Weight::word;
  if (weight == Weight::against || weight == Weight::too_early) {
    const std::string why = fmt::format("{} A person's word was {} ({}).", asked->verdict.why, profile::word(said.verb), said.reason);
    return {WordWeighed::By::against, handing_back(row, *asked, why, next_try_in)};
  }
  if (weight == Weight::evidence) {
    const auto supplied = *kind == VerdictKind::done_needs_response ? said.response : std::nullopt;
    return {WordWeighed::By::evidence,
            settlement_for(row, *asked, Confirmed{said.seen, asked->verdict, supplied, said.reason, said.ticket}, next_try_in)};
  }
  Settlement settlement{.id = row.id, .fence = row.fence, .act = act_of(said.verb), .response = said.response};
  settlement.verdict = kind ? std::string(word(*kind)) : "";
  settlement.reason = said.reason;
  Json evidence = asked ? Json::parse(gateway::to_json(asked->evidence), nullptr, false) : Json::object();
  evidence["said"] = said.said;
  settlement.evidence_json = evidence.dump(-1, ' ', false, Json::error_handler_t::replace);
  const bool waits = needs_second_person(settlement.act, kind);
  return {WordWeighed::By::word, std::move(settlement), waits};
}

Result<WordOutcome> settle_by_word(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway* gateway, const Word& word,
                                   const audit::Actor& actor, const FlowOptions& options) {
  if (auto lacks = missing_word(word)) return fail(ErrorKind::invalid_input, *lacks, "Nothing was written.", "Give it.");
  auto own_outcome = own(connection, profile, word.seen, options.lease, actor, word.reason);
  if (!own_outcome) return fail(own_outcome.error());
  if (auto* changed = std::get_if<Changed>(&*own_outcome)) return WordOutcome(changed_since(connection, std::move(*changed)));
  const browse::KeyRow owned = std::get<Owned>(std::move(*own_outcome)).row;
  std::optional<Asked> asked;
  if (gateway != nullptr) {
    asked = ask(*gateway, {owned}, owned.updated_at, {Steady::now() + options.ask_within, options.max_attempts, false}).front();
  }
  const WordWeighed weight = weighed_word(owned, asked, word, options.next_try_in);
  if (weight.needs_second_person) {
    auto filed = ask_approval(connection, profile, weight.settlement, actor, word.ticket);
    if (!filed) return fail(still_owned(filed.error(), owned));
    if (auto* changed = std::get_if<Changed>(&*filed)) return WordOutcome(changed_since(connection, std::move(*changed)));
    return WordOutcome(WordWaits{owned, std::get<Waiting>(std::move(*filed)), std::move(asked)});
  }
  auto outcome = settle(connection, profile, weight.settlement, actor, word.ticket);
  if (!outcome) return fail(still_owned(outcome.error(), owned));
  if (auto* changed = std::get_if<Changed>(&*outcome)) return WordOutcome(changed_since(connection, std::move(*changed)));
  Settled settled = std::get<Settled>(std::move(*outcome));
  if (weight.by == WordWeighed::By::against)
    return WordOutcome(FlowEvidenceChanged{std::move(settled), weight.settlement.act, *std::move(asked), owned});
  return WordOutcome(WordSettled{owned, std::move(settled), std::move(asked), weight.by == WordWeighed::By::evidence});
}

std::string sentence(const WordWaits& waits) {
  return fmt::format("No evidence bears this out: it waits for a second person, as approval {}.", waits.waiting.approval);
}

std::string sentence(const FlowChanged& changed, const Seen& seen) {
  if (!changed.now) return "The key is gone: it was reaped, or deleted by hand.";
  const browse::KeyRow& now = *changed.now;
  if (now.state == seen.state && now.fence == seen.fence) {
    if (!now.locked_until) return "The key cannot be taken over in its state.";
    return fmt::format("The lease is live until {}: whoever holds it may still finish.", iso(*now.locked_until));
  }
  if (changed.last_act && changed.last_act->fence_after == now.fence) {
    const audit::Record& act = *changed.last_act;
    const std::string_view did = act.action == "settle" ? "settled it"
                                 : act.action == "own"  ? "took it over"
                                                        : "asked about it and left it unsettled";
    return fmt::format("Somebody else {}: {}@{}, {} ago.", did, visible(act.actor), visible(act.host), human(changed.as_of - act.at));
  }
  // Executors leave no audit row: a new fence without one is theirs, or a sweeper's taking over.
  if (key::is_final(now.state))
    return fmt::format("It was finished meanwhile: {} by {}.", key::word(now.state),
                       now.owner.empty() ? "its executor" : visible(now.owner));
  return fmt::format("It was taken over meanwhile by {}.", now.owner.empty() ? "somebody" : visible(now.owner));
}

}  // namespace onceover::reconcile
