// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/retry/policy.h"

namespace onceover::retry {
namespace {

using std::chrono::milliseconds;

TEST(Pace, ABatchGrowsWhileItIsShorterThanTheAimAndNoFurtherThanTheMost) {
  Pace pace({.least = 200, .most = 1000, .aim = milliseconds(20), .share = 1});
  EXPECT_EQ(pace.batch(), 200);
  pace.went(200, milliseconds(16));
  EXPECT_EQ(pace.batch(), 250);
  for (int i = 0; i < 20; ++i) pace.went(pace.batch(), milliseconds(1));
  EXPECT_EQ(pace.batch(), 1000);
}

TEST(Pace, ABatchShrinksByHalfAtMostAndNotBelowTheLeast) {
  Pace pace({.least = 200, .most = 1000, .aim = milliseconds(20), .share = 1});
  for (int i = 0; i < 20; ++i) pace.went(pace.batch(), milliseconds(1));
  pace.went(1000, std::chrono::seconds(9));
  EXPECT_EQ(pace.batch(), 500);
  for (int i = 0; i < 20; ++i) pace.went(pace.batch(), std::chrono::seconds(9));
  EXPECT_EQ(pace.batch(), 200);
}

TEST(Pace, ABatchThatWasNotFullOrWaitedLongForAnswersDoesNotGrow) {
  Pace pace({.least = 200, .most = 1000, .aim = milliseconds(20), .share = 1});
  pace.went(199, milliseconds(1));
  EXPECT_EQ(pace.batch(), 200);
  pace.went(200, milliseconds(1), false);
  EXPECT_EQ(pace.batch(), 200);
}

TEST(Pace, TheMostGoesBeforeTheLeast) {
  Pace pace({.least = 200, .most = 2, .aim = milliseconds(20), .share = 1});
  EXPECT_EQ(pace.batch(), 2);
  pace.went(2, std::chrono::seconds(9));
  EXPECT_EQ(pace.batch(), 2);
  pace.went(2, Duration{0});
  EXPECT_EQ(pace.batch(), 2);
}

TEST(Pace, TheRestMakesTheWorkItsShareOfTheTimeAndCountsWaitingAsRest) {
  const Pace quarter({.share = 0.25});
  EXPECT_EQ(quarter.rest(milliseconds(20), Duration{0}), milliseconds(60));
  EXPECT_EQ(quarter.rest(milliseconds(20), milliseconds(45)), milliseconds(15));
  EXPECT_EQ(quarter.rest(milliseconds(20), std::chrono::seconds(5)), Duration{0});
  EXPECT_EQ(Pace({.share = 1}).rest(std::chrono::seconds(20), Duration{0}), Duration{0});
}

TEST(Pace, NoRestIsLongerThanASecond) {
  EXPECT_EQ(Pace({.share = 1e-9}).rest(std::chrono::hours(1), Duration{0}), std::chrono::seconds(1));
}

}  // namespace
}  // namespace onceover::retry
