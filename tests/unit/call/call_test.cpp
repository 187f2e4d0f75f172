// SPDX-License-Identifier: Apache-2.0
#include "core/call/call.h"

#include <gmock/gmock.h>

#include <stdexcept>
#include <thread>

#include "core/http/headers.h"
#include "core/metrics/totals.h"

namespace onceover::call {
namespace {

using namespace std::chrono_literals;

// A clock that only pauses move, and another service that answers as the test says.
class CallTest : public testing::Test {
 protected:
  Steady::time_point now{1h};
  std::vector<Duration> pauses;
  std::vector<Attempt> attempts;
  std::vector<Reply> replies;  // the last one again and again
  metrics::Totals totals;
  Config config{.name = "gateway",
                .policy = {.strategy = retry::Strategy::exponential,
                           .attempts = 3,
                           .base = 100ms,
                           .cap = 1s,
                           .total = 5s},
                .budget = std::nullopt,
                .breaker = std::nullopt};
  std::unique_ptr<Caller> caller;

  Called run(const Incoming& incoming = {}) {
    if (!caller) {
      const Time time{[this] { return now; },
                      [this](Duration span) {
                        pauses.push_back(span);
                        now += span;
                        return true;
                      }};
      caller = Caller::make(config, {}, totals.sink(), time).value();
    }
    return caller->run(incoming, [&](const Attempt& attempt) {
      attempts.push_back(attempt);
      now += 10ms;
      Reply reply = replies.front();
      if (replies.size() > 1) replies.erase(replies.begin());
      return reply;
    });
  }
  static std::string header(const Attempt& attempt, std::string_view name) {
    const auto values = http::values_of(attempt.headers, name);
    return values.size() == 1 ? std::string(values.front()) : "";
  }
};

TEST_F(CallTest, RetriesUntilThereIsAnAnswerAndCountsEachRetry) {
  replies = {{.status = 503}, {.why = "no answer in time"}, {.status = 201, .body = "ok"}};
  const Called called = run();
  EXPECT_EQ(called.stop, Stop::answered);
  EXPECT_EQ(called.sent, 3u);
  EXPECT_EQ(called.reply.body, "ok");
  EXPECT_EQ(called.judged.final, key::FinalOutcome::succeeded);
  EXPECT_FALSE(called.is_no_effect);
  EXPECT_THAT(pauses, testing::ElementsAre(100ms, 200ms));
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(attempts[i].resend_count, i);
  EXPECT_THAT(totals.text(), testing::HasSubstr(R"(onceover_call_retries_total{service="gateway"} 2)"));
}

TEST_F(CallTest, TimeoutsShrinkInwardAndInnerLayersDoNotRetry) {
  config.attempt_timeout = 2s;
  replies = {{.status = 503}};
  const Called called = run({now + 1500ms});
  EXPECT_EQ(called.stop, Stop::attempts_exhausted);
  ASSERT_EQ(attempts.size(), 3u);
  EXPECT_EQ(header(attempts[0], "X-Request-Timeout"), "1500");
  EXPECT_EQ(attempts[1].timeout, 1390ms);
  EXPECT_EQ(header(attempts[2], "X-Request-Timeout"), "1180");
  EXPECT_EQ(header(attempts[0], "Onceover-Do-Not-Retry"), "1");
}

TEST_F(CallTest, ARequestWithoutTimeIsNotSent) {
  replies = {{.status = 201}};
  const Called called = run({now});
  EXPECT_EQ(called.stop, Stop::out_of_time);
  EXPECT_EQ(called.sent, 0u);
  EXPECT_TRUE(called.is_no_effect);
}

TEST_F(CallTest, AnOuterLayerThatRetriesIsObeyed) {
  config.policy.attempts = 1;
  replies = {{.status = 503}};
  EXPECT_EQ(run().stop, Stop::attempts_exhausted);
  EXPECT_EQ(header(attempts[0], "Onceover-Do-Not-Retry"), "") << "who does not retry lets inner layers do it";
  caller.reset();
  config.policy.attempts = 3;
  const Called called = run({Deadline::max(), false});
  EXPECT_EQ(called.stop, Stop::not_allowed);
  EXPECT_EQ(called.sent, 1u);
  EXPECT_EQ(header(attempts[1], "Onceover-Do-Not-Retry"), "1");
}

TEST_F(CallTest, RetryAfterIsHonoured) {
  replies = {{.status = 429, .retry_after = 3s}, {.status = 201}};
  EXPECT_EQ(run().stop, Stop::answered);
  EXPECT_THAT(pauses, testing::ElementsAre(3s));
  replies = {{.status = 429, .retry_after = 30s}};
  const Called called = run();
  EXPECT_EQ(called.stop, Stop::out_of_time);
  EXPECT_EQ(called.reply.retry_after, 30s) << "for the client";
}

TEST_F(CallTest, WhatAnAttemptThrowsIsNoAnswer) {
  const auto made = Caller::make({.policy = {.attempts = 1}}).value();
  const Called called = made->run({}, [](const Attempt&) -> Reply { throw std::runtime_error("socket"); });
  EXPECT_EQ(called.judged.final, key::FinalOutcome::not_final);
  EXPECT_FALSE(called.is_no_effect) << "it may have been sent";
  EXPECT_THAT(called.sentence(), testing::HasSubstr("socket"));
}

TEST_F(CallTest, WhetherNothingWasSentIsKnownOnlyIfNoAttemptWas) {
  replies = {{.why = "refused", .is_unsent = true}};
  EXPECT_TRUE(run().is_no_effect);
  replies = {{.why = "no answer in time"}, {.why = "refused", .is_unsent = true}};
  EXPECT_FALSE(run().is_no_effect);
}

TEST_F(CallTest, ARetryThatIsNotSentCostsNoBudget) {
  config.budget = retry::BudgetConfig{.ratio = 0, .per_second = 0, .burst = 1};
  replies = {{.status = 503}};
  // It would be sent after the deadline: planned, not sent.
  EXPECT_EQ(run({now + 105ms}).stop, Stop::out_of_time);
  EXPECT_EQ(attempts.size(), 1u);
  const Called spends = run();
  EXPECT_EQ(spends.stop, Stop::out_of_budget);
  EXPECT_EQ(spends.sent, 2u) << "the token was still there";
  EXPECT_EQ(run().sent, 1u);
}

TEST_F(CallTest, AnOpenCircuitSendsNothingAndCostsNoBudget) {
  config.breaker = retry::BreakerConfig{.failures = 3, .open_for = 60s};
  config.budget = retry::BudgetConfig{.ratio = 0, .per_second = 0, .burst = 3};
  replies = {{.status = 503}};
  EXPECT_EQ(run().sent, 3u);
  const Called stopped = run();
  EXPECT_EQ(stopped.stop, Stop::circuit_open);
  EXPECT_EQ(stopped.sent, 0u);
  EXPECT_TRUE(stopped.is_no_effect);
  EXPECT_THAT(stopped.sentence(), testing::HasSubstr("failed too often"));
  now += 60s;
  replies = {{.status = 503}, {.status = 201}};
  EXPECT_EQ(run().sent, 1u) << "the probe failed";
  now += 60s;
  EXPECT_EQ(run().stop, Stop::answered) << "one token was left, and the probe needs none";
}

TEST_F(CallTest, ARateLimitOpensNoCircuit) {
  config.breaker = retry::BreakerConfig{.failures = 1};
  replies = {{.status = 429}};
  EXPECT_EQ(run().sent, 3u);
  replies = {{.status = 201}};
  EXPECT_EQ(run().stop, Stop::answered);
}

TEST_F(CallTest, AProbeWithoutBudgetBlocksNoOther) {
  config.breaker = retry::BreakerConfig{.failures = 1, .open_for = 50ms, .probe_timeout = 1h};
  config.budget = retry::BudgetConfig{.ratio = 0, .per_second = 0, .burst = 0};
  replies = {{.status = 503}};
  EXPECT_EQ(run().stop, Stop::out_of_budget) << "half open by then";
  replies = {{.status = 201}};
  EXPECT_EQ(run().stop, Stop::answered) << "the probe was left for a first attempt";
}

TEST(CallerTest, ThreadsShareBudgetAndBreaker) {
  const auto caller = Caller::make({.policy = {.attempts = 4, .base = Duration(1), .cap = Duration(1)},
                                    .budget = retry::BudgetConfig{.ratio = 0, .per_second = 0, .burst = 20},
                                    .breaker = std::nullopt})
                          .value();
  std::atomic<unsigned> sent = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < 25; ++call)
        sent += caller->run({}, [](const Attempt&) { return Reply{.status = 503}; }).sent;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(sent, 200u + 20u);
}

}  // namespace
}  // namespace onceover::call
