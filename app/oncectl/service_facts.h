// SPDX-License-Identifier: Apache-2.0
// What the jobs of a service have done and how they stand, for /metrics, /healthz, systemd's status line and
// the totals at the end.
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
#include "core/events/events.h"
#include "core/gateway/evidence.h"
#include "core/inbox/handler.h"
#include "core/outbox/operate.h"
#include "core/outbox/relay.h"
#include "core/sweeper/sweeper.h"

namespace onceover::oncectl {

// Counts how long things took. Bounds in seconds.
struct Durations {
  static constexpr std::array<double, 11> bounds{0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 15, 60, 300, 1800};
  std::array<std::int64_t, bounds.size() + 1> in_bucket{};
  double sum_s = 0;
  void add(Duration elapsed);
};

// Of one sweep (all its workers together) or one reap, since the process began. A run of a sweep is a pass.
struct JobFacts {
  std::string name, store, relation;
  std::int64_t runs_ended = 0, runs_failed = 0;
  Durations run;
  bool is_stopped = false;                      // by the store's switch
  std::optional<bool> is_store_up;              // none: no run has ended or failed
  std::optional<Timestamp> last_run;            // this machine's clock: only for people and charts
  Steady::time_point alive_at = Steady::now();  // a batch or a run ended, or it began
  std::string error;                            // of the last run; empty: it ended

  void run_ended(bool stopped, Duration elapsed);
  void run_failed(const Error& failure);
  // What was counted too long ago: a pass that waits, for a lock say, counts nothing meanwhile.
  void forget_old() {}
};

struct SweepFacts : JobFacts {
  static constexpr const char* kind = "sweep";
  std::string gateway;
  sweeper::SweepCounts sum;
  std::map<sweeper::Work, Durations> work;
  std::map<gateway::Finding, std::int64_t> answers;
  Durations question;
  std::map<int, sweeper::Condition> workers;
  std::optional<unfinished::Answer> unfinished;  // none: it could not be read, or was read too long ago
  std::optional<std::int64_t> needs_human;
  Steady::time_point counted_at{};

  // The worst of its workers.
  retry::BreakerState breaker() const;
  void run_failed(const Error& failure);
  // none: they could not be read.
  void take_backlog(const std::optional<browse::StateCounts>& counts);
  void forget_old();
};

struct ReapFacts : JobFacts {
  static constexpr const char* kind = "reap";
  Duration every{0};  // between two runs
  std::int64_t reaped = 0, batches = 0;
  Durations transaction;
  bool is_behind = false;  // the last run ended before all that was due was gone
};

struct RelayFacts : JobFacts {
  static constexpr const char* kind = "relay";
  std::int64_t published = 0, partitions_made = 0, partitions_dropped = 0;
  outbox::Turn::State state = outbox::Turn::State::elsewhere;
  std::string trouble;                    // why the destination takes nothing now
  std::optional<outbox::RelayView> view;  // as the store knew it; none: not read, or too long ago
  Steady::time_point viewed_at{};
  void forget_old();
  // Whether the destination takes events; none: unknown, since this process publishes nothing, or its last
  // turn failed.
  std::optional<bool> is_destination_up() const;
  // Of the oldest event that waits; none: unknown.
  std::optional<Duration> behind() const;
};

// What waits in the inbox of a consumer. none: it could not be read, or was read too long ago.
struct InboxFacts : JobFacts {
  std::optional<std::int64_t> dead, not_taken;
  Steady::time_point counted_at{};
  void take_backlog(const Result<std::vector<events::Backlog>>& all, const std::string& consumer);
  void forget_old();
};

// A run is a look at what waits, stored as one array.
struct ReceiveFacts : InboxFacts {
  static constexpr const char* kind = "receive";
  std::int64_t received = 0, duplicates = 0;
  // By the reason's word; all are there from the start, since an increase from nothing cannot be seen.
  std::map<std::string, std::int64_t> refused{{"busy", 0},     {"malformed", 0},   {"method", 0},
                                              {"mismatch", 0}, {"no_event_id", 0}, {"no_message_id", 0},
                                              {"path", 0},     {"signature", 0},   {"too_large", 0},
                                              {"too_new", 0},  {"too_old", 0},     {"unavailable", 0}};
};
struct ConsumeFacts : InboxFacts {
  static constexpr const char* kind = "consume";
  inbox::Counts counts;
  std::int64_t reaped = 0, versions_reaped = 0;
  std::string trouble;     // why nothing comes now
  bool is_at_end = false;  // nothing is left to receive
  // Whether the source gives events; none: unknown, since the last turn failed, or none has ended.
  std::optional<bool> is_source_up() const;
};

// Facts that the threads of a job change while others read them.
template <class Facts>
class Shared {
 public:
  explicit Shared(Facts facts) : facts_(std::move(facts)) {}
  Facts read() const {
    const std::scoped_lock lock(mutex_);
    return facts_;
  }
  template <class Change>
  void change(Change change) {
    const std::scoped_lock lock(mutex_);
    change(facts_);
  }

 private:
  mutable std::mutex mutex_;
  Facts facts_;
};

// Something of each kind of job.
template <template <class> class Of>
struct OfKinds {
  Of<SweepFacts> sweeps;
  Of<ReapFacts> reaps;
  Of<RelayFacts> relays;
  Of<ReceiveFacts> receives;
  Of<ConsumeFacts> consumes;
};
// Once for each kind, with what each of `all` has of it.
template <class Work, class... All>
void for_kinds(Work work, All&... all) {
  work(all.sweeps...);
  work(all.reaps...);
  work(all.relays...);
  work(all.receives...);
  work(all.consumes...);
}
template <class Facts>
using FactsOf = std::vector<Facts>;

struct ServiceFacts : OfKinds<FactsOf> {
  bool was_reload_taken = true;  // the last one
  std::optional<Timestamp> configured_at;
};

}  // namespace onceover::oncectl
