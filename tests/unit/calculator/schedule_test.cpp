// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <variant>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

Schedule drawn(const Policy& policy, const ScheduleOptions& options = {}, std::uint64_t seed = 1) {
  Random random(seed);
  auto schedule = draw_schedule(policy, options, random);
  EXPECT_TRUE(schedule) << (schedule ? "" : schedule.error().what);
  return schedule.value_or(Schedule{});
}

// Of the latest point that is not after it.
double done_by(const Schedule& schedule, Duration by) {
  double done = 0;
  for (const ChancePoint& point : schedule.chance) done = point.by <= by ? point.done : done;
  return done;
}

double ms(Duration span) { return static_cast<double>(span.count()) / 1000; }

const Policy exponential{.backoff = Backoff::exponential};

TEST(Schedule, AnExponentialOneIsExact) {
  const Schedule schedule = drawn(exponential);
  ASSERT_EQ(schedule.attempts.size(), 5U);
  const Duration delays[] = {0ms, 100ms, 200ms, 400ms, 800ms}, starts[] = {0ms, 100ms, 300ms, 700ms, 1500ms};
  for (std::size_t k = 0; k < 5; ++k) {
    const AttemptRow& row = schedule.attempts[k];
    EXPECT_EQ(row.attempt, k + 1);
    for (const Duration each :
         {row.delay.least, row.delay.mean, row.delay.p50, row.delay.p95, row.delay.most})
      EXPECT_EQ(each, delays[k]);
    for (const Duration each : {row.at.least, row.at.mean, row.at.p50, row.at.p95, row.at.most})
      EXPECT_EQ(each, starts[k]);
    EXPECT_EQ(row.reached, 1);
  }
  EXPECT_EQ(schedule.horizon, Duration(1500ms));
  EXPECT_FALSE(schedule.more);
  EXPECT_FALSE(schedule.cut);
}

TEST(Schedule, FullJitterHasTheSpreadOfItsFormula) {
  const Schedule schedule = drawn({}, {.clients = 20'000});
  const double most[] = {0, 100, 200, 400, 800}, sum[] = {0, 100, 300, 700, 1500};
  for (std::size_t k = 1; k < 5; ++k) {
    const AttemptRow& row = schedule.attempts[k];
    EXPECT_EQ(row.delay.least, Duration(0));
    EXPECT_EQ(ms(row.delay.most), most[k]);
    EXPECT_NEAR(ms(row.delay.mean), most[k] * 0.5, most[k] * 0.02);
    EXPECT_NEAR(ms(row.delay.p50), most[k] * 0.5, most[k] * 0.02);
    EXPECT_NEAR(ms(row.delay.p95), most[k] * 0.95, most[k] * 0.02);
    EXPECT_EQ(ms(row.at.most), sum[k]);
    EXPECT_NEAR(ms(row.at.mean), sum[k] * 0.5, sum[k] * 0.02);
  }
}

TEST(Schedule, TheTotalEndsItBeforeTheAttemptsDo) {
  Policy policy = exponential;
  policy.total = 1s;
  const Schedule schedule = drawn(policy);
  EXPECT_EQ(schedule.attempts.size(), 4U);  // the fifth would begin after 1.5 s
  EXPECT_EQ(schedule.horizon, Duration(700ms));
  policy.total = 700ms;  // at the total is too late
  EXPECT_EQ(drawn(policy).attempts.size(), 3U);
}

TEST(Schedule, AttemptsThatTakeTimeCountInTheTotal) {
  Policy policy = exponential;
  policy.total = 2s;
  const Schedule schedule = drawn(policy, {.attempt_takes = 500ms});
  ASSERT_EQ(schedule.attempts.size(), 3U);  // 0, 0.6 and 1.3 s; then 2.2 s
  EXPECT_EQ(schedule.attempts[2].at.mean, Duration(1300ms));
  EXPECT_EQ(schedule.horizon, Duration(1800ms));
}

// The same dice lead core/retry's own decision through the same attempts.
TEST(Schedule, ItIsWhatCoreRetryDoes) {
  for (const auto strategy : {retry::Strategy::exponential, retry::Strategy::full_jitter,
                              retry::Strategy::equal_jitter, retry::Strategy::decorrelated_jitter}) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const retry::Policy policy{.strategy = strategy, .attempts = 8, .total = std::chrono::seconds(4)};
      const Schedule schedule = drawn(policy_from(policy), {.attempt_takes = 50ms, .clients = 1}, seed);
      Random dice(seed);
      Duration start{};
      std::optional<Duration> previous;
      for (unsigned attempt = 1;; ++attempt) {
        ASSERT_GE(schedule.attempts.size(), attempt);
        ASSERT_EQ(schedule.attempts[attempt - 1].at.mean, start)
            << retry::word(strategy) << " " << seed << " " << attempt;
        const auto decision = retry::decide_retry(policy, attempt, start + 50ms, retry::Outcome::retryable,
                                                  std::nullopt, previous, dice);
        if (std::holds_alternative<retry::GiveUp>(decision)) {
          ASSERT_EQ(schedule.attempts.size(), attempt) << retry::word(strategy) << " " << seed;
          break;
        }
        previous = std::get<retry::RetryAfter>(decision).delay;
        start += 50ms + *previous;
      }
    }
  }
}

