#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/plan/plan_runner.h"
#include "core/reconcile/row_flow.h"

namespace onceover::plan {
namespace {

using profile::Verb;
using reconcile::VerdictKind;

std::string state_after(Verb verb) {
  switch (verb) {
    case Verb::succeed: return "succeeded";
    case Verb::fail: return "failed";
    case Verb::release: return "released";
    case Verb::extend:
    case Verb::requeue:
    case Verb::discard: return "";
  }
  return "";
}

// Whether everything after this statement is in vain, too.
bool ends_the_step(const Error& error) {
  return error.is_connection_lost() || error.is_cancelled() || error.kind == ErrorKind::read_only || error.kind == ErrorKind::stopped ||
         error.kind == ErrorKind::schema;
}

}  // namespace

Result<std::vector<Decision>> PlanRunner::decide_foreign(const std::vector<Taken>& taken) {
  std::vector<Decision> decisions;
  std::vector<browse::KeyRow> rows;
  std::vector<Taken> of;
  std::vector<std::size_t> at;
  Timestamp now = Timestamp::minus_infinity();
  const auto verb = verb_of(plan_.act);
  const bool asks_gateway = asks();
  for (const Taken& item : taken) {
    Decision d;
    d.item = &item;
    d.word = skip;
    auto seen = reconcile::look(connection_, p_, access_, item.id);
    if (!seen) return fail(seen.error());
    const auto left = [&](std::string outcome, std::string why) {
      d.outcome = std::move(outcome);
      d.why = std::move(why);
    };
    if (!*seen) {
      left("gone", "The row is gone.");
      decisions.push_back(std::move(d));
      continue;
    }
    d.seen = std::move(**seen);
    now = std::max(now, d.seen->as_of);
    d.request = {.verb = verb.value_or(Verb::succeed),
                 .values = {},
                 .reason = plan_.reason,
                 .ticket = plan_.ticket,
                 .verdict = {},
                 .evidence_json = {},
                 .although_held = plan_.options.although_held};
    if (plan_.act == Act::extend) d.request.values.lease = plan_.options.lease;
    if (!plan_.said.empty()) d.request.evidence_json = nlohmann::json{{"said", plan_.said}}.dump();
    if (const std::string changes = what_changed(item.frozen_json, p_, d.seen->row); !changes.empty()) {
      left("changed", changes);
    } else if (const auto why = verb ? reconcile::why_not_written(p_, access_, *d.seen, *verb) : std::nullopt) {
      left("not_for_this_row", *why);
    } else if (!verb && d.seen->row.state != key::State::in_progress && d.seen->row.state != key::State::released) {
      left("not_for_this_row", fmt::format("It is {}: nothing is to be settled.", key::word(d.seen->row.state)));
    } else if (reconcile::is_held(p_, *d.seen, d.request)) {
      left("held", p_.lease.is_observable() && d.seen->row.locked_until
                       ? fmt::format("The row is held until {}.", iso(*d.seen->row.locked_until))
                       : "Nobody can tell from this table whether somebody is at work on the row.");
    } else if (asks_gateway) {
      rows.push_back(d.seen->row);
      of.push_back(item);
      at.push_back(decisions.size());
    } else {
      d.writes = true;
      d.word = profile::word(*verb);
    }
    decisions.push_back(std::move(d));
  }
  const auto asked = ask(rows, now, of);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Decision& d = decisions[at[i]];
    d.asked = asked[i];
    const VerdictKind kind = asked[i].verdict.kind;
    d.word = d.outcome = reconcile::word(kind);
    d.why = asked[i].verdict.why;
    d.retries = is_silent(asked[i]);
    d.files = kind == VerdictKind::unresolved || kind == VerdictKind::needs_human;
    d.otherwise = d.files ? ItemState::unsettled : ItemState::skipped;
    if (d.retries) continue;
    using Kind = reconcile::RowDecision::Kind;
    reconcile::RowDecision decision = reconcile::decided(p_, access_, *d.seen, d.request, verb, asked[i]);
    d.request = std::move(decision.request);
    d.writes = decision.kind == Kind::write;
    if (d.writes) {
      d.files = false;
      continue;
    }
    d.why = decision.why.what;
    if (decision.kind == Kind::not_for_this_row) d.outcome = "not_for_this_row";
    if (decision.kind == Kind::not_shown) d.outcome = "not_shown";
    // A sweeper would leave it to a person, too.
    if (!verb && decision.kind != Kind::nothing_follows) {
      d.asked = reconcile::for_case(decision, asked[i]);
      d.files = true;
    }
  }
  return decisions;
}

Result<void> PlanRunner::foresee_foreign(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen) {
  auto decisions = decide_foreign(taken);
  if (!decisions) return fail(decisions.error());
  for (const Decision& d : *decisions) {
    if (d.asked && !d.asked->evidence.was_asked) {
      foreseen.push_back({d.item->position, {}, {}, {}, false});
      continue;
    }
    foreseen.push_back({d.item->position, d.word, d.why, d.asked ? evidence_of(*d.asked) : "", d.writes});
  }
  return {};
}

