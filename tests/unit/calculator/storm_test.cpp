// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/storm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

StormResult run(const Storm& storm, std::uint64_t seed = 1) {
  Random random(seed);
  auto result = simulate(storm, random);
  EXPECT_TRUE(result) << (result ? "" : result.error().what);
  return result.value_or(StormResult{});
}

// A server of 100/s, a queue of 50, and 300 clients that come at once.
Storm overload() {
  Storm storm{.clients = 300, .server = Capacity{.per_second = 100, .queue = 50, .patience = 400ms}};
  storm.policy = {.backoff = Backoff::full_jitter, .base = 100ms, .cap = 2s, .attempts = 20, .total = 1min};
  return storm;
}

// The published finding on backoff under optimistic contention, at 100 clients; "then" separates what it
// tells apart.
TEST(Storm, OrdersTheBackoffsAsThePublishedExperimentDoes) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const auto drawn =
        curves({.like = published_storm(100, Backoff::none), .clients = {100}, .runs = 10}, random);
    ASSERT_TRUE(drawn);
    std::map<Backoff, CurvePoint> at;
    for (const Curve& curve : *drawn) at[curve.backoff] = curve.points.front();
    const CurvePoint none = at[Backoff::none], exponential = at[Backoff::exponential],
                     full = at[Backoff::full_jitter], equal = at[Backoff::equal_jitter],
                     decorrelated = at[Backoff::decorrelated_jitter];
    // Calls: full and equal, then decorrelated, then exponential, none worst.
    EXPECT_LT(std::max(full.calls, equal.calls), decorrelated.calls) << "seed " << seed;
    EXPECT_LT(decorrelated.calls, exponential.calls) << "seed " << seed;
    EXPECT_LT(exponential.calls, none.calls) << "seed " << seed;
    // Time: none, then full and decorrelated, then equal, exponential by far worst.
    EXPECT_LT(none.time_ms, std::min(full.time_ms, decorrelated.time_ms)) << "seed " << seed;
    EXPECT_LT(std::max(full.time_ms, decorrelated.time_ms), equal.time_ms) << "seed " << seed;
    EXPECT_LT(5 * equal.time_ms, exponential.time_ms) << "seed " << seed;
  }
}

TEST(Storm, ThePublishedExperimentCountsAttemptsFromOne) {
  EXPECT_EQ(delay_range(published_storm(100, Backoff::exponential).policy, 0).most, Duration(10ms));
}

TEST(Storm, OneClientWritesAtOnceAfterFourLegs) {
  Storm storm = published_storm(1, Backoff::exponential);
  storm.network = {.mean_ms = 10, .deviation_ms = 0};
  const StormResult result = run(storm);
  EXPECT_EQ(result.calls, 1U);
  EXPECT_EQ(result.wasted, 0U);
  EXPECT_EQ(result.time, Duration(40ms));
  EXPECT_EQ(result.p95, Duration(40ms));
}

// Two clients in step: both read version 0, one write holds, and the other comes back after its wait.
TEST(Storm, AWriteHoldsOnlyWhereTheVersionIsStillTheOneRead) {
  Storm storm = published_storm(2, Backoff::exponential);
  storm.network = {.mean_ms = 10, .deviation_ms = 0};
  const StormResult result = run(storm);
  EXPECT_EQ(result.calls, 3U);
  EXPECT_EQ(result.wasted, 1U);
  EXPECT_EQ(result.time, Duration(40ms + 10ms + 40ms));
}

// Without a wait and without variance every round has one winner: n(n+1)/2 writes in n rounds of four legs.
TEST(Storm, WithoutVarianceEachRoundHasOneWinner) {
  Storm storm = published_storm(30, Backoff::none);
  storm.network = {.mean_ms = 10, .deviation_ms = 0};
  const StormResult result = run(storm);
  EXPECT_EQ(result.calls, 30U * 31 / 2);
  EXPECT_EQ(result.time, Duration(30 * 40ms));
}

