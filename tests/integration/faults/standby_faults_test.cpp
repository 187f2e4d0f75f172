// SPDX-License-Identifier: Apache-2.0
// F7, F8 and F10: a synchronous standby that is gone while a commit waits for it, a failover that loses an
// acknowledged claim, and a DSN that points at a standby.
#include <atomic>
#include <future>

#include "core/browse/browser.h"
#include "core/schema/schema.h"
#include "tests/integration/faults/fixture.h"
#include "tests/support/settle_own.h"
#include "tests/support/standby.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::Engine;
using engine::OwnershipLost;

// Ends the wait of every commit for the standby, as long as it lives.
class EndsWaits {
 public:
  EndsWaits(const std::string& conninfo, const std::string& by)
      : thread_([this, conninfo,
                 statement = "SELECT " + by + "(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"] {
          RawConnection raw(conninfo);
          while (!over_ && !eventually([&] {
            ended_ += static_cast<int>(raw.exec(statement).size());
            return over_.load();
          }))
            ;
        }) {}
  ~EndsWaits() { (void)finish(); }
  EndsWaits(const EndsWaits&) = delete;
  EndsWaits& operator=(const EndsWaits&) = delete;
  // How many waits it has ended.
  int finish() {
    over_ = true;
    if (thread_.joinable()) thread_.join();
    return ended_;
  }

 private:
  std::atomic<bool> over_ = false;
  int ended_ = 0;
  std::thread thread_;
};

