// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/http/headers.h"

namespace onceover::http {
namespace {

using namespace std::chrono_literals;

TEST(RequestTimeout, IsMillisecondsUnlessASuffixSaysSeconds) {
  const std::pair<std::string_view, Duration> table[] = {
      {"1500", 1500ms},
      {"1500ms", 1500ms},
      {"2s", 2s},
      {" 1 ", 1ms},
      {"600000", max_request_timeout},
      {"600001", max_request_timeout},
      {"600s", max_request_timeout},
      {"601s", max_request_timeout},
      {"9223372036854775807s", max_request_timeout},
      {"99999999999999999999999", max_request_timeout},
  };
  for (const auto& [value, expected] : table) EXPECT_EQ(parse_request_timeout(value), expected) << value;
}

TEST(RequestTimeout, ZeroNegativeAndGarbageSayNothing) {
  for (const std::string_view value : {"", " ", "0", "0s", "-1", "+1", "1.5", "1.5s", "1 s", "1m", "1S",
                                       "1msx", "ms", "s", "1,2", "0x1", "1e3"}) {
    EXPECT_EQ(parse_request_timeout(value), std::nullopt) << value;
  }
}

TEST(RequestTimeout, IsReadOnlyWhereItWasSentOnce) {
  EXPECT_EQ(request_timeout_of({{"x-request-timeout", " 2s "}}), Duration(2s));
  EXPECT_EQ(request_timeout_of({}), std::nullopt);
  EXPECT_EQ(request_timeout_of({{"X-Request-Timeout", "1"}, {"X-Request-Timeout", "1"}}), std::nullopt);
}

TEST(RequestTimeout, ShrinksWhenPassedInwardAndNeverBecomesNothing) {
  EXPECT_EQ(request_timeout(1999us), (key::Header{"X-Request-Timeout", "1"}));
  EXPECT_EQ(request_timeout(2500ms).second, "2500");
  EXPECT_EQ(request_timeout(0s).second, "1");
  EXPECT_EQ(request_timeout(-1s).second, "1");
}

TEST(DoNotRetry, AnyValueButANoAsksForIt) {
  EXPECT_FALSE(asks_not_to_retry({}));
  EXPECT_FALSE(asks_not_to_retry({{"Do-Not-Retry", "1"}}));
  for (const std::string value : {"1", "?1", "true", "never", ""})
    EXPECT_TRUE(asks_not_to_retry({{"onceover-do-not-retry", value}})) << value;
  for (const std::string value : {"0", "?0", "false", " 0 "})
    EXPECT_FALSE(asks_not_to_retry({{"Onceover-Do-Not-Retry", value}})) << value;
  EXPECT_TRUE(asks_not_to_retry({{"Onceover-Do-Not-Retry", "0"}, {"Onceover-Do-Not-Retry", "1"}}));
}

TEST(DoNotRetry, WhatIsSentInwardIsUnderstoodThere) { EXPECT_TRUE(asks_not_to_retry({do_not_retry()})); }

}  // namespace
}  // namespace onceover::http
