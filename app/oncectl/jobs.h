// SPDX-License-Identifier: Apache-2.0
// What the threads of a service do: sweep one table with one gateway, or reap one table. The references must outlive the job.
#pragma once

#include <memory>

#include "app/oncectl/service_facts.h"
#include "app/oncectl/work_loop.h"
#include "core/base/log.h"
#include "core/gateway/open.h"
#include "core/metrics/counters.h"

namespace onceover::oncectl {

// Counting what is stuck, or what waits in an inbox, may read more than a run does.
inline constexpr Duration backlog_every = std::chrono::seconds(15);

// Counts what waits in the inbox of a consumer. Without the right to read the inbox it stays unknown, and nothing else fails.
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
      log_({LogLevel::warning, "What waits in the inbox is unknown: it could not be read.", {{"error", all.error().sentence()}}});
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

// number: 0 for the first worker of the sweep, which counts the backlog and seals the trail, too; not where it sweeps only once.
std::unique_ptr<Job> sweep_job(const SweepEntry& entry, int number, Until until, Shared<SweepFacts>& facts, metrics::Counters& counters,
                               const LogSink& log, const gateway::Keychain& keychain);
// Finished rows past their window, never unfinished ones. A batch is whole or not at all.
std::unique_ptr<Job> reap_job(const ReapEntry& entry, Until until, Shared<ReapFacts>& facts, metrics::Counters& counters,
                              const LogSink& log);
// Publishes while the relay is ours, and looks again and again while it is another process's; makes partitions ahead and drops old ones.
std::unique_ptr<Job> relay_job(const RelayEntry& entry, Until until, Shared<RelayFacts>& facts, const LogSink& log);
// Receives events into the inbox; deletes processed ones past their retention.
std::unique_ptr<Job> consume_job(const ConsumeEntry& entry, Until until, Shared<ConsumeFacts>& facts, const LogSink& log);

// Listens for signed webhooks and stores their events in the inbox; a request is answered with 2xx after the commit.
std::unique_ptr<Job> receive_job(const ReceiveEntry& entry, Shared<ReceiveFacts>& facts, const LogSink& log);

}  // namespace onceover::oncectl
