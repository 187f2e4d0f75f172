// Deleting finished keys past their window.
#pragma once

#include <functional>

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"

namespace onceover::sweeper {

struct ReapConfig {
  int batch = 1000;                            // rows a transaction; small enough to stay under 10 ms
  Duration every = std::chrono::minutes(1);    // pause of the loop
  Duration at_most = std::chrono::minutes(5);  // of one run
  bool dry_run = false;                        // counts what is due, to a million
};
Result<void> validate(const ReapConfig& config);

struct ReapCounts {
  std::int64_t due = 0;  // of a dry run
  std::int64_t reaped = 0;
  int batches = 0;
  bool stopped = false;  // the store's stop switch is on
};

// Deletes succeeded, failed and released keys past their window, oldest first; never in_progress ones. counters may be null.
// go_on is asked before each batch: false ends the run.
Result<ReapCounts> reap(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
                        const std::function<bool()>& go_on = {});

}  // namespace onceover::sweeper
