// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "core/retry/breaker.h"

namespace onceover::retry {
namespace {

using namespace std::chrono_literals;

const Steady::time_point start{1h};

BudgetConfig config_of(double ratio, double per_second, double burst) { return {ratio, per_second, burst}; }

int spend_all(Budget& budget, Steady::time_point now) {
  int spent = 0;
  while (budget.try_spend(now)) ++spent;
  return spent;
}

TEST(Budget, TenRequestsEarnExactlyOneRetry) {
  Budget budget(config_of(0.1, 0, 10), start);
  EXPECT_EQ(spend_all(budget, start), 10);
  for (int i = 0; i < 9; ++i) budget.on_request(start);
  EXPECT_FALSE(budget.try_spend(start));
  budget.on_request(start);
  EXPECT_TRUE(budget.try_spend(start));
  EXPECT_FALSE(budget.try_spend(start));
}

TEST(Budget, AStormOfFailuresIsRetriedForTenPercentOnly) {
  Budget budget(BudgetConfig{}, start);
  int retries = 0;
  for (int i = 0; i < 100'000; ++i) {
    budget.on_request(start);
    retries += budget.try_spend(start) ? 1 : 0;
  }
  // The first request's tenth found the bucket full: 10 + 99'999 / 10.
  EXPECT_EQ(retries, 10'009);
}

TEST(Budget, NeverKeepsMoreThanItsBurst) {
  Budget budget(config_of(0.1, 1, 3), start);
  for (int i = 0; i < 1000; ++i) budget.on_request(start);
  EXPECT_EQ(budget.tokens(start), 3);
  EXPECT_EQ(budget.tokens(start + 24h), 3);
  EXPECT_EQ(spend_all(budget, start + 24h), 3);
}

TEST(Budget, TimeAloneEarnsAQuietClientItsRetry) {
  Budget budget(config_of(0.1, 0.1, 10), start);
  spend_all(budget, start);
  EXPECT_FALSE(budget.try_spend(start + 9999ms));
  EXPECT_TRUE(budget.try_spend(start + 10s));
  EXPECT_FALSE(budget.try_spend(start + 10s));
}

TEST(Budget, AskingOftenEarnsNoLessThanAskingSeldom) {
  Budget budget(config_of(0, 0.1, 10), start);
  spend_all(budget, start);
  // Each span earns 1.9 parts: what is not a whole part must not be thrown away.
  for (int i = 1; i <= 1'000'000; ++i) budget.tokens(start + std::chrono::microseconds(i * 19));
  EXPECT_EQ(budget.tokens(start + 20s - 1ms), 1);
  EXPECT_EQ(budget.tokens(start + 20s + 1ms), 2);
}

TEST(Budget, AClockThatStandsOrGoesBackEarnsNothing) {
  Budget budget(config_of(0, 1, 10), start);
  spend_all(budget, start);
  EXPECT_FALSE(budget.try_spend(start - 1h));
  EXPECT_FALSE(budget.try_spend(start));
  EXPECT_TRUE(budget.try_spend(start + 1s));
}

TEST(Budget, NonsenseInItsConfigAllowsNothingRatherThanEverything) {
  for (const double nonsense : {-1.0, std::numeric_limits<double>::quiet_NaN(), 0.0}) {
    Budget budget(config_of(nonsense, nonsense, nonsense), start);
    budget.on_request(start);
    EXPECT_FALSE(budget.try_spend(start + 24h));
  }
  Budget endless(config_of(1e300, 1e300, 1e300), start);
  endless.on_request(start + 24h * 365);
  EXPECT_EQ(endless.tokens(start + 24h * 365), 1'000'000);
}

}  // namespace
}  // namespace onceover::retry
