// SPDX-License-Identifier: Apache-2.0
// F1 for real: a worker ends by _exit at each of the seven points; the gateway's own ledger tells what
// happened.
#include "tests/integration/try/fixture.h"

namespace onceover::try_it {
namespace {

const std::string body = R"({"charge_id":"ch_9ab","amount":1000})";
const std::string operation = "POST /refunds";

TryOptions rerunnable() {
  TryOptions options = quiet();
  options.rerunnable_for = std::chrono::hours(23);  // inside the gateway's window of 24 h
  return options;
}

TryOptions without_dedupe() {
  TryOptions options = quiet();
  options.dedupe_declared = false;
  return options;
}

// What a crash leaves behind.
struct Left {
  CrashPoint point;
  std::string state;  // of the key: "" no row
  int effects = 0;    // at the gateway, before anybody settles anything
  int local_entries = 0;
};
void PrintTo(const Left& left, std::ostream* out) { *out << word(left.point); }

const Left what_is_left[] = {{CrashPoint::before_claim_commit, "", 0, 0},
                             {CrashPoint::after_claim_commit, "in_progress", 0, 0},
                             {CrashPoint::before_send, "in_progress", 0, 0},
                             {CrashPoint::after_send, "in_progress", 1, 0},
                             {CrashPoint::after_reply, "in_progress", 1, 0},
                             {CrashPoint::before_completion_commit, "in_progress", 1, 0},
                             {CrashPoint::after_completion_commit, "succeeded", 1, 1}};

std::string name_of(const testing::TestParamInfo<Left>& info) { return std::string(word(info.param.point)); }

template <TryOptions (*make)()>
class CrashSuite : public StoreSuite<make>, public testing::WithParamInterface<Left> {
 protected:
  std::string key = this->new_key("crash-" + std::string(word(GetParam().point)));

  int payouts() { return this->effects(operation, "refund", key); }
  HttpReply retry() { return this->post("/refunds", key, body); }
  std::string entries() {
    return this->raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key});
  }
  void die() {
    const Left& left = GetParam();
    const auto reply = this->crash("/refunds", key, body, left.point);
    ASSERT_EQ(reply.status, 0) << "the client got no answer";
    // What was sent is on its way even though its sender is dead.
    ASSERT_TRUE(test::eventually([&] { return payouts() == left.effects; })) << payouts();
    ASSERT_TRUE(test::eventually([&] { return this->state_of(key) == left.state; })) << this->state_of(key);
    ASSERT_EQ(entries(), std::to_string(left.local_entries));
  }
};

class CrashAt : public CrashSuite<quiet> {};
INSTANTIATE_TEST_SUITE_P(F1, CrashAt, testing::ValuesIn(what_is_left), name_of);

TEST_P(CrashAt, NoRetryMakesASecondEffectAndEvidenceSettlesIt) {
  const Left& left = GetParam();
  ASSERT_NO_FATAL_FAILURE(die());
  if (left.state == "in_progress") {
    const auto live = retry();
    EXPECT_EQ(live.status, 409);
    EXPECT_NE(live.body.find("CONFLICT.idempotency.in_progress"), std::string::npos) << live.body;
    expire(operation, key);
    const auto unsettled = retry();
    EXPECT_EQ(unsettled.status, 409);
    EXPECT_NE(unsettled.body.find("CONFLICT.idempotency.awaiting_reconciliation"), std::string::npos)
        << unsettled.body;
    EXPECT_EQ(payouts(), left.effects) << "a retry must not run the effect";
    const auto counts = sweep();
    // Sent: done. Not sent: released, since the gateway dedupes by the key that the next retry will carry.
    EXPECT_EQ(counts.succeeded, left.effects);
    EXPECT_EQ(counts.released, 1 - left.effects);
  }
  const auto last = retry();
  EXPECT_EQ(last.status, 201) << last.body;
  EXPECT_EQ(last.header("Idempotency-Status"), left.effects == 0 ? "stored" : "replayed");
  EXPECT_EQ(payouts(), 1);
  EXPECT_EQ(retry().body, last.body);
  EXPECT_EQ(payouts(), 1);
}

