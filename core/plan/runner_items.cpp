// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/pg/one_row.h"
#include "core/plan/plan_runner.h"
#include "core/reconcile/stop_switch.h"
#include "core/retry/policy.h"
#include "core/sql/statements.h"

namespace onceover::plan {
using reconcile::JudgedEvidence;

std::string evidence_of(const JudgedEvidence& asked) {
  return storable_json(gateway::to_json(asked.evidence));
}

Ended skipped(const TakenItem& item, std::string outcome, std::string why) {
  Ended ended{.position = item.position, .outcome = std::move(outcome), .why = std::move(why)};
  return ended;
}

Ended not_asked(const TakenItem& item, const JudgedEvidence& asked, std::int64_t fence, Duration next_try) {
  return {.position = item.position,
          .state = ItemState::waiting,
          .outcome = "not_asked",
          .why = asked.evidence.why,
          .evidence_json = {},
          .to_state = {},
          .fence = fence,
          .next_try = next_try,
          .was_tried = false};
}

void PlanRunner::check_within(pg::Connection& connection) const {
  const Guarded here = guard(connection, plan_.id, system_);
  if (here.stopped) raise(reconcile::stopped_error(here.stop_reason));
}

void PlanRunner::keep_within(pg::Connection& connection, const std::vector<Ended>& ended) const {
  std::vector<std::int64_t> positions, audits, fences, waits, untried;
  std::vector<std::string> outcomes, whys, evidence, after;
  std::vector<std::string_view> states;
  for (const Ended& one : ended) {
    positions.push_back(one.position);
    states.push_back(word(one.state));
    outcomes.push_back(one.outcome);
    whys.push_back(storable_text(one.why));
    evidence.push_back(one.evidence_json);
    after.push_back(one.to_state);
    audits.push_back(one.audit_id);
    fences.push_back(one.fence);
    untried.push_back(one.was_tried ? 0 : 1);
    waits.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(one.next_try).count());
  }
  const pg::Rows kept =
      connection
          .exec_prepared(sql::plan_result, pg::params(plan_.id, name_, positions, states, outcomes, whys,
                                                      evidence, after, audits, fences, waits, untried))
          .value();
  if (kept.size() == static_cast<int>(ended.size())) return;
  raise({ErrorKind::busy,
         "Another runner has taken the plan's items over meanwhile.",
         "Nothing was written.",
         {},
         {},
         {}});
}

void PlanRunner::count(const std::vector<Ended>& ended, Step& step) const {
  for (const Ended& one : ended) {
    switch (one.state) {
      case ItemState::waiting: break;
      case ItemState::done: ++step.done; break;
      case ItemState::skipped: ++step.skipped; break;
      case ItemState::unsettled: ++step.unsettled; break;
      case ItemState::failed: ++step.failed; break;
    }
  }
}

void PlanRunner::write(Step& step, const std::function<bool(pg::Transaction&)>& statements) {
  const auto from = Steady::now();
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index}).value();
  if (!statements(transaction)) return;
  const pg::Committed committed = transaction.commit().value();
  if (!committed.unconfirmed.empty()) step.note = committed.unconfirmed;
  wrote(from, step);
}

// Results of items of which nothing was written.
void PlanRunner::keep(const std::vector<Ended>& ended, Step& step) {
  if (ended.empty()) return;
  write(step, [&](pg::Transaction&) {
    guard(connection_, plan_.id, system_);
    keep_within(connection_, ended);
    return true;
  });
  count(ended, step);
}

std::vector<TakenItem> PlanRunner::take_items(int limit, bool only_fresh) {
  // The key's own lease, which is counted later, ends before the item's does.
  const Duration lease = options_.lease + std::chrono::seconds(1);
  const pg::Rows rows = connection_
                            .exec_prepared(sql::plan_take, pg::params(plan_.id, behind_, limit, name_, lease,
                                                                      work_ == Work::dry_run, only_fresh))
                            .value();
  std::vector<TakenItem> taken = rows.map([&rows](int i) {
    TakenItem item{.position = static_cast<int>(rows.integer(i, 0)), .id = identity_from(rows, i, 1)};
    rows.read(i, 5, item.frozen_json, item.fence, item.tries, item.foreseen);
    return item;
  });
  std::ranges::sort(taken, {}, &TakenItem::position);
  return taken;
}

// One transaction: the items, and of our own table the keys themselves.
std::vector<TakenItem> PlanRunner::take(int most, Step& step) {
  owned_.clear();
  std::vector<TakenItem> taken;
  write(step, [&](pg::Transaction& transaction) {
    const Guarded here = guard(connection_, plan_.id, system_);
    step.state = here.state;
    step.over = here.state != (work_ == Work::dry_run ? State::frozen : State::running);
    if (step.over) return false;
    if (work_ == Work::run && here.stopped) {
      raise(reconcile::stopped_error(here.stop_reason));
    }
    int limit = most;
    const double rate = plan_.options.rate;
    if (rate > 0) {
      step.wait = std::chrono::milliseconds(
          transaction.exec(sql::plan_pace, pg::params(plan_.id)).value().integer(0, 0));
      if (step.wait > Duration{0}) return false;
      limit = std::clamp(static_cast<int>(rate), 1, limit);
    }
    const bool only_fresh = asks() && work_ == Work::run && !asker_.may_ask_again();
    taken = take_items(limit, only_fresh);
    if (taken.empty() && behind_ > 0) {
      behind_ = 0;
      taken = take_items(limit, only_fresh);
    }
    step.taken = static_cast<int>(taken.size());
    if (taken.empty()) return false;
    held_ = held_by_note(taken);
    if (!held_.empty() && work_ == Work::run) return false;
    behind_ = taken.back().position;
    if (rate > 0) {
      const Duration each(static_cast<std::int64_t>(1e6 / rate));
      require(transaction.exec(sql::plan_paced,
                               pg::params(plan_.id, each * static_cast<std::int64_t>(taken.size()))));
    }
    if (work_ == Work::run && is_own_ && !is_at_once()) own(taken);
    return true;
  });
  return taken;
}