// F7: a primary whose one synchronous standby was there and is gone.
class UnconfirmedCommit : public FaultTest {
 protected:
  static void SetUpTestSuite() {
    primary = own_server();
    install_schema(primary->conninfo());
    RawConnection raw(primary->conninfo());
    raw.exec("CREATE TABLE local_writes (key text)");
    Standby standby(*primary);
    raw.exec("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    raw.exec("SELECT pg_reload_conf()");
    if (!eventually([&] {
          return raw.scalar("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1";
        }))
      throw std::runtime_error("the standby is not synchronous");
    // While it is there, everything is confirmed and nobody is warned.
    Executor executor(primary->conninfo());
    const Claim claim = take<Claim>(executor.engine.claim(request_for("confirmed"), {}));
    confirmed = claim.unconfirmed + take<Done>(executor.engine.release(claim, std::nullopt)).unconfirmed;
    standby.stop();
  }
  static void TearDownTestSuite() { primary.reset(); }

  void SetUp() override {
    raw.exec("SET synchronous_commit = local");  // what a test writes itself waits for nobody
    raw.tamper("DELETE FROM onceover.keys");
  }
  void TearDown() override { check(raw); }

  // The call, while every wait for the standby is ended so. The warning must have been needed: a wait was
  // ended.
  template <class Act>
  auto while_waits_end(const std::string& by, Act act) {
    EndsWaits waits(primary->conninfo(), by);
    auto outcome = act();
    EXPECT_GT(waits.finish(), 0) << "nothing waited for the standby";
    return outcome;
  }
  static pg::Statement local_write(const std::string& key) {
    return {"INSERT INTO public.local_writes (key) VALUES ($1::text)", pg::Params().text(key)};
  }
  static bool warns(const std::string& unconfirmed) {
    return unconfirmed.find("Committed here, but not confirmed by the standby") != std::string::npos;
  }
  // An executor that claimed, may have charged, and died; written without waiting for the standby.
  void stuck(const std::string& key, bool charged) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "locked_until, customer, amount, currency, reference) VALUES ('acme', 'POST /refunds', $1, "
        "'in_progress', nextval('onceover.fence'), 'jcs-sha256', $2::bytea, clock_timestamp() - interval '1 "
        "min', 'c_1', 10.00, 'EUR', 'ch_1')",
        {key, "\\x" + fingerprint_hex(key)});
    if (charged) charge(key);
  }
  static std::string fingerprint_hex(const std::string& key) {
    const auto digest = request_for(key).fingerprint.digest;
    return to_hex(std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
  }

  static inline std::unique_ptr<try_it::PrivateServer> primary;
  static inline std::string confirmed;
  RawConnection raw{primary->conninfo()};
};

class UnconfirmedEngine : public UnconfirmedCommit, public testing::WithParamInterface<const char*> {
 protected:
  Executor executor{primary->conninfo()};
  template <class Act>
  auto act(Act body) {
    return while_waits_end(GetParam(), body);
  }
};
INSTANTIATE_TEST_SUITE_P(Ways, UnconfirmedEngine,
                         testing::Values("pg_cancel_backend", "pg_terminate_backend"), [](const auto& test) {
                           return std::string(test.param == std::string("pg_cancel_backend") ? "Cancelled"
                                                                                             : "Terminated");
                         });

TEST_P(UnconfirmedEngine, F7_AClaimAndItsCompletionCountAndSaySo) {
  EXPECT_EQ(confirmed, "");
  const auto claim = take<Claim>(act([&] { return executor.engine.claim(request_for("k"), policy); }));
  EXPECT_PRED1(warns, claim.unconfirmed);
  EXPECT_EQ(state_of(raw, "k"), "in_progress");
  const auto reply = charge("k");
  const auto done =
      take<Done>(act([&] { return executor.engine.complete(claim, response_with(reply.body)); }));
  EXPECT_PRED1(warns, done.unconfirmed);
  EXPECT_EQ(state_of(raw, "k"), "succeeded");
  EXPECT_EQ(effects("k"), 1);
  check_replays(raw, executor);  // a replay writes nothing, so it waits for nobody
}

// Of a cancelled wait alone: a renewal that cannot be found by reading is made again, and would be terminated
// again.
TEST_F(UnconfirmedCommit, F7_ARenewalSaysSo) {
  Executor executor(primary->conninfo());
  const auto claim = take<Claim>(
      while_waits_end("pg_cancel_backend", [&] { return executor.engine.claim(request_for("k"), policy); }));
  const auto renewed = take<Done>(while_waits_end(
      "pg_cancel_backend", [&] { return executor.engine.renew(claim, std::chrono::minutes(5)); }));
  EXPECT_PRED1(warns, renewed.unconfirmed);
  EXPECT_TRUE(renewed.locked_until.has_value());
}

TEST_P(UnconfirmedEngine, F7_AReleaseSaysSo) {
  const auto claim = take<Claim>(act([&] { return executor.engine.claim(request_for("k"), policy); }));
  const auto done = take<Done>(
      act([&] { return executor.engine.release(claim, claim.created_at + std::chrono::hours(1)); }));
  EXPECT_PRED1(warns, done.unconfirmed);
  EXPECT_EQ(state_of(raw, "k"), "released");
}

TEST_P(UnconfirmedEngine, F7_LocalWritesAreMadeOnceAndSaySo) {
  raw.exec("TRUNCATE local_writes");
  const std::array business{local_write("k")};
  charge("known");
  const auto executed = take<Engine::Executed>(act([&] {
    return executor.engine.run_known(request_for("known"), policy, key::State::succeeded,
                                     response_with("done"), business);
  }));
  EXPECT_PRED1(warns, executed.unconfirmed);
  const Claim claim = take<Claim>(executor.engine.claim_within(request_for("within"), policy));
  charge("within");
  const auto done = take<Done>(act([&] {
    return executor.engine.finish_within(claim, key::State::succeeded, response_with("done"), business);
  }));
  EXPECT_PRED1(warns, done.unconfirmed);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM local_writes"), "2");
}

TEST_F(UnconfirmedCommit, F7_OurOwnDeadlineEndsTheWaitAndIsToldToo) {
  Executor impatient(primary->conninfo(), true, std::chrono::seconds(1));
  policy.rival_wait = std::chrono::seconds(30);  // until the cancelled commit has let go of the row
  const auto claim = take<Claim>(impatient.engine.claim(request_for("k"), policy));
  EXPECT_PRED1(warns, claim.unconfirmed);
  EXPECT_EQ(state_of(raw, "k"), "in_progress");
}

TEST_F(UnconfirmedCommit, F7_ASettlementSaysSo) {
  stuck("k", true);
  Executor person(primary->conninfo());
  auto row = reconcile::read(person.connection, profile, request_for("k").id);
  ASSERT_TRUE(row && *row);
  const auto asked = reconcile::ask(gateway(), {**row}, (*row)->updated_at,
                                    {Steady::now() + std::chrono::seconds(10), 8, false})
                         .front();
  const auto flow = take<reconcile::RowSettled>(while_waits_end("pg_cancel_backend", [&] {
    return settle_own(person.connection, &gateway(), **row, wish_for(asked.verdict, "on call"), alice);
  }));
  EXPECT_PRED1(warns, flow.unconfirmed);
  EXPECT_EQ(state_of(raw, "k"), "succeeded");
}

TEST_F(UnconfirmedCommit, F7_ASettlementWhoseBackendWasTerminatedIsFoundAndSaysSo) {
  stuck("k", true);
  Executor person(primary->conninfo());
  auto row = reconcile::read(person.connection, profile, request_for("k").id);
  ASSERT_TRUE(row && *row);
  const auto owned = take<reconcile::Owned>(while_waits_end("pg_terminate_backend", [&] {
    return reconcile::own(person.connection, profile, reconcile::fenced(**row), std::chrono::minutes(1),
                          alice, "on call");
  }));
  EXPECT_PRED1(warns, owned.unconfirmed);
  const auto asked = reconcile::ask(gateway(), {owned.row}, owned.row.updated_at,
                                    {Steady::now() + std::chrono::seconds(10), 8, false})
                         .front();
  const auto settled = take<reconcile::Settled>(while_waits_end("pg_terminate_backend", [&] {
    return reconcile::settle(person.connection, profile,
                             reconcile::settlement_for(owned.row, asked, "on call", Duration{0}), alice, "");
  }));
  EXPECT_PRED1(warns, settled.unconfirmed);
  EXPECT_EQ(settled.after.state, key::State::succeeded);
}

TEST_F(UnconfirmedCommit, F7_ASweepLogsAndCountsIt) {
  stuck("done", true);
  stuck("lost", false);
  Executor sweeping(primary->conninfo());
  std::string logged;
  auto counts = while_waits_end("pg_cancel_backend", [&] {
    return sweep(sweeping.connection, gateway(), {}, [&](const LogRecord& record) {
      if (record.level == LogLevel::warning) logged += record.message;
    });
  });
  ASSERT_TRUE(counts) << counts.error().sentence();
  EXPECT_EQ(counts->unconfirmed, 2);  // owning, and settling
  EXPECT_PRED1(warns, logged);
  EXPECT_EQ(counts->succeeded + counts->released, 2);
}

TEST_F(UnconfirmedCommit, F7_OncectlSaysItOnStderrAndInJson) {
  stuck("k", true);
  const auto ran = while_waits_end("pg_cancel_backend", [&] {
    return run_oncectl({"--json", "--dsn", primary->conninfo(), "--gateway", gateway_path(), "settle", "k",
                        "--reason", "on call"});
  });
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_PRED1(warns, ran.err);
  EXPECT_NE(ran.out.find("\"unconfirmed\""), std::string::npos) << ran.out;
  EXPECT_EQ(state_of(raw, "k"), "succeeded");
}

class Failover : public FaultTest {
 protected:
  Failover() { install_schema(primary->conninfo()); }
  std::unique_ptr<try_it::PrivateServer> primary = own_server();
};

TEST_F(Failover, F8_AClaimLostWithThePrimaryIsClaimedAgainAndChargesOnce) {
  Standby standby(*primary);
  Executor first(primary->conninfo());
  ASSERT_TRUE(serve(first, "before"));
  standby.wait_caught_up();
  standby.cut_off();
  const Claim lost = claimed(first, "k");  // acknowledged by the primary alone
  ASSERT_EQ(charge("k").status, 201);
  ASSERT_TRUE(primary->stop(try_it::StopMode::immediate));
  standby.promote();
  RawConnection raw(standby.conninfo());
  EXPECT_EQ(state_of(raw, "before"), "succeeded");
  EXPECT_EQ(state_of(raw, "k"), "none");
  check(raw);
  // Its executor lives on and finds the new primary: it owns nothing there.
  Executor second(standby.conninfo());
  take<OwnershipLost>(second.engine.complete(lost, response_with("late")));
  EXPECT_EQ(state_of(raw, "k"), "none");
  // The client tries again: another claim, the same downstream key.
  const Claim again = claimed(second, "k");
  EXPECT_FALSE(again.taken_over);
  const auto reply = charge("k");
  EXPECT_EQ(reply.status, 201);
  take<Done>(second.engine.complete(again, response_with(reply.body)));
  EXPECT_EQ(effects("k"), 1);
  EXPECT_EQ(gateway_server().ledger().totals().keys_with_more_than_one, 0);
  settle_all(standby.conninfo());
}

TEST_F(Failover, F10_AStandbyIsReadAndEveryWriterRefusesIt) {
  RawConnection there(primary->conninfo());
  {
    Executor executor(primary->conninfo());
    ASSERT_TRUE(serve(executor, "done"));
    claimed(executor, "stuck");
    expire_leases(there);
  }
  Standby standby(*primary);
  standby.wait_caught_up();
  Executor executor(standby.conninfo());
  pg::Connection& connection = executor.connection;
  const audit::Actor actor{"alice", "desk", "test"};

  const auto refused = [](const auto& outcome, const char* what) {
    ASSERT_FALSE(outcome) << what;
    EXPECT_EQ(outcome.error().kind, ErrorKind::read_only) << what << ": " << outcome.error().sentence();
    EXPECT_NE(outcome.error().next.find("primary"), std::string::npos)
        << what << ": " << outcome.error().sentence();
  };
  const Claim foreign{request_for("stuck").id, request_for("stuck").fingerprint, 2, "x", {}, {}};
  const key::StoredResponse response = response_with("x");
  refused(executor.engine.claim(request_for("new"), policy), "claim");
  refused(executor.engine.run_known(request_for("new"), policy, key::State::succeeded, response, {}),
          "run_known");
  refused(executor.engine.complete(foreign, response), "complete");
  refused(executor.engine.fail(foreign, response, "x"), "fail");
  refused(executor.engine.release(foreign, Timestamp::infinity()), "release");
  refused(executor.engine.renew(foreign, std::chrono::seconds(30)), "renew");
  refused(executor.engine.finish_within(foreign, key::State::succeeded, response, {}), "finish_within");
  refused(executor.engine.claim_within(request_for("new"), policy), "claim_within");
  connection.roll_back();
  auto row = reconcile::read(connection, profile, request_for("stuck").id);
  ASSERT_TRUE(row && *row);
  refused(
      reconcile::own(connection, profile, reconcile::fenced(**row), std::chrono::seconds(60), actor, "why"),
      "own");
  reconcile::Settlement settlement;
  settlement.id = request_for("stuck").id;
  settlement.fence = (*row)->fence;
  settlement.reason = "why";
  refused(reconcile::settle(connection, profile, settlement, actor, ""), "settle");
  refused(reconcile::settle_batch(connection, profile, {settlement}, actor, {}), "settle_batch");
  refused(reconcile::own_due(connection, profile, {}, {}, actor), "own_due");
  refused(sweep(connection, gateway()), "sweep");
  refused(sweeper::reap(connection, {}, nullptr), "reap");
  refused(reconcile::set_stop_switch(connection, true, "why", actor), "stop switch");
  refused(schema::install(connection), "schema install");

  browse::Browser browser(connection, profile);
  auto page = browser.page({});
  ASSERT_TRUE(page) << page.error().sentence();
  EXPECT_EQ(page->rows.size(), 2u);
  auto fit = schema::status(connection);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->is_standby);

