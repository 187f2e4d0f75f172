// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/plan/plan_runner.h"
#include "core/reconcile/weigh.h"
#include "core/sql/statements.h"

namespace onceover::plan {

using reconcile::VerdictKind;
using Follows = reconcile::Decision::Kind;

constexpr const char* by_a_second_approver = "It needs a second approver: settle it by itself.";

// What is to become of each row in hand. No transaction is open.
std::vector<Judged> PlanRunner::judge(const std::vector<InHand>& rows) {
  const auto verb = verb_of(plan_.act);
  reconcile::Instruction instruction{.verb = verb, .next_try_in = std::chrono::minutes(1)};
  instruction.request.reason = plan_.reason;
  instruction.request.ticket = plan_.ticket;
  instruction.request.although_held = plan_.options.although_held;
  instruction.request.of_plan = true;
  if (plan_.act == Verb::extend) instruction.request.values.lease = plan_.options.lease;
  if (!is_own_) instruction.request.evidence_json = reconcile::said_json(plan_.proof);
  std::vector<Judged> judged;
  judged.reserve(rows.size());
  if (!asks()) {
    if (verb) instruction.request.verb = *verb;
    for (const InHand& one : rows) {
      Judged it{.in_hand = &one,
                .decision = {.kind = Follows::write, .verb = verb, .request = instruction.request},
                .writes = true,
                .word = std::string(word(plan_.act))};
      if (!is_own_ && instruction.verb) {
        it.decision = target_->decide(one.row, instruction, std::nullopt);
        it.writes = it.decision.kind == Follows::write && !it.decision.needs_approval;
        if (!it.writes) it.why = it.decision.needs_approval ? by_a_second_approver : it.decision.why.what;
      }
      judged.push_back(std::move(it));
    }
    return judged;
  }
  std::vector<reconcile::JudgedEvidence> asked = ask(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Judged one{.in_hand = &rows[i],
               .was_asked = asked[i].evidence.was_asked,
               .is_silent = reconcile::is_silent(asked[i])};
    if (!one.was_asked) {
      one.decision.asked = std::move(asked[i]);
      judged.push_back(std::move(one));
      continue;
    }
    const VerdictKind kind = asked[i].verdict.kind;
    const bool is_cancelled = work_ == Work::dry_run && plan_.options.cancel && target_->may_cancel() &&
                              asked[i].if_cancelled.has_value();
    // A gateway that does not answer is asked again; a manual override is for one that does.
    reconcile::Instruction wanted = instruction;
    if (one.is_silent) wanted.verb.reset();
    one.decision = target_->decide(rows[i].row, wanted, std::move(asked[i]));
    one.writes = is_cancelled || (one.decision.kind == Follows::write && !one.decision.needs_approval);
    one.files = !one.writes &&
                (!reconcile::is_offered(kind) || !wanted.verb || kind == VerdictKind::done_needs_response);
    one.word = reconcile::word(is_cancelled ? VerdictKind::settle_failed : kind);
    one.why = is_cancelled ? "The gateway knows nothing of it, and is told never to perform it."
              : one.decision.needs_approval ? by_a_second_approver
              : one.writes || one.files     ? one.decision.asked->verdict.why
                                            : one.decision.why.what;
    judged.push_back(std::move(one));
  }
  return judged;
}

void PlanRunner::foresee(const std::vector<TakenItem>& taken, Step& step) {
  std::vector<std::int64_t> positions, writes;
  std::vector<std::string> words, whys, evidence;
  const auto add = [&](int position, std::string_view word, const std::string& why, std::string evidence_json,
                       bool is_written) {
    positions.push_back(position);
    words.emplace_back(word);
    whys.push_back(storable_text(why));
    evidence.push_back(std::move(evidence_json));
    writes.push_back(is_written ? 1 : 0);
  };
  std::vector<Ended> left;
  const std::vector<InHand> rows = is_own_ ? look_at_own(taken, left) : look_at_rows(taken, left);
  for (const Ended& one : left) add(one.position, skip, one.why, {}, false);
  for (const Judged& one : judge(rows)) {
    const int position = one.in_hand->item->position;
    if (asks() && !one.was_asked) {
      add(position, {}, {}, {}, false);
    } else {
      add(position, one.word, one.why, asks() ? evidence_of(*one.decision.asked) : "", one.writes);
    }
  }
  keep_foreseen(positions, words, whys, evidence, writes, step);
}

void PlanRunner::keep_foreseen(const std::vector<std::int64_t>& positions,
                               const std::vector<std::string>& words, const std::vector<std::string>& whys,
                               const std::vector<std::string>& evidence,
                               const std::vector<std::int64_t>& writes, Step& step) {
  write(step, [&](pg::Transaction&) {
    guard(connection_, plan_.id, system_);
    require(connection_.exec_prepared(sql::plan_foresee,
                                      pg::params(plan_.id, name_, positions, words, writes, whys, evidence)));
    return true;
  });
  step.foreseen +=
      static_cast<int>(std::ranges::count_if(words, [](const std::string& word) { return !word.empty(); }));
}

// What becomes of the item where its row is written as it was judged.
Ended PlanRunner::end_of(const Judged& one) {
  const TakenItem& item = *one.in_hand->item;
  const bool is_foreseen =
      item.foreseen.empty() || item.foreseen == one.word || (item.foreseen == skip && !one.writes);
  Ended ended;
  if (one.is_silent) {
    ended = unsettled(item, *one.decision.asked);
  } else if (!is_foreseen) {
    ended = skipped(item, "verdict_changed",
                    item.foreseen == skip
                        ? fmt::format("It was foreseen to be skipped; now it would be: {}.", one.word)
                        : fmt::format("Foreseen was {}; now it is {}: {}", item.foreseen, one.word, one.why));
  } else if (one.files) {
    ended = unsettled(item, *one.decision.asked);
  } else if (one.writes) {
    const auto state = reconcile::settled_as(*one.decision.verb);
    ended = skipped(item, one.word, one.why);
    ended.state = ItemState::done;
    ended.to_state = state ? std::string(key::word(*state)) : "";
  } else {
    ended = skipped(item, one.decision.kind == Follows::not_for_this_row ? "not_for_this_row" : "not_shown",
                    one.why);
  }
  if (asks()) ended.evidence_json = evidence_of(*one.decision.asked);
  return ended;
}

void PlanRunner::settle(const std::vector<TakenItem>& taken, Step& step) {
  std::vector<Ended> left;
  std::vector<TakenItem> unexplained;
  std::vector<InHand> rows;
  if (is_own_) {
    for (const TakenItem& item : taken) {
      const auto owned = owned_.find(item.position);
      owned == owned_.end() ? unexplained.push_back(item) : rows.push_back({&item, std::move(owned->second)});
    }
  } else {
    rows = look_at_rows(taken, left);
  }
  std::vector<Judged> judged = judge(rows);
  std::vector<reconcile::Order> orders;
  std::vector<Ended> ends;
  std::vector<const TakenItem*> items;  // of each order
  for (Judged& one : judged) {
    const InHand& in_hand = *one.in_hand;
    if (asks() && !one.was_asked) {
      // Until its new lease has ended an own key could not be taken over again.
      left.push_back(not_asked(*in_hand.item, *one.decision.asked, in_hand.row.seen.row.fence,
                               is_own_ ? options_.lease : Duration{0}));
      continue;
    }
    Ended ended = end_of(one);
    if (ended.state == ItemState::skipped) {
      one.decision =
          target_->handed_back(std::move(one.decision), fmt::format("{} ({})", ended.why, plan_.reason));
    }
    orders.push_back({&in_hand.row, &one.decision});
    ends.push_back(std::move(ended));
    items.push_back(in_hand.item);
  }
  reconcile::WriteOptions options{.ticket = plan_.ticket};
  options.on_write = [&](int, Steady::time_point from) { wrote(from, step); };
  options.within = [&](pg::Transaction& transaction, const std::vector<reconcile::Done>& done) {
    return as_result([&] {
      check_within(transaction.connection());
      std::vector<Ended> kept;
      for (const reconcile::Done& one : done) {
        Ended& ended = ends[one.order];
        ended.fence = one.fence;
        ended.audit_id = ended.state == ItemState::done ? one.audit_id : 0;
        kept.push_back(ended);
      }
      if (!kept.empty()) keep_within(transaction.connection(), kept);
    });
  };
  auto outcomes = target_->write(orders, actor_, options).value();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const reconcile::RowOutcome& outcome = outcomes[i];
    if (!outcome.unconfirmed.empty()) step.note = outcome.unconfirmed;
    if (outcome.kind == reconcile::RowOutcome::Kind::written ||
        outcome.kind == reconcile::RowOutcome::Kind::filed) {
      count({ends[i]}, step);
    } else if (outcome.kind == reconcile::RowOutcome::Kind::unwritten) {
      left.push_back(std::move(ends[i]));
    } else if (is_own_ && outcome.kind != reconcile::RowOutcome::Kind::failed) {
      unexplained.push_back(*items[i]);
      unexplained.back().fence = orders[i].row->seen.row.fence;  // under which it was owned
    } else {
      left.push_back(
          why_unwritten(*items[i], outcome, asks() ? evidence_of(*orders[i].decision->asked) : ""));
    }
  }
  keep(left, step);
  explain(unexplained, step);
}

