#include <fmt/format.h>

#include <algorithm>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/plan/plan_runner.h"
#include "core/reconcile/stop_switch.h"
#include "core/retry/backoff.h"
#include "core/sql/statements.h"

namespace onceover::plan {
namespace {

using reconcile::Asked;

Error lost() { return {ErrorKind::busy, "Another runner has taken the plan's items over meanwhile.", "Nothing was written.", "", "", ""}; }

}  // namespace

std::string evidence_of(const Asked& asked) { return storable_json(gateway::to_json(asked.evidence)); }

bool is_silent(const Asked& asked) { return asked.evidence.finding == gateway::Finding::unknown; }

Ended skipped(const Taken& item, std::string outcome, std::string why) {
  Ended ended{.position = item.position, .outcome = std::move(outcome), .why = std::move(why)};
  return ended;
}

Ended not_asked(const Taken& item, const Asked& asked, std::int64_t fence, Duration next_try) {
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

Result<void> PlanRunner::check_within(pg::Connection& connection) const {
  auto here = guard(connection, plan_.id, system_);
  if (!here) return fail(here.error());
  if (here->stopped) {
    return fail(reconcile::stopped_error(here->stop_reason));
  }
  return {};
}

Result<void> PlanRunner::keep_within(pg::Connection& connection, const std::vector<Ended>& ended) const {
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
  pg::Params params;
  params.integer(plan_.id).text(name_).integers(positions).views(states).texts(outcomes).texts(whys).texts(evidence).texts(after);
  params.integers(audits).integers(fences).integers(waits).integers(untried);
  auto kept = connection.exec_prepared(sql::plan_result, params);
  if (!kept) return fail(kept.error());
  if (kept->size() != static_cast<int>(ended.size())) return fail(lost());
  return {};
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

// Results of items of which nothing was written.
Result<void> PlanRunner::keep(const std::vector<Ended>& ended, Step& step) {
  if (ended.empty()) return {};
  const auto from = Steady::now();
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
  if (!transaction) return fail(transaction.error());
  if (auto here = guard(connection_, plan_.id, system_); !here) return fail(here.error());
  if (auto kept = keep_within(connection_, ended); !kept) return kept;
  auto committed = transaction->commit();
  if (!committed) return fail(committed.error());
  wrote(from, step);
  count(ended, step);
  return {};
}

Result<std::vector<Taken>> PlanRunner::take_items(Step& step, int limit, bool only_fresh) {
  pg::Params params;
  // The key's own lease, which is counted later, ends before the item's does.
  params.integer(plan_.id).integer(behind_).integer(limit).text(name_).interval(options_.lease + std::chrono::seconds(1));
  params.boolean(work_ == Work::dry_run).boolean(only_fresh);
  auto rows = connection_.exec_prepared(sql::plan_take, params);
  if (!rows) return fail(rows.error());
  std::vector<Taken> taken;
  for (int i = 0; i < rows->size(); ++i) {
    taken.push_back({static_cast<int>(rows->integer(i, 0)),
                     identity_from(rows->text(i, 1), rows->text(i, 2), rows->text(i, 3), rows->text(i, 4)), rows->text(i, 5),
                     rows->integer(i, 6), static_cast<int>(rows->integer(i, 7)), rows->text(i, 8)});
  }
  std::ranges::sort(taken, {}, &Taken::position);
  step.taken = static_cast<int>(taken.size());
  return taken;
}

// One transaction: the items, and of our own table the keys themselves.
Result<std::vector<Taken>> PlanRunner::take(Step& step) {
  const auto from = Steady::now();
  owned_.clear();
  auto transaction = pg::Transaction::begin(connection_, {.durable = true, .also = by_index});
  if (!transaction) return fail(transaction.error());
  auto here = guard(connection_, plan_.id, system_);
  if (!here) return fail(here.error());
  step.state = here->state;
  if (here->state != (work_ == Work::dry_run ? State::frozen : State::running)) {
    step.over = true;
    return std::vector<Taken>();
  }
  if (work_ == Work::run && here->stopped) {
    return fail(reconcile::stopped_error(here->stop_reason));
  }
  int limit = pace_.batch();
  const double rate = plan_.options.rate;
  if (rate > 0) {
    auto wait = transaction->exec(sql::plan_pace, pg::Params{}.integer(plan_.id));
    if (!wait) return fail(wait.error());
    step.wait = std::chrono::milliseconds(wait->integer(0, 0));
    if (step.wait > Duration{0}) return std::vector<Taken>();
    limit = std::clamp(static_cast<int>(rate), 1, limit);
  }
  const bool only_fresh = asks() && work_ == Work::run && budget_.tokens(from) < 1;
  auto taken = take_items(step, limit, only_fresh);
  if (!taken) return fail(taken.error());
  if (taken->empty() && behind_ > 0) {
    behind_ = 0;
    taken = take_items(step, limit, only_fresh);
    if (!taken) return fail(taken.error());
  }
  if (taken->empty()) return taken;
  behind_ = taken->back().position;
  if (rate > 0) {
    const Duration each(static_cast<std::int64_t>(1e6 / rate));
    pg::Params paced;
    paced.integer(plan_.id).interval(each * static_cast<std::int64_t>(taken->size()));
    if (auto done = transaction->exec(sql::plan_paced, paced); !done) return fail(done.error());
  }
  if (work_ == Work::run && is_own_ && !is_at_once()) {
    if (auto owned = own(*taken); !owned) return fail(owned.error());
  }
  auto committed = transaction->commit();
  if (!committed) return fail(committed.error());
  if (!committed->unconfirmed.empty()) step.note = committed->unconfirmed;
  wrote(from, step);
  return taken;
}

std::vector<Asked> PlanRunner::ask(const std::vector<InHand>& of) {
  if (of.empty()) return {};
  const auto from = Steady::now();
  std::vector<browse::KeyRow> rows;
  Timestamp now = Timestamp::minus_infinity();
  for (const InHand& one : of) {
    if (one.item->tries > 1) {
      (void)budget_.try_spend(from);
    } else {
      budget_.on_request(from);
    }
    rows.push_back(one.row.seen.row);
    now = std::max(now, one.row.seen.as_of);
  }
  const auto ticket = breaker_.allow(from);
  // Only what was foreseen to end so, where anything was.
  const auto is_for_cancel = [&](std::size_t i) {
    return of[i].item->foreseen.empty() || of[i].item->foreseen == reconcile::word(reconcile::VerdictKind::settle_failed);
  };
  auto asked = reconcile::ask(*gateway_, rows, now,
                              {.deadline = from + options_.ask_within,
                               .max_attempts = plan_.options.max_attempts,
                               .may_cancel = work_ == Work::run && plan_.options.cancel && target_->may_cancel(),
                               .profile = target_->asked_as(),
                               .is_for_cancel = is_for_cancel});
  const auto not_asked = std::ranges::count_if(asked, [](const Asked& a) { return !a.evidence.was_asked; });
  const auto silent = std::ranges::count_if(asked, [](const Asked& a) { return a.evidence.was_asked && is_silent(a); });
  if (ticket) breaker_.record(*ticket, silent == 0 || silent + not_asked < std::ssize(asked), Steady::now());
  answers_soon_ = not_asked == 0 && Steady::now() - from < options_.ask_within / 4;
  asked_nobody_ = not_asked == std::ssize(asked);
  return asked;
}

// One that the gateway did not answer for waits again; else nothing follows from the answer.
Ended PlanRunner::unsettled(const Taken& item, const Asked& asked) {
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
  ended.next_try = std::max(asked.verdict.ask_again_after.value_or(Duration{0}),
                            retry::next_delay(retry::Strategy::equal_jitter, static_cast<unsigned>(std::max(0, item.tries - 1)),
                                              std::chrono::seconds(1), std::chrono::seconds(30), {}, random_));
  return ended;
}

}  // namespace onceover::plan
