// SPDX-License-Identifier: Apache-2.0
// Seeded clients, faults and crashes against the promises, all at once; then the faults stop and everything
// must end.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <tuple>

#include "app/try/clients.h"
#include "tests/integration/try/fixture.h"

namespace onceover::try_it {
namespace {

// Printed by the test; the same again by ONCEOVER_SEED.
std::uint64_t seed() {
  static const char* const wanted = std::getenv("ONCEOVER_SEED");
  static const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : static_cast<std::uint64_t>(now) % 1'000'000;
}

TryOptions stormy() {
  TryOptions options = quiet();
  options.seed = seed();
  options.workers = 3;
  options.lease = std::chrono::seconds(2);
  options.gateway_timeout = std::chrono::milliseconds(400);
  options.traffic = options.chaos = true;
  options.requests_per_second = 40;
  options.chaos_every = std::chrono::milliseconds(600);
  options.faults = {{Fault::slow, 0.05},
                    {Fault::timeout_after_effect, 0.03},
                    {Fault::error_after_effect, 0.05},
                    {Fault::error_before_effect, 0.05},
                    {Fault::arrives_late, 0.03},
                    {Fault::rate_limited, 0.05},
                    {Fault::wrong_key_echoed, 0.02},
                    {Fault::declined, 0.05}};
  options.late_by = std::chrono::seconds(3);
  return options;
}

class Traffic : public StoreSuite<stormy> {};

bool is_final(const Answered& answered) {
  if (answered.status == 0 || answered.status >= 500) return false;
  if (answered.status == 429) return false;
  return answered.status != 409 || answered.error_code == "CONFLICT.idempotency.payload_mismatch";
}

TEST_F(Traffic, EveryKeyEndsWithOneAnswerAndAtMostOneEffect) {
  Clients& clients = store().clients();
  ASSERT_TRUE(test::eventually([&] { return keys_asked(clients) >= 300; }));
  store().set_chaos(false);
  gateway().set_rates({});
  clients.finish();
  // Settling goes on while clients come back: what is released rolls forward with them.
  int sweeps = 0;
  EXPECT_TRUE(test::eventually([&] {
    sweep();
    ++sweeps;
    return clients.unanswered() == 0;
  })) << clients.unanswered()
      << " keys without an answer after " << sweeps << " sweeps";

  std::map<std::tuple<std::string, std::string, std::string>, std::pair<int, std::string>> answers;
  int finals = 0, mismatches = 0;
  for (const auto& answered : clients.answers()) {
    if (!is_final(answered)) continue;
    const bool refused = answered.error_code == "CONFLICT.idempotency.payload_mismatch";
    EXPECT_EQ(refused, answered.changed_body) << answered.key;
    if (refused) {
      ++mismatches;
      continue;
    }
    ++finals;
    const std::pair got{answered.status, answered.digest};
    const auto [first, is_new] =
        answers.emplace(std::tuple(answered.tenant, answered.operation, answered.key), got);
    EXPECT_TRUE(is_new || first->second == got)
        << answered.operation << " " << answered.key << " was answered in two ways";
  }
  EXPECT_EQ(answers.size(), keys_asked(clients));

  // Truth: what the store says against what the gateway's own ledger says.
  int succeeded = 0, failed = 0;
  for (const auto& row : raw.exec("SELECT tenant, operation, key, state FROM onceover.keys")) {
    const std::string operation = *row[1], state = *row[3];
    if (state == "succeeded") ++succeeded;
    if (state == "failed") ++failed;
    EXPECT_TRUE(state == "succeeded" || state == "failed") << *row[2] << " " << state;
    if (operation != "POST /payments" && operation != "POST /refunds") continue;
    const std::string effect = operation == "POST /refunds" ? "refund" : "charge";
    EXPECT_EQ(store().effects(key::downstream_key({*row[0], operation, *row[2]}, effect)),
              state == "succeeded" ? 1 : 0)
        << *row[2] << " " << state;
  }
  EXPECT_EQ(gateway().ledger().totals().keys_with_more_than_one, 0);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM (SELECT FROM shop.ledger_entries GROUP BY tenant, operation, "
                       "key HAVING count(*) > 1) twice"),
            "0");
  const auto crashes = store().events().size();
  EXPECT_GT(crashes, 3u) << "nobody died: this proves nothing";
  std::printf(
      "seed %llu: %lld keys, %zu events, %d final answers, %d mismatches refused, %d succeeded, %d failed, "
      "%d sweeps\n",
      static_cast<unsigned long long>(seed()), static_cast<long long>(keys_asked(clients)), crashes, finals,
      mismatches, succeeded, failed, sweeps);
}

}  // namespace
}  // namespace onceover::try_it
