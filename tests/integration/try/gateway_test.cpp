// SPDX-License-Identifier: Apache-2.0
// The gateway's own promises: its ledger is what every other test believes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/try/gateway_server.h"
#include "tests/support/eventually.h"

namespace onceover::try_it {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

const Steady::time_point start = Steady::time_point(hours(1));
EffectRequest charge(const std::string& key, std::int64_t amount = 1000) {
  return {"charge", key, amount, "EUR", "order-1"};
}

TEST(Ledger, OneKeyIsOneEffectInsideTheWindowAndAnotherOutsideIt) {
  Ledger ledger(hours(24));
  const auto first = ledger.post(charge("k"), Ledger::Intent::capture, start);
  const auto second = ledger.post(charge("k"), Ledger::Intent::capture, start + hours(23));
  EXPECT_TRUE(first.is_new);
  EXPECT_FALSE(second.is_new);
  EXPECT_EQ(second.record.id, first.record.id);
  EXPECT_EQ(ledger.effects("k"), 1);
  EXPECT_TRUE(ledger.post(charge("k"), Ledger::Intent::capture, start + hours(24)).is_new);
  EXPECT_EQ(ledger.effects("k"), 2) << "the ledger hides nothing";
  EXPECT_EQ(ledger.totals().keys_with_more_than_one, 1);
}

TEST(Ledger, AnotherRequestUnderTheKeyIsToldApart) {
  Ledger ledger(hours(24));
  ledger.post(charge("k"), Ledger::Intent::capture, start);
  EXPECT_TRUE(ledger.post(charge("k", 1001), Ledger::Intent::capture, start).mismatch);
  EXPECT_EQ(ledger.effects("k"), 1);
}

TEST(Ledger, WhatIsAcceptedForLaterIsNotFoundUntilItLands) {
  Ledger ledger(hours(24));
  ledger.post(charge("k"), Ledger::Intent::capture_later, start, start + seconds(40));
  EXPECT_EQ(ledger.land_due(start), start + seconds(40));
  EXPECT_FALSE(ledger.look_up("k"));
  EXPECT_EQ(ledger.effects("k"), 0);
  EXPECT_EQ(ledger.land_due(start + seconds(40)), std::nullopt);
  EXPECT_EQ(ledger.look_up("k")->standing, Standing::captured);
  EXPECT_EQ(ledger.effects("k"), 1);
}

TEST(Ledger, ATombstoneHoldsAgainstWhatIsStillUnderWayAndNotAgainstWhatHappened) {
  Ledger ledger(hours(24));
  EXPECT_EQ(ledger.cancel("unknown", start).standing, Standing::cancelled);
  EXPECT_EQ(ledger.post(charge("unknown"), Ledger::Intent::capture, start + hours(48)).record.standing,
            Standing::cancelled);
  EXPECT_EQ(ledger.effects("unknown"), 0);
  ledger.post(charge("late"), Ledger::Intent::capture_later, start, start + seconds(1));
  EXPECT_EQ(ledger.cancel("late", start).standing, Standing::cancelled);
  ledger.land_due(Steady::time_point::max());
  EXPECT_EQ(ledger.effects("late"), 0);
  ledger.post(charge("done"), Ledger::Intent::capture, start);
  EXPECT_EQ(ledger.cancel("done", start).standing, Standing::captured);
}

class GatewayFaults : public testing::Test {
 protected:
  std::unique_ptr<GatewayServer> gateway =
      std::move(*GatewayServer::start({.late_by = hours(1), .silent_for = seconds(30)}));
  HttpReply post(const std::string& key, Duration within = seconds(10)) {
    return call(gateway->port(),
                {"POST",
                 "/charges",
                 {{"Idempotency-Key", key}},
                 R"({"amount":1250,"currency":"EUR","reference":"order-1"})"},
                within);
  }
  HttpReply look_up(const std::string& key) {
    return call(gateway->port(), {"GET", "/effects/" + key, {}, ""}, seconds(10));
  }
};

TEST_F(GatewayFaults, EachHasItsAnswerAndItsEffect) {
  struct Row {
    Fault fault;
    int status, effects, look_up;  // status 0: no answer came in time
    std::string standing;
  };
  const Row rows[] = {{Fault::none, 201, 1, 200, "captured"},
                      {Fault::slow, 201, 1, 200, "captured"},
                      {Fault::timeout_after_effect, 0, 1, 200, "captured"},
                      {Fault::error_after_effect, 500, 1, 200, "captured"},
                      {Fault::error_before_effect, 503, 0, 404, ""},
                      {Fault::arrives_late, 0, 0, 404, ""},
                      {Fault::rate_limited, 429, 0, 404, ""},
                      {Fault::wrong_key_echoed, 201, 1, 200, "captured"},
                      {Fault::declined, 402, 0, 200, "declined"},
                      {Fault::stays_pending, 202, 0, 200, "processing"}};
  for (const auto& row : rows) {
    const std::string key(word(row.fault));
    gateway->script(key, row.fault);
    EXPECT_EQ(post(key, row.status == 0 ? Duration(milliseconds(200)) : Duration(seconds(10))).status,
              row.status)
        << key;
    EXPECT_TRUE(test::eventually([&] { return gateway->ledger().effects(key) == row.effects; })) << key;
    const auto seen = look_up(key);
    EXPECT_EQ(seen.status, row.look_up) << key;
    const auto told = nlohmann::json::parse(seen.body);
    if (!row.standing.empty()) {
      EXPECT_EQ(told["status"], row.standing) << key;
      EXPECT_EQ(told["idempotency_key"], key);
    }
  }
  gateway->ledger().land_due(Steady::time_point::max());
  EXPECT_EQ(gateway->ledger().effects("arrives_late"), 1);
  EXPECT_EQ(look_up("arrives_late").status, 200);
}

TEST_F(GatewayFaults, AScriptIsForOneRequestAndARetryUnderTheKeyIsOneEffect) {
  gateway->script("*", Fault::error_after_effect);
  EXPECT_EQ(post("k").status, 500);
  EXPECT_EQ(post("k").status, 201);
  EXPECT_EQ(gateway->ledger().effects("k"), 1);
}

TEST_F(GatewayFaults, LookUpsCanFailToo) {
  EXPECT_EQ(post("k").status, 201);
  gateway->script_lookup("k", Fault::error_before_effect);
  gateway->script_lookup("k", Fault::wrong_key_echoed);
  EXPECT_EQ(look_up("k").status, 503);
  EXPECT_NE(look_up("k").body.find("another-k"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(look_up("k").body)["idempotency_key"], "k");
}

TEST_F(GatewayFaults, RatesAreMet) {
  gateway->set_rates({{Fault::error_before_effect, 0.5}});
  int errors = 0;
  for (int i = 0; i < 200; ++i) errors += post("k" + std::to_string(i)).status == 503;
  // Seed 1; a fair coin leaves 60..140 less often than once in ten million.
  EXPECT_GT(errors, 60);
  EXPECT_LT(errors, 140);
}

TEST_F(GatewayFaults, WithoutAKeyNothingIsCharged) {
  EXPECT_EQ(call(gateway->port(), {"POST", "/charges", {}, R"({"amount":1})"}, seconds(10)).status, 400);
  EXPECT_EQ(gateway->ledger().totals().effects, 0);
}

}  // namespace
}  // namespace onceover::try_it