// Keys of our own that are written without asking a gateway: one statement for the batch, whose rows say what
// it did.
void PlanRunner::run_at_once(const std::vector<TakenItem>& taken, Step& step) {
  std::vector<std::string_view> tenants, operations, keys;
  std::vector<std::int64_t> fences;
  std::map<key::Identity, const TakenItem*> left;
  for (const TakenItem& item : taken) {
    tenants.emplace_back(item.id.tenant);
    operations.emplace_back(item.id.operation);
    keys.emplace_back(item.id.key);
    fences.push_back(item.fence);
    left[item.id] = &item;
  }
  std::vector<Ended> ended;
  write(step, [&](pg::Transaction&) {
    check_within(connection_);
    const bool reaps = plan_.act == Verb::reap;
    pg::Params params =
        pg::params(tenants, operations, keys, fences, actor_.name, actor_.host, actor_.program, plan_.reason);
    reaps ? params.boolean(plan_.options.within_window) : params.interval(plan_.options.lease);
    params.text(plan_.ticket);
    const pg::Rows written =
        connection_.exec_prepared(reaps ? sql::plan_reap : sql::plan_extend, params).value();
    for (int i = 0; i < written.size(); ++i) {
      const auto item = left.extract({written.text(i, 0), written.text(i, 1), written.text(i, 2)});
      Ended& done = ended.emplace_back(skipped(*item.mapped(), std::string(word(plan_.act)), {}));
      done.state = ItemState::done;
      done.to_state = reaps ? "" : "in_progress";
      done.audit_id = written.integer(i, 3);
    }
    if (!ended.empty()) keep_within(connection_, ended);
    return !ended.empty();
  });
  count(ended, step);
  std::vector<TakenItem> unexplained;
  for (const TakenItem& item : taken) {
    if (left.contains(item.id)) unexplained.push_back(item);
  }
  explain(unexplained, step);
}

// Of an external row.
Ended PlanRunner::why_unwritten(const TakenItem& item, const reconcile::RowOutcome& outcome,
                                std::string evidence_json) {
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
    ended.why = outcome.now->locked_until
                    ? fmt::format("The row is held until {}.", moment(*outcome.now->locked_until))
                    : "The row is held.";
  } else if (outcome.kind == Found::withheld) {
    ended.state = ItemState::failed;
    ended.outcome = "withheld";
    ended.why = outcome.error.what;
  } else if (!outcome.now) {
    ended.outcome = "gone";
    ended.why = "The row is gone.";
  } else {
    ended.why = what_changed(item.frozen_json, p_, *outcome.now);
    if (ended.why.empty())
      ended.why = "The row was written meanwhile, in a column that the listing does not show.";
  }
  return ended;
}

}  // namespace onceover::plan
