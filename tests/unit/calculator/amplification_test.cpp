// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/amplification.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/random.h"

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

Service layer(std::string name, unsigned attempts, std::vector<Service> calls = {}, double failure = 0) {
  return {.name = std::move(name), .attempts = attempts, .failure = failure, .calls = std::move(calls)};
}

Service four_layers(double failure) {
  return layer("edge", 3, {layer("orders", 3, {layer("payments", 3, {layer("gateway", 3, {}, failure)})})});
}

Amplification amplified(const Service& root) {
  auto result = amplify(root);
  EXPECT_TRUE(result) << (result ? "" : result.error().what);
  return result.value_or(Amplification{});
}

const Calls& deepest_of(const Calls& calls) {
  return calls.calls.empty() ? calls : deepest_of(calls.calls.front());
}

// "3 tries in each of 4 layers is 81 calls."
TEST(Amplification, LayersMultiply) {
  const Amplification all = amplified(four_layers(1));
  const Calls& gateway = deepest_of(all.tree);
  EXPECT_EQ(gateway.worst, 81);
  EXPECT_EQ(gateway.product, "3 × 3 × 3 × 3 = 81");
  EXPECT_EQ(gateway.path, "edge > orders > payments > gateway");
  EXPECT_EQ(gateway.depth, 3U);
  EXPECT_DOUBLE_EQ(gateway.expected, 81);  // everything fails: the worst case is what is expected
  EXPECT_EQ(all.worst_total, 3 + 9 + 27 + 81);
  EXPECT_EQ(all.worst_leaf, 81);
  EXPECT_EQ(all.worst_leaf_name, "gateway");
  EXPECT_EQ(all.retrying_layers, 4U);
  EXPECT_EQ(all.tree.product, "3");
}

TEST(Amplification, WhereNothingFailsEachIsCalledOnce) {
  const Amplification all = amplified(four_layers(0));
  EXPECT_DOUBLE_EQ(all.expected_total, 4);
  EXPECT_DOUBLE_EQ(deepest_of(all.tree).expected, 1);
  EXPECT_DOUBLE_EQ(all.tree.fails, 0);
}

TEST(Amplification, ABudgetBoundsWhatLasts) {
  Service root = four_layers(1);
  root.calls[0].calls[0].calls[0].budget = 0.1;
  EXPECT_NEAR(deepest_of(amplified(root).tree).worst_in_budget, 27 * 1.1, 1e-9);
  EXPECT_EQ(deepest_of(amplified(root).tree).worst, 81);
}

// One request, played: what the formulas expect.
bool play(const Service& service, Random& random, std::map<std::string, double>& calls) {
  for (unsigned attempt = 0; attempt < service.attempts; ++attempt) {
    ++calls[service.name];
    bool good = !random.chance(service.failure);
    for (std::size_t i = 0; good && i < service.calls.size(); ++i)
      good = play(service.calls[i], random, calls);
    if (good) return true;
  }
  return false;
}

void compare_played(const Calls& calls, std::map<std::string, double>& played, double runs) {
  EXPECT_NEAR(calls.expected, played[calls.name] / runs, 0.02 * calls.expected + 0.01) << calls.name;
  for (const Calls& below : calls.calls) compare_played(below, played, runs);
}

TEST(Amplification, ExpectedCallsAreWhatPlayingItComesTo) {
  const Service root =
      layer("edge", 2,
            {layer("stock", 3, {layer("cache", 2, {}, 0.5)}, 0.1),
             layer("payments", 4, {layer("bank", 3, {}, 0.6), layer("fraud", 1, {}, 0.2)}, 0.05)},
            0.02);
  Random random(11);
  std::map<std::string, double> played;
  constexpr int runs = 40'000;
  double failed = 0;
  for (int i = 0; i < runs; ++i) failed += play(root, random, played) ? 0 : 1;
  const Amplification all = amplified(root);
  compare_played(all.tree, played, runs);
  EXPECT_NEAR(all.tree.fails, failed / runs, 0.01);
}

