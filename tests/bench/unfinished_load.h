// SPDX-License-Identifier: Apache-2.0
// Who is at work on the store while bench_unfinished reads: services, whoever moves the frontier, and a
// gateway that settles nothing.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/gateway/evidence.h"
#include "core/unfinished/frontier.h"
#include "tests/bench/common.h"

namespace onceover::bench {

inline Steady::duration span(double seconds) {
  return std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(seconds));
}

// Settles nothing: still at work, or silent; and may keep a question waiting.
class OpenGateway : public gateway::Gateway {
 public:
  explicit OpenGateway(gateway::Finding finding) : finding_(finding) {
    declared_.name = "open";
    declared_.dedupe_window = std::chrono::hours(24);
  }
  const gateway::Declaration* declaration(const std::string&) const override { return &declared_; }
  std::string effect(const std::string&) const override { return "refund"; }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions, Deadline) override {
    std::unique_lock lock(mutex_);
    if (asked_ == 0) first_ = Steady::now();
    asked_ += static_cast<std::int64_t>(questions.size());
    changed_.notify_all();
    changed_.wait(lock, [this] { return !holds_; });
    return std::vector<gateway::Evidence>(questions.size(),
                                          {.finding = finding_, .why = "the benchmark's gateway"});
  }
  gateway::Evidence cancel(const gateway::Question&, Deadline) override { return {}; }
  std::int64_t asked() {
    const std::scoped_lock lock(mutex_);
    return asked_;
  }
  std::optional<Steady::time_point> first_asked() {
    const std::scoped_lock lock(mutex_);
    return asked_ > 0 ? std::optional(first_) : std::nullopt;
  }
  void hold(bool on) {
    const std::scoped_lock lock(mutex_);
    holds_ = on;
    changed_.notify_all();
  }

 private:
  gateway::Declaration declared_;
  gateway::Finding finding_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool holds_ = false;
  std::int64_t asked_ = 0;
  Steady::time_point first_;
};

struct LoadConfig {
  int clients = 8;
  double rate = 2'000;  // keys a second of all clients together; 0: as many as they can
  double work_s = 0;    // between claim and completion of a key
};

// Claims new keys, all clients together at a rate, and completes each after its work is done.
class Load {
 public:
  Load(const std::string& conninfo, const LoadConfig& config);
  ~Load() { stopping_ = true; }
  double per_s() const;

 private:
  void run(const std::string& conninfo, double pause, double work);
  Steady::time_point began_;
  std::atomic<bool> stopping_ = false, is_sound_ = true;
  std::atomic<std::int64_t> done_ = 0;
  std::vector<std::jthread> threads_;
};

struct Moved {
  bool done = false;
  std::int64_t listed = 0, dropped = 0, rested = 0;
};

// As far as it gets now, and the list tended, as Sweeper does.
Moved move_frontier(pg::Connection& connection, unfinished::Advancing& advancing);

// A sweeper's other half: it moves the frontier, again and again.
class Mover {
 public:
  Mover(const std::string& conninfo, double every);
  // Ends it.
  nlohmann::ordered_json json();

 private:
  void run(const std::stop_token& stop, const std::string& conninfo, double every);
  std::vector<double> ms_;
  std::int64_t listed_ = 0, dropped_ = 0, unfinished_ = 0;
  std::string failure_;
  std::jthread thread_;
};

}  // namespace onceover::bench
