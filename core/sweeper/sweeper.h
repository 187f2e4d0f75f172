// SPDX-License-Identifier: Apache-2.0
// Settling expired leases from evidence: our own table. Any number may run on one store.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/reconcile/own_rows.h"
#include "core/sweeper/sweeping.h"
#include "core/unfinished/frontier.h"

namespace onceover::sweeper {

class Sweeper final : public Sweeping {
 public:
  Sweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway, SweepConfig config, audit::Actor actor,
          metrics::Counters* counters, Random random, LogSink log = {}, WorkSink sink = {});
  // As Sweeping. Moves the frontier (core/unfinished), then sweeps the listed keys and those created since, each in order of
  // (created_at, key): a row that cannot be settled does not keep others waiting. Every full_every, one sweeper compares the whole table
  // with the list.
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
  Result<bool> pass_first(const Error& error, Place& place, const reconcile::DueOptions& options, SweepCounts& counts);
  bool ask_and_settle(std::vector<reconcile::DueRow> due, Steady::time_point now, SweepCounts& counts);

  std::unique_ptr<reconcile::Target> target_;
  std::string history_;  // that the rest is of
  unfinished::Advancing frontier_;
  std::int64_t settled_floor_ = 0;                 // entries listed under an earlier floor may rest
  Place listed_;                                   // how far this pass has swept the list
  unfinished::ListPlace tended_, tended_resting_;  // how far the list was tended
};

}  // namespace onceover::sweeper
