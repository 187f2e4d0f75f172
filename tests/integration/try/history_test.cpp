// SPDX-License-Identifier: Apache-2.0
// The history that a new store begins with: its gateway did what the finished keys say, and the store says
// what it is.
#include <gmock/gmock.h>

#include "core/drift/drift.h"
#include "core/health/health.h"
#include "tests/integration/try/fixture.h"

namespace onceover::try_it {
namespace {

TryOptions with_history() {
  TryOptions options = quiet();
  options.history_rows = 600;  // its gateway is slow now and then, and is asked about each
  return options;
}

class HistoryTest : public StoreSuite<with_history> {
 protected:
  pg::Connection connect() {
    return pg::Connection::open({.conninfo = store().conninfo(),
                                 .application_name = "test",
                                 .deadline = std::chrono::minutes(1)})
        .value();
  }
};

TEST_F(HistoryTest, TheGatewayDidWhatTheFinishedKeysSay) {
  auto connection = connect();
  const auto gateway = gateway::open_gateway(store().gateway_config_path()).value();
  browse::Browser browser(connection, tables::own(), {std::chrono::seconds(30)});
  drift::Options options;
  options.to = *parse_iso(raw.scalar(
      "SELECT to_char((now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"));
  options.from = options.to - std::chrono::hours(24 * 4);
  const auto report = drift::compare(browser, tables::own(), *gateway, options);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_EQ(report->finished, 600);
  EXPECT_GT(report->asked, 300);
  // Its gateway has faults: what it does not answer proves nothing, and is no difference.
  std::int64_t without_proof = 0;
  for (const auto& [why, times] : report->open) without_proof += times;
  EXPECT_EQ(report->agreed + without_proof, report->asked);
  EXPECT_GT(report->agreed * 10, report->asked * 8);
  std::string found;
  for (const auto& [kind, n] : report->counts)
    found += std::to_string(static_cast<int>(kind)) + ": " + std::to_string(n) + "; ";
  EXPECT_FALSE(report->has_found()) << found;
  EXPECT_TRUE(report->is_complete());
}

// Else Drift would find differences while the history is made.
TEST(HistoryInTheMaking, NoKeyIsSeenBeforeItsGatewayHasItsEffect) {
  TryOptions options = quiet();
  options.history_rows = 20'000;
  auto started = TryStore::start(options);
  ASSERT_TRUE(started) << started.error().sentence();
  TryStore& store = **started;
  test::RawConnection raw(store.conninfo());
  int seen = 0;
  bool is_complete = false;
  while (!is_complete) {
    is_complete = store.wait_for_history(std::chrono::milliseconds(1)).has_value();
    const auto newest = raw.exec(
        "SELECT tenant, key FROM onceover.keys WHERE operation = 'POST /payments' AND fence > (SELECT "
        "last_value - 100 FROM onceover.fence)");
    for (const auto& row : newest) {
      const std::string key = key::downstream_key({*row[0], "POST /payments", *row[1]}, "charge");
      ASSERT_TRUE(store.gateway().ledger().look_up(key)) << *row[1];
      ++seen;
    }
  }
  EXPECT_GT(seen, 100);
}

TEST_F(HistoryTest, TheBooksOfTheLiveTrafficAreThoseOfTheLiveTraffic) {
  EXPECT_EQ(gateway().ledger().totals().effects, 0) << "what was before is in no total";
  EXPECT_FALSE(gateway().ledger().look_up("oo_never"));
}

TEST_F(HistoryTest, HealthDoesNotOpenWithTheTemporaryServer) {
  auto connection = connect();
  const auto report = health::examine(connection, tables::own(), {});
  ASSERT_TRUE(report) << report.error().sentence();
  for (const health::Finding& finding : report->findings)
    EXPECT_NE(finding.check, health::Check::server_not_durable) << finding.evidence;
  const auto not_checked =
      std::ranges::find(report->not_checked, health::Check::server_not_durable, &health::NotChecked::check);
  ASSERT_NE(not_checked, report->not_checked.end()) << "and it is not called durable";
  EXPECT_THAT(not_checked->why, testing::HasSubstr("fsync"));
}

}  // namespace
}  // namespace onceover::try_it