  const auto ctl = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--json", "--dsn", standby.conninfo(), "--gateway", gateway_path()});
    return run_oncectl(words);
  };
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"settle", "stuck", "--reason", "why"},
                                             {"sweep"},
                                             {"reap"},
                                             {"stop", "--reason", "why"},
                                             {"start", "--reason", "why"},
                                             {"schema", "install"}}) {
    const auto ran = ctl(words);
    EXPECT_EQ(ran.code, 1) << words[0];
    EXPECT_NE(ran.err.find("\"read_only\""), std::string::npos) << words[0] << ran.err;
    EXPECT_NE(ran.err.find("primary"), std::string::npos) << words[0] << ran.err;
  }
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"keys", "list"}, {"stuck"}, {"stats"}, {"ask", "stuck"}, {"sweep", "--dry-run"}}) {
    const auto ran = ctl(words);
    EXPECT_TRUE(ran.code == 0 || ran.code == (words[0] == "ask" ? 5 : 3))
        << words[0] << ' ' << ran.code << ran.err;
  }
  // Nothing is here, and the primary may have some.
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"audit"}, {"reap", "--dry-run"}}) {
    const auto ran = ctl(words);
    EXPECT_EQ(ran.code, 13) << words[0] << ran.err;
    EXPECT_NE(ran.err.find("standby"), std::string::npos) << words[0] << ran.err;
  }
  const auto said = ctl({"schema", "status"});
  EXPECT_NE(said.out.find("\"standby\""), std::string::npos) << said.out;
  standby.wait_caught_up();
  EXPECT_EQ(count(there), "2");
  EXPECT_EQ(there.scalar("SELECT count(*) FROM onceover.audit"), "0");
  check(there);
  settle_all(primary->conninfo());
}

}  // namespace
}  // namespace onceover::test
