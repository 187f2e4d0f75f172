#include "app/oncectl/reap_stats.h"

namespace onceover::oncectl {

ReapStats::ReapStats(std::string name, std::string store, std::string relation) {
  facts_.name = std::move(name);
  facts_.store = std::move(store);
  facts_.relation = std::move(relation);
  facts_.alive_at = Steady::now();
}

ReapFacts ReapStats::facts() const {
  const std::scoped_lock lock(mutex_);
  return facts_;
}

void ReapStats::takes_every(Duration every) {
  const std::scoped_lock lock(mutex_);
  facts_.every = every;
}

void ReapStats::batch(int rows, Duration took) {
  const std::scoped_lock lock(mutex_);
  facts_.reaped += rows;
  facts_.transaction.add(took);
  facts_.alive_at = Steady::now();
}

void ReapStats::run_ended(const sweeper::ReapCounts& counts, Duration took) {
  const std::scoped_lock lock(mutex_);
  ++facts_.runs_ended;
  facts_.run.add(took);
  facts_.is_stopped = counts.stopped;
  facts_.is_behind = counts.cut_short;
  facts_.is_store_up = true;
  facts_.error.clear();
  facts_.last_run = Timestamp{std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()};
  facts_.alive_at = Steady::now();
}

void ReapStats::run_failed(const Error& error) {
  const std::scoped_lock lock(mutex_);
  ++facts_.runs_failed;
  facts_.is_store_up = !error.is_connection_lost();
  facts_.error = error.sentence();
}

}  // namespace onceover::oncectl