TEST(Schedule, NoClientGoesOnPastTheHorizon) {
  for (const Backoff backoff : all_backoffs) {
    for (const auto& total :
         {std::optional<Duration>(10s), std::optional<Duration>(1200ms), std::optional<Duration>()}) {
      const Policy policy{.backoff = backoff, .attempts = 7, .total = total};
      const Schedule schedule = drawn(policy, {.attempt_takes = 20ms});
      ASSERT_TRUE(schedule.horizon);
      EXPECT_EQ(schedule.horizon, horizon_of(policy, 20ms));
      for (const AttemptRow& row : schedule.attempts) {
        EXPECT_LE(row.at.most + 20ms, *schedule.horizon) << word(backoff);
        EXPECT_LE(row.at.least, row.at.p50);
        EXPECT_LE(row.at.p50, row.at.p95);
        EXPECT_LE(row.at.p95, row.at.most);
      }
    }
  }
}

TEST(Schedule, AHorizonIsReachedWhereWaitsAreRandomAndTheTotalCuts) {
  // 50–100, 100–200, 200–400, 400–800: the fifth begins after 750 to 1,500 ms, so just before 1 s, too.
  EXPECT_EQ(horizon_of({.backoff = Backoff::equal_jitter, .total = 1s}), Duration(1s));
  EXPECT_EQ(horizon_of({.backoff = Backoff::equal_jitter, .total = 700ms}), Duration(700ms));
  EXPECT_EQ(horizon_of({.backoff = Backoff::exponential, .total = 1s}), Duration(700ms));
}

// Five waits of its own come to 1.5 s; five that servers ask for come to whatever the total lets them.
TEST(Schedule, WhoHeedsRetryAfterIsBoundedByTheTotalAlone) {
  EXPECT_EQ(horizon_of({}, 1s), Duration(6500ms));
  EXPECT_EQ(horizon_of({}, 1s, true), Duration(11s));
  EXPECT_EQ(horizon_of({.total = std::nullopt}, 1s, true), std::nullopt);
  EXPECT_EQ(horizon_of({.attempts = 1, .total = std::nullopt}, 1s, true), Duration(1s));
  EXPECT_EQ(horizon_of({.total = 1s}, 2s, true), Duration(2s));  // the first attempt alone takes longer
  EXPECT_EQ(drawn({}).asked_horizon, Duration(10s));
  // core/retry itself goes that far.
  Random dice(1);
  const auto decision =
      retry::decide_retry({}, 4, 1s, retry::Outcome::retryable, Duration(8999ms), std::nullopt, dice);
  EXPECT_TRUE(std::holds_alternative<retry::RetryAfter>(decision));
}

TEST(Schedule, WithoutABoundThereIsNoHorizon) {
  const Policy endless{.attempts = std::nullopt, .total = std::nullopt};
  EXPECT_EQ(horizon_of(endless), std::nullopt);
  const Schedule schedule = drawn(endless, {.rows = 10, .clients = 50});
  EXPECT_EQ(schedule.horizon, std::nullopt);
  EXPECT_EQ(schedule.attempts.size(), 10U);
  EXPECT_TRUE(schedule.more);
  EXPECT_TRUE(schedule.cut);
  // A number or a time alone is a bound; both are met without walking through a million steps.
  EXPECT_EQ(horizon_of({.attempts = std::nullopt, .total = 1h}, 1s), Duration(1h + 1s));
  EXPECT_EQ(horizon_of({.backoff = Backoff::fixed, .base = 1s, .attempts = 1'000'001, .total = std::nullopt}),
            Duration(1'000'000s));
  EXPECT_EQ(horizon_of({.backoff = Backoff::none, .attempts = 1'000'000, .total = std::nullopt}, 0s),
            Duration(0));
  EXPECT_EQ(horizon_of({.attempts = 1}, 3s), Duration(3s));
}

