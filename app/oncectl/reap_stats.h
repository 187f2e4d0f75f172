// What a reap of the service has done and how it stands, for /metrics, /healthz and systemd's status line. Thread-safe.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "app/oncectl/sweep_stats.h"
#include "core/sweeper/reaper.h"

namespace onceover::oncectl {

// Since the process began.
struct ReapFacts {
  std::string name, store, relation;
  Duration every{0};  // between two runs
  std::int64_t reaped = 0, runs_ended = 0, runs_failed = 0;
  Took run, transaction;
  bool is_stopped = false;  // by the store's switch
  bool is_behind = false;   // the last run ended before all that was due was gone
  bool is_store_up = true;
  std::optional<Timestamp> last_run;  // this machine's clock: for people and charts alone
  Steady::time_point alive_at;        // a batch or a run ended, or it began
  std::string error;                  // of the last run; empty: it ended
};

class ReapStats {
 public:
  ReapStats(std::string name, std::string store, std::string relation);

  ReapFacts facts() const;

  void takes_every(Duration every);
  void batch(int rows, Duration took);
  void run_ended(const sweeper::ReapCounts& counts, Duration took);
  void run_failed(const Error& error);

 private:
  mutable std::mutex mutex_;
  ReapFacts facts_;
};

}  // namespace onceover::oncectl
