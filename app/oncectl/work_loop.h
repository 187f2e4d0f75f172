// SPDX-License-Identifier: Apache-2.0
// A thread of the service, with a connection of its own to one store: the same job again and again. Each failure is logged, and the job is
// tried again after a pause, on a new connection if the old one is lost or may be the cause. Other threads are not affected.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/oncectl/service_config.h"
#include "core/base/log.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

class WorkLoop;

// What follows a run that failed. passes: pg::passes_by_itself. was_new: the connection was opened for this run, or could not be.
struct Recovery {
  bool ends = false;         // the loop: the error remains on a new connection, and no pause will cure it
  bool reconnects = false;   // before the next run: a state of the session may be the cause
  Duration base{0}, cap{0};  // of the pause
};
constexpr Recovery recovery_from(Until until, bool passes, bool was_new) {
  using namespace std::chrono_literals;
  if (until == Until::done || (until == Until::hopeless && !passes && was_new)) return {.ends = true};
  if (passes) return {.base = 200ms, .cap = 15s};
  return {.reconnects = true, .base = 2s, .cap = 60s};
}

// On the loop's thread.
class Job {
 public:
  virtual ~Job() = default;
  // Once; the value: for how long to rest after it, 0: not at all. should_continue is asked between batches.
  virtual Result<Duration> run(WorkLoop& loop, const std::function<bool()>& should_continue) = 0;
  virtual void failed(const Error& error) = 0;
  // Last, however the loop ends: what is owned can be let go. The connection may be lost.
  virtual void ending() {}
};

class WorkLoop {
 public:
  // Begins at once. no_work: "No pass", for the log where it failed. ended: called on the loop's thread when it has ended.
  WorkLoop(StoreEntry store, Until until, std::string no_work, LogSink log, std::unique_ptr<Job> job, std::function<void()> ended);
  ~WorkLoop() = default;  // stops, and waits
  WorkLoop(const WorkLoop&) = delete;
  WorkLoop& operator=(const WorkLoop&) = delete;

  // What is owned is settled first. Returns at once.
  void stop() { thread_.request_stop(); }
  void join() { thread_.join(); }
  // Whatever runs on the connection ends. Any thread.
  void cancel();
  // For how long nothing was heard of it; 0 while it rests.
  Duration silent_for() const;
  // Its one run is over, an error has ended it, or it was stopped.
  bool has_ended() const { return has_ended_; }
  // The error that ended it; none: no error did. After join().
  const std::optional<Error>& error() const { return error_; }

  // Only for the job: open when it returns.
  Result<pg::Connection*> connection();

 private:
  void run(const std::stop_token& stop);
  // False: the error ends the loop.
  bool try_again(const Error& error, unsigned failures, Random& random, const std::stop_token& stop);
  void rest(Duration span, const std::stop_token& stop);
  void beat();

  StoreEntry store_;
  Until until_;
  std::string no_work_;
  LogSink log_;
  std::unique_ptr<Job> job_;
  std::function<void()> ended_;
  std::optional<Error> error_;
  std::atomic<bool> has_ended_{false};
  std::optional<pg::Connection> connection_;
  bool was_opened_ = false;            // in this run
  std::atomic<Steady::rep> heard_{0};  // the greatest: it rests
  std::mutex mutex_;                   // of cancel_
  std::optional<pg::CancelHandle> cancel_;
  std::mutex rest_mutex_;
  std::condition_variable_any rested_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace onceover::oncectl
