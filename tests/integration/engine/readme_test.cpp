// The service of core/README.md, as it stands there, with a gateway of the test's: services copy it.
#include <gmock/gmock.h>

#include <functional>

#include "core/http/headers.h"
#include "core/http/problem.h"
#include "tests/integration/engine/fixture.h"
#include "tests/readme_service.cpp"  // NOLINT(bugprone-suspicious-include): made from that page by tests/CMakeLists.txt

namespace {
// What the gateway does, and how often it was called.
std::function<Reply(const std::string& downstream_key)> gateway;  // NOLINT(cert-err58-cpp)
int calls = 0;
}  // namespace

Reply refund_at_gateway(const std::string& downstream_key, const std::string&) {
  ++calls;
  return gateway(downstream_key);
}

namespace onceover {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReadmeTest : public test::EngineTest {
 protected:
  void SetUp() override { calls = 0; }
  void answers(std::optional<int> status, const std::string& body = "{}") {
    gateway = [=](const std::string&) { return Reply{status, body}; };
  }
  http::Answer post(const std::string& key, const std::string& body = R"({"amount":1000})") {
    return post_refund(connection, "acme", {{"Idempotency-Key", '"' + key + '"'}}, body);
  }
  static std::string header(const http::Answer& answer, std::string_view name) {
    const auto values = http::values_of(answer.headers, name);
    return values.size() == 1 ? std::string(values.front()) : "";
  }
  // 503, "retry with the same key", and not a word that nothing was executed; nothing is stored, and the key stays in progress.
  void expect_unknown(const http::Answer& answer, const std::string& key) {
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_EQ(http::error_code_of(answer.body), "DEPENDENCY.timeout");
    EXPECT_NE(header(answer, "Retry-After"), "");
    EXPECT_EQ(header(answer, "Idempotency-Status"), "");
    EXPECT_THAT(answer.body, HasSubstr("with the same key"));
    EXPECT_THAT(answer.body, Not(HasSubstr("othing was executed")));
    EXPECT_EQ(state_of(key), "in_progress");
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE key = $1 AND response_code IS NOT NULL", {key}), "0");
  }
};

TEST_F(ReadmeTest, ASuccessIsStoredAndReplayedByteByByte) {
  answers(201, R"({ "id":"rf_1" })");
  const auto first = post("k");
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(header(first, "Idempotency-Status"), "stored");
  EXPECT_EQ(state_of("k"), "succeeded");
  answers(500);
  const auto second = post("k");
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.body, R"({ "id":"rf_1" })");
  EXPECT_EQ(header(second, "Content-Type"), "application/json");
  EXPECT_EQ(header(second, "Idempotency-Status"), "replayed");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(post("k", R"({"amount":1})").status, 422);
  EXPECT_EQ(calls, 1);
}

TEST_F(ReadmeTest, ARefusalIsStoredAndReplayed) {
  answers(402, R"({"error":"declined"})");
  EXPECT_EQ(header(post("k"), "Idempotency-Status"), "stored");
  EXPECT_EQ(state_of("k"), "failed");
  const auto second = post("k");
  EXPECT_EQ(second.status, 402);
  EXPECT_EQ(second.body, R"({"error":"declined"})");
  EXPECT_EQ(calls, 1);
}

TEST_F(ReadmeTest, AfterATimeoutOfTheGatewayTheOutcomeIsUnknownAndTheKeyStaysInProgress) {
  answers(std::nullopt);
  expect_unknown(post("k"), "k");
  answers(201);
  EXPECT_EQ(http::error_code_of(post("k").body), "CONFLICT.idempotency.in_progress");
  expire_lease("k");
  EXPECT_EQ(http::error_code_of(post("k").body), "CONFLICT.idempotency.awaiting_reconciliation");
  EXPECT_EQ(calls, 1) << "never a blind second attempt";
}

TEST_F(ReadmeTest, AnAnswerOfTheGatewayThatProvesNothingIsNeitherStoredNorReplayed) {
  for (const int status : {409, 404, 410, 401, 403, 408, 423, 425, 429, 302, 500, 502, 503, 504}) {
    const std::string key = "k" + std::to_string(status);
    answers(status, R"({"error":"key in use"})");
    const auto first = post(key);
    expect_unknown(first, key);
    EXPECT_THAT(first.body, Not(HasSubstr("key in use"))) << status;
    expire_lease(key);
    const auto second = post(key);
    EXPECT_EQ(http::error_code_of(second.body), "CONFLICT.idempotency.awaiting_reconciliation") << status;
    EXPECT_EQ(header(second, "Idempotency-Status"), "") << status;
  }
  EXPECT_EQ(calls, 14);
}

TEST_F(ReadmeTest, AnEffectWhoseAnswerCannotBeStoredIsNotDenied) {
  gateway = [this](const std::string&) {
    raw.tamper("UPDATE onceover.keys SET fence = fence + 1000000 WHERE key = 'lost'");
    return Reply{201, "{}"};
  };
  expect_unknown(post("lost"), "lost");
  gateway = [this](const std::string&) {
    raw.exec("ALTER TABLE onceover.keys RENAME TO keys_elsewhere");
    return Reply{201, "{}"};
  };
  const auto answer = post("refused");
  raw.exec("ALTER TABLE onceover.keys_elsewhere RENAME TO keys");
  expect_unknown(answer, "refused");
}

TEST_F(ReadmeTest, WithoutAStoreNothingIsExecuted) {
  answers(201);
  raw.exec("ALTER TABLE onceover.keys RENAME TO keys_elsewhere");
  const auto answer = post("k");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(http::error_code_of(answer.body), "DEPENDENCY.unavailable");
  EXPECT_THAT(answer.body, HasSubstr("Nothing was executed"));
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace onceover
