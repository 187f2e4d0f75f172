// SPDX-License-Identifier: Apache-2.0
// Works on stored events: takes those that are due, begins each attempt, runs the handler, and finishes or fails it. Any number of workers
// of a consumer may run beside each other. A handler that ends the process has spent its attempt; the events that were reserved beside it
// have not, and are due when their lease ends.
//
// An event with its aggregate's version is compared, within the handler's transaction, with the last accepted one: a stale event is
// finished without its handler, with the result {"stale": true}.
//
// An event that refuses every change (a trigger or a constraint of the table's owner) is reported and remains as it is. The others are
// handled; it is tried again after refused_rest, or when its lease ends.
//
// A worker belongs to one thread. After an error call run_once() again, on a connection that is open.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/log.h"
#include "core/inbox/handler.h"
#include "core/metrics/event.h"

namespace onceover::inbox {

struct WorkerConfig {
  std::int64_t reserve = 20;                        // events at a time
  bool in_transaction = true;                       // false: the effect is in another system; see Work
  Duration idle = std::chrono::milliseconds(500);   // between two looks while nothing is due
  Duration refused_rest = std::chrono::minutes(1);  // until an event that could not be stored, or not changed, is tried again
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
  // The connection must outlive it. The schema must be current (schema::require_writable). owner: the process, for people:
  // "billing-3/4242". Not called by several threads at once: the handler.
  Worker(pg::Connection& connection, const std::string& consumer, Policy policy, WorkerConfig config, Handler handler, std::string owner,
         LogSink log = {});

  // One for each event that it has handled or buried.
  void on_event(metrics::EventSink sink) { on_event_ = std::move(sink); }

  // Works for about `slice`, less where nothing is due. go_on is asked before each event; where it says no, reserved events are given back.
  Result<WorkTurn> run_once(Duration slice = std::chrono::milliseconds(250), const std::function<bool()>& go_on = {});

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
  void report(std::string_view outcome, const Attempt& attempt, const Event* event = nullptr, std::string_view error = {}) const;
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

}  // namespace onceover::inbox