Result<void> PlanRunner::write_foreign(const Taken& item, const Decision& d, Step& step) {
  Ended ended{.position = item.position,
              .state = ItemState::done,
              .outcome = d.word,
              .why = d.why,
              .evidence_json = d.asked ? evidence_of(*d.asked) : "",
              .to_state = state_after(d.request.verb)};
  const auto from = Steady::now();
  bool is_kept = false;
  auto outcome = reconcile::write(connection_, p_, access_, *d.seen, d.request, actor_,
                                  [&](pg::Transaction& transaction, std::int64_t audit_id) -> Result<void> {
                                    if (auto here = check_within(transaction.connection()); !here) return here;
                                    ended.audit_id = audit_id;
                                    auto kept = keep_within(transaction.connection(), {ended});
                                    is_kept = kept.has_value();
                                    return kept;
                                  });
  wrote(from, step);
  if (outcome && std::holds_alternative<reconcile::RowWritten>(*outcome)) {
    count({ended}, step);
    if (const auto& said = std::get<reconcile::RowWritten>(*outcome).unconfirmed; !said.empty()) step.note = said;
    return {};
  }
  if (!outcome && (ends_the_step(outcome.error()) || is_kept)) return fail(outcome.error());
  ended.audit_id = 0;
  ended.to_state.clear();
  ended.state = ItemState::skipped;
  if (!outcome) {
    const Error& error = outcome.error();
    const bool again = (error.is_retryable() || error.is_timeout()) && item.tries < most_locked;
    ended.state = again ? ItemState::waiting : ItemState::failed;
    ended.outcome = "error";
    ended.why = error.what;
    ended.next_try = soon;
  } else if (const auto* changed = std::get_if<reconcile::Changed>(&*outcome)) {
    ended.outcome = changed->now ? "changed" : "gone";
    ended.why = changed->now ? what_changed(item.frozen_json, p_, *changed->now) : "The row is gone.";
    if (ended.why.empty()) ended.why = "The row was written meanwhile, in a column that the listing does not show.";
  } else if (const auto* held = std::get_if<reconcile::Held>(&*outcome)) {
    ended.outcome = "held";
    ended.why = held->now.locked_until ? fmt::format("The row is held until {}.", iso(*held->now.locked_until)) : "The row is held.";
  } else {
    ended.state = ItemState::failed;
    ended.outcome = "withheld";
    ended.why = std::get<reconcile::Withheld>(*outcome).why;
  }
  return keep({ended}, step);
}

Result<void> PlanRunner::file_case(const Taken& item, const Decision& d, Step& step) {
  Ended ended = unsettled(item, *d.asked);
  if (ended.state == ItemState::unsettled && !d.why.empty()) ended.why = d.why;
  const auto from = Steady::now();
  auto filed = reconcile::keep_case(connection_, p_, access_, *d.seen, *d.asked, plan_.reason, plan_.ticket, std::chrono::minutes(1),
                                    actor_, [&](pg::Transaction& transaction, std::int64_t) -> Result<void> {
                                      if (auto here = check_within(transaction.connection()); !here) return here;
                                      return keep_within(transaction.connection(), {ended});
                                    });
  wrote(from, step);
  if (!filed) return fail(filed.error());
  if (const auto* changed = std::get_if<reconcile::Changed>(&*filed)) {
    ended.state = ItemState::skipped;
    ended.outcome = changed->now ? "changed" : "gone";
    ended.why = changed->now ? what_changed(item.frozen_json, p_, *changed->now) : "The row is gone.";
    return keep({ended}, step);
  }
  count({ended}, step);
  return {};
}

Result<void> PlanRunner::run_foreign(const std::vector<Taken>& taken, Step& step) {
  auto decisions = decide_foreign(taken);
  if (!decisions) return fail(decisions.error());
  std::vector<Ended> left;
  for (const Decision& d : *decisions) {
    const Taken& item = *d.item;
    const bool is_foreseen = item.foreseen.empty() || item.foreseen == d.word || item.foreseen == skip || d.word == skip;
    Result<void> done;
    if (d.asked && !d.asked->evidence.was_asked) {
      left.push_back(not_asked(item, *d.asked));
    } else if (!is_foreseen && !d.retries) {
      left.push_back({.position = item.position,
                      .state = ItemState::skipped,
                      .outcome = "verdict_changed",
                      .why = fmt::format("Foreseen was {}; now it is {}: {}", item.foreseen, d.word, d.why),
                      .evidence_json = d.asked ? evidence_of(*d.asked) : "",
                      .to_state = {}});
    } else if (item.foreseen == skip && d.writes) {
      left.push_back({.position = item.position,
                      .state = ItemState::skipped,
                      .outcome = "verdict_changed",
                      .why = fmt::format("It was foreseen to be skipped; now it would be: {}.", d.word),
                      .evidence_json = d.asked ? evidence_of(*d.asked) : "",
                      .to_state = {}});
    } else if (d.writes) {
      done = write_foreign(item, d, step);
    } else if (d.files || d.retries) {
      done = file_case(item, d, step);
    } else {
      left.push_back({.position = item.position,
                      .state = d.otherwise,
                      .outcome = d.outcome,
                      .why = d.why,
                      .evidence_json = d.asked ? evidence_of(*d.asked) : "",
                      .to_state = {}});
    }
    if (!done) return done;
  }
  return keep(left, step);
}

}  // namespace onceover::plan
