// SPDX-License-Identifier: Apache-2.0
// Counters, collected in the process. Adding is a lock and a map lookup, without a database. Thread-safe. A
// crash loses what was collected since the last flush (flusher.h), one second by default.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/time.h"

namespace onceover::metrics {

enum class Counter {
  created,
  replayed,
  conflict,
  mismatch,
  taken_over,
  released,
  completed,
  failed,
  settled_succeeded,
  settled_failed,
  settled_released,
  reaped,
  needs_human,
  lost_ownership,
};
// retry_delay: a client's wait before a retry, counted by the client. retry_age: the age of a key when it was
// claimed again, counted by the engine, once for a waiting client. The window must be longer.
enum class Histogram { retry_delay, lease_age_at_settling, time_to_completion, retry_age };

inline constexpr int counter_count = 14;
std::string_view name(Counter counter);      // "created", "settled.succeeded", as stored
std::string_view name(Histogram histogram);  // "retry_delay_ms", …

// Upper bounds in milliseconds, inclusive; the last is infinity. Roughly a factor of 2.5 apart, from 1 ms to
// a week.
inline constexpr std::array<double, 20> bounds_ms{
    1,     2.5,   5,      10,     25,     50,      100,       250,        500,        1'000,
    2'500, 5'000, 10'000, 30'000, 60'000, 300'000, 1'800'000, 10'800'000, 86'400'000, 604'800'000};
double bound_for(Duration value);

struct Delta {
  std::string tenant, operation, name;
  double bucket = -1;  // −1: a counter; else the histogram's upper bound in ms (infinity beyond the last)
  std::int64_t n = 0;
};

class Counters {
 public:
  void add(Counter counter, std::string_view tenant, std::string_view operation, std::int64_t n = 1);
  void observe(Histogram histogram, Duration value, std::string_view tenant, std::string_view operation);
  // Takes everything collected and starts again.
  std::vector<Delta> take();
  // Puts a batch back that could not be flushed.
  void give_back(const std::vector<Delta>& deltas);

 private:
  void add(std::string_view name, double bucket, std::string_view tenant, std::string_view operation,
           std::int64_t n);
  // Compared as views: a second count of a name makes no copy of it.
  struct SeriesView {
    std::string_view tenant, operation, name;
    double bucket;
    auto tied() const { return std::tie(tenant, operation, name, bucket); }
  };
  struct Series {
    std::string tenant, operation, name;
    double bucket;
    SeriesView view() const { return {tenant, operation, name, bucket}; }
  };
  struct Before {
    using is_transparent = void;
    bool operator()(const Series& a, const Series& b) const { return a.view().tied() < b.view().tied(); }
    bool operator()(const Series& a, const SeriesView& b) const { return a.view().tied() < b.tied(); }
    bool operator()(const SeriesView& a, const Series& b) const { return a.tied() < b.view().tied(); }
  };
  std::mutex mutex_;
  std::map<Series, std::int64_t, Before> sums_;
};

}  // namespace onceover::metrics
