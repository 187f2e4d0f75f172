// What a sweep of the service has done and how it stands, for /metrics, /healthz and systemd's status line. Thread-safe.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/gateway/evidence.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {

// Counts how long things took. Bounds in seconds.
struct Took {
  static constexpr std::array<double, 11> bounds{0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 15, 60, 300, 1800};
  std::array<std::int64_t, bounds.size() + 1> in_bucket{};
  double sum_s = 0;
  void add(Duration took);
};

// Of all workers of one sweep, since the process began.
struct SweepFacts {
  std::string name, store, gateway, relation;
  sweeper::SweepCounts sum;
  std::int64_t passes_ended = 0, passes_failed = 0;
  Took pass;
  std::map<sweeper::Work, Took> work;
  std::map<gateway::Finding, std::int64_t> answers;
  Took question;
  std::map<int, sweeper::Condition> workers;
  bool is_stopped = false;  // by the store's switch
  bool is_store_up = true;
  std::optional<Timestamp> last_pass;            // this machine's clock: for people and charts alone
  Steady::time_point alive_at;                   // a batch or a pass ended, or it began
  std::string error;                             // of the last pass; empty: it ended
  std::optional<unfinished::Answer> unfinished;  // none: it could not be read, or was read too long ago
  std::optional<std::int64_t> needs_human;
  Steady::time_point counted_at{};
};

class SweepStats {
 public:
  SweepStats(std::string name, std::string store, std::string gateway, std::string relation);

  SweepFacts facts() const;

  void did(sweeper::Work work, Duration took);
  void answered(const std::vector<gateway::Evidence>& answers);
  // counts: since the last call for this pass.
  void progressed(int worker, const sweeper::SweepCounts& counts, const sweeper::Condition& condition);
  void pass_ended(const sweeper::SweepCounts& counts, Duration took);
  void pass_failed(const Error& error);
  // none: they could not be read.
  void backlog(const std::optional<browse::StateCounts>& counts);

 private:
  mutable std::mutex mutex_;
  SweepFacts facts_;
};

// Asks through another, and counts.
class CountedGateway final : public gateway::Gateway {
 public:
  // Both must outlive it.
  CountedGateway(gateway::Gateway& asked, SweepStats& stats) : asked_(asked), stats_(stats) {}
  const gateway::Declaration* declaration(const std::string& operation) const override { return asked_.declaration(operation); }
  std::string effect(const std::string& operation) const override { return asked_.effect(operation); }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions, Deadline deadline) override;
  gateway::Evidence cancel(const gateway::Question& question, Deadline deadline) override;

 private:
  gateway::Gateway& asked_;
  SweepStats& stats_;
};

}  // namespace onceover::oncectl
