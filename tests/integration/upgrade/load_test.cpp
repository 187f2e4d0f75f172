// SPDX-License-Identifier: Apache-2.0
// Upgrades of a store whose services claim and finish keys meanwhile. ONCEOVER_UPGRADE_ROUNDS=20 upgrades
// each version twenty times.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/schema/schema.h"
#include "tests/integration/upgrade/stores.h"
#include "tests/support/eventually.h"
#include "tests/support/patience.h"

namespace onceover::test {
namespace {

// The statements of the first services, as they prepared them.
const char* const first_claim = R"(PREPARE claim AS
INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner, locked_until, retention_s,
                                correlation_id, customer, amount, currency, reference)
SELECT $1::text, $2::text, $3::text, 'in_progress', $4::text, $5::bytea, pg_catalog.nextval('onceover.fence'), $6::text,
       pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) $7::interval, $8::bigint, $9::text, $10::text, $11::text::numeric, $12::text, $13::text
WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant OPERATOR(pg_catalog.=) $1::text AND x.operation OPERATOR(pg_catalog.=) $2::text AND x.key OPERATOR(pg_catalog.=) $3::text)
ON CONFLICT DO NOTHING
RETURNING k.fence, k.locked_until, pg_catalog.clock_timestamp(), k.created_at, pg_catalog.set_config('onceover.claim', k.fence::text, true))";
const char* const first_finish = R"(PREPARE finish AS
UPDATE onceover.keys k
SET state = $5::text, response_version = $6::bigint, response_code = $7::bigint, response_headers = $8::bytea, response_body = $9::bytea,
    error_code = $10::text, locked_until = NULL, completed_at = pg_catalog.clock_timestamp(), updated_at = pg_catalog.clock_timestamp(),
    expires_at = pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) pg_catalog.make_interval(secs => k.retention_s)
WHERE k.tenant OPERATOR(pg_catalog.=) $1::text AND k.operation OPERATOR(pg_catalog.=) $2::text AND k.key OPERATOR(pg_catalog.=) $3::text AND k.fence OPERATOR(pg_catalog.=) $4::bigint
  AND k.state OPERATOR(pg_catalog.=) 'in_progress' AND k.holder OPERATOR(pg_catalog.=) 'executor'
RETURNING k.completed_at, pg_catalog.set_config('onceover.claim', k.fence::text, true))";
const char* const first_flush = R"(PREPARE flush AS
INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n)
SELECT $1::uuid, $2::bigint, d.tenant, d.operation, d.name, NULLIF(d.bucket, '')::float8, d.n
FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS d (tenant, operation, name, bucket, n)
ON CONFLICT DO NOTHING)";

// A service of the first version on a connection of its own. Each key is claimed and finished; what is lost
// shows as an error.
class FirstService {
 public:
  FirstService(const std::string& conninfo, std::string name)
      : name_(std::move(name)),
        thread_([this, conninfo](const std::stop_token& token) { work(conninfo, token); }) {}
  std::atomic<int> done = 0;
  std::atomic<bool> failed = false;
  std::string wrong() const { return failed ? wrong_ : ""; }
  void end() {
    thread_.request_stop();
    thread_.join();
  }

 private:
  void work(const std::string& conninfo, const std::stop_token& token) {
    try {
      RawConnection raw(conninfo);
      for (const char* statement : {first_claim, first_finish, first_flush}) raw.exec(statement);
      raw.exec("SET lock_timeout = '200ms'; SET plan_cache_mode = force_generic_plan");
      for (int i = 0; !token.stop_requested(); ++i) {
        const std::string key = name_ + "-" + std::to_string(i);
        const std::string fence = patiently(raw, "EXECUTE claim('acme', 'POST /refunds', '" + key +
                                                     "', 'raw-sha256', sha256('x'), '" + name_ +
                                                     "', '30 s', 259200, 'corr', 'c', '1.00', 'EUR', 'ch')");
        patiently(raw, "EXECUTE finish('acme', 'POST /refunds', '" + key + "', " + fence +
                           ", 'succeeded', 1, 201, '', '{}', NULL)");
        if (i % 20 == 0) {
          raw.exec("EXECUTE flush(md5('" + name_ + "')::uuid, " + std::to_string(i + 1) +
                   ", ARRAY['acme'], ARRAY['POST /refunds'], ARRAY['claimed'], ARRAY[''], ARRAY[20])");
        }
        ++done;
      }
    } catch (const std::exception& error) {
      wrong_ = error.what();
      failed = true;
    }
  }
  // A migration locks the table for a moment; a service whose claim waits too long for it sends it again.
  static std::string patiently(RawConnection& raw, const std::string& sql) {
    for (;;) {
      try {
        return raw.scalar(sql);
      } catch (const std::runtime_error& error) {
        if (std::string(error.what()).find("lock timeout") == std::string::npos) throw;
      }
    }
  }

