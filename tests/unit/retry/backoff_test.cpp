// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/retry/policy.h"

namespace onceover::retry {
namespace {

using namespace std::chrono_literals;

constexpr Strategy every_strategy[] = {Strategy::exponential, Strategy::full_jitter, Strategy::equal_jitter,
                                       Strategy::decorrelated_jitter};
constexpr std::uint64_t seed = 20240611;

struct Spread {
  Duration least, most;
  double mean;
};

Spread spread_of(Strategy strategy, unsigned n, Duration base, Duration cap,
                 std::optional<Duration> previous) {
  Random random(seed);
  Spread spread{Duration::max(), Duration::min(), 0};
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    const Duration delay = next_delay(strategy, n, base, cap, previous, random);
    spread.least = std::min(spread.least, delay);
    spread.most = std::max(spread.most, delay);
    spread.mean += static_cast<double>(delay.count()) / draws;
  }
  return spread;
}

TEST(Backoff, ExponentialDoublesFromTheBaseUpToTheCap) {
  Random random(seed);
  const Duration expected[] = {100ms, 200ms, 400ms, 800ms, 1600ms, 2s, 2s};
  for (unsigned n = 0; n < std::size(expected); ++n)
    EXPECT_EQ(next_delay(Strategy::exponential, n, 100ms, 2s, std::nullopt, random), expected[n]);
  EXPECT_EQ(next_delay(Strategy::exponential, 2, 100ms, 400ms, std::nullopt, random), Duration(400ms));
  EXPECT_EQ(next_delay(Strategy::exponential, 2, 100ms, 399ms, std::nullopt, random), Duration(399ms));
  EXPECT_EQ(next_delay(Strategy::exponential, 0, 3s, 2s, std::nullopt, random), Duration(2s));
}

struct JitterCase {
  Strategy strategy;
  unsigned n;
  std::optional<Duration> previous;
  double low_ms, high_ms, mean_ms;
};

TEST(Backoff, JitterFillsExactlyTheRangeOfItsFormula) {
  // base 100 ms, cap 2 s. The decorrelated means past the cap follow from min(cap, ·) after the draw, not
  // before it.
  const JitterCase table[] = {
      {Strategy::full_jitter, 0, std::nullopt, 0, 100, 50},
      {Strategy::full_jitter, 3, std::nullopt, 0, 800, 400},
      {Strategy::full_jitter, 9, std::nullopt, 0, 2000, 1000},
      {Strategy::equal_jitter, 0, std::nullopt, 50, 100, 75},
      {Strategy::equal_jitter, 3, std::nullopt, 400, 800, 600},
      {Strategy::equal_jitter, 9, std::nullopt, 1000, 2000, 1500},
      {Strategy::decorrelated_jitter, 0, std::nullopt, 100, 300, 200},
      {Strategy::decorrelated_jitter, 7, std::nullopt, 100, 300, 200},
      {Strategy::decorrelated_jitter, 0, 400ms, 100, 1200, 650},
      {Strategy::decorrelated_jitter, 0, 2s, 100, 2000, 2000 - 1900.0 * 1900.0 / (2 * 5900.0)},
  };
  for (const JitterCase& one : table) {
    const Spread spread = spread_of(one.strategy, one.n, 100ms, 2s, one.previous);
    const double tolerance = (one.high_ms - one.low_ms) * 1000 * 0.02;
    EXPECT_NEAR(static_cast<double>(spread.least.count()), one.low_ms * 1000, tolerance)
        << word(one.strategy) << " " << one.n;
    EXPECT_NEAR(static_cast<double>(spread.most.count()), one.high_ms * 1000, tolerance)
        << word(one.strategy) << " " << one.n;
    EXPECT_NEAR(spread.mean, one.mean_ms * 1000, tolerance) << word(one.strategy) << " " << one.n;
    EXPECT_GE(spread.least.count(), one.low_ms * 1000);
    EXPECT_LE(spread.most.count(), one.high_ms * 1000);
  }
}

TEST(Backoff, NoNumberOverflowsOrLeavesTheRangeFromZeroToTheCap) {
  Random random(seed);
  const Duration spans[] = {Duration::min(), Duration(-1), Duration(0),         Duration(1),
                            100ms,           2s,           Duration::max() / 2, Duration::max() - 1us,
                            Duration::max()};
  const unsigned counts[] = {0, 1, 2, 31, 32, 61, 62, 63, 64, 65, 1000, std::numeric_limits<unsigned>::max()};
  for (const Strategy strategy : every_strategy) {
    for (const Duration base : spans) {
      for (const Duration cap : spans) {
        for (const Duration previous : spans) {
          for (const unsigned n : counts) {
            const Duration delay = next_delay(strategy, n, base, cap, previous, random);
            EXPECT_GE(delay, Duration::zero()) << word(strategy) << " " << n;
            EXPECT_LE(delay, std::max(cap, Duration::zero())) << word(strategy) << " " << n;
          }
        }
      }
    }
  }
  EXPECT_EQ(next_delay(Strategy::exponential, 4'000'000'000U, 1us, 2s, std::nullopt, random), Duration(2s));
  EXPECT_EQ(next_delay(Strategy::exponential, 62, 1us, Duration::max(), std::nullopt, random),
            Duration(1LL << 62));
}

TEST(Backoff, OneSeedIsOneSchedule) {
  for (const Strategy strategy : every_strategy) {
    Random first(seed), second(seed);
    for (unsigned n = 0; n < 10; ++n)
      EXPECT_EQ(next_delay(strategy, n, 100ms, 2s, 1s, first),
                next_delay(strategy, n, 100ms, 2s, 1s, second));
  }
}

}  // namespace
}  // namespace onceover::retry
