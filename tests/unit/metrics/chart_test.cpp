// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "core/metrics/counters.h"

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr double beyond = std::numeric_limits<double>::infinity();
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Request of(Duration span, Duration step) {
  Request request;
  request.from = Timestamp{1'700'000'000'000'000};
  request.to = request.from + span;
  request.step = step;
  return request;
}

Chart of_lines(std::vector<std::vector<double>> lines) {
  Chart chart;
  chart.from = Timestamp{0};
  chart.step = seconds(10);
  chart.steps = lines.front().size();
  for (auto& values : lines) chart.lines.push_back({"created", std::nullopt, false, std::move(values)});
  return chart;
}

TEST(Metrics, EveryCounterIsOneAndNamesAreUnique) {
  std::set<std::string_view> names;
  for (const Metric& metric : all_metrics()) EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
  for (int i = 0; i < counter_count; ++i) {
    const Metric* metric = metric_named(name(static_cast<Counter>(i)));
    ASSERT_NE(metric, nullptr) << name(static_cast<Counter>(i));
    EXPECT_EQ(metric, &all_metrics()[static_cast<std::size_t>(i)]);
    EXPECT_EQ(metric->kind, Kind::flow);
  }
  EXPECT_EQ(metric_named("nothing of the kind"), nullptr);
}

TEST(ChartSteps, TheLastMayBeCutAndTooManyAreRefused) {
  EXPECT_EQ(steps_of(of(minutes(1), seconds(10))).value(), 6);
  EXPECT_EQ(steps_of(of(seconds(61), seconds(10))).value(), 7);
  EXPECT_EQ(steps_of(of(hours(24 * 30), minutes(1))).value(), 43'200);
  EXPECT_FALSE(steps_of(of(seconds(50'001), seconds(1))));
  EXPECT_FALSE(steps_of(of(Duration{0}, seconds(1))));
  EXPECT_FALSE(steps_of(of(minutes(1), seconds(1) - Duration{1})));
  Request endless = of(minutes(1), seconds(1));
  endless.to = Timestamp::infinity();
  EXPECT_FALSE(steps_of(endless));
}

TEST(ChartSteps, AreTheFinestRoundOnesThatFit) {
  EXPECT_EQ(step_for(seconds(120), 120), seconds(1));
  EXPECT_EQ(step_for(seconds(121), 120), seconds(2));
  EXPECT_EQ(step_for(hours(24), 1440), minutes(1));
  EXPECT_EQ(step_for(hours(24 * 30), 120), hours(6));
  EXPECT_EQ(step_for(hours(24 * 36'500), 1), hours(24 * 7));
}

TEST(ChartRequest, EarlierIsAsLong) {
  const Request now = of(hours(1), minutes(1));
  const Request then = earlier(now, hours(24));
  EXPECT_EQ(then.to - then.from, hours(1));
  EXPECT_EQ(now.from - then.from, hours(24));
  EXPECT_EQ(then.step, now.step);
}

TEST(Distributions, AQuantileOfWhatIsNotKnownIsNotKnown) {
  const Distribution distribution{
      "time_to_completion_ms", {1, 2.5, beyond}, {10, 0, 0, unknown, unknown, unknown, 0, 0, 0, 0, 10, 0}};
  const std::vector<double> p50 = quantile_by_step(distribution, 0.5);
  ASSERT_EQ(p50.size(), 4U);
  EXPECT_DOUBLE_EQ(p50[0], 0.5);
  EXPECT_TRUE(std::isnan(p50[1])) << "a gap";
  EXPECT_TRUE(std::isnan(p50[2])) << "nothing happened";
  EXPECT_DOUBLE_EQ(p50[3], 1.75);
  EXPECT_EQ(total_by_bound(distribution), (std::vector<double>{10, 10, 0}));
}

TEST(Gaps, AreWhereNoLineKnowsAnything) {
  const Chart chart = of_lines({{unknown, 1, unknown, unknown, 0}, {unknown, unknown, unknown, unknown, 2}});
  const std::vector<Gap> gaps = unknown_steps(chart, "not read");
  ASSERT_EQ(gaps.size(), 2U);
  EXPECT_EQ(gaps[0].from, chart.at(0));
  EXPECT_EQ(gaps[0].to, chart.at(1));
  EXPECT_EQ(gaps[1].from, chart.at(2));
  EXPECT_EQ(gaps[1].to, chart.at(4));
  EXPECT_EQ(gaps[1].why, "not read");
}

TEST(Gaps, ADistributionKnowsAStepToo) {
  Chart chart = of_lines({{unknown, unknown}});
  chart.distributions.push_back({"retry_delay_ms", {1, beyond}, {unknown, unknown, 0, unknown}});
  const std::vector<Gap> gaps = unknown_steps(chart, "not read");
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_EQ(gaps[0].to, chart.at(1));
}

}  // namespace
}  // namespace onceover::metrics
