#include <fmt/format.h>

#include <algorithm>

#include "core/plan/plan_runner.h"
#include "core/reconcile/weigh.h"

namespace onceover::plan {

using reconcile::VerdictKind;
using Follows = reconcile::Decision::Kind;

// What is to become of each row in hand. No transaction is open.
std::vector<Judged> PlanRunner::judge(const std::vector<InHand>& rows) {
  const auto verb = verb_of(plan_.act);
  reconcile::Wish wish{.verb = verb, .next_try_in = std::chrono::minutes(1)};
  wish.request.reason = plan_.reason;
  wish.request.ticket = plan_.ticket;
  wish.request.although_held = plan_.options.although_held;
  if (plan_.act == Act::extend) wish.request.values.lease = plan_.options.lease;
  if (!is_own_) wish.request.evidence_json = reconcile::said_json(plan_.said);
  std::vector<Judged> judged;
  judged.reserve(rows.size());
  if (!asks()) {
    if (verb) wish.request.verb = *verb;
    for (const InHand& one : rows) {
      judged.push_back({.in_hand = &one,
                        .decision = {.kind = Follows::write, .verb = verb, .request = wish.request},
                        .writes = true,
                        .word = std::string(word(plan_.act))});
    }
    return judged;
  }
  std::vector<reconcile::Asked> asked = ask(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Judged one{.in_hand = &rows[i], .was_asked = asked[i].evidence.was_asked, .is_silent = plan::is_silent(asked[i])};
    if (!one.was_asked) {
      one.decision.asked = std::move(asked[i]);
      judged.push_back(std::move(one));
      continue;
    }
    const VerdictKind kind = asked[i].verdict.kind;
    const bool is_cancelled = work_ == Work::dry_run && plan_.options.cancel && target_->may_cancel() && asked[i].if_cancelled.has_value();
    // A gateway that does not answer is asked again; a manual override is for one that does.
    reconcile::Wish wanted = wish;
    if (one.is_silent) wanted.verb.reset();
    one.decision = target_->decide(rows[i].row, wanted, std::move(asked[i]));
    one.writes = is_cancelled || one.decision.kind == Follows::write;
    one.files = !one.writes && (!reconcile::is_offered(kind) || !wanted.verb || kind == VerdictKind::done_needs_response);
    one.word = reconcile::word(is_cancelled ? VerdictKind::settle_failed : kind);
    one.why = is_cancelled              ? "The gateway knows nothing of it, and will be told never to perform it."
              : one.writes || one.files ? one.decision.asked->verdict.why
                                        : one.decision.why.what;
    judged.push_back(std::move(one));
  }
  return judged;
}

Result<std::vector<Foreseen>> PlanRunner::foresee(const std::vector<Taken>& taken) {
  std::vector<Ended> left;
  auto rows = is_own_ ? look_at_own(taken, left) : look_at_rows(taken, left);
  if (!rows) return fail(rows.error());
  std::vector<Foreseen> foreseen;
  for (const Ended& one : left) foreseen.push_back({one.position, std::string(skip), one.why, {}, false});
  for (const Judged& one : judge(*rows)) {
    const int position = one.in_hand->item->position;
    if (asks() && !one.was_asked) {
      foreseen.push_back({position, {}, {}, {}, false});
    } else {
      foreseen.push_back({position, one.word, one.why, asks() ? evidence_of(*one.decision.asked) : "", one.writes});
    }
  }
  return foreseen;
}

// What becomes of the item where its row is written as it was judged.
Ended PlanRunner::end_of(const Judged& one) {
  const Taken& item = *one.in_hand->item;
  const bool is_foreseen = item.foreseen.empty() || item.foreseen == one.word || (item.foreseen == skip && !one.writes);
  Ended ended;
  if (one.is_silent) {
    ended = unsettled(item, *one.decision.asked);
  } else if (!is_foreseen) {
    ended = skipped(item, "verdict_changed",
                    item.foreseen == skip ? fmt::format("It was foreseen to be skipped; now it would be: {}.", one.word)
                                          : fmt::format("Foreseen was {}; now it is {}: {}", item.foreseen, one.word, one.why));
  } else if (one.files) {
    ended = unsettled(item, *one.decision.asked);
  } else if (one.writes) {
    const auto state = reconcile::settled_as(*one.decision.verb);
    ended = skipped(item, one.word, one.why);
    ended.state = ItemState::done;
    ended.to_state = state ? std::string(key::word(*state)) : "";
  } else {
    ended = skipped(item, one.decision.kind == Follows::not_for_this_row ? "not_for_this_row" : "not_shown", one.why);
  }
  if (asks()) ended.evidence_json = evidence_of(*one.decision.asked);
  return ended;
}

Result<void> PlanRunner::settle(const std::vector<Taken>& taken, Step& step) {
  std::vector<Ended> left;
  std::vector<Taken> unexplained;
  std::vector<InHand> rows;
  if (is_own_) {
    for (const Taken& item : taken) {
      const auto owned = owned_.find(item.position);
      owned == owned_.end() ? unexplained.push_back(item) : rows.push_back({&item, std::move(owned->second)});
    }
  } else {
    auto looked = look_at_rows(taken, left);
    if (!looked) return fail(looked.error());
    rows = std::move(*looked);
  }
  std::vector<Judged> judged = judge(rows);
  std::vector<reconcile::Order> orders;
  std::vector<Ended> ends;
  std::vector<const Taken*> items;  // of each order
  for (Judged& one : judged) {
    const InHand& in_hand = *one.in_hand;
    if (asks() && !one.was_asked) {
      // Until its new lease has ended an own key could not be taken over again.
      left.push_back(not_asked(*in_hand.item, *one.decision.asked, in_hand.row.seen.row.fence, is_own_ ? options_.lease : Duration{0}));
      continue;
    }
    Ended ended = end_of(one);
    if (ended.state == ItemState::skipped) {
      one.decision = target_->handed_back(std::move(one.decision), fmt::format("{} ({})", ended.why, plan_.reason));
    }
    orders.push_back({&in_hand.row, &one.decision});
    ends.push_back(std::move(ended));
    items.push_back(in_hand.item);
  }
  reconcile::WriteOptions options{.ticket = plan_.ticket};
  options.on_write = [&](int, Steady::time_point from) { wrote(from, step); };
  options.within = [&](pg::Transaction& transaction, const std::vector<reconcile::Done>& done) -> Result<void> {
    if (auto here = check_within(transaction.connection()); !here) return here;
    std::vector<Ended> kept;
    for (const reconcile::Done& one : done) {
      Ended& ended = ends[one.order];
      ended.fence = one.fence;
      ended.audit_id = ended.state == ItemState::done ? one.audit_id : 0;
      kept.push_back(ended);
    }
    return kept.empty() ? Result<void>() : keep_within(transaction.connection(), kept);
  };
  auto outcomes = target_->write(orders, actor_, options);
  if (!outcomes) return fail(outcomes.error());
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const reconcile::RowOutcome& outcome = (*outcomes)[i];
    if (!outcome.unconfirmed.empty()) step.note = outcome.unconfirmed;
    if (outcome.kind == reconcile::RowOutcome::Kind::written || outcome.kind == reconcile::RowOutcome::Kind::filed) {
      count({ends[i]}, step);
    } else if (outcome.kind == reconcile::RowOutcome::Kind::unwritten) {
      left.push_back(std::move(ends[i]));
    } else if (is_own_) {
      unexplained.push_back(*items[i]);
      unexplained.back().fence = orders[i].row->seen.row.fence;  // under which it was owned
    } else {
      left.push_back(why_unwritten(*items[i], outcome, asks() ? evidence_of(*orders[i].decision->asked) : ""));
    }
  }
  if (auto kept = keep(left, step); !kept) return kept;
  return explain(unexplained, step);
}

