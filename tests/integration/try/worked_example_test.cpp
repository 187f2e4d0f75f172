// SPDX-License-Identifier: Apache-2.0
// The worked example over real HTTP: payments and their refunds under keys.
#include <thread>

#include "tests/integration/try/fixture.h"
#include "tests/support/counted.h"

namespace onceover::try_it {
namespace {

const std::string refund_body = R"({"charge_id":"ch_9ab","amount":1000})";
const std::string other_amount = R"({"charge_id":"ch_9ab","amount":1001})";

struct Reversible {
  std::string path, effect, body, other_body;
};
void PrintTo(const Reversible& way, std::ostream* out) { *out << way.path; }

class WorkedExample : public StoreSuite<quiet>, public testing::WithParamInterface<Reversible> {
 protected:
  std::string operation() { return "POST " + GetParam().path; }
  HttpReply send(const std::string& key) { return post(GetParam().path, key, GetParam().body); }
  int effects_of(const std::string& key) { return effects(operation(), GetParam().effect, key); }
};

INSTANTIATE_TEST_SUITE_P(
    PaymentAndItsRefund, WorkedExample,
    testing::Values(Reversible{"/payments", "charge",
                               R"({"customer":"c_1","amount":1000,"reference":"order-1"})",
                               R"({"customer":"c_1","amount":1001,"reference":"order-1"})"},
                    Reversible{"/refunds", "refund", refund_body, other_amount}));

TEST_P(WorkedExample, TheSameKeyTwiceIsOneEffectAndTheSameAnswer) {
  const std::string key = new_key("twice");
  const auto first = send(key), second = send(key);
  EXPECT_EQ(first.status, 201) << first.body;
  EXPECT_EQ(first.header("Idempotency-Status"), "stored");
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.header("Idempotency-Status"), "replayed");
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(second.header("Content-Type"), first.header("Content-Type"));
  EXPECT_EQ(effects_of(key), 1);
  const std::string table = GetParam().effect == "refund" ? "refunds" : "payments";
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop." + table + " WHERE key = $1", {key}), "1");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key}), "1");
}

TEST_P(WorkedExample, AnotherKeyWithTheSamePayloadIsAnotherEffect) {
  const std::string a = new_key("a"), b = new_key("b");
  const auto first = send(a), second = send(b);
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.header("Idempotency-Status"), "stored");
  EXPECT_NE(first.body, second.body);
  EXPECT_EQ(effects_of(a) + effects_of(b), 2);
}

TEST_P(WorkedExample, TheSameKeyWithAnotherAmountExecutesNothing) {
  const std::string key = new_key("mismatch");
  const auto first = send(key);
  const auto other = post(GetParam().path, key, GetParam().other_body);
  EXPECT_EQ(other.status, 422);
  EXPECT_EQ(other.header("Content-Type"), "application/problem+json");
  EXPECT_NE(other.body.find("CONFLICT.idempotency.payload_mismatch"), std::string::npos);
  EXPECT_EQ(other.body.find("1000"), std::string::npos) << "nothing of the first request is told";
  EXPECT_EQ(effects_of(key), 1);
  EXPECT_EQ(send(key).body, first.body);
}

TEST_P(WorkedExample, WithoutAKeyNothingHappens) {
  const auto before = gateway().ledger().totals().effects;
  const auto reply = call(port_of(store().service_url()), {"POST", GetParam().path, {}, GetParam().body},
                          std::chrono::seconds(10));
  EXPECT_EQ(reply.status, 400);
  EXPECT_NE(reply.body.find("VALIDATION.idempotency.key_missing"), std::string::npos);
  EXPECT_EQ(gateway().ledger().totals().effects, before);
}

