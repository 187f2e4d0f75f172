// SPDX-License-Identifier: Apache-2.0
// F17: a gateway that answers late, wrongly or not at all, over real HTTP, against executors that die,
// clients that come back and a sweeper that asks. Whatever happened on the way, its own ledger decides
// whether the promises held.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "app/try/gateway_server.h"
#include "core/gateway/config.h"
#include "core/gateway/http_gateway.h"
#include "core/key/identity.h"
#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {
namespace {

using try_it::Fault;

constexpr std::string_view gateway_toml = R"(
version = 1
name = "try"
base_url = "http://127.0.0.1:{port}"
[lookup]
url = "/effects/{key}"
status = "/status"
done = ["captured"]
refused = ["declined", "cancelled"]
pending = ["processing"]
echoed_key = "/idempotency_key"
amount = "/amount"
amount_minor_digits = 2
currency = "/currency"
reference = "/reference"
[limits]
timeout_ms = 300
connect_timeout_ms = 300
[declare]
dedupe_window_s = 86400
lookup_lag_s = 0
final_refusals = ["declined"]
[[operation]]
name = "POST /refunds"
effect = "refund"
[operation.response]
code = 201
body = '{"id":"{{/id}}","amount":{{/amount}}}'
)";

std::uint64_t seed_of_run() {
  const char* given = std::getenv("ONCEOVER_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

class GatewayFaults : public StuckTest {
 protected:
  void SetUp() override {
    auto started = try_it::GatewayServer::start({.seed = 1,
                                                 .slow_by = std::chrono::milliseconds(500),
                                                 .late_by = std::chrono::hours(1),
                                                 .silent_for = std::chrono::milliseconds(400)});
    ASSERT_TRUE(started) << started.error().sentence();
    server = std::move(*started);
    std::string toml(gateway_toml);
    toml.replace(toml.find("{port}"), 6, std::to_string(server->port()));
    auto config = gateway::parse_config(toml, "test.toml");
    ASSERT_TRUE(config) << config.error().sentence();
    asked.emplace(*config, std::nullopt);
    policy.lease = std::chrono::seconds(30);
  }

  try_it::HttpReply charge(const std::string& key) {
    const try_it::HttpRequest request{
        "POST",
        "/refunds",
        {{"Idempotency-Key", downstream(key)}, {"Content-Type", "application/json"}},
        R"({"amount":1000,"currency":"EUR","reference":"ch_1"})"};
    return try_it::call(server->port(), request, std::chrono::milliseconds(250));
  }

  // A client's request, served by an executor that may die at any moment after its claim.
  void serve(const std::string& key, bool dies_before_sending, bool dies_before_completion) {
    auto outcome = engine.claim(request_for(key), policy);
    ASSERT_TRUE(outcome) << outcome.error().sentence();
    const auto* claim = std::get_if<engine::Claim>(&*outcome);
    if (claim == nullptr || dies_before_sending) return;
    const auto reply = charge(key);
    // 201 and 402 are all this service knows how to read; anything else is unknown and left to
    // reconciliation.
    if (dies_before_completion || (reply.status != 201 && reply.status != 402)) return;
    if (reply.body.find(downstream(key)) == std::string::npos) return;
    if (reply.status == 201) {
      take<engine::Done>(engine.complete(*claim, response_with(reply.body)));
    } else {
      take<engine::Done>(engine.fail(*claim, response_with(reply.body, 402), "PROVIDER.refused"));
    }
  }

  void sweep_all() {
    raw.tamper(
        "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s' WHERE state = "
        "'in_progress'");
    raw.exec(
        "UPDATE onceover.cases SET next_try_at = clock_timestamp() - interval '1 s' WHERE status = 'open'");
    sweeper::SweepConfig config;
    config.max_attempts = 1000;
    config.retry_budget.burst = 10'000;
    sweeper::Sweeper one(connection, profile, *asked, config, {"sweeper", "host", "test"}, &counters,
                         Random(seed));
    auto counts = one.run_once();
    ASSERT_TRUE(counts) << counts.error().sentence();
  }

  // Invariants 1, 2 and 7, key by key, from the gateway's ledger.
  void check(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      const int effects = server->ledger().effects(downstream(key));
      EXPECT_LE(effects, 1) << key;
      const std::string state = state_of(key);
      if (state == "succeeded") {
        EXPECT_EQ(effects, 1) << key;
      }
      if (state == "failed") {
        EXPECT_EQ(effects, 0) << key;
      }
    }
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), std::to_string(keys.size()));
  }

  std::uint64_t seed = seed_of_run();
  std::unique_ptr<try_it::GatewayServer> server;
  std::optional<gateway::HttpGateway> asked;
};

