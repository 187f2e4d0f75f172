// SPDX-License-Identifier: Apache-2.0
// Why an answer is a lower bound, as a table.
#include <gmock/gmock.h>

#include "core/unfinished/frontier.h"

namespace onceover::unfinished {
namespace {

using testing::HasSubstr;

constexpr Timestamp now{1'800'000'000'000'000};
Timestamp ago(Duration span) { return now - span; }
constexpr auto s = [](int n) { return std::chrono::seconds(n); };

Writer writer(int seconds, int pid = 4242, const std::string& name = "payments") {
  return {"3/7", pid, ago(s(seconds)), name};
}

TEST(HiddenBy, YoungWritersHideNothing) {
  EXPECT_FALSE(hidden_by({}, now));
  EXPECT_FALSE(hidden_by({writer(0), writer(59)}, now));
}

TEST(HiddenBy, AWriterOfAMinuteMakesALowerBoundAndIsNamed) {
  const auto why = hidden_by({writer(1), writer(60, 4243), writer(10)}, now);
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, HasSubstr("pid 4243 (payments)"));
}

TEST(HiddenBy, TheOldestOfThemIsNamed) {
  EXPECT_THAT(hidden_by({writer(61, 1), writer(600, 2), writer(90, 3)}, now).value_or(""),
              HasSubstr("pid 2 "));
}

Frontier moved(Timestamp until, bool is_valid = true) {
  Frontier frontier;
  frontier.is_valid = is_valid;
  frontier.until = until;
  frontier.now = now;
  return frontier;
}

TEST(ProvesWritersYoung, AFrontierThatMovedInTheLastMinute) {
  EXPECT_TRUE(moved(now).proves_writers_young());
  EXPECT_TRUE(moved(ago(s(59))).proves_writers_young());
  EXPECT_FALSE(moved(ago(s(60))).proves_writers_young());
  EXPECT_FALSE(moved(Timestamp::minus_infinity()).proves_writers_young());
  EXPECT_FALSE(moved(ago(s(5)), false).proves_writers_young()) << "it is about another table";
  EXPECT_FALSE(moved(now + s(2 * 86'400)).proves_writers_young())
      << "the clock was put back, and it has not moved since";
}

TEST(HiddenBy, APreparedTransactionIsCalledByItsName) {
  EXPECT_THAT(hidden_by({{"-1/733", 0, ago(s(600)), "nightly import"}}, now).value_or(""),
              HasSubstr("The prepared transaction nightly import"));
  EXPECT_THAT(hidden_by({{"-1/733", 0, ago(s(600)), "nightly import"}}, now).value_or(""),
              HasSubstr("ROLLBACK PREPARED 'nightly import'"));
  EXPECT_THAT(hidden_by({{"-1/733", 0, ago(s(600)), ""}}, now).value_or(""),
              HasSubstr("The prepared transaction -1/733"));
}

TEST(HiddenBy, AnUnknownAgeMayBeAnyAge) {
  EXPECT_THAT(hidden_by({{"3/7", 4242, std::nullopt, ""}}, now).value_or(""), HasSubstr("pid 4242"));
  // The clock was put back since it began.
  EXPECT_TRUE(hidden_by({writer(-3'600)}, now));
  EXPECT_FALSE(hidden_by({writer(-1)}, now)) << "its age was read a moment after the clock";
  // One that is known to be old says more.
  EXPECT_THAT(hidden_by({{"3/7", 1, std::nullopt, ""}, writer(90, 2)}, now).value_or(""), HasSubstr("pid 2"));
}

TEST(HiddenBy, NoControlCharactersOfAnApplicationNameAreShown) {
  EXPECT_EQ(hidden_by({writer(90, 1, "a\x1b[31mb")}, now).value_or("").find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace onceover::unfinished
