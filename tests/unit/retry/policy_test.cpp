// SPDX-License-Identifier: Apache-2.0
#include "core/retry/policy.h"

#include <gtest/gtest.h>

#include <string>

namespace onceover::retry {
namespace {

using namespace std::chrono_literals;

std::string told(const Decision& decision) {
  if (const auto* again = std::get_if<RetryAfter>(&decision))
    return "after " + std::to_string(again->delay.count());
  switch (std::get<GiveUp>(decision).reason) {
    case GiveUpReason::done: return "done";
    case GiveUpReason::permanent: return "permanent";
    case GiveUpReason::attempts_exhausted: return "attempts_exhausted";
    case GiveUpReason::out_of_time: return "out_of_time";
  }
  return {};
}

Policy exponential() {
  Policy policy;
  policy.strategy = Strategy::exponential;
  return policy;
}

TEST(RetryPolicy, DefaultsAreTheContracts) {
  const Policy policy;
  EXPECT_EQ(policy.attempts, 5U);
  EXPECT_EQ(policy.base, Duration(100ms));
  EXPECT_EQ(policy.cap, Duration(2s));
  EXPECT_EQ(policy.total, Duration(10s));
}

struct PolicyCase {
  unsigned attempt;
  Duration elapsed;
  Outcome outcome;
  std::optional<Duration> retry_after;
  std::string expected;
};

TEST(RetryPolicy, DecidesByOutcomeThenAttemptsThenTime) {
  const PolicyCase table[] = {
      {1, 0s, Outcome::done, std::nullopt, "done"},
      {9, 99s, Outcome::done, 1s, "done"},
      {1, 0s, Outcome::permanent, 1s, "permanent"},
      {1, 0s, Outcome::retryable, std::nullopt, "after 100000"},
      {2, 1s, Outcome::retryable, std::nullopt, "after 200000"},
      {4, 1s, Outcome::retryable, std::nullopt, "after 800000"},
      {5, 1s, Outcome::retryable, std::nullopt, "attempts_exhausted"},
      {6, 1s, Outcome::retryable, 1s, "attempts_exhausted"},
      {0, 0s, Outcome::retryable, std::nullopt, "after 100000"},
      // Retry-After overrides the computed delay, in both directions and beyond the cap, but never the
      // deadline.
      {1, 0s, Outcome::retryable, 5s, "after 5000000"},
      {4, 0s, Outcome::retryable, 1ms, "after 1000"},
      {1, 0s, Outcome::retryable, 0s, "after 0"},
      {1, 0s, Outcome::retryable, -5s, "after 0"},
      {1, 0s, Outcome::retryable, 10s - 1us, "after 9999999"},
      {1, 0s, Outcome::retryable, 10s, "out_of_time"},
      {1, 5s, Outcome::retryable, 5s, "out_of_time"},
      {1, 1s, Outcome::retryable, Duration::max(), "out_of_time"},
      // The deadline bounds the computed delay as well.
      {1, 9900ms - 1us, Outcome::retryable, std::nullopt, "after 100000"},
      {1, 9900ms, Outcome::retryable, std::nullopt, "out_of_time"},
      {1, 11s, Outcome::retryable, 0s, "out_of_time"},
      {1, Duration::max(), Outcome::retryable, Duration::max(), "out_of_time"},
      {1, -1h, Outcome::retryable, std::nullopt, "after 100000"},
  };
  for (const PolicyCase& one : table) {
    Random random(1);
    const Decision decision = decide_retry(exponential(), one.attempt, one.elapsed, one.outcome,
                                           one.retry_after, std::nullopt, random);
    EXPECT_EQ(told(decision), one.expected)
        << "attempt " << one.attempt << ", elapsed " << one.elapsed.count();
  }
}

TEST(RetryPolicy, PreviousDelayReachesDecorrelatedJitter) {
  Policy policy;
  policy.strategy = Strategy::decorrelated_jitter;
  Random first(1), second(1);
  const Decision from_base =
      decide_retry(policy, 2, 0s, Outcome::retryable, std::nullopt, std::nullopt, first);
  const Decision from_previous = decide_retry(policy, 2, 0s, Outcome::retryable, std::nullopt, 600ms, second);
  EXPECT_LT(std::get<RetryAfter>(from_base).delay, std::get<RetryAfter>(from_previous).delay);
}

TEST(RetryPolicy, AWholeScheduleStaysInsideItsBounds) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    Policy policy;
    policy.strategy = static_cast<Strategy>(seed % 4);
    policy.attempts = 50;
    Duration elapsed{0};
    std::optional<Duration> previous;
    unsigned attempt = 1;
    for (;; ++attempt) {
      elapsed += 10ms;  // the attempt itself
      const Decision decision =
          decide_retry(policy, attempt, elapsed, Outcome::retryable, std::nullopt, previous, random);
      if (!std::holds_alternative<RetryAfter>(decision)) break;
      previous = std::get<RetryAfter>(decision).delay;
      elapsed += *previous;
      ASSERT_LT(elapsed, policy.total) << "seed " << seed;
    }
    EXPECT_LE(attempt, policy.attempts) << "seed " << seed;
    EXPECT_GT(attempt, 4U) << "seed " << seed;
  }
}

}  // namespace
}  // namespace onceover::retry
