// Sweeps one table of one store with one gateway, on a thread of its own.
#pragma once

#include <memory>
#include <optional>

#include "app/oncectl/service_config.h"
#include "app/oncectl/sweep_stats.h"
#include "app/oncectl/work_loop.h"
#include "core/audit/audit.h"
#include "core/base/log.h"
#include "core/gateway/open.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

class SweepWorker {
 public:
  // Begins at once. stats and counters must outlive it. number: 0 for the first of the sweep, which looks at the backlog too.
  SweepWorker(SweepEntry entry, int number, SweepStats& stats, metrics::Counters& counters, LogSink log, gateway::Keychain keychain);
  ~SweepWorker();  // stops, and waits
  SweepWorker(const SweepWorker&) = delete;
  SweepWorker& operator=(const SweepWorker&) = delete;

  // Its thread: to be stopped, joined, cancelled. What it owned when it is cancelled is free when its lease ends.
  WorkLoop& loop() { return loop_; }

 private:
  Result<Duration> pass(const std::stop_token& stop);
  Result<void> prepare();
  void look_at_backlog();
  void seal_trail();

  SweepEntry entry_;
  int number_;
  SweepStats& stats_;
  metrics::Counters& counters_;
  LogSink log_;
  gateway::Keychain keychain_;
  std::unique_ptr<gateway::Gateway> gateway_;
  std::optional<CountedGateway> counted_;
  pg::Connection* connection_ = nullptr;  // the loop's
  std::unique_ptr<sweeper::Sweeping> sweeping_;
  bool was_stopped_ = false;  // by the store's switch
  Steady::time_point backlog_at_{}, sealed_at_{};
  WorkLoop loop_;  // last: its thread uses all of the above
};

}  // namespace onceover::oncectl