  std::string name_, wrong_;
  std::jthread thread_;
};

// It locks the table of keys, as a later migration may.
constexpr const char* next_text = "ALTER TABLE onceover.keys ADD COLUMN next text;";

void upgrade_under_load(const Dump& dump) {
  SCOPED_TRACE(dump.name);
  RestoredStore store(dump);
  const int before = std::stoi(store.raw.scalar("SELECT count(*) FROM onceover.keys"));
  FirstService one(store.as_service(), "one"), two(store.as_service(), "two");
  const auto goes_on = [&](int from_one, int from_two) {
    return eventually(
        [&] { return one.failed || two.failed || (one.done >= from_one + 30 && two.done >= from_two + 30); });
  };
  EXPECT_TRUE(goes_on(0, 0));
  upgrade(store.conninfo(), with_next(next_text));
  EXPECT_TRUE(goes_on(one.done, two.done));
  one.end();
  two.end();
  EXPECT_EQ(one.wrong() + two.wrong(), "");
  const int done = one.done + two.done;
  EXPECT_EQ(std::stoi(store.raw.scalar(
                "SELECT count(*) FROM onceover.keys WHERE owner IN ('one', 'two') AND state = 'succeeded'")),
            done);
  EXPECT_EQ(std::stoi(store.raw.scalar("SELECT count(*) FROM onceover.keys")), before + done);
  // Counted before, meanwhile and after, and rolled up as one.
  store.raw.exec("SELECT onceover.roll_up_counters()");
  EXPECT_EQ(
      store.raw.scalar(
          "SELECT sum(h.n) FROM onceover.counter_hours h JOIN onceover.counter_series s ON s.id = h.series "
          "WHERE s.grouped = 'all' AND s.name = 'claimed' AND h.at > now() - interval '2 hours'"),
      std::to_string(20 * (((one.done + 19) / 20) + ((two.done + 19) / 20))));
}

TEST(UpgradeUnderLoad, ServicesOfTheFirstVersionGoOn) {
  for (const Dump& dump : dumps()) {
    for (int i = 0; i < upgrade_rounds(); ++i) upgrade_under_load(dump);
  }
}

// A migration that waits for its table holds up all who come after it, so it must not wait for long.
TEST(UpgradeUnderLoad, ALongTransactionOfAServiceHoldsUpTheMigrationAndNoClaim) {
  RestoredStore store(dumps().back());
  store.raw.exec(
      "BEGIN; INSERT INTO onceover.keys (tenant, operation, key, fence, state, fingerprint_kind, "
      "fingerprint) VALUES ('t', 'o', 'long', 1, 'in_progress', 'raw-sha256', sha256('x'))");
  std::jthread installer([&] { EXPECT_NO_THROW(upgrade(store.conninfo(), with_next(next_text))); });
  auto watcher = store.database.connect();
  ASSERT_TRUE(eventually([&] {
    return watcher.scalar(
               "SELECT count(*) FROM pg_locks WHERE relation = 'onceover.keys'::regclass AND NOT granted") !=
           "0";
  }));
  auto service = open_store(store.as_service());
  engine::Engine engine(service, nullptr);
  const auto began = Steady::now();
  EXPECT_TRUE(eventually([&] {
    const auto claimed =
        engine.claim({{"acme", "POST /refunds", "short"}, key::fingerprint_raw("x"), "test", "", {}}, {});
    EXPECT_TRUE(claimed || claimed.error().is_retryable()) << claimed.error().sentence();
    // a claim that waits is told that the key is in flight
    return claimed && std::holds_alternative<engine::Claim>(*claimed);
  }));
  EXPECT_LT(Steady::now() - began, test::well_before_half_a_minute);
  EXPECT_EQ(watcher.scalar("SELECT max(version) FROM onceover.schema_version"),
            std::to_string(dumps().back().version));
  store.raw.exec("COMMIT");
  installer.join();
  auto connection = open_store(store.conninfo());
  EXPECT_EQ(schema::status(connection, with_next(next_text))->fit, schema::Fit::current);
}

TEST(UpgradeUnderLoad, AMigrationGivesUpAfterAMinuteAndCanBeRunAgain) {
  if (upgrade_rounds() == 1) GTEST_SKIP() << "It waits for a minute: set ONCEOVER_UPGRADE_ROUNDS=2.";
  RestoredStore store(dumps().back());
  store.raw.exec("BEGIN; LOCK TABLE onceover.keys IN ROW EXCLUSIVE MODE");
  auto connection = open_store(store.conninfo());
  const auto refused = schema::install(connection, with_next(next_text));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::busy);
  EXPECT_NE(refused.error().not_done.find("version " + std::to_string(dumps().back().version)),
            std::string::npos)
      << refused.error().sentence();
  store.raw.exec("COMMIT");
  EXPECT_TRUE(schema::install(connection, with_next(next_text)));
}

}  // namespace
}  // namespace onceover::test
