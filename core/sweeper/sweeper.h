// Settling expired leases from evidence: our own table. Any number may run on one store.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/reconcile/own_due.h"
#include "core/sweeper/sweeping.h"

namespace onceover::sweeper {

class Sweeper final : public Sweeping {
 public:
  Sweeper(pg::Connection& connection, const profile::Profile& profile, gateway::Gateway& gateway, SweepConfig config, audit::Actor actor,
          metrics::Counters* counters, Random random, LogSink log = {}, WorkSink sink = {});
  // As Sweeping, walking on by (created_at, key): rows that cannot be settled starve nobody. It begins at the oldest key that the passes
  // before saw unfinished, less a minute; every full_every, and at first, at the very first key: a claim that committed late, or under a
  // clock that was put back, is found then at the latest.
  Result<SweepCounts> run_once(const std::function<bool()>& go_on = {}) override;

 private:
  Result<bool> sweep_slice(const Slice& slice, SweepCounts& counts, const std::function<bool()>& go_on);
  Result<bool> ask_and_settle(const std::vector<reconcile::DueRow>& due, Steady::time_point now, SweepCounts& counts);
  Result<void> settle(const std::vector<reconcile::DueRow>& due, const std::vector<reconcile::Asked>& asked, SweepCounts& counts);

  Place oldest_;                                 // nothing unfinished was seen before it
  std::optional<Steady::time_point> full_pass_;  // when the last one that came to the end began
};

}  // namespace onceover::sweeper
