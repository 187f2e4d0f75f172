// SPDX-License-Identifier: Apache-2.0
// F9, F18 and F22: a server that crashes with commits it has not waited for, one that stops in the middle of
// a sweep, and batches of which nothing can be settled.
#include "tests/integration/faults/fixture.h"

namespace onceover::test {
namespace {

class StoppedInASweep : public FaultTest {
 protected:
  StoppedInASweep() { install_schema(server->conninfo()); }
  static std::string open_cases(RawConnection& raw) {
    return raw.scalar(
        "SELECT coalesce(string_agg(key || ': ' || reason, '; '), '') FROM onceover.cases WHERE status <> "
        "'settled'");
  }
  std::unique_ptr<try_it::PrivateServer> server = own_server();
};

TEST_F(StoppedInASweep, F18_NothingIsStrandedAndTheNextPassSettlesTheRest) {
  {
    Executor executor(server->conninfo());
    for (int i = 0; i < 30; ++i) {
      const std::string key = "k" + std::to_string(i);
      claimed(executor, key);
      if (i % 3 != 0) charge(key);
    }
    RawConnection raw(server->conninfo());
    expire_leases(raw);
  }
  Executor sweeping(server->conninfo());
  HookedGateway hooked(gateway());
  int batches = 0;
  hooked.before_ask = [&] {
    // Rows are owned and committed, the gateway is about to answer.
    if (++batches != 2) return;
    EXPECT_TRUE(server->stop(try_it::StopMode::immediate));
    EXPECT_TRUE(server->start_again());
  };
  sweeper::SweepConfig config;
  config.batch = 10;
  config.retry_budget.burst = 10'000;
  sweeper::Sweeper one(sweeping.connection, profile, hooked, config, {"sweeper", "host", "test"}, nullptr,
                       Random(1));
  int failed = 0;
  for (bool idle = false; !idle;) {
    if (!sweeping.connection.is_open()) {
      ASSERT_TRUE(sweeping.connection.reopen());
    }
    auto counts = one.run_once();
    if (counts) {
      idle = counts->is_idle();
      continue;
    }
    ASSERT_EQ(++failed, 1) << counts.error().sentence();
    EXPECT_TRUE(counts.error().is_connection_lost() || counts.error().is_retryable())
        << counts.error().sentence();
    RawConnection raw(server->conninfo());
    // Settled before, owned when the server went, never touched: the three batches.
    EXPECT_EQ(count(raw, "state IN ('succeeded', 'released')"), "10") << open_cases(raw);
    EXPECT_EQ(count(raw, "state = 'in_progress' AND holder = 'sweeper'"), "10");
    EXPECT_EQ(count(raw, "state = 'in_progress' AND holder = 'executor'"), "10");
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE holder = 'sweeper' AND locked_until <= "
                         "clock_timestamp()"),
              "0");
    check(raw);
    expire_leases(raw);  // the sweeper's lease ends
  }
  EXPECT_EQ(failed, 1);
  RawConnection raw(server->conninfo());
  EXPECT_EQ(count(raw, "state = 'in_progress'"), "0");
  EXPECT_EQ(count(raw, "state = 'succeeded'"), "20");
  EXPECT_EQ(count(raw, "state = 'released'"), "10");
  check(raw);
  settle_all(server->conninfo());
}

class CommitsNotWaitedFor : public FaultTest {
 protected:
  // Its log writer sleeps: what no commit waited for is lost in a crash.
  CommitsNotWaitedFor() { install_schema(server->conninfo()); }
  void crash() {
    ASSERT_TRUE(server->stop(try_it::StopMode::immediate));
    ASSERT_TRUE(server->start_again());
  }
  std::unique_ptr<try_it::PrivateServer> server =
      own_server({.settings = {{"synchronous_commit", "off"}, {"wal_writer_delay", "10s"}}});
};

