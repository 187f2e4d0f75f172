// SPDX-License-Identifier: Apache-2.0
// Each version that a store may have is upgraded with its data: nothing of it changes, the schema becomes as
// a new one, and the store works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/audit/verify.h"
#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/key/identity.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/sweeper/reaper.h"
#include "core/sweeper/sweeper.h"
#include "tests/integration/upgrade/stores.h"
#include "tests/support/fake_gateway.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

class UpgradedStore : public testing::TestWithParam<Dump> {
 protected:
  RestoredStore store{GetParam()};
  RawConnection& raw = store.raw;

  static engine::Request request(const std::string& key) {
    return {{"acme", "POST /refunds", key},
            key::fingerprint_raw(key),
            "test",
            "corr",
            {"c_1", "10.00", "EUR", "ch_1"}};
  }
};

const std::map<std::string, std::string>& catalog_of_a_new_store() {
  static const auto wanted = [] {
    TestDatabase fresh(installed_schema());
    auto raw = fresh.connect();
    return catalog(raw);
  }();
  return wanted;
}

TEST_P(UpgradedStore, HasItsDataAndTheSchemaOfANewOneAndWorks) {
  {
    // A service that was upgraded before its store.
    auto early = open_store(store.as_service());
    engine::Engine engine(early, nullptr);
    const auto claimed = engine.claim(request("early"), {});
    ASSERT_TRUE(claimed) << claimed.error().sentence() << claimed.error().detail;
    EXPECT_TRUE(engine.complete(std::get<engine::Claim>(*claimed), {key::response_version, 201, {}, "{}"}));
  }
  const auto before = contents(raw);
  upgrade(store.conninfo());
  auto after = contents(raw, before);
  EXPECT_EQ(after.at("schema_version").rows.size(), static_cast<std::size_t>(sql::migration_count));
  after.at("schema_version") = before.at("schema_version");
  for (const auto& [table, was] : before) {
    EXPECT_FALSE(was.rows.empty()) << table << ": the dump has no row of it, so that nothing is shown";
    EXPECT_EQ(after.at(table).rows, was.rows) << table;
  }

  const auto& wanted = catalog_of_a_new_store();
  auto have = catalog(raw);
  EXPECT_GT(wanted.size(), 400U);
  for (const auto& [name, text] : wanted) {
    EXPECT_TRUE(have[name] == text) << name << "\nhere: " << have[name] << "\nnew:  " << text;
  }
  for (const auto& [name, text] : have) {
    EXPECT_TRUE(wanted.contains(name)) << name << " is in no new store";
  }

  // Rights that a service had before are enough for it.
  auto service = open_store(store.as_service());
  engine::Engine engine(service, nullptr);
  const engine::OperationPolicy policy{};
  const auto claimed = engine.claim(request("new"), policy);
  ASSERT_TRUE(claimed) << claimed.error().sentence() << claimed.error().detail;
  ASSERT_TRUE(std::holds_alternative<engine::Claim>(*claimed));
  const auto completed =
      engine.complete(std::get<engine::Claim>(*claimed), {key::response_version, 201, {}, "{}"});
  ASSERT_TRUE(completed) << completed.error().sentence() << completed.error().detail;
  const auto replayed = engine.claim(request("finished"), policy);
  ASSERT_TRUE(replayed) << replayed.error().sentence();
  ASSERT_TRUE(std::holds_alternative<engine::Replay>(*replayed));
  EXPECT_EQ(std::get<engine::Replay>(*replayed).response.body, R"({"refund":"finished"})");
  const auto waits = engine.claim(request("stuck"), policy);
  ASSERT_TRUE(waits);
  EXPECT_TRUE(std::holds_alternative<key::AwaitingReconciliation>(*waits));
  const auto alive = engine.claim(request("running"), policy);
  ASSERT_TRUE(alive);
  EXPECT_TRUE(std::holds_alternative<key::InFlight>(*alive));
  const auto again = engine.claim(request("released"), policy);
  ASSERT_TRUE(again) << again.error().sentence();
  EXPECT_TRUE(std::holds_alternative<engine::Claim>(*again));

  // What the sweeper finds at the gateway is written, with a case and an audit row in its chain.
  auto owner = open_store(store.conninfo());
  FakeGateway gateway;
  gateway.declared.dedupe_window = std::chrono::hours(24 * 36500);
  gateway.perform(key::downstream_key({"acme", "POST /refunds", "stuck"}, "refund"), "40");
  sweeper::Sweeper sweeper(owner, tables::own(), gateway, {}, {"sweeper", "host", "onceover-test"}, nullptr,
                           Random(1));
  const auto swept = sweeper.run_once();
  ASSERT_TRUE(swept) << swept.error().sentence() << swept.error().detail;
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys WHERE key = 'stuck'"), "succeeded");
  EXPECT_EQ(raw.scalar("SELECT status FROM onceover.cases WHERE key = 'stuck'"), "settled");
  const auto settled = engine.claim(request("stuck"), policy);
  ASSERT_TRUE(settled);
  EXPECT_TRUE(std::holds_alternative<engine::Replay>(*settled));

  const auto reaped = sweeper::reap(owner, {}, nullptr);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  // The second has its bound still: its registered gateway deduplicates no more, whatever the sweeper's
  // description says.
  EXPECT_EQ(reaped->reaped, 2);
  EXPECT_EQ(
      raw.scalar(
          "SELECT count(*) FROM onceover.keys WHERE key IN ('past its window', 'released, never retried')"),
      "0");

  const auto sealed = audit::seal(owner);
  EXPECT_TRUE(sealed) << sealed.error().sentence();
  const auto verified = audit::verify(owner);
  ASSERT_TRUE(verified) << verified.error().sentence();
  EXPECT_TRUE(verified->is_sound()) << verified->found;
  EXPECT_EQ(std::to_string(verified->rows), raw.scalar("SELECT count(*) FROM onceover.audit"));
  EXPECT_GT(verified->rows, 4);

  // Or the check above could not fail.
  raw.tamper("UPDATE onceover.audit SET reason = 'forged' WHERE id = 1");
  EXPECT_FALSE(audit::verify(owner)->is_sound());
}

INSTANTIATE_TEST_SUITE_P(EachVersion, UpgradedStore, testing::ValuesIn(dumps()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace onceover::test
