// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/call/call.h"

namespace onceover::call {
namespace {

using namespace std::chrono_literals;
using key::FinalOutcome;
using retry::Outcome;

Reply answer(int status, const std::string& code = "") {
  return {.status = status, .body = code.empty() ? "" : R"({"error_code":")" + code + R"("})"};
}

TEST(JudgeTest, OneTableSaysWhetherToRetryAndWhetherTheKeyIsFinished) {
  struct Row {
    Reply reply;
    Outcome retry;
    FinalOutcome final;
    bool is_failure;
    std::string code;
  };
  const std::string refused = "PROVIDER.refused", busy = "CONFLICT.idempotency.in_progress",
                    done = "PROVIDER.duplicate";
  const Row rows[] = {
      {{.why = "no answer in time"}, Outcome::retryable, FinalOutcome::not_final, true, "DEPENDENCY.timeout"},
      {{.why = "refused", .is_unsent = true},
       Outcome::retryable,
       FinalOutcome::not_final,
       true,
       "DEPENDENCY.unavailable"},
      {{.status = 200, .why = "the answer was truncated"},
       Outcome::retryable,
       FinalOutcome::not_final,
       true,
       "DEPENDENCY.timeout"},
      {answer(201), Outcome::done, FinalOutcome::succeeded, false, ""},
      {answer(302), Outcome::done, FinalOutcome::not_final, false, ""},
      {answer(402), Outcome::permanent, FinalOutcome::failed, false, refused},
      {answer(422, "VALIDATION.amount"), Outcome::permanent, FinalOutcome::failed, false,
       "VALIDATION.amount"},
      // It is about the key: the first request under it may have had its effect.
      {answer(422, "CONFLICT.idempotency.payload_mismatch"), Outcome::permanent, FinalOutcome::not_final,
       false, "CONFLICT.idempotency.payload_mismatch"},
      {{.status = 400, .body = R"({"error":{"type":"idempotency_error"}})"},
       Outcome::permanent,
       FinalOutcome::not_final,
       false,
       refused},
      {{.status = 422, .body = R"({"title":"Idempotency-Key is already used"})"},
       Outcome::permanent,
       FinalOutcome::not_final,
       false,
       refused},
      {answer(422, done), Outcome::permanent, FinalOutcome::not_final, false, done},
      {answer(401), Outcome::permanent, FinalOutcome::not_final, false, refused},
      {answer(404), Outcome::permanent, FinalOutcome::not_final, false, refused},
      {answer(408), Outcome::retryable, FinalOutcome::not_final, true, refused},
      {answer(409), Outcome::permanent, FinalOutcome::not_final, false, refused},
      {answer(409, busy), Outcome::retryable, FinalOutcome::not_final, false, busy},
      {answer(409, done), Outcome::permanent, FinalOutcome::not_final, false, done},
      {answer(429), Outcome::retryable, FinalOutcome::not_final, false, refused},
      {answer(500), Outcome::retryable, FinalOutcome::not_final, true, refused},
      {answer(503, "DEPENDENCY.unavailable"), Outcome::retryable, FinalOutcome::not_final, true,
       "DEPENDENCY.unavailable"},
  };
  for (const Row& row : rows) {
    const Judged judged = judge(row.reply, key::FinalPolicy::for_gateway());
    const std::string which = std::to_string(row.reply.status) + " " + row.reply.body + row.reply.why;
    EXPECT_EQ(judged.retry, row.retry) << which;
    EXPECT_EQ(judged.final, row.final) << which;
    EXPECT_EQ(judged.is_failure, row.is_failure) << which;
    EXPECT_EQ(judged.error_code, row.code) << which;
  }
}

TEST(JudgeTest, NoAnswerIsBothFinalAndToBeSentAgain) {
  const auto declared =
      key::FinalPolicy::with({{503, FinalOutcome::failed}, {429, FinalOutcome::failed}}).value();
  for (const auto& policy : {key::FinalPolicy(), key::FinalPolicy::for_gateway(), declared}) {
    for (int status = 200; status < 600; ++status) {
      const Judged judged = judge(answer(status), policy);
      EXPECT_FALSE(judged.final != FinalOutcome::not_final && judged.retry == Outcome::retryable) << status;
    }
  }
}

TEST(ConfigTest, ALeaseThatIsNotLongerThanTheCallIsRefused) {
  Config config{.policy = {.attempts = 3, .total = 4s}, .attempt_timeout = 2s};
  EXPECT_EQ(longest(config), 6s);
  EXPECT_FALSE(wrong_with(config));
  config.lease = 6s;
  ASSERT_TRUE(wrong_with(config));
  EXPECT_EQ(wrong_with(config)->kind, ErrorKind::invalid_input);
  EXPECT_EQ(wrong_with(config)->what, "The lease of 6.0 s is not longer than a call, which can take 6.0 s.");
  config.lease = 6001ms;
  EXPECT_FALSE(wrong_with(config));
  config.policy.attempts = 1;
  EXPECT_EQ(longest(config), 2s) << "one attempt has no total";
  config.policy.attempts = 0;
  EXPECT_TRUE(wrong_with(config));
  EXPECT_TRUE(wrong_with({.attempt_timeout = 0s}));
}

TEST(IncomingTest, IsReadFromTheHeaders) {
  const auto at = Steady::now();
  EXPECT_EQ(incoming_of({}, at).deadline, Deadline::max());
  EXPECT_TRUE(incoming_of({}, at).may_retry);
  const Incoming left = incoming_of({{"X-Request-Timeout", "1500"}, {"onceover-do-not-retry", "1"}}, at);
  EXPECT_EQ(left.deadline, at + 1500ms);
  EXPECT_FALSE(left.may_retry);
}

TEST(NextTest, TheEarliestBoundDecides) {
  const Config config{
      .policy = {
          .strategy = retry::Strategy::exponential, .attempts = 3, .base = 100ms, .cap = 1s, .total = 1s}};
  const auto now = Steady::now();
  Random random(1);
  struct Row {
    Incoming incoming;
    Progress progress;
    Outcome outcome;
    std::optional<Duration> retry_after;
    Next next;
  };
  const Row rows[] = {
      {{}, {1, 10ms}, Outcome::done, {}, Stop::answered},
      {{}, {1, 10ms}, Outcome::permanent, {}, Stop::refused},
      {{}, {1, 10ms}, Outcome::retryable, {}, Duration(100ms)},
      {{}, {2, 200ms}, Outcome::retryable, {}, Duration(200ms)},
      {{}, {3, 400ms}, Outcome::retryable, {}, Stop::attempts_exhausted},
      {{}, {1, 10ms}, Outcome::retryable, 700ms, Duration(700ms)},
      {{}, {1, 10ms}, Outcome::retryable, 990ms, Stop::out_of_time},
      {{}, {2, 900ms}, Outcome::retryable, {}, Stop::out_of_time},
      {{now + 101ms}, {1, 10ms}, Outcome::retryable, {}, Duration(100ms)},
      {{now + 100ms}, {1, 10ms}, Outcome::retryable, {}, Stop::out_of_time},
      {{now + 500ms}, {1, 10ms}, Outcome::retryable, 600ms, Stop::out_of_time},
      {{Deadline::max(), false}, {1, 10ms}, Outcome::retryable, {}, Stop::not_allowed},
      {{Deadline::max(), false}, {1, 10ms}, Outcome::permanent, {}, Stop::refused},
  };
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const Row& row = rows[i];
    EXPECT_EQ(next_after(config, row.incoming, row.progress, row.outcome, row.retry_after, now, random),
              row.next)
        << i;
  }
}

TEST(NextTest, AnAttemptIsCutToWhatTheRequestHasLeft) {
  const Config config{.attempt_timeout = 2s};
  const auto now = Steady::now();
  EXPECT_EQ(timeout_of(config, {}, now), 2s);
  EXPECT_EQ(timeout_of(config, {now + 3s}, now), 2s);
  EXPECT_EQ(timeout_of(config, {now + 300ms}, now), 300ms);
  EXPECT_EQ(timeout_of(config, {now}, now), 0s);
  EXPECT_EQ(timeout_of(config, {now - 1s}, now), 0s);
}

}  // namespace
}  // namespace onceover::call