// An item that cannot be taken has failed; the others are taken.
std::vector<TakenItem> PlanRunner::take_readable(Step& step) {
  const int from = behind_;
  auto part = pg::take_around(
      pace_.batch(),
      [&](int limit) {
        behind_ = from;
        return contained([&] { return take(limit, step); });
      },
      [&](const Error& error) { return as_result([&] { return fail_first(from, error, step); }); });
  return std::move(part.value().batch);
}

bool PlanRunner::fail_first(int behind, const Error& error, Step& step) {
  const bool only_fresh = asks() && work_ == Work::run && !asker_.may_ask_again();
  std::optional<TakenItem> first;
  write(step, [&](pg::Transaction&) {
    guard(connection_, plan_.id, system_);
    for (const int place : {behind, 0}) {
      const auto rows =
          connection_
              .exec_prepared(sql::plan_take, pg::params(plan_.id, place, 1, name_, options_.lease,
                                                        work_ == Work::dry_run, only_fresh))
              .value();
      if (rows.empty()) continue;
      first = TakenItem{.position = static_cast<int>(rows.integer(0, 0)), .id = {}};
      return true;
    }
    return false;
  });
  if (first) keep_failed(*first, error, step);
  return first.has_value();
}

// By itself the item fails: that is its end, or of a dry run what is foreseen.
void PlanRunner::keep_failed(const TakenItem& item, const Error& error, Step& step) {
  const std::string why = pg::cannot_be_read(error);
  if (work_ == Work::run) {
    Ended ended = skipped(item, "error", why);
    ended.state = ItemState::failed;
    return keep({ended}, step);
  }
  keep_foreseen({item.position}, {std::string(skip)}, {storable_text(why)}, {""}, {0}, step);
}

// All items at once; where one of them is at fault, the others without it.
Result<void> PlanRunner::each_item(const std::vector<TakenItem>& taken, Step& step,
                                   const std::function<void(const std::vector<TakenItem>&)>& work) {
  const auto owned = owned_;
  const auto some = [&](std::size_t first, std::size_t last) {
    owned_ = owned;
    return contained([&] {
      work({taken.begin() + static_cast<std::ptrdiff_t>(first),
            taken.begin() + static_cast<std::ptrdiff_t>(last)});
    });
  };
  std::optional<Error> unkept;
  const auto alone = [&](std::size_t i, const Error& error) {
    const auto kept = as_result([&] { keep_failed(taken[i], error, step); });
    if (!kept) unkept = kept.error();
  };
  auto done = pg::divide(0, taken.size(), some, alone);
  return done && unkept ? fail(*unkept) : done;
}

std::vector<JudgedEvidence> PlanRunner::ask(const std::vector<InHand>& of) {
  if (of.empty()) return {};
  std::vector<const browse::KeyRow*> rows;
  Timestamp now = Timestamp::minus_infinity();
  for (const InHand& one : of) {
    rows.push_back(&one.row.seen.row);
    now = std::max(now, one.row.seen.as_of);
  }
  // Only what was foreseen to end so, where anything was.
  const auto is_for_cancel = [&](std::size_t i) {
    return of[i].item->foreseen.empty() ||
           of[i].item->foreseen == reconcile::word(reconcile::VerdictKind::settle_failed);
  };
  reconcile::Answers answers = asker_.ask(
      *gateway_, rows, now, [&](std::size_t i) { return of[i].item->tries > 1; }, options_.ask_within,
      {.max_attempts = plan_.options.max_attempts,
       .may_cancel = work_ == Work::run && plan_.options.cancel && target_->may_cancel(),
       .profile = target_->asked_as(),
       .is_for_cancel = is_for_cancel});
  answers_soon_ = answers.soon;
  asked_nobody_ = answers.not_asked == std::ssize(answers.asked);
  return std::move(answers.asked);
}

// One that the gateway did not answer for waits again; else nothing follows from the answer.
Ended PlanRunner::unsettled(const TakenItem& item, const JudgedEvidence& asked) {
  Ended ended{.position = item.position,
              .state = ItemState::unsettled,
              .outcome = std::string(reconcile::word(asked.verdict.kind)),
              .why = asked.verdict.why,
              .evidence_json = evidence_of(asked),
              .to_state = {}};
  if (!is_silent(asked)) return ended;
  ended.outcome = "no_answer";
  ended.why = asked.evidence.why;
  if (item.tries >= plan_.options.max_tries) {
    ended.state = ItemState::failed;
    return ended;
  }
  ended.state = ItemState::waiting;
  const Duration backoff =
      retry::next_delay(retry::Strategy::equal_jitter, static_cast<unsigned>(std::max(0, item.tries - 1)),
                        std::chrono::seconds(1), std::chrono::seconds(30), {}, random_);
  ended.next_try = reconcile::wait_before(asked.verdict, backoff);
  return ended;
}

}  // namespace onceover::plan
