// SPDX-License-Identifier: Apache-2.0
// What sweepers of any table have in common. The skeleton of each service in this room: a config, its
// validation, run_once → counters; oncectl repeats it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/log.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/gateway/evidence.h"
#include "core/metrics/counters.h"
#include "core/metrics/event.h"
#include "core/pg/connection.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/own_rows.h"
#include "core/reconcile/target.h"
#include "core/retry/policy.h"
#include "core/tables/profile.h"

namespace onceover::sweeper {

// What every service of this room does: it walks over all keys, oldest first, a slice at a time, so that no
// statement reads more than a slice of a large table; and it rests between its statements.

using reconcile::Place;
using retry::Pace;
using retry::PaceConfig;

// Every key is in exactly one slice of a walk: behind `behind`, up to `until`, itself included.
struct Slice {
  Place behind;
  std::optional<Place> until;  // none: the last one, to the end
};

class Walk {
 public:
  // rows: of a slice, at least 1. The connection must outlive the walk.
  Walk(pg::Connection& connection, std::int64_t rows, const Place& from)
      : connection_(connection), rows_(rows), next_{from, {}} {}
  // The next slice; none behind the last.
  Result<std::optional<Slice>> next();

 private:
  pg::Connection& connection_;
  std::int64_t rows_;
  Slice next_;
  bool ended_ = false;
};

// The first key of the slice that is not finished; none where all are, and will be.
Result<std::optional<Place>> first_unfinished(pg::Connection& connection, const Slice& slice);

// Reports each transaction: for benchmarks, and for tests of what is bounded. An empty function discards.
enum class Work { look, own, settle, reap };
using WorkSink = std::function<void(Work work, int rows, Duration elapsed)>;

// What a batch cost the store, and the rest behind it.
class Effort {
 public:
  Effort(const Pace& pace, const WorkSink& sink) : pace_(pace), sink_(sink) {}
  // A transaction that began at `from` has ended now.
  void did(Work work, int rows, Steady::time_point from);
  // The store was left alone since `from`.
  void waited(Steady::time_point from);
  Duration longest_write() const { return longest_write_; }
  // Sleeps as the pace says and begins anew. go_on (may be empty) is asked now and then: false ends the rest.
  void rest(const std::function<bool()>& go_on);

 private:
  const Pace& pace_;
  const WorkSink& sink_;
  Duration worked_{0}, idle_{0}, longest_write_{0};
};

struct SweepConfig {
  int batch = 1000;     // rows owned at a time at most; fewer, to 200, where the store or the gateway is slow
  double share = 0.25;  // part of the time the store is worked for; 1: without rests
  std::int64_t slice = 50'000;  // rows that one statement reads at most
  Duration full_every = std::chrono::minutes(
      10);  // between two comparisons of the whole table with the list of unfinished keys
  Duration own_lease = std::chrono::seconds(60);    // must exceed ask_timeout
  Duration ask_timeout = std::chrono::seconds(10);  // for one batch of questions
  int max_attempts = 8;                             // then needs_human
  Duration backoff_base = std::chrono::seconds(5), backoff_cap = std::chrono::minutes(10);
  Duration every = std::chrono::seconds(1);  // pause of the loop
  // for asking about the same key again
  retry::BudgetConfig retry_budget{.ratio = 0.1, .per_second = 10, .burst = 200};
  bool dry_run = false;  // asks nothing, owns nothing: counts what it would take
};
// "own_lease must be longer than ask_timeout": names the field.
Result<void> validate(const SweepConfig& config);

// Any number of sweepers may run on one store, each on a connection, a gateway and a thread of its own: what
// one owns the others leave alone. While one waits for the disk or the gateway, another works.
inline constexpr int default_workers = 2;
// The config of each of so many (at least 1): together they take the time (`share`) and the budget for asking
// again that it gives. A share of 1 stays 1: none of them rests.
SweepConfig config_of_each(SweepConfig config, int workers);

struct SweepCounts {
  int due = 0;  // of a dry run
  int owned = 0, succeeded = 0, failed = 0, released = 0, unresolved = 0, needs_human = 0, lost = 0;
  int not_asked =
      0;  // owned, and the gateway's declared rate left no time for the question: due again, and no attempt
  int set_aside = 0;  // could not be read or written: filed as cases
  int unconfirmed =
      0;  // commits that are done here and were not confirmed by the synchronous standby; each is logged
  int listed = 0;        // unfinished keys that the frontier has passed
  int found_behind = 0;  // unfinished keys before the frontier that were not listed: a defect, see Sweeper
  bool stopped = false;  // the store's stop switch is on: no key was taken over or settled
  bool breaker_open = false;  // the gateway is left alone for a while
  bool is_idle() const { return owned == 0; }
  // Sums what was counted; a word about the state (stopped, breaker_open) holds where it held in either.
  SweepCounts& operator+=(const SweepCounts& more);
  // What was counted since.
  SweepCounts since(const SweepCounts& before) const;
};

// How a sweeper fares, between two batches: on its own thread.
struct Condition {
  retry::BreakerState breaker = retry::BreakerState::closed;
  std::int64_t budget_tokens = 0;  // for asking about the same key again
};
// Behind each batch: the pass's counts so far.
using Progress = std::function<void(const SweepCounts& so_far)>;

class Sweeping {
 public:
  virtual ~Sweeping() = default;
  Sweeping(const Sweeping&) = delete;
  Sweeping& operator=(const Sweeping&) = delete;
  // One pass over everything that is due, batch by batch. go_on is asked before each batch: false ends the
  // pass, with nothing left owned.
  virtual Result<SweepCounts> run_once(const std::function<bool()>& go_on = {}) = 0;
  // One for each key or row that a pass has settled, filed, set aside or lost.
  void on_event(metrics::EventSink sink) { on_event_ = std::move(sink); }
  void on_progress(Progress progress) { progress_ = std::move(progress); }
  Condition condition() { return {asker_.state(), asker_.tokens()}; }

