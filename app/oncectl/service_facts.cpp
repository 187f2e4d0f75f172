// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/service_facts.h"

#include "core/pg/sqlstate.h"

namespace onceover::oncectl {
namespace {

// Four times as long as it takes to the next count.
constexpr Duration count_holds = std::chrono::seconds(60);

}  // namespace

void Durations::add(Duration elapsed) {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  ++in_bucket[static_cast<std::size_t>(std::ranges::lower_bound(bounds, seconds) - bounds.begin())];
  sum_s += seconds;
}

void JobFacts::run_ended(bool stopped, Duration elapsed) {
  ++runs_ended;
  run.add(elapsed);
  is_stopped = stopped;
  is_store_up = true;
  error.clear();
  last_run = machine_time();
  alive_at = Steady::now();
}

void JobFacts::run_failed(const Error& failure) {
  ++runs_failed;
  // Refused before there was a connection: password, or no connection left.
  const bool is_refused =
      failure.sqlstate.starts_with("28") || failure.sqlstate == pg::sqlstate::too_many_connections;
  is_store_up = !failure.is_connection_lost() && !is_refused && failure.kind != ErrorKind::read_only;
  error = failure.sentence();
}

retry::BreakerState SweepFacts::breaker() const {
  auto worst = retry::BreakerState::closed;
  for (const auto& [worker, condition] : workers) {
    if (condition.breaker == retry::BreakerState::open) return condition.breaker;
    if (condition.breaker == retry::BreakerState::half_open) worst = condition.breaker;
  }
  return worst;
}

// What was counted before says nothing of now.
void SweepFacts::run_failed(const Error& failure) {
  JobFacts::run_failed(failure);
  take_backlog(std::nullopt);
}

void SweepFacts::take_backlog(const std::optional<browse::StateCounts>& counts) {
  unfinished.reset();
  needs_human.reset();
  if (!counts) return;
  unfinished = counts->unfinished;
  counted_at = Steady::now();
  if (counts->needs_human_known.known == unfinished::Known::exact || counts->needs_human > 0)
    needs_human = counts->needs_human;
}

void SweepFacts::forget_old() {
  if (Steady::now() - counted_at > count_holds) take_backlog(std::nullopt);
}

void RelayFacts::forget_old() {
  if (Steady::now() - viewed_at > count_holds) view.reset();
}

std::optional<bool> RelayFacts::is_destination_up() const {
  // Trouble stays until the destination has taken an event, also while the store is away.
  if (!trouble.empty()) return false;
  const bool publishes = state == outbox::Turn::State::working || state == outbox::Turn::State::idle;
  return publishes && error.empty() ? std::optional(true) : std::nullopt;
}

std::optional<Duration> RelayFacts::behind() const {
  if (!view) return std::nullopt;
  if (view->lag == 0 && view->is_lag_exact) return Duration{0};
  return view->behind();
}

void InboxFacts::take_backlog(const Result<std::vector<events::Backlog>>& all, const std::string& consumer) {
  if (!all) return;  // the last count holds for a while
  counted_at = Steady::now();
  dead.reset();
  not_taken.reset();
  std::int64_t all_dead = 0, all_not_taken = 0;
  for (const events::Backlog& one : *all) {
    all_dead += one.dead;
    all_not_taken += one.not_taken;
    if (one.consumer != consumer) continue;
    if (one.dead > 0) dead = one.dead;
    if (one.not_taken > 0) not_taken = one.not_taken;
  }
  // Where not all were counted, those of this consumer may be among the rest.
  if (all_dead <= events::most_counted) dead = dead.value_or(0);
  if (all_not_taken <= events::most_counted) not_taken = not_taken.value_or(0);
}

void InboxFacts::forget_old() {
  if (Steady::now() - counted_at <= count_holds) return;
  dead.reset();
  not_taken.reset();
}

std::optional<bool> ConsumeFacts::is_source_up() const {
  if (!trouble.empty()) return false;
  return error.empty() && runs_ended > 0 ? std::optional(true) : std::nullopt;
}

}  // namespace onceover::oncectl
