// SPDX-License-Identifier: Apache-2.0
// Deleting finished keys past their window.
#pragma once

#include <functional>

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"
#include "core/sweeper/sweeping.h"
#include "core/tables/profile.h"

namespace onceover::sweeper {

struct ReapConfig {
  int batch = 5000;     // rows a transaction at most; fewer, to 1000, where they take longer than 8 ms
  double share = 0.25;  // part of the time the store is worked for; 1: without rests
  std::int64_t slice = 50'000;                            // rows that one statement reads at most
  Duration lock_timeout = std::chrono::milliseconds(10);  // a batch that meets a locked row does without it
  Duration every = std::chrono::minutes(1);               // pause of the loop
  Duration at_most = std::chrono::minutes(5);             // of one run
  bool dry_run = false;                                   // counts what is due, to a million
};
Result<void> validate(const ReapConfig& config);

struct ReapCounts {
  std::int64_t due = 0;  // of a dry run
  std::int64_t reaped = 0;
  int batches = 0;
  int set_aside = 0;       // could not be deleted: filed for a person
  bool stopped = false;    // the store's stop switch is on
  bool cut_short = false;  // by at_most, go_on or a lock of another session: the next run goes on there
};

class Reaper {
 public:
  // The connection must outlive the reaper. counters may be null.
  Reaper(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
         WorkSink sink = {});
  // Of another maker's table: by the function that oncectl roles print --role reaper makes for it, as long as
  // that does what the profile says, and by no other way. counters know nothing of such a table.
  Reaper(pg::Connection& connection, const tables::Profile& profile, const ReapConfig& config,
         WorkSink sink = {});
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;
  // Deletes samples of levels that are kept no longer (core/samples), a batch of them in each run. Deletes
  // succeeded, failed and released keys past their window, oldest first; never in_progress ones. Each batch
  // is a transaction. It notes in the store when a slice of keys must be read next (onceover.reap_marks), so
  // that a run costs what is due and not what is stored. go_on is asked before each batch: false ends the
  // run.
  Result<ReapCounts> run_once(const std::function<bool()>& go_on = {});

 private:
  struct Batch {
    std::optional<Place> last;  // reaped; none: nothing is due in the slice any more
    std::int64_t due = 0, gone = 0;
    bool met_lock = false;
  };
  Batch batch(const Place& from, const Slice& slice, int rows, bool skip_locked);
  bool reap_slice(const Slice& slice, Deadline until, ReapCounts& counts, const std::function<bool()>& go_on);
  bool pass_first(const Place& from, const Slice& slice, const Error& error, ReapCounts& counts);
  bool has_the_function_alone();
  void check_foreign_function();
  ReapCounts run_by_function(Deadline until, const std::function<bool()>& go_on);

  pg::Connection& connection_;
  ReapConfig config_;
  std::string function_ = "reap_finished";  // in the schema onceover
  std::string foreign_table_, source_;      // empty: our own keys
  metrics::Counters* counters_;
  WorkSink sink_;
  Pace pace_;
  Effort effort_;
  std::vector<std::string> passed_;  // the ctids of keys that could not be deleted in this run
};

// One run of a reaper of its own.
Result<ReapCounts> reap(pg::Connection& connection, const ReapConfig& config, metrics::Counters* counters,
                        const std::function<bool()>& go_on = {});

}  // namespace onceover::sweeper