TEST_P(WorkedExample, AGatewayThatTimesOutIsAskedAndPaysOnce) {
  const std::string key = new_key("timeout");
  gateway().script(key::downstream_key({"acme", operation(), key}, GetParam().effect),
                   Fault::timeout_after_effect);
  const auto first = send(key);
  EXPECT_EQ(first.status, 503) << first.body;
  EXPECT_NE(first.body.find("DEPENDENCY.timeout"), std::string::npos) << first.body;
  EXPECT_EQ(first.header("Idempotency-Status"), "");
  EXPECT_EQ(state_of(key), "in_progress") << "a timeout is never recorded as failed";
  const auto waiting = send(key);
  EXPECT_EQ(waiting.status, 409);
  EXPECT_NE(waiting.body.find("in_progress"), std::string::npos);
  EXPECT_NE(waiting.header("Retry-After"), "");
  expire(operation(), key);
  EXPECT_NE(send(key).body.find("awaiting_reconciliation"), std::string::npos);
  EXPECT_EQ(sweep().succeeded, 1);
  const auto settled = send(key);
  EXPECT_EQ(settled.status, 201);
  EXPECT_EQ(settled.header("Idempotency-Status"), "replayed");
  EXPECT_EQ(effects_of(key), 1);
}

TEST_P(WorkedExample, WhatEvidenceSettlesIsWhatTheServiceWouldHaveAnswered) {
  const std::string lost = new_key("lost");
  crash(GetParam().path, lost, GetParam().body, CrashPoint::after_reply);
  expire(operation(), lost);
  EXPECT_EQ(sweep().succeeded, 1);
  const auto settled = send(lost);
  const auto usual = send(new_key("usual"));
  EXPECT_EQ(settled.status, usual.status);
  EXPECT_EQ(settled.header("Content-Type"), usual.header("Content-Type"));
  // But for the id, which is the effect's own: "ch_" or "rf_" and 16 digits, at the same place.
  const auto without_id = [](std::string body) { return body.replace(body.find('_') + 1, 16, ""); };
  EXPECT_EQ(without_id(settled.body), without_id(usual.body));
}

TEST_P(WorkedExample, ARefusalIsFinalAndReplayed) {
  const std::string key = new_key("declined");
  gateway().script(key::downstream_key({"acme", operation(), key}, GetParam().effect), Fault::declined);
  const auto first = send(key), second = send(key);
  EXPECT_EQ(first.status, 402);
  EXPECT_EQ(second.status, 402);
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(second.header("Idempotency-Status"), "replayed");
  EXPECT_EQ(state_of(key), "failed");
  EXPECT_EQ(effects_of(key), 0);
}

TEST_P(WorkedExample, A429FromBeforeTheGatewaysOwnDedupeReleasesTheKey) {
  const std::string key = new_key("limited");
  gateway().script(key::downstream_key({"acme", operation(), key}, GetParam().effect), Fault::rate_limited);
  const auto first = send(key);
  EXPECT_EQ(first.status, 429);
  EXPECT_EQ(first.header("Retry-After"), "2");
  EXPECT_EQ(state_of(key), "released");
  EXPECT_EQ(send(key).status, 201);
  EXPECT_EQ(effects_of(key), 1);
}

TEST_P(WorkedExample, AnAnswerAboutAnotherKeyIsBelievedByNobody) {
  const std::string key = new_key("wrong-key");
  gateway().script(key::downstream_key({"acme", operation(), key}, GetParam().effect),
                   Fault::wrong_key_echoed);
  EXPECT_EQ(send(key).status, 503);
  EXPECT_EQ(state_of(key), "in_progress");
  expire(operation(), key);
  EXPECT_EQ(sweep().succeeded, 1);
  EXPECT_EQ(effects_of(key), 1);
}