class CrashBeforeATombstone : public CrashSuite<without_dedupe> {};
INSTANTIATE_TEST_SUITE_P(F1, CrashBeforeATombstone, testing::ValuesIn(what_is_left), name_of);

TEST_P(CrashBeforeATombstone, WhatWasNeverSentFailsForGoodAndTheGatewayWillRefuseIt) {
  const Left& left = GetParam();
  ASSERT_NO_FATAL_FAILURE(die());
  const bool never_sent = left.state == "in_progress" && left.effects == 0;
  if (left.state == "in_progress") {
    expire(operation, key);
    const auto counts = sweep();
    EXPECT_EQ(counts.succeeded, left.effects);
    EXPECT_EQ(counts.failed, 1 - left.effects);
  }
  EXPECT_EQ(retry().status, never_sent ? 422 : 201);
  EXPECT_EQ(payouts(), never_sent ? 0 : 1);
  // A request that was still under way comes too late.
  const auto late = call(gateway().port(),
                         {"POST",
                          "/refunds",
                          {{"Idempotency-Key", key::downstream_key({"acme", operation, key}, "refund")}},
                          R"({"amount":1000,"currency":"EUR","reference":"ch_9ab"})"},
                         std::chrono::seconds(5));
  EXPECT_EQ(late.status, never_sent ? 409 : 201);
  EXPECT_EQ(payouts(), never_sent ? 0 : 1);
}

class CrashWhereRerunnable : public CrashSuite<rerunnable> {};
INSTANTIATE_TEST_SUITE_P(F1, CrashWhereRerunnable, testing::ValuesIn(what_is_left), name_of);

TEST_P(CrashWhereRerunnable, ATakeOverCompletesWithOneEffect) {
  ASSERT_NO_FATAL_FAILURE(die());
  if (GetParam().state == "in_progress") expire(operation, key);
  const auto last = retry();
  EXPECT_EQ(last.status, 201) << last.body;
  EXPECT_EQ(last.header("Idempotency-Status"), GetParam().state == "succeeded" ? "replayed" : "stored");
  EXPECT_EQ(payouts(), 1);
  EXPECT_EQ(entries(), "1");
  EXPECT_EQ(retry().body, last.body);
  EXPECT_EQ(payouts(), 1);
}

class CrashWithin : public StoreSuite<quiet>, public testing::WithParamInterface<CrashPoint> {};
constexpr CrashPoint crash_points[] = {CrashPoint::before_claim_commit,
                                       CrashPoint::after_claim_commit,
                                       CrashPoint::before_send,
                                       CrashPoint::after_send,
                                       CrashPoint::after_reply,
                                       CrashPoint::before_completion_commit,
                                       CrashPoint::after_completion_commit};
INSTANTIATE_TEST_SUITE_P(F1, CrashWithin, testing::ValuesIn(crash_points),
                         [](const auto& one) { return std::string(word(one.param)); });

TEST_P(CrashWithin, ATransactionLeavesAllOrNothing) {
  for (const std::string path : {"/ledger-entries", "/credits"}) {
    const std::string key = new_key("within");
    const std::string entry = R"({"customer":"c_3","amount":100,"reference":"r"})";
    crash(path, key, entry, GetParam());
    const std::string count = GetParam() == CrashPoint::after_completion_commit ? "1" : "0";
    EXPECT_TRUE(test::eventually([&] {
      return raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key}) == count;
    })) << path;
    EXPECT_EQ(state_of(key), count == "1" ? "succeeded" : "") << path;
    const auto again = post(path, key, entry);
    EXPECT_EQ(again.status, 201) << path << again.body;
    EXPECT_EQ(again.header("Idempotency-Status"), count == "1" ? "replayed" : "stored") << path;
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM shop.ledger_entries WHERE key = $1", {key}), "1") << path;
  }
}

}  // namespace
}  // namespace onceover::try_it