TEST(Storm, EveryClientEndsOnceAndTheLoadAddsUp) {
  for (const Backoff backoff : all_backoffs) {
    for (const bool optimistic : {true, false}) {
      Storm storm = optimistic ? published_storm(60, backoff) : overload();
      storm.policy.backoff = backoff;
      storm.arrive_within = 50ms;
      const StormResult result = run(storm, 5);
      EXPECT_EQ(result.succeeded + result.out_of_attempts + result.out_of_time + result.out_of_budget,
                storm.clients)
          << word(backoff);
      EXPECT_TRUE(!optimistic || result.succeeded == storm.clients) << word(backoff);
      EXPECT_EQ(result.calls - result.wasted, result.succeeded) << word(backoff);
      std::uint64_t calls = 0, succeeded = 0;
      for (const LoadPoint& point : result.load) {
        calls += point.calls;
        succeeded += point.succeeded;
      }
      EXPECT_EQ(calls, result.calls);
      EXPECT_EQ(succeeded, result.succeeded);
      EXPECT_LE(result.load.size(), 200U);
      EXPECT_LE(result.p50, result.p95);
      EXPECT_LE(result.p95, result.time);
      EXPECT_TRUE(result.complete);
    }
  }
}

TEST(Storm, OneSeedIsOneStorm) {
  const StormResult first = run(published_storm(80, Backoff::full_jitter), 9),
                    again = run(published_storm(80, Backoff::full_jitter), 9),
                    other = run(published_storm(80, Backoff::full_jitter), 10);
  EXPECT_EQ(first.time, again.time);
  EXPECT_EQ(first.calls, again.calls);
  EXPECT_NE(first.time, other.time);
}

TEST(Storm, AServerWithRoomIsCalledOnceByEach) {
  Storm storm = overload();
  storm.server = Capacity{.per_second = 1000, .queue = 300, .patience = 5s};
  const StormResult result = run(storm);
  EXPECT_EQ(result.calls, 300U);
  EXPECT_EQ(result.succeeded, 300U);
  EXPECT_EQ(result.wasted, 0U);
  // The last of 300 is served after 0.3 s, and two legs.
  EXPECT_NEAR(static_cast<double>(result.time.count()), 320'000, 15'000);
}

TEST(Storm, TheQueueIsBoundedAndServesInTurn) {
  const StormResult result = run(overload());
  std::uint64_t waiting = 0;
  for (const LoadPoint& point : result.load) waiting = std::max(waiting, point.waiting);
  EXPECT_GE(waiting, 50U);
  EXPECT_LE(waiting, 51U);  // and the one that is being served
  EXPECT_EQ(result.succeeded, 300U);
  EXPECT_GE(result.time, Duration(2900ms));  // 300 at 100/s
}

// Without keys what a client turned away from is served again; with them it is replayed.
TEST(Storm, KeysSpareTheServerWorkForNobody) {
  Storm storm = overload();
  auto& server = std::get<Capacity>(storm.server);
  server.patience = 200ms;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    server.keyed = true;
    const StormResult keyed = run(storm, seed);
    server.keyed = false;
    const StormResult bare = run(storm, seed);
    EXPECT_GT(keyed.replayed, 0U);
    EXPECT_EQ(bare.replayed, 0U);
    EXPECT_GT(keyed.succeeded, bare.succeeded) << "seed " << seed;
  }
}

TEST(Storm, RetriesStayWithinTheBudget) {
  Storm storm = overload();
  storm.budget = retry::BudgetConfig{.ratio = 0.1, .per_second = 5, .burst = 10};
  for (const unsigned processes : {1U, 4U}) {
    storm.processes = processes;
    const StormResult result = run(storm);
    const double seconds = std::chrono::duration<double>(result.time).count();
    EXPECT_LE(static_cast<double>(result.calls), 300 * 1.1 + processes * (10 + 5 * seconds));
    EXPECT_GT(result.out_of_budget, 0U);
    EXPECT_GT(result.calls, 300U);
  }
}

