// SPDX-License-Identifier: Apache-2.0
// F15: PgBouncer in transaction mode, one connection for everybody: what one client leaves behind, the next
// would find.
#include <thread>

#include "core/browse/browser.h"
#include "core/metrics/flusher.h"
#include "tests/integration/faults/fixture.h"
#include "tests/support/pgbouncer.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;

class PoolerFaults : public FaultTest {
 protected:
  void SetUp() override {
    if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
    bouncer.emplace(shared_server());
    pooled.emplace(bouncer->conninfo(database.name()));
    before = session();
  }
  std::string conninfo() const { return bouncer->conninfo(database.name()); }

  // What the server's one session carries from a client to the next, as the next one sees it. current_setting
  // knows nothing of the names that PgBouncer itself keeps apart for each client.
  std::string session() {
    return pooled->scalar(
               "SELECT coalesce(string_agg(name || '=' || setting, ' ' ORDER BY name), '') FROM pg_settings "
               "WHERE source = 'session' AND name NOT IN ('client_encoding', 'application_name', "
               "'DateStyle', 'TimeZone', 'standard_conforming_strings')") +
           " | statements: " + pooled->scalar("SELECT count(*) FROM pg_prepared_statements") +
           " | cursors: " + pooled->scalar("SELECT count(*) FROM pg_cursors WHERE name <> ''") +
           " | listens: " + pooled->scalar("SELECT count(*) FROM pg_listening_channels()") +
           " | tables: " + pooled->scalar("SELECT count(*) FROM pg_class WHERE relpersistence = 't'") +
           " | locks: " + pooled->scalar("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") +
           " | claim: " +
           pooled->scalar(
               "SELECT coalesce(current_setting('onceover.claim', true), '') || "
               "coalesce(current_setting('onceover.lock_timeout', true), '')") +
           " | path: " + pooled->scalar("SHOW search_path") +
           " | commit: " + pooled->scalar("SHOW synchronous_commit") +
           " | lock_timeout: " + pooled->scalar("SHOW lock_timeout") +
           " | statement_timeout: " + pooled->scalar("SHOW statement_timeout") +
           " | only reads: " + pooled->scalar("SHOW transaction_read_only");
  }
  void expect_nothing_left(const char* by) { EXPECT_EQ(session(), before) << by; }

  TestDatabase database{installed_schema()};
  std::optional<PgBouncer> bouncer;
  std::optional<RawConnection> pooled;
  std::string before;
};

TEST_F(PoolerFaults, F15_TheEnginesWholeLifeLeavesNothingInTheSession) {
  Executor one(conninfo(), false), other(conninfo(), false);
  RawConnection raw = database.connect();
  raw.exec("CREATE TABLE local_writes (key text)");
  const Claim claim = claimed(one, "k");
  expect_nothing_left("claim");
  take<key::InFlight>(other.engine.claim(request_for("k"), policy));
  take<Done>(one.engine.renew(claim, std::chrono::minutes(5)));
  expect_nothing_left("renew");
  take<Done>(one.engine.complete(claim, response_with(charge("k").body)));
  expect_nothing_left("complete");
  take<engine::Replay>(other.engine.claim(request_for("k"), policy));
  expect_nothing_left("replay");
  const Claim refused = claimed(other, "refused");
  gateway_server().script(downstream("refused"), try_it::Fault::declined);
  EXPECT_EQ(charge("refused").status, 402);
  take<Done>(other.engine.fail(refused, response_with("no", 402), "PROVIDER.refused"));
  expect_nothing_left("fail");
  take<Done>(one.engine.release(claimed(one, "released"), std::nullopt));
  expect_nothing_left("release");
  const std::array business{pg::Statement{"INSERT INTO public.local_writes VALUES ('x')", {}}};
  charge("known");
  take<engine::Engine::Executed>(one.engine.run_known(request_for("known"), policy, key::State::succeeded,
                                                      response_with("done"), business));
  expect_nothing_left("run_known");
  take<engine::Replay>(Result<engine::Engine::KnownOutcome>(other.engine.run_known(
      request_for("known"), policy, key::State::succeeded, response_with("done"), business)));
  expect_nothing_left("run_known of a finished key");
  const Claim within = take<Claim>(one.engine.claim_within(request_for("within"), policy));
  charge("within");
  take<Done>(one.engine.finish_within(within, key::State::succeeded, response_with("done"), business));
  expect_nothing_left("claim_within and finish_within");
  take<Claim>(one.engine.claim_within(request_for("rolled back"), policy));
  one.connection.roll_back();
  expect_nothing_left("a rolled-back claim");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM local_writes"), "2");
  check(raw);
  check_replays(raw, one);
}

