// SPDX-License-Identifier: Apache-2.0
// What the threads of a service do: sweep one table with one gateway, or reap one table. The references must
// outlive the job.
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
#include "app/oncectl/service_facts.h"
#include "core/base/log.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/gateway/open.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

// A thread of the service, with a connection of its own to one store: the same job again and again. Each
// failure is logged, and the job is tried again after a pause, on a new connection if the old one is lost or
// may be the cause. Other threads are not affected.

class WorkLoop;

// What follows a run that failed. passes: pg::passes_by_itself. was_new: the connection was opened for this
// run, or could not be.
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
  // Begins at once. no_work: "No pass", for the log where it failed. ended: called on the loop's thread when
  // it has ended.
  WorkLoop(StoreEntry store, Until until, std::string no_work, LogSink log, std::unique_ptr<Job> job,
           std::function<void()> ended);
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

// Counting what is stuck, or what waits in an inbox, may read more than a run does.
inline constexpr Duration backlog_every = std::chrono::seconds(15);

// Counts what waits in the inbox of a consumer. Without the right to read the inbox it stays unknown, and
// nothing else fails.
class InboxCount {
 public:
  InboxCount(std::string consumer, LogSink log) : consumer_(std::move(consumer)), log_(std::move(log)) {}
  template <class Facts>
  void sample(pg::Connection& connection, Shared<Facts>& facts) {
    if (Steady::now() < due_at_) return;
    due_at_ = Steady::now() + backlog_every;
    const auto all = events::inbox_backlog(connection);
    facts.change([&](InboxFacts& one) { one.take_backlog(all, consumer_); });
    if (!all && !is_unread_)
      log_({LogLevel::warning,
            "What waits in the inbox is unknown: it could not be read.",
            {{"error", all.error().sentence()}}});
    is_unread_ = !all;
  }

 private:
  std::string consumer_;
  LogSink log_;
  Steady::time_point due_at_{};
  bool is_unread_ = false;
};

// A job that says what it does in facts, which the pages of the service show.
template <class Facts>
class FactsJob : public Job {
 public:
  FactsJob(Shared<Facts>& facts, LogSink log, Until until = Until::hopeless)
      : facts_(facts), log_(std::move(log)), is_followed_(until != Until::done) {}
  void failed(const Error& error) override {
    facts_.change([&](Facts& facts) { facts.run_failed(error); });
  }

 protected:
  // Once for each new trouble, and once where there is none any more.
  void log_trouble(const std::string& trouble, const char* bad, const char* good) {
    if (trouble == trouble_) return;
    if (!trouble.empty()) log_({LogLevel::warning, bad, {{"why", trouble}}});
    if (trouble.empty()) log_({LogLevel::info, good, {}});
    trouble_ = trouble;
  }

  Shared<Facts>& facts_;
  LogSink log_;
  const bool is_followed_;  // until it is stopped; otherwise until nothing is left

 private:
  std::string trouble_;
};

// number: 0 for the first worker of the sweep, which counts the backlog and seals the trail, too; not where
// it sweeps only once.
std::unique_ptr<Job> sweep_job(const SweepEntry& entry, int number, Until until, Shared<SweepFacts>& facts,
                               metrics::Counters& counters, const LogSink& log,
                               const gateway::Keychain& keychain);
// Finished rows past their window, never unfinished ones. A batch is whole or not at all.
std::unique_ptr<Job> reap_job(const ReapEntry& entry, Until until, Shared<ReapFacts>& facts,
                              metrics::Counters& counters, const LogSink& log);
// Publishes while the relay is ours, and looks again and again while it is another process's; makes
// partitions ahead and drops old ones.
std::unique_ptr<Job> relay_job(const RelayEntry& entry, Until until, Shared<RelayFacts>& facts,
                               const LogSink& log);
// Receives events into the inbox; deletes processed ones past their retention.
std::unique_ptr<Job> consume_job(const ConsumeEntry& entry, Until until, Shared<ConsumeFacts>& facts,
                                 const LogSink& log);

// Listens for signed webhooks and stores their events in the inbox; a request is answered with 2xx after the
// commit.
std::unique_ptr<Job> receive_job(const ReceiveEntry& entry, Shared<ReceiveFacts>& facts, const LogSink& log);

}  // namespace onceover::oncectl
