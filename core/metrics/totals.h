// SPDX-License-Identifier: Apache-2.0
// What a service counts for Prometheus: cumulative, from the start of the process, with fixed names. A tenant
// is no label.
//
//   onceover_requests_total{operation,outcome}   answers of serve::Server; outcome: serve::Outcome
//   onceover_completion_seconds{operation}       histogram: from the arrival of a new request to its stored
//   answer onceover_call_retries_total{service}         requests that a call::Caller sent again
//   onceover_outcomes_total{part,operation,outcome}  what engine, sweeper, relay and worker did: see event.h
//
// Thread-safe. An operation or service is a name of the program's own: never one that a client chose.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/time.h"
#include "core/metrics/event.h"

namespace onceover::metrics {

class Totals {
 public:
  void add(const Event& event);
  // For a part's on_event. The totals must outlive it.
  EventSink sink() {
    return [this](const Event& event) { add(event); };
  }

  // Text exposition format 0.0.4: append it to what the service's /metrics says.
  std::string text() const;

 private:
  // In seconds; the last is infinity.
  static constexpr std::array<double, 12> bounds{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30};
  struct Histogram {
    std::array<std::int64_t, bounds.size() + 1> counts{};
    double seconds = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::int64_t> requests_;
  std::map<std::string, Histogram, std::less<>> completions_;
  std::map<std::string, std::int64_t, std::less<>> retries_;
  // by part, operation, outcome
  std::map<std::tuple<std::string_view, std::string, std::string>, std::int64_t> outcomes_;
};

}  // namespace onceover::metrics
