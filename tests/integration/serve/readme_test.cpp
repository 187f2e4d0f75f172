// SPDX-License-Identifier: Apache-2.0
// The service of core/README.md, as it stands there, before a gateway over HTTP: services copy it.
#include <fmt/format.h>

#include "app/try/local_http.h"
#include "tests/integration/serve/fixture.h"
#include "tests/readme_service.cpp"  // NOLINT(bugprone-suspicious-include): made from that page by tests/CMakeLists.txt

namespace onceover::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReadmeTest : public ServeTest {
 protected:
  std::function<http::Answer()> gateway;
  std::atomic<int> calls = 0;
  Gate over;
  std::unique_ptr<try_it::HttpServer> http = try_it::HttpServer::start(
                                                 [this](const try_it::HttpRequest&) {
                                                   ++calls;
                                                   return gateway();
                                                 },
                                                 {.threads = 4})
                                                 .value();
  std::unique_ptr<call::Caller> caller = make_gateway({.is_plain_http = true}).value();

  void TearDown() override { over.open(); }
  void gateway_answers(int status, const std::string& body = "{}") {
    gateway = [=]() -> http::Answer { return {status, {{"Content-Type", "application/json"}}, body}; };
  }
  http::Answer refund(const std::string& key, const std::string& body = R"({"amount":1000})",
                      std::vector<key::Header> more = {}) {
    return post_refund(*server, *caller, fmt::format("http://127.0.0.1:{}/refunds", http->port()),
                       request(key, body, std::move(more)));
  }
};

TEST_F(ReadmeTest, ASuccessIsStoredAndReplayedByteByByte) {
  gateway_answers(201, R"({ "id":"rf_1" })");
  const auto first = refund("k");
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(header(first, "Idempotency-Status"), "stored");
  EXPECT_EQ(state_of("k"), "succeeded");
  gateway_answers(500);
  const auto second = refund("k");
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.body, R"({ "id":"rf_1" })");
  EXPECT_EQ(header(second, "Content-Type"), "application/json");
  EXPECT_EQ(header(second, "Idempotency-Status"), "replayed");
  EXPECT_EQ(refund("k", R"({"amount":1})").status, 422);
  EXPECT_EQ(calls, 1);
}

TEST_F(ReadmeTest, ARefusalIsStoredAndReplayed) {
  gateway_answers(402, R"({"error":"declined"})");
  EXPECT_EQ(header(refund("k"), "Idempotency-Status"), "stored");
  EXPECT_EQ(state_of("k"), "failed");
  const auto second = refund("k");
  EXPECT_EQ(second.status, 402);
  EXPECT_EQ(second.body, R"({"error":"declined"})");
  EXPECT_EQ(calls, 1);
}

TEST_F(ReadmeTest, AfterATimeoutOfTheGatewayTheOutcomeIsUnknownAndTheKeyStaysInProgress) {
  gateway = [this]() -> http::Answer {
    over.wait();
    return {201, {}, "{}"};
  };
  // The attempt's own two seconds, once.
  expect_unknown(refund("k", "{}", {{"Onceover-Do-Not-Retry", "1"}}), "k");
  EXPECT_EQ(code_of(refund("k", "{}")), "CONFLICT.idempotency.in_progress");
  expire_lease("k");
  EXPECT_EQ(code_of(refund("k", "{}")), "CONFLICT.idempotency.awaiting_reconciliation");
  EXPECT_EQ(calls, 1) << "never a blind second attempt";
}

TEST_F(ReadmeTest, AnAnswerOfTheGatewayThatProvesNothingIsNeitherStoredNorReplayed) {
  for (const int status : {409, 404, 410, 401, 403, 408, 423, 425, 429, 302, 500, 502, 503, 504}) {
    const std::string key = "k" + std::to_string(status);
    gateway_answers(status, R"({"error":"key in use"})");
    caller = make_gateway({.is_plain_http = true}).value();  // its circuit would open
    const auto first = refund(key, R"({"amount":1000})", {{"Onceover-Do-Not-Retry", "1"}});
    expect_unknown(first, key);
    EXPECT_THAT(first.body, Not(HasSubstr("key in use"))) << status;
    expire_lease(key);
    const auto second = refund(key);
    EXPECT_EQ(code_of(second), "CONFLICT.idempotency.awaiting_reconciliation") << status;
    EXPECT_EQ(header(second, "Idempotency-Status"), "") << status;
  }
  EXPECT_EQ(calls, 14);
}

TEST_F(ReadmeTest, ATryThatFailsIsRepeatedUnderTheSameKeyThere) {
  gateway = [this]() -> http::Answer { return calls == 1 ? http::Answer{503, {}, ""} : created(); };
  EXPECT_EQ(refund("k").status, 201);
  EXPECT_EQ(calls, 2);
}

TEST_F(ReadmeTest, AnEffectWhoseAnswerCannotBeStoredIsNotDenied) {
  gateway = [this] {
    raw.tamper("UPDATE onceover.keys SET fence = fence + 1000000 WHERE key = 'lost'");
    return created();
  };
  EXPECT_EQ(code_of(refund("lost")), "CONFLICT.idempotency.in_progress")
      << "another one executes it now, and will have an answer";
  gateway = [this] {
    raw.exec("ALTER TABLE onceover.keys RENAME TO keys_elsewhere");
    return created();
  };
  const auto answer = refund("refused");
  raw.exec("ALTER TABLE onceover.keys_elsewhere RENAME TO keys");
  expect_unknown(answer, "refused");
}

TEST_F(ReadmeTest, WithoutAStoreNothingIsExecuted) {
  gateway_answers(201);
  raw.exec("ALTER TABLE onceover.keys RENAME TO keys_elsewhere");
  const auto answer = refund("k");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(code_of(answer), "DEPENDENCY.unavailable");
  EXPECT_THAT(answer.body, HasSubstr("This request was not executed"));
  EXPECT_EQ(calls, 0);
}

TEST_F(ReadmeTest, ATimeTooShortForTheCallIsRefusedBeforeTheClaim) {
  gateway_answers(201);
  EXPECT_EQ(code_of(refund("k", "{}", {{"X-Request-Timeout", "1s"}})), "TRANSIENT.deadline_too_short");
  EXPECT_EQ(state_of("k"), "none");
  EXPECT_EQ(calls, 0);
}

TEST_F(ReadmeTest, ALeaseThatIsNotLongerThanTheCallIsRefusedAtStart) {
  EXPECT_FALSE(call::Caller::make({.lease = std::chrono::seconds(12)}));
  EXPECT_GT(refunds.policy.lease, caller->longest());
}

}  // namespace
}  // namespace onceover::test
