// Reaps one table of one store, on a thread of its own: finished rows past their window, never unfinished ones.
#pragma once

#include <memory>
#include <optional>

#include "app/oncectl/reap_stats.h"
#include "app/oncectl/service_config.h"
#include "app/oncectl/work_loop.h"
#include "core/base/log.h"
#include "core/metrics/counters.h"
#include "core/sweeper/reaper.h"

namespace onceover::oncectl {

class ReapWorker {
 public:
  // Begins at once. stats and counters must outlive it.
  ReapWorker(ReapEntry entry, ReapStats& stats, metrics::Counters& counters, const LogSink& log);
  ~ReapWorker();  // stops, and waits
  ReapWorker(const ReapWorker&) = delete;
  ReapWorker& operator=(const ReapWorker&) = delete;

  // Its thread: to be stopped, joined, cancelled. A batch is whole or not at all.
  WorkLoop& loop() { return loop_; }

 private:
  Result<Duration> run(const std::stop_token& stop);

  ReapEntry entry_;
  ReapStats& stats_;
  metrics::Counters& counters_;
  LogSink log_;
  Random random_ = Random::from_system();
  std::optional<sweeper::Reaper> reaper_;
  bool was_stopped_ = false;  // by the store's switch
  WorkLoop loop_;             // last: its thread uses all of the above
};

}  // namespace onceover::oncectl
