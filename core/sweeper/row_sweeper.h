// SPDX-License-Identifier: Apache-2.0
// Settling stuck external rows, from evidence: what sweeper.h does for our own keys, for any profile whose leases can be
// seen, whose verdicts can be written, and about whose rows a gateway can be asked. Any number may run on one table, beside persons and the
// table's own service: of all who write a row, one does.
//
// A row is owned in onceover.row_cases before it is asked about, as it stands is read behind that, and it is written only while nobody has
// changed it and it is still owned. What a foreign service does by key alone it may still do later: core/reconcile/write_row.h.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/reconcile/own_rows.h"
#include "core/sweeper/sweeping.h"
#include "core/tables/inspect/inspect.h"

namespace onceover::sweeper {

class RowSweeper final : public Sweeping {
 public:
  // Of the config, slice says nothing here: how much of the table is read is the profile's indexes' affair.
  RowSweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway, SweepConfig config, audit::Actor actor,
             metrics::Counters* counters, Random random, LogSink log = {}, WorkSink sink = {});
  // As Sweeping, in the order of the profile: rows that cannot be settled starve nobody. Where the table
  // is no longer known (at first, and every full_every) it is looked at before: unsupported, with a sentence, where it may not be swept, or
  // where no index tells its stuck rows and it is large. Behind it, cases of rows that are stuck no more are closed.
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