TEST_F(CommitsNotWaitedFor, F9_ClaimsCompletionsAndSettlementsOutliveACrash) {
  Executor executor(server->conninfo());
  const auto claim = claimed(executor, "completed");
  crash();
  {
    RawConnection raw(server->conninfo());
    ASSERT_EQ(state_of(raw, "completed"), "in_progress");
  }
  take<engine::Done>(executor.engine.complete(claim, response_with(charge("completed").body)));
  crash();
  RawConnection after(server->conninfo());
  ASSERT_EQ(state_of(after, "completed"), "succeeded");
  ASSERT_TRUE(executor.connection.reopen());
  claimed(executor, "settled");
  charge("settled");
  after.exec("SET synchronous_commit = on");
  expire_leases(after);
  EXPECT_EQ(swept(executor.connection).succeeded, 1);
  crash();
  RawConnection again(server->conninfo());
  EXPECT_EQ(state_of(again, "settled"), "succeeded");
  EXPECT_EQ(again.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle'"), "1");
  check(again);
  settle_all(server->conninfo());
}

class Unsettleable : public FaultTest {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  Executor executor{database.conninfo()};

  void stuck(const std::string& key) {
    claimed(executor, key);
    charge(key);
  }
  static sweeper::SweepConfig batches_of_ten() {
    sweeper::SweepConfig config;
    config.batch = 10;
    config.retry_budget.burst = 10'000;
    // asked about once, however slow the machine is
    config.backoff_base = config.backoff_cap = std::chrono::hours(1);
    return config;
  }
};

TEST_F(Unsettleable, F22_ABatchTheGatewayCannotAnswerForIsPassedInTheSameSweep) {
  for (int i = 0; i < 10; ++i) {
    const std::string key = "stubborn" + std::to_string(i);
    stuck(key);
    for (int n = 0; n < 3; ++n)
      gateway_server().script_lookup(downstream(key), try_it::Fault::error_before_effect);
  }
  for (int i = 0; i < 5; ++i) stuck("behind" + std::to_string(i));
  expire_leases(raw);
  const auto counts = sweep(executor.connection, gateway(), batches_of_ten());
  ASSERT_TRUE(counts) << counts.error().sentence();
  EXPECT_EQ(counts->owned, 15);
  EXPECT_EQ(counts->unresolved, 10);
  EXPECT_EQ(counts->succeeded, 5);
  EXPECT_EQ(count(raw, "state = 'succeeded' AND key LIKE 'behind%'"), "5");
  // They come again when their time has come, and not before.
  EXPECT_EQ(sweep(executor.connection, gateway(), batches_of_ten())->owned, 0);
  EXPECT_EQ(
      raw.scalar(
          "SELECT count(*) FROM onceover.cases WHERE status = 'open' AND next_try_at > clock_timestamp()"),
      "10");
  check(raw);
  settle_all(database.conninfo());
  EXPECT_EQ(count(raw, "state = 'succeeded'"), "15");
}

TEST_F(Unsettleable, F22_SoManyThatTheGatewayIsLeftAloneStillDoNotHideWhatIsBehind) {
  // Six batches without one answer: the breaker opens before the walk is through.
  for (int i = 0; i < 60; ++i) {
    const std::string key = "stubborn" + std::to_string(100 + i);
    stuck(key);
    gateway_server().script_lookup(downstream(key), try_it::Fault::error_before_effect);
    gateway_server().script_lookup(downstream(key), try_it::Fault::error_before_effect);
  }
  for (int i = 0; i < 5; ++i) stuck("behind" + std::to_string(i));
  expire_leases(raw);
  // Whoever sweeps next (the breaker belongs to a process) starts from the beginning: what was asked about is
  // not due yet, so that each pass comes further.
  bool left_alone = false;
  for (int pass = 0; pass < 10 && count(raw, "state = 'succeeded'") != "5"; ++pass) {
    const auto counts = sweep(executor.connection, gateway(), batches_of_ten());
    ASSERT_TRUE(counts) << counts.error().sentence();
    left_alone = left_alone || counts->breaker_open;
  }
  EXPECT_TRUE(left_alone);
  EXPECT_EQ(raw.scalar("SELECT max(attempts) FROM onceover.cases"), "1");
  EXPECT_EQ(count(raw, "state = 'succeeded' AND key LIKE 'behind%'"), "5");
  check(raw);
  settle_all(database.conninfo());
}

TEST_F(Unsettleable, F22_RowsThatCannotBeWrittenArePassedToo) {
  for (int i = 0; i < 10; ++i) stuck("poison" + std::to_string(i));
  for (int i = 0; i < 5; ++i) stuck("zz-behind" + std::to_string(i));
  raw.exec("ALTER TABLE onceover.cases ADD CONSTRAINT refuse CHECK (key NOT LIKE 'poison%')");
  expire_leases(raw);
  const auto counts = sweep(executor.connection, gateway(), batches_of_ten());
  ASSERT_TRUE(counts) << counts.error().sentence();
  EXPECT_EQ(counts->lost, 10);
  EXPECT_EQ(counts->succeeded, 5);
  EXPECT_EQ(count(raw, "state = 'failed'"), "0");
  check(raw);
  raw.exec("ALTER TABLE onceover.cases DROP CONSTRAINT refuse");
  settle_all(database.conninfo());
}

}  // namespace
}  // namespace onceover::test
