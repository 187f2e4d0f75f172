// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "core/gateway/wire.h"

namespace onceover::gateway {
namespace {

using namespace std::chrono_literals;

const Deadline start = Deadline(1000s);

TEST(RateLimit, LetsABurstBeginAtOnceAndSpreadsTheRest) {
  RateLimit limit({.requests = 10, .span = 1s, .burst = 3});
  std::vector<Steady::duration> begins;
  for (int i = 0; i < 6; ++i) begins.push_back(*limit.take(start, start + 60s) - start);
  EXPECT_EQ(begins, (std::vector<Steady::duration>{0ms, 0ms, 0ms, 100ms, 200ms, 300ms}));
}

TEST(RateLimit, TakesNothingWhereItWouldBeTooLate) {
  RateLimit limit({.requests = 1, .span = 1s, .burst = 1});
  EXPECT_EQ(limit.take(start, start), start);
  EXPECT_EQ(limit.take(start, start + 999ms), std::nullopt);
  EXPECT_EQ(limit.take(start, start + 999ms), std::nullopt);
  EXPECT_EQ(limit.take(start, start + 1s), start + 1s);
}

TEST(RateLimit, ASilenceEarnsABurstAndNoMore) {
  RateLimit limit({.requests = 2, .span = 1s, .burst = 2});
  for (int i = 0; i < 4; ++i) limit.take(start, start + 60s);
  const Deadline later = start + 3600s;
  EXPECT_EQ(limit.take(later, later), later);
  EXPECT_EQ(limit.take(later, later), later);
  EXPECT_EQ(limit.take(later, later), std::nullopt);
}

// begun ≤ burst + rate · span, over any span, whoever asks when.
TEST(RateLimit, KeepsItsPromiseOverEverySpan) {
  RateLimit limit({.requests = 7, .span = 3s, .burst = 4});
  std::vector<Deadline> begun;
  Deadline now = start;
  for (int i = 0; i < 400; ++i) {
    now += std::chrono::milliseconds((i * 7919) % 700);
    if (const auto at = limit.take(now, now + 2s)) begun.push_back(*at);
  }
  ASSERT_GT(begun.size(), 200U);
  for (std::size_t i = 0; i < begun.size(); ++i) {
    for (std::size_t k = i; k < begun.size(); ++k) {
      const double span_s = std::chrono::duration<double>(begun[k] - begun[i]).count();
      ASSERT_LE(static_cast<double>(k - i + 1), 4 + 7.0 / 3.0 * span_s + 1e-6);
    }
  }
}

TEST(RateLimit, IsOneForAllWhoAskTheSameGateway) {
  Config config;
  config.base_url = "https://pay.example";
  EXPECT_EQ(shared_rate_limit(config), nullptr);
  config.rate = Rate{.requests = 5, .span = 1s, .burst = 1};
  const auto one = shared_rate_limit(config), same = shared_rate_limit(config);
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one, same);
  config.base_url = "https://other.example";
  EXPECT_NE(shared_rate_limit(config), one);
}

}  // namespace
}  // namespace onceover::gateway