TEST(Schedule, IndependentFailuresMultiply) {
  const Policy policy{.backoff = Backoff::fixed, .base = 1s, .attempts = 4, .total = std::nullopt};
  const Schedule schedule = drawn(policy, {.failure = {.p = 0.3}});
  for (int k = 0; k < 4; ++k)
    EXPECT_NEAR(done_by(schedule, k * 1s + 50ms), 1 - std::pow(0.3, k + 1), 1e-9) << k;
  EXPECT_NEAR(schedule.in_the_end, 1 - std::pow(0.3, 4), 1e-9);
  EXPECT_NEAR(schedule.mean_attempts, (1 - std::pow(0.3, 4)) / 0.7, 1e-9);
}

TEST(Schedule, AnOutageFailsWhatBeginsInIt) {
  const FailureModel outage{.p = 0, .outage = 500ms, .anywhere = false};
  Schedule schedule = drawn(exponential, {.failure = outage});  // attempts at 0, 100, 300, 700, 1,500 ms
  EXPECT_EQ(done_by(schedule, 690ms), 0);
  EXPECT_EQ(done_by(schedule, 710ms), 1);
  EXPECT_EQ(schedule.mean_attempts, 4);
  schedule = drawn(exponential, {.failure = {.p = 0, .outage = 2s, .anywhere = false}});
  EXPECT_EQ(schedule.in_the_end, 0);
  EXPECT_EQ(schedule.mean_attempts, 5);
}

TEST(Schedule, MetAnywhereAnOutageIsHalfOverInTheMean) {
  // What is left is spread over 0 to 1 s: 300 ms are enough for three of ten.
  const Schedule schedule = drawn(exponential, {.failure = {.p = 0, .outage = 1s}});
  EXPECT_NEAR(done_by(schedule, 310ms), 0.3, 0.001);
  EXPECT_NEAR(done_by(schedule, 710ms), 0.7, 0.001);
  EXPECT_NEAR(schedule.in_the_end, 1, 1e-9);
}

TEST(Schedule, WhatTakesTimeIsDoneAtItsEnd) {
  const Schedule schedule = drawn({.attempts = 1}, {.attempt_takes = 1s, .failure = {.p = 0.2}});
  EXPECT_EQ(done_by(schedule, 990ms), 0);
  EXPECT_NEAR(done_by(schedule, 1s), 0.8, 1e-9);
}

TEST(Schedule, TheCurveNeverFallsAndEndsWithTheChanceInTheEnd) {
  for (const Backoff backoff : all_backoffs) {
    const Schedule schedule = drawn({.backoff = backoff}, {.failure = {.p = 0.6, .outage = 700ms}});
    double last = 0;
    for (const ChancePoint& point : schedule.chance) {
      EXPECT_GE(point.done, last) << word(backoff);
      last = point.done;
    }
    EXPECT_NEAR(last, schedule.in_the_end, 1e-9) << word(backoff);
    EXPECT_EQ(schedule.chance.back().by, std::max(*schedule.horizon, Duration(1)));
  }
}

TEST(Schedule, ItCanBeCancelledAndRefusesWhatMeansNothing) {
  Random random(1);
  const auto cancelled = draw_schedule({}, {}, random, [](double) { return false; });
  ASSERT_FALSE(cancelled);
  EXPECT_TRUE(cancelled.error().is_cancelled());
  const ScheduleOptions wrong[] = {{.rows = 0},
                                   {.clients = 0},
                                   {.clients = 2'000'000},
                                   {.attempt_takes = -1s},
                                   {.failure = {.p = 1.1}},
                                   {.failure = {.p = std::nan("")}}};
  for (const ScheduleOptions& options : wrong) {
    const auto result = draw_schedule({}, options, random);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::invalid_input);
  }
}

}  // namespace
}  // namespace onceover::calculator