 protected:
  // Functions below throw errors as .value() does: run_once() calls as_result().
  // All references must outlive it. counters may be null.
  Sweeping(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway,
           SweepConfig config, audit::Actor actor, metrics::Counters* counters, Random random, LogSink log,
           WorkSink sink, const PaceConfig& pace);
  // Whether there is a pass to be made; a dry run's is over with count_due.
  bool begins(SweepCounts& counts, const std::function<std::int64_t()>& count_due);
  // The gateway is left alone for a while.
  bool is_open_breaker(SweepCounts& counts);

  // Asks about the rows that were just owned, and writes or files what follows. False: the gateway's declared
  // rate is used up; another batch would be owned in vain.
  bool settle(reconcile::Target& target, const std::vector<reconcile::TakenRow>& rows,
              Steady::time_point began, Timestamp now, SweepCounts& counts);
  // A row that was owned, and was not written. why_closed: it is no longer stuck; empty: it is due again.
  void lose(reconcile::Target& target, const reconcile::TakenRow& row, std::string_view what,
            const std::string& why_closed, SweepCounts& counts);
  Duration backoff(const browse::KeyRow& row);
  void say(const LogRecord& record) const;
  // The same of one row, to the log and to the sink.
  void say(const metrics::Event& event, LogLevel level, std::string message, std::string_view verdict = {},
           std::string_view sqlstate = {}) const;
  void note_unconfirmed(const std::string& unconfirmed, SweepCounts& counts) const;

  void count(reconcile::Target& target, const reconcile::Order& order, const reconcile::RowOutcome& outcome,
             Timestamp now, SweepCounts& counts);
  // One of our own keys that cannot be taken or written: it is filed, and asked about again later.
  void set_aside(const browse::KeyRow& row, std::int64_t fence, const Error& error, SweepCounts& counts);
  // status: of its case, by set_aside() in own_rows.h.
  void filed(const Result<std::optional<std::string>>& status, const browse::KeyRow& row, std::string why,
             const Error& error, SweepCounts& counts) const;
  void say_set_aside(const browse::KeyRow& row, const std::string& why, const Error& error) const;
  void log_failure(const reconcile::TakenRow& row, const Error& error) const;

  pg::Connection& connection_;
  const tables::Profile& profile_;
  gateway::Gateway& gateway_;
  SweepConfig config_;
  audit::Actor actor_;
  metrics::Counters* counters_;
  Random random_;
  LogSink log_;
  metrics::EventSink on_event_;
  WorkSink sink_;
  Pace pace_;
  Effort effort_;
  Progress progress_;
  reconcile::Asker asker_;
};

}  // namespace onceover::sweeper
