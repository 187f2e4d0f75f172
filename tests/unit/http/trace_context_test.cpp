// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/http/headers.h"

namespace onceover::http {
namespace {

const std::string sent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(TraceContextTest, ReadsTheHeaderOfTheSpecification) {
  const auto trace = parse_traceparent(sent);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(trace->parent_id, "00f067aa0ba902b7");
  EXPECT_EQ(trace->flags, 1);
}

TEST(TraceContextTest, ALaterVersionMayHaveMoreBehindIt) {
  EXPECT_TRUE(parse_traceparent("01" + sent.substr(2)));
  EXPECT_TRUE(parse_traceparent("cc" + sent.substr(2) + "-what-comes"));
  EXPECT_FALSE(parse_traceparent("cc" + sent.substr(2) + "more"));
  EXPECT_FALSE(parse_traceparent(sent + "-more")) << "version 00 has nothing behind it";
}

TEST(TraceContextTest, WhatIsNoneIsNotGuessedAt) {
  for (const std::string& value :
       {std::string(), std::string("00"), "ff" + sent.substr(2), "0g" + sent.substr(2),
        std::string("00-00000000000000000000000000000000-00f067aa0ba902b7-01"),
        std::string("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"),
        std::string("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"),
        std::string("00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01"),
        std::string("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x"), sent.substr(0, 54)})
    EXPECT_FALSE(parse_traceparent(value)) << value;
}

TEST(TraceContextTest, IsTakenFromOneHeaderOnly) {
  EXPECT_TRUE(trace_of({{"Traceparent", " " + sent + " "}}));
  EXPECT_FALSE(trace_of({{"traceparent", sent}, {"traceparent", sent}}));
  EXPECT_FALSE(trace_of({}));
}

TEST(TraceContextTest, IsSentOnWithASpanOfItsOwn) {
  Random random(1);
  const auto trace = *parse_traceparent(sent);
  const auto next = parse_traceparent(traceparent(trace, random));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->trace_id, trace.trace_id);
  EXPECT_NE(next->parent_id, trace.parent_id);
  EXPECT_EQ(next->flags, 1);
}

TEST(TraceContextTest, ACorrelationIdIsTheClientsOwnOrTheTrace) {
  EXPECT_EQ(correlation_of({{"x-request-id", "r-1"}, {"traceparent", sent}}), "r-1");
  EXPECT_EQ(correlation_of({{"X-Correlation-ID", "c-1"}, {"traceparent", sent}}), "c-1");
  EXPECT_EQ(correlation_of({{"traceparent", sent}}), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(correlation_of({{"X-Request-Id", "two words"}, {"traceparent", sent}}),
            "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(correlation_of({{"X-Request-Id", std::string(201, 'x')}}), "");
  EXPECT_EQ(correlation_of({{"X-Request-Id", "a"}, {"X-Request-Id", "b"}}), "") << "which of two is unknown";
  EXPECT_EQ(correlation_of({}), "");
}

}  // namespace
}  // namespace onceover::http