TEST(Amplification, TimeoutsMustShrinkInward) {
  Service root = four_layers(0);
  Service& orders = root.calls[0];
  Service& payments = orders.calls[0];
  Service& gateway = payments.calls[0];
  root.timeout = 30s;
  orders.timeout = 9s;
  payments.timeout = 2900ms;
  gateway.timeout = 900ms;
  EXPECT_TRUE(amplified(root).timeouts.empty());  // 3 × 9 < 30, 3 × 2.9 < 9, 3 × 0.9 < 2.9

  gateway.timeout = 1s;
  auto found = amplified(root).timeouts;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].caller, "payments");
  EXPECT_EQ(found[0].callee, "gateway");
  EXPECT_FALSE(found[0].one_attempt_is_too_long);
  EXPECT_EQ(found[0].what, "payments has 2.9 s, but calls gateway for up to 3.0 s in all (3 × 1.0 s).");

  gateway.timeout = 900ms;
  gateway.waits = 200ms;
  ASSERT_EQ(amplified(root).timeouts.size(), 1U);
  EXPECT_EQ(amplified(root).timeouts[0].needed, Duration(2900ms));

  gateway.timeout = 2900ms;
  EXPECT_TRUE(amplified(root).timeouts.front().one_attempt_is_too_long);
  gateway.timeout.reset();
  EXPECT_EQ(amplified(root).timeouts.front().what,
            "payments has 2.9 s, but waits forever for one answer of gateway.");
  payments.timeout.reset();  // nobody gives payments up; orders gives itself up before
  found = amplified(root).timeouts;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].callee, "payments");
}

TEST(Amplification, WhatMeansNothingIsRefused) {
  EXPECT_FALSE(amplify(layer("edge", 3, {}, 1.5)));
  EXPECT_FALSE(amplify(layer("edge", 3, {}, std::nan(""))));
  Service deep = layer("bottom", 1);
  for (int i = 0; i < 60; ++i) deep = layer("above", 1, {deep});
  EXPECT_FALSE(amplify(deep));
  EXPECT_FALSE(amplify(layer("edge", 1, std::vector<Service>(1'000, layer("x", 1)))));
}

// Evenly spread between 0 and 100 ms.
const Latency even{{{0, 0ms}, {1, 100ms}}};

TEST(Hedging, AnEvenSpreadIsExact) {
  const auto result = hedge(even, 0.8);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->after, Duration(80ms));
  EXPECT_NEAR(result->extra_load, 0.2, 1e-12);
  EXPECT_EQ(result->alone.mean, Duration(50ms));
  EXPECT_EQ(result->alone.p99, Duration(99ms));
  // Behind 80 ms: open = (1 − t) · (1.8 − t). 1 % are open where t² − 2.8 t + 1.79 = 0.
  EXPECT_NEAR(static_cast<double>(result->hedged.p99.count()), 1e5 * (1.4 - std::sqrt(1.4 * 1.4 - 1.79)), 2);
  EXPECT_EQ(result->hedged.p50, Duration(50ms));
  EXPECT_LT(result->hedged.mean, result->alone.mean);
}

TEST(Hedging, IsWhatPlayingItComesTo) {
  const Latency tail{{{0, 1ms}, {0.5, 10ms}, {0.9, 30ms}, {0.95, 60ms}, {0.99, 500ms}, {1, 2s}}};
  const auto result = hedge(tail);
  ASSERT_TRUE(result);
  Random random(4);
  const auto draw = [&] {
    const double share = random.between(0, 1);
    std::size_t i = 1;
    while (tail.points[i].share < share) ++i;
    const auto &a = tail.points[i - 1], &b = tail.points[i];
    return static_cast<double>(a.at.count()) +
           (share - a.share) / (b.share - a.share) * static_cast<double>((b.at - a.at).count());
  };
  constexpr int runs = 200'000;
  std::vector<double> times;
  double extra = 0, sum = 0;
  for (int i = 0; i < runs; ++i) {
    const double first = draw(), after = static_cast<double>(result->after.count());
    extra += first > after ? 1 : 0;
    times.push_back(first > after ? std::min(first, after + draw()) : first);
    sum += times.back();
  }
  std::ranges::sort(times);
  EXPECT_EQ(result->after, Duration(60ms));
  EXPECT_NEAR(result->extra_load, extra / runs, 0.002);
  EXPECT_NEAR(static_cast<double>(result->hedged.p99.count()), times[static_cast<std::size_t>(runs * 0.99)],
              1500);
  EXPECT_NEAR(static_cast<double>(result->hedged.mean.count()), sum / runs, 200);
  EXPECT_EQ(result->alone.p99, Duration(500ms));
  EXPECT_LT(3 * result->hedged.p99, result->alone.p99);
}

TEST(Hedging, WinsNothingWhereTheSecondIsSlowForTheSameReason) {
  const auto result = hedge(even, 0.8, 1);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->hedged.p99, result->alone.p99);
  EXPECT_EQ(result->hedged.mean, result->alone.mean);
}

TEST(Hedging, TakesOnlyADistribution) {
  EXPECT_TRUE(hedge({{{0.25, 10ms}, {0.75, 20ms}, {1, 30ms}}}));
  EXPECT_FALSE(hedge({}));
  EXPECT_FALSE(hedge(even, 1.5));
  EXPECT_FALSE(hedge({{{0.5, 10ms}, {0.4, 20ms}}}));
  EXPECT_FALSE(hedge({{{0.5, 10ms}, {0.6, 10ms}}}));
}

}  // namespace
}  // namespace onceover::calculator
