// SPDX-License-Identifier: Apache-2.0
// Receives the events of a source, each once: acknowledges only what is committed in the database.
//
// Without a handler events are stored; workers (worker.h) handle them. With a handler whose effect is rows in
// this database, events are accepted in arrays: events and effects of a batch commit together. What is
// suspicious is stored and handled one event at a time, with counted attempts, by a worker of this consumer's
// own: the events of a batch that failed, and after a start or a rebalance the first batch of each partition,
// since it may be the one that ended a process. So a poison event becomes a dead letter after its attempts,
// and the events beside it spend none of theirs.
//
// Nothing is passed over without a row: a message without an identity becomes a dead letter of the source
// "NAME#unusable", one with the id of another and other content one of "NAME#mismatch", both with their
// payload; their id is the place of the message and a digest. While the store's stop switch is on, a consumer
// with a handler receives nothing.
//
// A consumer belongs to one thread. After an error call run_once() again, on a connection that is open: what
// was not acknowledged comes again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/log.h"
#include "core/inbox/handler.h"
#include "core/inbox/source.h"
#include "core/metrics/event.h"

namespace onceover::inbox {

// Works on stored events: takes those that are due, begins each attempt, runs the handler, and finishes or
// fails it. Any number of workers of a consumer may run beside each other. A handler that ends the process
// has spent its attempt; the events that were reserved beside it have not, and are due when their lease ends.
//
// An event with its aggregate's version is compared, within the handler's transaction, with the last accepted
// one: a stale event is finished without its handler, with the result {"stale": true}.
//
// An event that refuses every change (a trigger or a constraint of the table's owner) is reported and remains
// as it is. The others are handled; it is tried again after refused_rest, or when its lease ends.
//
// A worker belongs to one thread. After an error call run_once() again, on a connection that is open.

struct WorkerConfig {
  std::int64_t reserve = 20;                       // events at a time
  bool in_transaction = true;                      // false: the effect is in another system; see Work
  Duration idle = std::chrono::milliseconds(500);  // between two looks while nothing is due
  // until an event that could not be stored, or not changed, is tried again
  Duration refused_rest = std::chrono::minutes(1);
};

// What one call did.
struct WorkTurn {
  enum class State {
    working,  // there may be more: call again at once
    idle,     // nothing is due for `rest`
    stopped,  // the store's stop switch is on
  };
  State state = State::working;
  Counts counts;
  Duration rest{0};
};

class Worker {
 public:
  // The connection must outlive it. The schema must be current (schema::require_writable). owner: the
  // process, for people: "billing-3/4242". Not called by several threads at once: the handler.
  Worker(pg::Connection& connection, const std::string& consumer, Policy policy, WorkerConfig config,
         Handler handler, std::string owner, LogSink log = {});

  // One for each event that it has handled or buried.
  void on_event(metrics::EventSink sink) { on_event_ = std::move(sink); }

  // Works for about `slice`, less where nothing is due. go_on is asked before each event; where it says no,
  // reserved events are given back.
  Result<WorkTurn> run_once(Duration slice = std::chrono::milliseconds(250),
                            const std::function<bool()>& go_on = {});

 private:
  struct Refused {
    std::string name;  // SetAside::refused
    Steady::time_point until;
  };
  enum class Ended { finished, stale, failed, lost };
  Batch take(Counts& counts);
  std::vector<std::string> passed();
  bool ends(const TakenEvent& taken, const Error& error, Counts& counts);
  void give_back(std::span<const TakenEvent> rest);
  void refuses(const Event& event, const Error& error, Counts& counts) const;
  void work_on(TakenEvent& taken, Counts& counts);
  Ended within(const Attempt& attempt, const Event& event, Counts& counts);
  Ended outside(Attempt& attempt, const Event& event, Counts& counts);
  Ended failed(const Attempt& attempt, const Failure& failure, Counts& counts);
  bool is_stale(const Event& event);
  void report(std::string_view outcome, const Attempt& attempt, const Event* event = nullptr,
              std::string_view error = {}) const;
  void log(LogLevel level, std::string message, const Event& event, const std::string& why = {}) const;