TEST_F(PoolerFaults, F15_TwoClientsAtOnceExecuteEachKeyOnce) {
  const int keys = 20 * fault_rounds();
  const auto client = [&] {
    Executor mine(conninfo(), false);
    for (int i = 0; i < keys; ++i) (void)serve(mine, "k" + std::to_string(i));
  };
  std::thread one(client), other(client);
  one.join();
  other.join();
  RawConnection raw = database.connect();
  EXPECT_EQ(count(raw), std::to_string(keys));
  for (int i = 0; i < keys; ++i) EXPECT_EQ(effects("k" + std::to_string(i)), 1) << i;
  expect_nothing_left("two clients");
  check(raw);
  settle_all(database.conninfo());
}

TEST_F(PoolerFaults, F15_SweeperReaperReaderAndCountersLeaveNothing) {
  Executor executor(conninfo(), false);
  for (int i = 0; i < 7; ++i) claimed(executor, "k" + std::to_string(i));
  for (int i = 0; i < 4; ++i) charge("k" + std::to_string(i));
  RawConnection raw = database.connect();
  expire_leases(raw);
  const auto counts = swept(executor.connection);
  EXPECT_EQ(counts.succeeded, 4);
  EXPECT_EQ(counts.released, 3);
  expect_nothing_left("sweep");
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s' WHERE key = 'k6'");
  const auto reaped = sweeper::reap(executor.connection, {}, nullptr);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(reaped->reaped, 1);
  expect_nothing_left("reap");
  browse::Browser browser(executor.connection, profile);
  const auto page = browser.page({});
  ASSERT_TRUE(page) << page.error().sentence();
  EXPECT_EQ(page->rows.size(), 6u);
  ASSERT_TRUE(browser.state_counts());
  ASSERT_TRUE(browser.find("k1"));
  ASSERT_TRUE(browser.detail(request_for("k1").id));
  ASSERT_TRUE(browser.why(request_for("k1").id, "body"));
  ASSERT_TRUE(browser.who_locks(request_for("k1").id));
  expect_nothing_left("reading");
  for (const bool stopped : {true, false}) {
    const auto set = reconcile::set_stop_switch(executor.connection, stopped, "why", alice);
    ASSERT_TRUE(set) << set.error().sentence();
    EXPECT_TRUE(*set);
  }
  expect_nothing_left("stop switch");
  EXPECT_TRUE(metrics::flush(executor.connection, "00000000-0000-4000-8000-000000000001", 1,
                             executor.counters.take()));
  expect_nothing_left("counters");
  check(raw);
  settle_all(database.conninfo());
}

TEST_F(PoolerFaults, F15_OncectlWorksThroughItAndLeavesNothing) {
  RawConnection raw = database.connect();
  Executor direct(database.conninfo());
  for (const char* key : {"a", "b", "c"}) claimed(direct, key);
  charge("a");
  charge("b");
  expire_leases(raw);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"schema", "status"},
                                             {"keys", "list"},
                                             {"keys", "show", "a"},
                                             {"stuck"},
                                             {"ask", "a"},
                                             {"settle", "a", "--reason", "on call"},
                                             {"sweep", "--dry-run"},
                                             {"sweep"},
                                             {"reap"},
                                             {"stats"},
                                             {"audit"},
                                             {"stop", "--reason", "why"},
                                             {"start", "--reason", "why"}}) {
    std::vector<std::string> argv{"--json", "--dsn", conninfo(), "--gateway", gateway_path()};
    argv.insert(argv.end(), words.begin(), words.end());
    const auto ran = run_oncectl(argv);
    EXPECT_EQ(ran.code, 0) << words[0] << ' ' << ran.err;
    expect_nothing_left(words[0].c_str());
  }
  EXPECT_EQ(state_of(raw, "a"), "succeeded");
  EXPECT_EQ(state_of(raw, "b"), "succeeded");
  EXPECT_EQ(state_of(raw, "c"), "released");
  check(raw);
  settle_all(database.conninfo());
}

}  // namespace
}  // namespace onceover::test
