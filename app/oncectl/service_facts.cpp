#include "app/oncectl/service_facts.h"

#include <algorithm>

namespace onceover::oncectl {
namespace {

// Four times as long as it takes to the next count.
constexpr Duration count_holds = std::chrono::seconds(60);

}  // namespace

Timestamp machine_time() { return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()}; }

void Took::add(Duration took) {
  const double seconds = std::chrono::duration<double>(took).count();
  ++in_bucket[static_cast<std::size_t>(std::ranges::lower_bound(bounds, seconds) - bounds.begin())];
  sum_s += seconds;
}

void JobFacts::run_ended(bool stopped, Duration took) {
  ++runs_ended;
  run.add(took);
  is_stopped = stopped;
  is_store_up = true;
  error.clear();
  last_run = machine_time();
  alive_at = Steady::now();
}

void JobFacts::run_failed(const Error& failure) {
  ++runs_failed;
  // Refused before there was a connection: password, or no connection left.
  const bool is_refused = failure.sqlstate.starts_with("28") || failure.sqlstate == "53300";
  is_store_up = !failure.is_connection_lost() && !is_refused;
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
  if (counts->needs_human_known.known == unfinished::Known::exact || counts->needs_human > 0) needs_human = counts->needs_human;
}

void SweepFacts::forget_old_backlog() {
  if (Steady::now() - counted_at > count_holds) take_backlog(std::nullopt);
}

void RelayFacts::forget_old_view() {
  if (Steady::now() - viewed_at > count_holds) view.reset();
}

}  // namespace onceover::oncectl