  pg::Connection& connection_;
  Inbox box_;
  std::string consumer_;
  WorkerConfig config_;
  Handler handler_;
  std::string owner_;
  LogSink log_;
  metrics::EventSink on_event_;
  std::vector<Refused> refused_;  // at most most_refused
};

struct ConsumerConfig {
  std::size_t batch = 1000;  // events at a time
  WorkerConfig worker;       // with a handler; in_transaction = false: all events are stored first
};

// What one call did.
struct ConsumerTurn {
  enum class State {
    working,  // call again at once: it waits for events itself
    stopped,  // the store's stop switch is on: nothing to do for `rest`
  };
  State state = State::working;
  Counts counts;
  Duration rest{0};
  std::string
      trouble;  // why nothing comes from the source now, or which messages cannot be stored; a sentence
  bool is_at_end = false;  // Source::is_at_end
};

class Consumer {
 public:
  // Stores. Connection and source must outlive it. The schema must be current (schema::require_writable).
  Consumer(pg::Connection& connection, Source& source, const std::string& consumer, Policy policy = {},
           ConsumerConfig config = {}, LogSink log = {});
  // Handles. owner: the process, for people.
  Consumer(pg::Connection& connection, Source& source, const std::string& consumer, Policy policy,
           ConsumerConfig config, Handler handler, std::string owner, LogSink log = {});

  ~Consumer();
  Consumer(const Consumer&) = delete;
  Consumer& operator=(const Consumer&) = delete;

  // Works for about `slice`, and waits for events within it.
  Result<ConsumerTurn> run_once(Duration slice = std::chrono::milliseconds(250),
                                const std::function<bool()>& go_on = {});

 private:
  struct Lane {
    std::uint64_t assignment = 0;
    std::size_t stored = 0;  // new events since this assignment that were handled one at a time
  };
  class StoredPositions final : public Positions {
   public:
    explicit StoredPositions(Consumer& consumer) : consumer_(consumer) {}
    Result<std::vector<KnownPosition>> known(const std::vector<std::string>& places) override;
    Result<bool> keep(std::span<const Position> positions) override;
    void is_behind(const std::string& lane, std::int64_t known, std::int64_t told, bool read_again) override;
    void is_unknown(const std::string& lane, std::int64_t told) override;
    void begins_at_end(const std::string& lane, std::int64_t first, std::int64_t end) override;

   private:
    Consumer& consumer_;
  };
  struct Aside {
    std::vector<Event> events;
    std::vector<std::string> reasons;
    std::vector<const Received*> from;
  };
  struct Refused {
    Steady::time_point until;
    std::string why;
  };
  // False: all of them wait until they are tried again.
  bool receive(std::span<const Received> received, Counts& counts);
  using Answered =
      std::function<void(std::span<const std::size_t>, const std::vector<Answer>&, bool is_stored)>;
  void store(std::span<const Received> received, std::span<const std::size_t> some, const Answered& answered,
             Counts& counts);
  void set_aside(const Aside& aside, std::vector<std::uint64_t>& done, Counts& counts);
  void refuses(const Received& one, const Error& error, Counts& counts);
  bool waits(const Received& one) const;
  std::string trouble() const;
  bool is_careful(const Received& one, std::map<std::string, std::size_t>& in_this_batch);
  // In one transaction with their effects; none: nothing is done, since the handler failed.
  std::optional<std::vector<Answer>> accept(std::span<const Event> events);
  void log(LogLevel level, std::string message,
           std::vector<std::pair<std::string, std::string>> fields) const;

  pg::Connection& connection_;
  Source& source_;
  StoredPositions positions_{*this};
  Inbox box_;
  std::string consumer_;
  ConsumerConfig config_;
  Handler handler_;
  std::optional<Worker> worker_;
  Steady::time_point worker_due_{};
  std::map<std::string, Lane> lanes_;
  std::map<std::uint64_t, Refused> refused_;  // by token: what could not be stored
  LogSink log_;
};

}  // namespace onceover::inbox