TEST(Storm, ABreakerLeavesAFailingServerAlone) {
  Storm storm = overload();
  std::get<Capacity>(storm.server) = {.per_second = 1000, .queue = 1000, .patience = 5s, .outage = 3s};
  const StormResult without = run(storm);
  storm.breaker = retry::BreakerConfig{.failures = 20, .open_for = 500ms};
  const StormResult with = run(storm);
  EXPECT_GT(with.stopped_by_breaker, 0U);
  EXPECT_LT(2 * with.wasted, without.wasted);
  EXPECT_EQ(without.succeeded, 300U);
  EXPECT_GT(with.succeeded, 250U);
}

// What is refused at once and not waited for must not stand still at one moment for ever.
TEST(Storm, WithoutABackoffAnOpenBreakerIsWaitedFor) {
  Storm storm = overload();
  storm.policy = {.backoff = Backoff::none, .attempts = std::nullopt, .total = std::nullopt};
  std::get<Capacity>(storm.server) = {.per_second = 1000, .queue = 1000, .patience = 5s, .outage = 3s};
  storm.breaker = retry::BreakerConfig{.failures = 20, .open_for = 500ms};
  const StormResult result = run(storm);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.succeeded, 300U);
}

TEST(Storm, ALostOptimisticWriteDoesNotOpenTheBreaker) {
  Storm storm = published_storm(50, Backoff::full_jitter);
  storm.breaker = retry::BreakerConfig{};
  EXPECT_EQ(run(storm).stopped_by_breaker, 0U);
}

TEST(Storm, AttemptsAndTimeEndARetryingClient) {
  Storm storm = overload();
  std::get<Capacity>(storm.server).outage = 1h;
  storm.policy.attempts = 3;
  StormResult result = run(storm);
  EXPECT_EQ(result.calls, 900U);
  EXPECT_EQ(result.out_of_attempts, 300U);
  storm.policy.attempts.reset();
  storm.policy.total = 2s;
  result = run(storm);
  EXPECT_EQ(result.out_of_time, 300U);
  EXPECT_LE(result.time, Duration(2s + 100ms));
}

TEST(Storm, WithoutAnyBoundItEndsAsItStands) {
  Storm storm = overload();
  storm.policy = {.backoff = Backoff::fixed, .base = 1ms, .attempts = std::nullopt, .total = std::nullopt};
  std::get<Capacity>(storm.server).outage = 24h;
  storm.most_calls = 20'000;
  const StormResult result = run(storm);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.calls, 20'000U);
}

TEST(Storm, ProgressNeverFallsAndCanEndIt) {
  double last = 0;
  Random random(1);
  CurvesOptions options{.like = published_storm(100, Backoff::none), .clients = {20, 60}, .runs = 3};
  int words = 0;
  const auto watched = [&](double part) {
    EXPECT_GE(part, last);
    EXPECT_LE(part, 1 + 1e-9);
    last = part;
    ++words;
    return true;
  };
  ASSERT_TRUE(curves(options, random, watched));
  EXPECT_GT(words, 10);
  EXPECT_GT(last, 0.9);
  int asked = 0;
  const auto ended = curves(options, random, [&](double) { return ++asked < 4; });
  ASSERT_FALSE(ended);
  EXPECT_TRUE(ended.error().is_cancelled());
  EXPECT_EQ(asked, 4);
}

TEST(Storm, WhatMeansNothingIsRefused) {
  Random random(1);
  Storm none = published_storm(0, Backoff::none), many = published_storm(100'001, Backoff::none),
        dead = overload(), odd = overload();
  std::get<Capacity>(dead.server).per_second = 0;
  odd.network.mean_ms = std::nan("");
  for (const Storm& storm : {none, many, dead, odd}) {
    const auto result = simulate(storm, random);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::invalid_input);
  }
}

}  // namespace
}  // namespace onceover::calculator
