// One thread of the service: it sweeps one table of one store with one gateway, again and again. Whatever goes wrong is said, and tried
// again after a pause: another worker's store is none of its business.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/oncectl/service_config.h"
#include "app/oncectl/sweep_stats.h"
#include "core/audit/audit.h"
#include "core/base/log.h"
#include "core/gateway/open.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

class SweepWorker {
 public:
  // Begins at once. stats and counters must outlive it. number: 0 for the first of the sweep, which looks at the backlog too.
  SweepWorker(SweepEntry entry, int number, SweepStats& stats, metrics::Counters& counters, LogSink log, gateway::Keychain keychain);
  ~SweepWorker();  // stops, and waits
  SweepWorker(const SweepWorker&) = delete;
  SweepWorker& operator=(const SweepWorker&) = delete;

  // What it owns is settled first. Returns at once.
  void stop() { thread_.request_stop(); }
  void join() { thread_.join(); }
  // Whatever runs on its connection ends; what it owned is free when its lease ends. Any thread.
  void cancel();
  // For how long nothing was heard of it; 0 while it rests.
  Duration silent_for() const;

 private:
  void run(const std::stop_token& stop);
  Result<bool> pass(const std::stop_token& stop);
  Result<void> prepare();
  void look_at_backlog();
  void seal_trail();
  void rest(Duration span, const std::stop_token& stop);
  void beat();

  SweepEntry entry_;
  int number_;
  SweepStats& stats_;
  metrics::Counters& counters_;
  LogSink log_;
  gateway::Keychain keychain_;
  std::unique_ptr<gateway::Gateway> gateway_;
  std::optional<CountedGateway> counted_;
  std::optional<pg::Connection> connection_;
  std::unique_ptr<sweeper::Sweeping> sweeping_;
  bool was_stopped_ = false;  // by the store's switch
  Steady::time_point backlog_at_{}, sealed_at_{};
  std::atomic<Steady::rep> heard_{0};  // the greatest: it rests

  std::mutex mutex_;  // of cancel_
  std::optional<pg::CancelHandle> cancel_;
  std::mutex rest_mutex_;
  std::condition_variable_any rested_;
  std::jthread thread_;
};

}  // namespace onceover::oncectl
