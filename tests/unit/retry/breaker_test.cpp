// SPDX-License-Identifier: Apache-2.0
#include "core/retry/breaker.h"

#include <gtest/gtest.h>

#include <vector>

namespace onceover::retry {
namespace {

using namespace std::chrono_literals;

const Steady::time_point t0{1h};

BreakerConfig config() {
  BreakerConfig out;
  out.failures = 3;
  out.rate = 0.5;
  out.window = 10s;
  out.open_for = 5s;
  out.probes = 2;
  out.probe_timeout = 30s;
  return out;
}

bool call(Breaker& breaker, bool succeeds, Steady::time_point now) {
  const auto ticket = breaker.allow(now);
  if (ticket) breaker.record(*ticket, succeeds, now);
  return ticket.has_value();
}

Breaker opened_at_t0() {
  Breaker breaker(config());
  for (int i = 0; i < 3; ++i) call(breaker, false, t0);
  return breaker;
}

TEST(Breaker, OpensAtTheConfiguredFailuresAndNotBefore) {
  Breaker breaker(config());
  call(breaker, false, t0);
  call(breaker, false, t0);
  EXPECT_EQ(breaker.state(t0), BreakerState::closed);
  call(breaker, false, t0);
  EXPECT_EQ(breaker.state(t0), BreakerState::open);
  EXPECT_FALSE(breaker.allow(t0).has_value());
}

TEST(Breaker, FailuresBelowTheRateKeepItClosed) {
  Breaker breaker(config());
  for (int i = 0; i < 4; ++i) call(breaker, true, t0);
  for (int i = 0; i < 3; ++i) call(breaker, false, t0);
  EXPECT_EQ(breaker.state(t0), BreakerState::closed);
  call(breaker, false, t0);  // 4 of 8
  EXPECT_EQ(breaker.state(t0), BreakerState::open);
}

TEST(Breaker, WithARateOfZeroTheCountAloneDecides) {
  BreakerConfig by_count = config();
  by_count.rate = 0;
  Breaker breaker(by_count);
  for (int i = 0; i < 100; ++i) call(breaker, true, t0);
  for (int i = 0; i < 3; ++i) call(breaker, false, t0);
  EXPECT_EQ(breaker.state(t0), BreakerState::open);
}

TEST(Breaker, FailuresOlderThanTheWindowAreForgotten) {
  Breaker breaker(config());
  call(breaker, false, t0);
  call(breaker, false, t0);
  call(breaker, false, t0 + 10s);
  EXPECT_EQ(breaker.state(t0 + 10s), BreakerState::closed);
  call(breaker, false, t0 + 19s);
  EXPECT_EQ(breaker.state(t0 + 19s), BreakerState::closed);
  call(breaker, false, t0 + 19s + 999ms);
  EXPECT_EQ(breaker.state(t0 + 19s + 999ms), BreakerState::open);
}

TEST(Breaker, StaysOpenForItsTimeAndSaysHowLong) {
  Breaker breaker = opened_at_t0();
  EXPECT_EQ(breaker.wait(t0), Duration(5s));
  EXPECT_EQ(breaker.wait(t0 + 4s), Duration(1s));
  EXPECT_FALSE(breaker.allow(t0 + 5s - 1ns).has_value());
  EXPECT_GT(breaker.wait(t0 + 5s - 1ns), Duration::zero());
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::half_open);
  EXPECT_EQ(breaker.wait(t0 + 5s), Duration::zero());
}

TEST(Breaker, HalfOpenLetsThroughNoMoreThanItsProbes) {
  Breaker breaker = opened_at_t0();
  EXPECT_TRUE(breaker.allow(t0 + 5s).has_value());
  EXPECT_TRUE(breaker.allow(t0 + 5s).has_value());
  EXPECT_FALSE(breaker.allow(t0 + 5s).has_value());
}

TEST(Breaker, AllProbesSucceedingCloseItWithACleanWindow) {
  Breaker breaker = opened_at_t0();
  EXPECT_TRUE(call(breaker, true, t0 + 5s));
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::half_open);
  EXPECT_TRUE(call(breaker, true, t0 + 5s));
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::closed);
  call(breaker, false, t0 + 5s);
  call(breaker, false, t0 + 5s);
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::closed);
}

TEST(Breaker, OneFailingProbeOpensItForAnotherFullTime) {
  Breaker breaker = opened_at_t0();
  EXPECT_TRUE(call(breaker, true, t0 + 5s));
  EXPECT_TRUE(call(breaker, false, t0 + 6s));
  EXPECT_EQ(breaker.state(t0 + 6s), BreakerState::open);
  EXPECT_EQ(breaker.wait(t0 + 6s), Duration(5s));
}

TEST(Breaker, AnAnswerToAnOlderCallIsNotAProbe) {
  Breaker breaker(config());
  const auto late = breaker.allow(t0);
  const auto later = breaker.allow(t0);
  ASSERT_TRUE(late && later);
  for (int i = 0; i < 3; ++i) call(breaker, false, t0);
  breaker.record(*late, true, t0 + 5s);
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::half_open);
  breaker.record(*later, false, t0 + 5s);
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::half_open);
  EXPECT_TRUE(call(breaker, true, t0 + 5s));
  EXPECT_TRUE(call(breaker, true, t0 + 5s));
  EXPECT_EQ(breaker.state(t0 + 5s), BreakerState::closed);
}

TEST(Breaker, AProbeNobodyReportsOnDoesNotHoldItHalfOpenForEver) {
  Breaker breaker = opened_at_t0();
  const auto lost = breaker.allow(t0 + 5s);
  ASSERT_TRUE(lost && breaker.allow(t0 + 5s));
  EXPECT_FALSE(breaker.allow(t0 + 34s).has_value());
  EXPECT_TRUE(call(breaker, true, t0 + 35s));
  breaker.record(*lost, false, t0 + 36s);  // belongs to the probes given up
  EXPECT_TRUE(call(breaker, true, t0 + 36s));
  EXPECT_EQ(breaker.state(t0 + 36s), BreakerState::closed);
}

TEST(Breaker, AConfigOfZeroesStillWorks) {
  BreakerConfig zeroes;
  zeroes.failures = 0;
  zeroes.rate = 0;
  zeroes.window = zeroes.open_for = zeroes.probe_timeout = Duration::zero();
  zeroes.probes = 0;
  Breaker breaker(zeroes);
  EXPECT_TRUE(call(breaker, true, t0));
  EXPECT_EQ(breaker.state(t0), BreakerState::closed);
  EXPECT_TRUE(call(breaker, false, t0));
  EXPECT_EQ(breaker.state(t0), BreakerState::half_open);
  EXPECT_TRUE(call(breaker, true, t0));
  EXPECT_EQ(breaker.state(t0), BreakerState::closed);
}

}  // namespace
}  // namespace onceover::retry