TEST_P(WorkedExample, DuplicatesAtOnceHaveOneExecutor) {
  const std::string key = new_key("at-once");
  constexpr int clients = 8;
  std::vector<HttpReply> answers(clients);
  std::vector<std::thread> threads;
  for (auto& answer : answers)
    threads.emplace_back([&] { answer = store().post(GetParam().path, key, GetParam().body); });
  for (auto& thread : threads) thread.join();
  int stored = 0;
  for (const auto& answer : answers) {
    EXPECT_TRUE(answer.status == 201 || answer.status == 409) << answer.status << answer.body;
    if (answer.header("Idempotency-Status") == "stored") ++stored;
  }
  EXPECT_EQ(stored, 1);
  EXPECT_EQ(effects_of(key), 1);
}

class LocalWays : public StoreSuite<quiet> {};

TEST_F(LocalWays, AnEntryAndItsKeyCommitTogether) {
  const std::string key = new_key("entry"), body = R"({"customer":"c_9","amount":250,"reference":"r"})";
  const auto first = post("/ledger-entries", key, body), second = post("/ledger-entries", key, body);
  EXPECT_EQ(first.status, 201) << first.body;
  EXPECT_EQ(second.body, first.body);
  EXPECT_NE(first.header("Location"), "");
  EXPECT_EQ(second.header("Location"), first.header("Location"));
  EXPECT_NE(first.header("X-Served-By"), "");
  EXPECT_EQ(second.header("X-Served-By"), "") << "not on the list of headers that are stored";
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key}), "1");
  const auto other = post("/ledger-entries", key, R"({"customer":"c_9","amount":251,"reference":"r"})");
  EXPECT_EQ(other.status, 409) << "this operation is configured so";
  EXPECT_NE(other.body.find("CONFLICT.idempotency.payload_mismatch"), std::string::npos);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key}), "1");
}

TEST_F(LocalWays, WhatIsKnownInAdvanceIsWrittenOnce) {
  const std::string key = new_key("credit"), body = R"({"customer":"c_9","amount":250,"reference":"r"})";
  const auto first = post("/credits", key, body), second = post("/credits", key, body);
  EXPECT_EQ(first.status, 201) << first.body;
  EXPECT_EQ(first.header("Idempotency-Status"), "stored");
  EXPECT_EQ(second.header("Idempotency-Status"), "replayed");
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key}), "1");
  EXPECT_EQ(post("/credits", key, R"({"customer":"c_9","amount":251,"reference":"r"})").status, 422);
}

TEST_F(LocalWays, WhoAndHowMuchIsKeptWithTheKey) {
  const std::string key = new_key("subject");
  post("/refunds", key, R"({"charge_id":"ch_9ab","amount":1000,"customer":"c_5","currency":"USD"})");
  EXPECT_EQ(raw.scalar("SELECT customer || ' ' || amount || ' ' || currency || ' ' || reference FROM "
                       "onceover.keys WHERE key = $1",
                       {key}),
            "c_5 10.00 USD ch_9ab");
}

TEST_F(LocalWays, WhatIsNotUnderstoodClaimsNothing) {
  for (const std::string body :
       {"", "[]", "{}", R"({"amount":1.5,"reference":"r"})", R"({"amount":-1,"reference":"r"})",
        R"({"amount":1})", R"({"amount":1,"reference":"a b"})",
        R"({"amount":1,"reference":"r","currency":"XXX"})"}) {
    const std::string key = new_key("bad");
    EXPECT_EQ(post("/payments", key, body).status, 400) << body;
    EXPECT_EQ(state_of(key), "") << body;
  }
}

TEST_F(LocalWays, WhatIsCountedReachesTheStore) {
  const std::string key = new_key("counted");
  post("/refunds", key, refund_body);
  post("/refunds", key, refund_body);
  EXPECT_TRUE(test::eventually([&] {
    return raw.scalar("SELECT count(DISTINCT name) FROM " + test::counted_everywhere +
                      " WHERE operation = 'POST /refunds' "
                      "AND name IN ('created', 'completed', 'replayed', 'time_to_completion_ms')") == "4";
  }));
}

}  // namespace
}  // namespace onceover::try_it
