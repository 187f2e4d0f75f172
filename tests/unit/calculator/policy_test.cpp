// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/policy.h"

#include <gtest/gtest.h>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

TEST(CalculatorPolicy, EveryDrawnDelayIsWithinItsRange) {
  Random random(7);
  for (const Backoff backoff : all_backoffs) {
    for (const auto& cap :
         {std::optional<Duration>(2s), std::optional<Duration>(50ms), std::optional<Duration>()}) {
      for (const unsigned first_power : {0U, 1U}) {
        const Policy policy{.backoff = backoff, .base = 100ms, .cap = cap, .first_power = first_power};
        for (int path = 0; path < 50; ++path) {
          std::optional<Duration> previous;
          for (unsigned n = 0; n < 80; ++n) {
            const DelayRange wide = delay_range(policy, n),
                             narrow = delay_range(policy, n, previous.value_or(policy.base));
            const Duration delay = draw_delay(policy, n, previous, random);
            ASSERT_GE(delay, narrow.least) << word(backoff) << " " << n;
            ASSERT_LE(delay, narrow.most) << word(backoff) << " " << n;
            ASSERT_LE(wide.least, narrow.least) << word(backoff) << " " << n;
            ASSERT_GE(wide.most, narrow.most) << word(backoff) << " " << n;
            ASSERT_LE(wide.most, endless);
            previous = delay;
          }
        }
      }
    }
  }
}

TEST(CalculatorPolicy, WhatCoreRetryKnowsIsDrawnByCoreRetry) {
  for (const auto strategy : {retry::Strategy::exponential, retry::Strategy::full_jitter,
                              retry::Strategy::equal_jitter, retry::Strategy::decorrelated_jitter}) {
    const retry::Policy theirs{.strategy = strategy};
    const Policy ours = policy_from(theirs);
    Random a(3), b(3);
    std::optional<Duration> previous;
    for (unsigned n = 0; n < 20; ++n) {
      const Duration expected = retry::next_delay(strategy, n, theirs.base, theirs.cap, previous, a);
      ASSERT_EQ(draw_delay(ours, n, previous, b), expected) << retry::word(strategy) << " " << n;
      previous = expected;
    }
  }
}

TEST(CalculatorPolicy, TheFirstWaitGrowsFromTheBaseOrFromTwiceTheBase) {
  EXPECT_EQ(delay_range({.backoff = Backoff::exponential}, 0).most, Duration(100ms));
  EXPECT_EQ(delay_range({.backoff = Backoff::exponential, .first_power = 1}, 0).most, Duration(200ms));
  EXPECT_EQ(delay_range({.backoff = Backoff::equal_jitter, .first_power = 1}, 0).least, Duration(100ms));
  EXPECT_EQ(delay_range({.backoff = Backoff::fixed, .first_power = 1}, 9).most, Duration(100ms));
}

TEST(CalculatorPolicy, ItIsToldInAFewWords) {
  EXPECT_EQ(describe({}), "full jitter from 100 ms, at most 2.0 s a wait, 5 attempts, 10 s in all");
  EXPECT_EQ(describe({.backoff = Backoff::exponential,
                      .cap = std::nullopt,
                      .attempts = std::nullopt,
                      .total = std::nullopt}),
            "exponential from 100 ms, no cap, attempts unbounded, no time limit");
  EXPECT_EQ(describe({.backoff = Backoff::none, .attempts = 1}), "no wait, 1 attempt, 10 s in all");
  for (const Backoff backoff : all_backoffs) EXPECT_EQ(backoff_from_word(word(backoff)), backoff);
  EXPECT_EQ(backoff_from_word("jitter"), std::nullopt);
}

}  // namespace
}  // namespace onceover::calculator
