// SPDX-License-Identifier: Apache-2.0
#include "core/http/contract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "core/http/error_code.h"
#include "core/http/headers.h"

namespace onceover::http {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

std::optional<std::string> header(const Answer& answer, std::string_view name) {
  const auto values = values_of(answer.headers, name);
  if (values.size() != 1) return std::nullopt;
  return std::string(values.front());
}

struct RefusalCase {
  Answer answer;
  int status;
  std::string code;
  std::optional<std::string> retry_after;
};

TEST(Contract, EveryRefusalIsAProblemWithItsStatusCodeAndWait) {
  const RefusalCase table[] = {
      {key_missing(), 400, "VALIDATION.idempotency.key_missing", std::nullopt},
      {key_malformed("Because."), 400, "VALIDATION.idempotency.key_malformed", std::nullopt},
      {in_progress(1500ms), 409, "CONFLICT.idempotency.in_progress", "2"},
      {in_progress(0s), 409, "CONFLICT.idempotency.in_progress", "1"},
      {in_progress(Duration::max()), 409, "CONFLICT.idempotency.in_progress", "2592000"},
      {awaiting_reconciliation(), 409, "CONFLICT.idempotency.awaiting_reconciliation", "30"},
      {awaiting_reconciliation(7s), 409, "CONFLICT.idempotency.awaiting_reconciliation", "7"},
      {payload_mismatch(), 422, "CONFLICT.idempotency.payload_mismatch", std::nullopt},
      {payload_mismatch(MismatchStatus::unprocessable_422), 422, "CONFLICT.idempotency.payload_mismatch",
       std::nullopt},
      {payload_mismatch(MismatchStatus::conflict_409), 409, "CONFLICT.idempotency.payload_mismatch",
       std::nullopt},
      {outcome_unknown(), 503, "DEPENDENCY.timeout", "30"},
      {outcome_unknown("The bank did not answer.", 3s), 503, "DEPENDENCY.timeout", "3"},
      {store_unavailable(), 503, "DEPENDENCY.unavailable", "1"},
      {store_unavailable(3s), 503, "DEPENDENCY.unavailable", "3"},
      {dependency_unavailable(3s), 503, "DEPENDENCY.unavailable", "3"},
      {deadline_too_short(2s), 503, "TRANSIENT.deadline_too_short", std::nullopt},
      {replay({99, 200, {}, "secret"}), 500, "INTERNAL.idempotency.unreadable_response", std::nullopt},
  };
  for (const RefusalCase& one : table) {
    EXPECT_EQ(one.answer.status, one.status) << one.code;
    EXPECT_EQ(header(one.answer, "Content-Type"), "application/problem+json") << one.code;
    EXPECT_EQ(header(one.answer, "Retry-After"), one.retry_after) << one.code;
    EXPECT_EQ(header(one.answer, "Idempotency-Status"), std::nullopt) << one.code;
    EXPECT_EQ(error_code_of(one.answer.body), one.code);
    const auto body = nlohmann::json::parse(one.answer.body);
    EXPECT_EQ(body.at("status"), one.status);
    for (const char* const member : {"type", "title", "detail"})
      EXPECT_FALSE(body.at(member).get<std::string>().empty()) << one.code << " " << member;
    // What we send is in the taxonomy, and says Retry-After where the taxonomy says to wait for it.
    const auto advice = advice_for(one.code);
    ASSERT_TRUE(advice.has_value()) << one.code;
    if (advice->retry == MayRetry::after_retry_after) {
      EXPECT_TRUE(one.retry_after.has_value()) << one.code;
    }
    if (advice->retry == MayRetry::no) {
      EXPECT_FALSE(one.retry_after.has_value()) << one.code;
    }
  }
}

TEST(Contract, AnUnknownOutcomeIsNotSaidToBeNone) {
  for (const Answer& answer : {outcome_unknown(), outcome_unknown("The bank did not answer.")}) {
    const std::string detail = nlohmann::json::parse(answer.body).at("detail");
    EXPECT_THAT(detail, testing::HasSubstr("may have been executed"));
    EXPECT_THAT(detail, testing::HasSubstr("the same key"));
    EXPECT_THAT(detail, testing::Not(testing::HasSubstr("othing was executed")));
  }
  EXPECT_THAT(outcome_unknown("The bank did not answer.").body,
              testing::HasSubstr("The bank did not answer. The request"));
}

TEST(Contract, AReasonFromTheRequestIsTextAndNothingElse) {
  const auto body = nlohmann::json::parse(key_malformed("a\"}\n\xE2\x80\xAE<img>\xFF").body);
  EXPECT_EQ(body.at("detail").get<std::string>().substr(0, 2), "\\x");  // not UTF-8: hex
  EXPECT_NE(nlohmann::json::parse(key_malformed("a\n\xE2\x80\xAE").body)
                .at("detail")
                .get<std::string>()
                .find("a\\n\\u{202e}"),
            std::string::npos);
}

TEST(Contract, AFirstAnswerThatIsStoredSaysSoAndKeepsAllOfTheHandlers) {
  const Answer handlers{
      201, {{"Set-Cookie", "a"}, {"Set-Cookie", "b"}, {"idempotency-status", "replayed"}}, "body\0x"s};
  const Answer stored = first_answer(handlers, true);
  EXPECT_EQ(stored, (Answer{201,
                            {{"Set-Cookie", "a"}, {"Set-Cookie", "b"}, {"Idempotency-Status", "stored"}},
                            "body\0x"s}));
}

TEST(Contract, AFirstAnswerThatIsNotFinalCarriesNoIdempotencyStatus) {
  const Answer answer =
      first_answer({503, {{"Retry-After", "1"}, {"Idempotency-Status", "stored"}}, "later"}, false);
  EXPECT_EQ(answer, (Answer{503, {{"Retry-After", "1"}}, "later"}));
}

TEST(Contract, AReplayIsByteIdenticalWithTheStoredCodeAndHeaders) {
  const key::StoredResponse stored{
      key::response_version, 402, {{"Content-Type", "x"}, {"Link", "a"}, {"Link", "b"}}, "\0\xFF\r\n{}"s};
  const Answer answer = replay(stored);
  EXPECT_EQ(answer,
            (Answer{402,
                    {{"Content-Type", "x"}, {"Link", "a"}, {"Link", "b"}, {"Idempotency-Status", "replayed"}},
                    stored.body}));
}

TEST(Contract, AReplayNeverRepeatsAStoredIdempotencyStatus) {
  const Answer answer = replay({key::response_version, 200, {{"IDEMPOTENCY-STATUS", "stored"}}, ""});
  EXPECT_EQ(answer.headers, (std::vector<key::Header>{{"Idempotency-Status", "replayed"}}));
}

TEST(Contract, AStoredResponseThatCannotBeReadIsNeverGuessedAtNorLeaked) {
  for (const key::StoredResponse& stored : {key::StoredResponse{0, 200, {{"Location", "/secret"}}, "secret"},
                                            key::StoredResponse{2, 200, {}, "secret"},
                                            key::StoredResponse{key::response_version, 0, {}, "secret"},
                                            key::StoredResponse{key::response_version, 199, {}, "secret"},
                                            key::StoredResponse{key::response_version, 600, {}, "secret"}}) {
    const Answer answer = replay(stored);
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(header(answer, "Location"), std::nullopt);
    EXPECT_EQ(answer.body.find("secret"), std::string::npos);
  }
}

TEST(ErrorCodeOf, ReadsTheCodeOutOfAProblemAndOutOfNothingElse) {
  EXPECT_EQ(error_code_of(R"({"title":"x","error_code":"A.b"})"), "A.b");
  EXPECT_EQ(error_code_of(R"({"error_code":""})"), "");
  const std::string bad[] = {"",
                             "x",
                             "[]",
                             "\"error_code\"",
                             R"({"error_code":5})",
                             R"({"error_code":null})",
                             R"({"error":{"error_code":"A.b"}})",
                             R"({"error_code":"A.b")",
                             R"({"error_code":"A.b"} x)",
                             "{\"error_code\":\"\xFF\"}",
                             std::string(60'000, '['),
                             std::string("{\"error_code\":\"A.b\"}\0x", 22),
                             "{\"error_code\":\"A.b\"}" + std::string(max_problem_bytes, ' ')};
  for (const std::string& body : bad) EXPECT_EQ(error_code_of(body), std::nullopt) << body.substr(0, 40);
}

TEST(Problem, IsJsonWhateverItsTextsAre) {
  const Answer answer = problem_answer({500, "A.\xFF\"", "title \xC3", "a\nb \xE2\x80\xAE"});
  EXPECT_EQ(error_code_of(answer.body), "\\x412eff22");
  EXPECT_THAT(answer.body, testing::HasSubstr(R"("title":"\\x7469746c6520c3")"));
  EXPECT_THAT(answer.body, testing::HasSubstr(R"(a\\nb \\u{202e})"));
}

TEST(ErrorCode, TheTaxonomySaysWhatEachCodeMeans) {
  const std::pair<std::string_view, MayRetry> table[] = {
      {"VALIDATION.amount", MayRetry::no},
      {"AUTH.expired", MayRetry::no},
      {"CONFLICT.idempotency.payload_mismatch", MayRetry::no},
      {"CONFLICT.idempotency.in_progress", MayRetry::after_retry_after},
      {"CONFLICT.idempotency.awaiting_reconciliation", MayRetry::after_retry_after},
      {"CONFLICT.idempotency.not_retried", MayRetry::no},
      {"RATE_LIMIT.exceeded", MayRetry::after_retry_after},
      {"DEPENDENCY.timeout", MayRetry::with_backoff},
      {"DEPENDENCY.unavailable", MayRetry::with_backoff},
      {"TRANSIENT.anything.at.all", MayRetry::with_backoff},
      {"PROVIDER.duplicate", MayRetry::no},
      {"PROVIDER.refused", MayRetry::no},
      {"PROVIDER.cancelled", MayRetry::no},
  };
  for (const auto& [code, retry] : table) {
    ASSERT_TRUE(advice_for(code).has_value()) << code;
    EXPECT_EQ(advice_for(code)->retry, retry) << code;
  }
  EXPECT_EQ(advice_for("AUTH.x")->say, "Sign in, or ask for the permission.");
  EXPECT_EQ(advice_for("PROVIDER.duplicate")->say, "It is already applied: show the existing result.");
  for (const std::string_view unknown : {"", "VALIDATION", "VALIDATION.", "validation.x", "CONFLICT.other",
                                         "PROVIDER.duplicate.x", "DEPENDENCY.other", "RATE_LIMIT"}) {
    EXPECT_FALSE(advice_for(unknown).has_value()) << unknown;
  }
}

}  // namespace
}  // namespace onceover::http
