// SPDX-License-Identifier: Apache-2.0
// Settling expired leases from evidence: our own table. Any number may run on one store.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/reconcile/own_rows.h"
#include "core/sweeper/sweeping.h"
#include "core/tables/inspect/inspect.h"
#include "core/unfinished/frontier.h"

namespace onceover::sweeper {

class Sweeper final : public Sweeping {
 public:
  Sweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway,
          SweepConfig config, audit::Actor actor, metrics::Counters* counters, Random random,
          LogSink log = {}, WorkSink sink = {});
  // As Sweeping. Moves the frontier (core/unfinished), then sweeps the listed keys and those created since,
  // each in order of (created_at, key): a row that cannot be settled does not keep others waiting. Every
  // full_every, one sweeper compares the whole table with the list.
  Result<SweepCounts> run_once(const std::function<bool()>& go_on = {}) override;

 private:
  enum class Moved { on, done, ended };
  void frontier_failed(const Error& error);
  Moved move_frontier(SweepCounts& counts, const std::function<bool()>& go_on);
  void sweep_recent(Timestamp since, SweepCounts& counts, const std::function<bool()>& go_on);
  bool sweep_slice(const Slice& slice, bool listed, SweepCounts& counts, const std::function<bool()>& go_on);
  void tend_list(int listed, const std::function<bool()>& go_on);
  void full_pass(SweepCounts& counts, const std::function<bool()>& go_on);
  void forget_other_history();
  Result<bool> pass_first(const Error& error, Place& place, const reconcile::DueOptions& options,
                          SweepCounts& counts);
  bool ask_and_settle(std::vector<reconcile::DueRow> due, Steady::time_point now, SweepCounts& counts);

  std::unique_ptr<reconcile::Target> target_;
  std::string history_;  // that the rest is of
  unfinished::Advancing frontier_;
  std::int64_t settled_floor_ = 0;                 // entries listed under an earlier floor may rest
  Place listed_;                                   // how far this pass has swept the list
  unfinished::ListPlace tended_, tended_resting_;  // how far the list was tended
};

// Settling stuck external rows, from evidence: what sweeper.h does for our own keys, for any profile whose
// leases can be seen, whose verdicts can be written, and about whose rows a gateway can be asked. Any number
// may run on one table, beside persons and the table's own service: of all who write a row, one does.
//
// A row is owned in onceover.row_cases before it is asked about, as it stands is read behind that, and it is
// written only as long as no one has changed it and it is still owned. What a foreign service does by key
// alone it may still do later: core/reconcile/write_row.h.

class RowSweeper final : public Sweeping {
 public:
  // Of the config, slice says nothing here: how much of the table is read is the profile's indexes' affair.
  RowSweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway,
             SweepConfig config, audit::Actor actor, metrics::Counters* counters, Random random,
             LogSink log = {}, WorkSink sink = {});
  // As Sweeping, in the order of the profile: rows that cannot be settled delay no others. Where the table
  // is no longer known (at first, and every full_every) it is looked at before: unsupported, with a sentence,
  // where it may not be swept, or where no index tells its stuck rows and it is large. Behind it, cases of
  // rows that are stuck no more are closed.
  Result<SweepCounts> run_once(const std::function<bool()>& go_on = {}) override;

 private:
  std::int64_t stuck(std::int64_t at_most);
  bool know_table();  // false: nothing is in progress, and nothing shows whether a verdict would be right
  reconcile::RowsOwned own(std::optional<browse::Cursor>& place, SweepCounts& counts);
  void set_row_aside(const reconcile::FirstRow& row, int attempts, const Error& error, SweepCounts& counts);
  std::vector<reconcile::TakenRow> looked_at(const reconcile::RowsOwned& owned, SweepCounts& counts);

  std::optional<tables::Access> access_;
  std::unique_ptr<reconcile::Target> target_;  // with access_
  Steady::time_point known_at_{};
  bool is_idle_ = false;  // at the last inspection nothing was in progress
  bool is_first_since_known_ = false;
};

}  // namespace onceover::sweeper
