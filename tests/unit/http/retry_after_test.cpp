// SPDX-License-Identifier: Apache-2.0
#include "core/http/retry_after.h"

#include <gtest/gtest.h>

namespace onceover::http {
namespace {

using namespace std::chrono_literals;

const Timestamp now = *parse_iso("2026-05-17T12:00:00.000000Z");

TEST(HttpDate, AllThreeFormsAreOneInstant) {
  const auto expected = parse_iso("1994-11-06T08:49:37.000000Z");
  ASSERT_TRUE(expected.has_value());
  for (const std::string_view text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                                      "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994"}) {
    EXPECT_EQ(parse_http_date(text, now), expected) << text;
  }
  EXPECT_EQ(parse_http_date("Thu, 29 Feb 2024 23:59:59 GMT", now), parse_iso("2024-02-29T23:59:59.000000Z"));
  EXPECT_EQ(parse_http_date("Sat Nov 16 08:49:37 2030", now), parse_iso("2030-11-16T08:49:37.000000Z"));
  // A leap second is the first of the next minute.
  EXPECT_EQ(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT", now), parse_iso("2017-01-01T00:00:00.000000Z"));
}

TEST(HttpDate, ATwoDigitYearIsAtMostFiftyYearsAhead) {
  EXPECT_EQ(parse_http_date("Friday, 01-Jan-76 00:00:00 GMT", now), parse_iso("2076-01-01T00:00:00.000000Z"));
  EXPECT_EQ(parse_http_date("Friday, 01-Jan-77 00:00:00 GMT", now), parse_iso("1977-01-01T00:00:00.000000Z"));
  EXPECT_EQ(parse_http_date("Friday, 01-Jan-26 00:00:00 GMT", now), parse_iso("2026-01-01T00:00:00.000000Z"));
  const Timestamp late = *parse_iso("2080-01-01T00:00:00.000000Z");
  EXPECT_EQ(parse_http_date("Friday, 01-Jan-05 00:00:00 GMT", late),
            parse_iso("2105-01-01T00:00:00.000000Z"));
}

TEST(HttpDate, ATwoDigitYearNeedsAYearOfFourBesideIt) {
  EXPECT_EQ(parse_http_date("Friday, 01-Jan-26 00:00:00 GMT", Timestamp::latest()), std::nullopt);
  EXPECT_EQ(parse_http_date("Friday, 01-Jan-26 00:00:00 GMT", Timestamp::earliest()), std::nullopt);
  EXPECT_EQ(parse_http_date("Fri, 01 Jan 2027 00:00:00 GMT", Timestamp::latest()),
            parse_iso("2027-01-01T00:00:00.000000Z"));
}

TEST(HttpDate, WhatIsNoneOfTheThreeFormsIsNotGuessedAt) {
  for (const std::string_view text : {"",
                                      "Sun",
                                      "Sun,",
                                      "Sun, 06 Nov 1994 08:49:37",
                                      "Sun, 06 Nov 1994 08:49:37 UTC",
                                      "Sun, 06 Nov 1994 08:49:37 GMT ",
                                      "Sun, 6 Nov 1994 08:49:37 GMT",
                                      "Xun, 06 Nov 1994 08:49:37 GMT",
                                      "sun, 06 nov 1994 08:49:37 GMT",
                                      "Sun, 06 Nov 94 08:49:37 GMT",
                                      "Sun, 31 Feb 1994 08:49:37 GMT",
                                      "Sun, 00 Nov 1994 08:49:37 GMT",
                                      "Sun, 06 Nov 1994 24:00:00 GMT",
                                      "Sun, 06 Nov 1994 08:60:00 GMT",
                                      "Sun, 06 Nov 1994 08:00:61 GMT",
                                      "Sunday, 06-Nov-1994 08:49:37 GMT",
                                      "Sun Nov 6 08:49:37 1994",
                                      "Sun Nov  6 08:49:37 1994 GMT",
                                      "1994-11-06T08:49:37Z",
                                      "Sun, 06 Nov 1994 -8:49:37 GMT",
                                      "Sun, 06  Nov 1994 08:49:37 GMT",
                                      "Sunday 06-Nov-94 08:49:37 GMT",
                                      "Sun, 29 Feb 2023 00:00:00 GMT"}) {
    EXPECT_EQ(parse_http_date(text, now), std::nullopt) << text;
  }
}

TEST(RetryAfter, SecondsAndDatesBecomeAWaitFromNowOn) {
  const std::pair<std::string_view, Duration> table[] = {
      {"0", 0s},
      {"1", 1s},
      {" 120\t", 120s},
      {"0010", 10s},
      {"2592000", max_retry_after},
      {"2592001", max_retry_after},
      {"99999999999999999999999999999", max_retry_after},
      {"9223372036854775807", max_retry_after},
      {"Sun, 17 May 2026 12:00:05 GMT", 5s},
      {"Sun, 17 May 2026 11:59:59 GMT", 0s},
      {"Sunday, 17-May-26 12:01:00 GMT", 60s},
      {"Sun May 17 13:00:00 2026", 1h},
      {"Fri, 31 Dec 9999 23:59:59 GMT", max_retry_after},
      {"Sat, 01 Jan 0000 00:00:00 GMT", 0s},
  };
  for (const auto& [value, expected] : table) EXPECT_EQ(parse_retry_after(value, now), expected) << value;
}

TEST(RetryAfter, NegativeNumbersAndGarbageSayNothing) {
  for (const std::string_view value :
       {"", " ", "-1", "+1", "1.5", "1s", "0x10", "1 2", "1,2", "soon", "1e3", "Sun, 17 May 2026"}) {
    EXPECT_EQ(parse_retry_after(value, now), std::nullopt) << value;
  }
  EXPECT_EQ(parse_retry_after("Sun, 17 May 2026 12:00:05 GMT", Timestamp::infinity()), std::nullopt);
}

TEST(RetryAfter, IsWrittenInWholeSecondsRoundedUpAndNeverZero) {
  const std::pair<Duration, std::string> table[] = {
      {0s, "1"},
      {1us, "1"},
      {999ms, "1"},
      {1s, "1"},
      {1s + 1us, "2"},
      {90s, "90"},
      {-5s, "1"},
      {Duration::min(), "1"},
      {Duration::max(), "2592000"},
  };
  for (const auto& [wait, expected] : table) EXPECT_EQ(format_retry_after(wait), expected) << wait.count();
}

TEST(RetryAfter, WhatIsWrittenReadsBackNoShorter) {
  for (const Duration wait : {Duration(1us), Duration(1500ms), Duration(59s), Duration(1h)}) {
    EXPECT_GE(*parse_retry_after(format_retry_after(wait), now), wait);
  }
}

}  // namespace
}  // namespace onceover::http
