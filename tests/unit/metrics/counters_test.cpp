// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/counters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <thread>

#include "core/metrics/history.h"

namespace onceover::metrics {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

TEST(MetricNames, AreAllDifferent) {
  std::set<std::string_view> names;
  for (int i = 0; i < counter_count; ++i) names.insert(name(static_cast<Counter>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(counter_count));
  for (const Histogram h : {Histogram::retry_delay, Histogram::lease_age_at_settling,
                            Histogram::time_to_completion, Histogram::retry_age})
    EXPECT_TRUE(names.insert(name(h)).second);
}

TEST(MetricBounds, AreInclusiveAndEndInInfinity) {
  const struct {
    Duration value;
    double bound;
  } cases[] = {{Duration{0}, 1},
               {Duration{-5}, 1},
               {Duration{1'000}, 1},
               {Duration{1'001}, 2.5},
               {Duration{2'500}, 2.5},
               {Duration{2'501}, 5},
               {std::chrono::seconds(1), 1'000},
               {std::chrono::hours(24 * 7), 604'800'000},
               {std::chrono::hours(24 * 7) + Duration{1}, infinite}};
  for (const auto& c : cases) EXPECT_EQ(bound_for(c.value), c.bound) << c.value.count();
}

TEST(CountersInTheProcess, AddUpBySeriesAndStartAnewWhenTaken) {
  Counters counters;
  counters.add(Counter::replayed, "acme", "POST /refunds");
  counters.add(Counter::replayed, "acme", "POST /refunds", 4);
  counters.add(Counter::replayed, "globex", "POST /refunds");
  counters.add(Counter::created, "acme", "POST /refunds", 0);
  counters.observe(Histogram::retry_delay, std::chrono::milliseconds(3), "acme", "POST /refunds");
  const auto deltas = counters.take();
  std::map<std::tuple<std::string, std::string, double>, std::int64_t> sums;
  for (const Delta& d : deltas) sums[{d.tenant, d.name, d.bucket}] += d.n;
  const decltype(sums) wanted{
      {{"acme", "replayed", -1}, 5}, {{"globex", "replayed", -1}, 1}, {{"acme", "retry_delay_ms", 5}, 1}};
  EXPECT_EQ(sums, wanted);
  EXPECT_TRUE(counters.take().empty());
}

TEST(CountersInTheProcess, TakeBackWhatCouldNotBeWritten) {
  Counters counters;
  counters.add(Counter::created, "a", "b", 3);
  counters.observe(Histogram::time_to_completion, std::chrono::hours(24 * 30), "a", "b");
  const auto batch = counters.take();
  counters.add(Counter::created, "a", "b", 2);
  counters.give_back(batch);
  std::map<std::pair<std::string, double>, std::int64_t> sums;
  for (const Delta& d : counters.take()) sums[{d.name, d.bucket}] += d.n;
  const decltype(sums) wanted{{{"created", -1}, 5}, {{"time_to_completion_ms", infinite}, 1}};
  EXPECT_EQ(sums, wanted);
}

TEST(CountersInTheProcess, LoseNothingBetweenThreads) {
  Counters counters;
  std::int64_t sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20'000; ++i) counters.add(Counter::created, "a", "b");
    });
  }
  for (int i = 0; i < 100; ++i) {
    for (const Delta& d : counters.take()) sum += d.n;
  }
  for (auto& thread : threads) thread.join();
  for (const Delta& d : counters.take()) sum += d.n;
  EXPECT_EQ(sum, 80'000);
}

TEST(Quantile, IsLinearWithinItsBin) {
  const struct {
    std::vector<HistogramBin> bins;
    double p, value;
  } cases[] = {
      {{}, 0.5, -1},
      {{{1, 0}, {infinite, 0}}, 0.5, -1},
      {{{1, 10}}, 0.5, 0.5},
      {{{1, 10}}, 1, 1},
      {{{1, 0}, {2.5, 10}}, 0.5, 1.75},
      {{{1, 50}, {2.5, 50}}, 0.5, 1},
      {{{1, 50}, {2.5, 50}}, 0.75, 1.75},
      {{{1, 90}, {2.5, 0}, {5, 10}}, 0.95, 3.75},
      {{{100, 4}}, 0.5, 75},  // bins left out: from the standard bound below
      {{{1, 1}, {infinite, 9}}, 0.5, 604'800'000},
      {{{1, 10}}, 7, 1},
      {{{1, 10}}, -7, 0},
  };
  for (const auto& c : cases) EXPECT_DOUBLE_EQ(quantile(c.bins, c.p), c.value);
}

}  // namespace
}  // namespace onceover::metrics