constexpr Fault all_faults[] = {Fault::none,
                                Fault::slow,
                                Fault::timeout_after_effect,
                                Fault::error_after_effect,
                                Fault::error_before_effect,
                                Fault::arrives_late,
                                Fault::rate_limited,
                                Fault::wrong_key_echoed,
                                Fault::declined};

TEST_F(GatewayFaults, EachFaultEndsInATruthfulStateOnceTheGatewayIsWellAgain) {
  std::vector<std::string> keys;
  for (const Fault fault : all_faults) {
    const std::string key(try_it::word(fault));
    keys.push_back(key);
    server->script(downstream(key), fault);
    serve(key, false, false);
    sweep_all();
    check(keys);
  }
  server->ledger().land_due(Steady::time_point::max());
  for (int round = 0; round < 3; ++round) {
    for (const auto& key : keys) serve(key, false, false);
    sweep_all();
    check(keys);
  }
  for (const auto& key : keys) EXPECT_EQ(state_of(key), key == "declined" ? "failed" : "succeeded") << key;
}

TEST_F(GatewayFaults, EachFaultOfALookUpIsNeverTakenForEvidence) {
  for (const Fault fault : {Fault::slow, Fault::timeout_after_effect, Fault::error_after_effect,
                            Fault::rate_limited, Fault::wrong_key_echoed}) {
    const std::string key(try_it::word(fault));
    serve(key, false, true);  // charged; the executor died before it wrote that down
    ASSERT_EQ(server->ledger().effects(downstream(key)), 1) << key;
    server->script_lookup(downstream(key), fault);
    sweep_all();
    EXPECT_EQ(state_of(key), "in_progress") << key;
    EXPECT_EQ(row(key).case_status, "open") << key;
    sweep_all();
    EXPECT_EQ(state_of(key), "succeeded") << key;
  }
}

TEST_F(GatewayFaults, NotFoundThenItArrivesStillChargesOnce) {
  server->script(downstream("k"), Fault::arrives_late);
  serve("k", false, false);
  sweep_all();
  EXPECT_EQ(state_of("k"), "released");
  server->ledger().land_due(Steady::time_point::max());
  serve("k", false, false);
  check({"k"});
  EXPECT_EQ(state_of("k"), "succeeded");
}

TEST_F(GatewayFaults, ASeededStormKeepsEveryPromise) {
  std::printf("seed %llu (ONCEOVER_SEED replays it)\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  std::vector<std::string> keys;
  for (int i = 0; i < 120; ++i) keys.push_back("storm-" + std::to_string(i));
  for (int round = 0; round < 3; ++round) {
    for (const auto& key : keys) {
      if (random.chance(0.5))
        server->script(downstream(key), all_faults[random.below(std::size(all_faults))]);
      if (random.chance(0.2)) server->script_lookup(downstream(key), all_faults[1 + random.below(3)]);
      if (random.chance(0.2)) server->ledger().land_due(Steady::time_point::max());
      serve(key, random.chance(0.2), random.chance(0.2));
    }
    sweep_all();
    check(keys);
  }
  // Faults stop: everything that was accepted lands, clients come back, and every key ends, or is plainly
  // waiting for a person.
  server->ledger().land_due(Steady::time_point::max());
  bool open = true;
  for (int round = 0; round < 12 && open; ++round) {
    for (const auto& key : keys) serve(key, false, false);
    sweep_all();
    server->ledger().land_due(Steady::time_point::max());
    open = raw.scalar(
               "SELECT count(*) FROM onceover.keys k WHERE state NOT IN ('succeeded', 'failed') AND NOT "
               "EXISTS (SELECT FROM onceover.cases c "
               "WHERE c.key = k.key AND c.status = 'needs_human')") != "0";
  }
  EXPECT_FALSE(open) << "seed " << seed;
  check(keys);
  std::printf("%s\n", raw.scalar("SELECT string_agg(s, ', ') FROM (SELECT state || ' ' || count(*) AS s FROM "
                                 "onceover.keys GROUP BY state) x")
                          .c_str());
}

}  // namespace
}  // namespace onceover::test
