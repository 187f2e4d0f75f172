// Why an answer is a lower bound, as a table.
#include <gmock/gmock.h>

#include "core/unfinished/frontier.h"

namespace onceover::unfinished {
namespace {

using testing::HasSubstr;

constexpr Timestamp now{1'800'000'000'000'000};
Timestamp ago(Duration span) { return now - span; }
constexpr auto s = [](int n) { return std::chrono::seconds(n); };

Writer writer(int seconds, int pid = 4242, const std::string& name = "payments") { return {"3/7", pid, ago(s(seconds)), name}; }

TEST(HiddenBy, YoungWritersHideNothing) {
  EXPECT_FALSE(hidden_by({}, now, Timestamp::minus_infinity()));
  EXPECT_FALSE(hidden_by({writer(0), writer(59)}, now, ago(s(3600))));
}

TEST(HiddenBy, AWriterOfAMinuteMakesALowerBoundAndIsNamed) {
  const auto why = hidden_by({writer(1), writer(60, 4243), writer(10)}, now, ago(s(3600)));
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, HasSubstr("pid 4243 (payments)"));
}

TEST(HiddenBy, TheOldestOfThemIsNamed) {
  EXPECT_THAT(hidden_by({writer(61, 1), writer(600, 2), writer(90, 3)}, now, Timestamp::minus_infinity()).value_or(""),
              HasSubstr("pid 2 "));
}

TEST(HiddenBy, AFrontierThatMovedLatelyProvesEachWriterYoung) {
  EXPECT_FALSE(hidden_by({writer(600)}, now, ago(s(59))));
  EXPECT_TRUE(hidden_by({writer(600)}, now, ago(s(60))));
}

TEST(HiddenBy, AFrontierAheadOfTheClockProvesNothing) {
  EXPECT_TRUE(hidden_by({writer(600)}, now, now + s(2 * 86'400))) << "the clock was put back, and nobody has moved the frontier since";
}

TEST(HiddenBy, APreparedTransactionIsCalledByItsName) {
  EXPECT_THAT(hidden_by({{"-1/733", 0, ago(s(600)), "nightly import"}}, now, ago(s(600))).value_or(""),
              HasSubstr("the prepared transaction nightly import"));
  EXPECT_THAT(hidden_by({{"-1/733", 0, ago(s(600)), ""}}, now, ago(s(600))).value_or(""), HasSubstr("the prepared transaction -1/733"));
}

TEST(HiddenBy, AnUnknownAgeMayBeAnyAge) {
  EXPECT_THAT(hidden_by({{"3/7", 4242, std::nullopt, ""}}, now, ago(s(600))).value_or(""), HasSubstr("pid 4242"));
  EXPECT_FALSE(hidden_by({{"3/7", 4242, std::nullopt, ""}}, now, ago(s(5))));
  // One that is known to be old says more.
  EXPECT_THAT(hidden_by({{"3/7", 1, std::nullopt, ""}, writer(90, 2)}, now, ago(s(600))).value_or(""), HasSubstr("pid 2"));
}

TEST(HiddenBy, NoControlCharactersOfAnApplicationNameAreShown) {
  EXPECT_EQ(hidden_by({writer(90, 1, "a\x1b[31mb")}, now, ago(s(600))).value_or("").find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace onceover::unfinished