// Of an external row.
Ended PlanRunner::why_unwritten(const Taken& item, const reconcile::RowOutcome& outcome, std::string evidence_json) {
  using Found = reconcile::RowOutcome::Kind;
  Ended ended = skipped(item, "changed", {});
  ended.evidence_json = std::move(evidence_json);
  if (outcome.kind == Found::failed) {
    const Error& error = outcome.error;
    const bool again = (error.is_retryable() || error.is_timeout()) && item.tries < most_locked;
    ended.state = again ? ItemState::waiting : ItemState::failed;
    ended.outcome = "error";
    ended.why = error.what;
    ended.next_try = soon;
  } else if (outcome.kind == Found::held) {
    ended.outcome = "held";
    ended.why = outcome.now->locked_until ? fmt::format("The row is held until {}.", iso(*outcome.now->locked_until)) : "The row is held.";
  } else if (outcome.kind == Found::withheld) {
    ended.state = ItemState::failed;
    ended.outcome = "withheld";
    ended.why = outcome.error.what;
  } else if (!outcome.now) {
    ended.outcome = "gone";
    ended.why = "The row is gone.";
  } else {
    ended.why = what_changed(item.frozen_json, p_, *outcome.now);
    if (ended.why.empty()) ended.why = "The row was written meanwhile, in a column that the listing does not show.";
  }
  return ended;
}

}  // namespace onceover::plan
