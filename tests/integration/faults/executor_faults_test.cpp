// SPDX-License-Identifier: Apache-2.0
// F2, F5 and F6: executors that are stopped past their lease, backends that are ended under executors and
// sweepers, and a COMMIT behind an error.
#include <csignal>
#include <future>

#include "core/pg/transaction.h"
#include "tests/integration/faults/fixture.h"
#include "tests/support/backend.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::OwnershipLost;

class ExecutorFaults : public FaultTest {
 protected:
  ExecutorFaults() { raw.exec("CREATE TABLE local_writes (key text)"); }
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  Executor executor{database.conninfo()};

  static pg::Statement local_write(const std::string& key) {
    return {"INSERT INTO public.local_writes (key) VALUES ($1::text)", pg::Params().text(key)};
  }
  std::string local_writes() { return raw.scalar("SELECT count(*) FROM local_writes"); }
};

// F2. sent: whether its request has reached the gateway when it is stopped.
class StoppedExecutor : public ExecutorFaults, public testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(Where, StoppedExecutor, testing::Bool(), [](const auto& test) {
  return std::string(test.param ? "AfterItSent" : "BeforeItSent");
});

TEST_P(StoppedExecutor, F2_SweptWhileItIsStoppedChangesNothingWhenItGoesOn) {
  const std::string conninfo = database.conninfo();
  if (!forks_may_have_threads) GTEST_SKIP() << "ThreadSanitizer cannot follow it.";
  raw.exec("SELECT pg_advisory_lock(42)");
  auto stopped = Process::forked([&] {
    Executor own(conninfo);
    const Claim claim = claimed(own, "k");
    if (GetParam() && charge("k").status != 201) return 3;
    std::printf("claimed\n");
    std::fflush(stdout);
    // Stopped here. It goes on as if nothing had happened, sends (again), and completes together with its
    // local write.
    if (!own.connection.exec("SELECT pg_catalog.pg_advisory_lock(42)")) return 4;
    const auto reply = charge("k");
    if (reply.status != 201) return 5;
    const std::array business{local_write("k")};
    const auto outcome =
        own.engine.finish_within(claim, key::State::succeeded, response_with(reply.body), business);
    return outcome && std::holds_alternative<OwnershipLost>(*outcome) ? 0 : 6;
  });
  ASSERT_TRUE(stopped.wait_for_out("claimed")) << stopped.err();
  stopped.stop();
  expire_leases(raw);
  ASSERT_EQ(swept(executor.connection).owned, 1);
  check(raw);
  if (GetParam()) {
    EXPECT_EQ(state_of(raw, "k"), "succeeded");
  } else {
    // The gateway knew nothing and dedupes: released, and the client's next try is the one that writes here.
    ASSERT_EQ(state_of(raw, "k"), "released");
    const Claim claim = claimed(executor, "k");
    const std::array business{local_write("k")};
    take<Done>(executor.engine.finish_within(claim, key::State::succeeded, response_with(charge("k").body),
                                             business));
  }
  check(raw);
  const std::string before = raw.scalar("SELECT k::text FROM onceover.keys k"), writes = local_writes();
  raw.exec("SELECT pg_advisory_unlock(42)");
  stopped.resume();
  EXPECT_EQ(stopped.wait(), (Exit{0, 0})) << stopped.err();
  EXPECT_EQ(raw.scalar("SELECT k::text FROM onceover.keys k"), before);
  EXPECT_EQ(local_writes(), writes);
  EXPECT_EQ(writes, GetParam() ? "0" : "1");
  EXPECT_EQ(effects("k"), 1);
  settle_all(conninfo);
}

TEST_F(ExecutorFaults, F5_ABackendTerminatedBetweenClaimAndCompletionCostsAReconnect) {
  const Claim claim = claimed(executor, "k");
  const auto reply = charge("k");
  raw.exec("SELECT pg_terminate_backend(" + std::to_string(test::backend_pid(executor.connection)) +
           ", 20000)");
  take<Done>(executor.engine.complete(claim, response_with(reply.body)));
  check(raw);
  settle_all(database.conninfo());
}

TEST_F(ExecutorFaults, F5_ABackendTerminatedWhileItsCompletionWaitsCompletesOnTheNext) {
  const Claim claim = claimed(executor, "k");
  const auto reply = charge("k");
  const std::string pid = std::to_string(test::backend_pid(executor.connection));
  raw.exec("BEGIN");
  raw.exec("SELECT FROM onceover.keys FOR UPDATE");
  auto completing = std::async(std::launch::async,
                               [&] { return executor.engine.complete(claim, response_with(reply.body)); });
  RawConnection other = database.connect();
  ASSERT_TRUE(eventually([&] {
    return other.scalar("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid = " +
                        pid) == "1";
  }));
  other.exec("SELECT pg_terminate_backend(" + pid + ", 20000)");
  raw.exec("COMMIT");
  take<Done>(completing.get());
  EXPECT_NE(std::to_string(test::backend_pid(executor.connection)), pid);
  check(raw);
  settle_all(database.conninfo());
}

TEST_F(ExecutorFaults, F5_ATransactionEndedForIdlingLeavesNothingAndTheNextRunsOnce) {
  raw.exec("ALTER DATABASE " + database.name() + " SET idle_in_transaction_session_timeout = '300ms'");
  Executor idle(database.conninfo());
  const Claim claim = take<Claim>(idle.engine.claim_within(request_for("k"), policy));
  const std::string pid = std::to_string(test::backend_pid(idle.connection));
  ASSERT_TRUE(eventually(
      [&] { return raw.scalar("SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid) == "0"; }));
  const std::array business{local_write("k")};
  const auto late = idle.engine.finish_within(claim, key::State::succeeded, response_with("late"), business);
  // Never Done: the transaction is gone. A new one may find no claim of ours and says so.
  EXPECT_FALSE(late && std::holds_alternative<Done>(*late));
  EXPECT_EQ(count(raw), "0");
  EXPECT_EQ(local_writes(), "0");
  raw.exec("ALTER DATABASE " + database.name() + " RESET idle_in_transaction_session_timeout");
  ASSERT_TRUE(idle.connection.reopen());
  const Claim again = take<Claim>(idle.engine.claim_within(request_for("k"), policy));
  charge("k");
  take<Done>(idle.engine.finish_within(again, key::State::succeeded, response_with("done"), business));
  EXPECT_EQ(local_writes(), "1");
  check(raw);
  settle_all(database.conninfo());
}

TEST_F(ExecutorFaults, F6_ACommitBehindAnErrorIsNotDoneAndKeepsNothing) {
  const Claim claim = take<Claim>(executor.engine.claim_within(request_for("k"), policy));
  EXPECT_FALSE(executor.connection.script("SELECT 1 / 0"));
  const std::array business{local_write("k")};
  EXPECT_FALSE(executor.engine.finish_within(claim, key::State::succeeded, response_with("no"), business));
  EXPECT_FALSE(executor.connection.in_transaction());
  // As a caller who completes within its transaction and commits by itself.
  auto transaction = pg::Transaction::begin(executor.connection, {});
  ASSERT_TRUE(transaction);
  const Claim second = take<Claim>(executor.engine.claim_within(request_for("k"), policy));
  take<Done>(executor.engine.complete_within(second, key::State::succeeded, response_with("no")));
  EXPECT_FALSE(transaction->exec("SELECT 1 / 0"));
  const auto committed = transaction->commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().kind, ErrorKind::database);
  EXPECT_EQ(count(raw), "0");
  EXPECT_EQ(local_writes(), "0");
}

TEST_F(ExecutorFaults, F5_ASweeperTerminatedWhileItAsksStrandsNothing) {
  for (int i = 0; i < 12; ++i) {
    const std::string key = "k" + std::to_string(i);
    claimed(executor, key);
    if (i % 2 == 0) charge(key);
  }
  expire_leases(raw);
  Executor sweeping(database.conninfo());
  HookedGateway hooked(gateway());
  int hooks = 0;
  std::string activity;
  hooked.before_ask = [&] {
    const std::string pid = std::to_string(test::backend_pid(sweeping.connection));
    activity = raw.scalar("SELECT state FROM pg_stat_activity WHERE pid = " + pid);
    if (++hooks == 2) raw.exec("SELECT pg_terminate_backend(" + pid + ", 20000)");
  };
  sweeper::SweepConfig config;
  config.batch = 4;
  const auto counts = sweep(sweeping.connection, hooked, config);
  EXPECT_EQ(activity, "idle");  // not in a transaction: no timeout for idling can end it while it asks
  ASSERT_FALSE(counts);
  EXPECT_TRUE(counts.error().is_connection_lost()) << counts.error().sentence();
  // the second batch, until its lease ends
  EXPECT_EQ(count(raw, "state = 'in_progress' AND holder = 'sweeper'"), "4");
  EXPECT_EQ(count(raw, "state IN ('succeeded', 'released')"), "4");
  check(raw);
  settle_all(database.conninfo());
}

class KilledBackend : public FaultTest {
 protected:
  // kill -9 of one backend makes the postmaster end them all and recover: a server of our own.
  std::unique_ptr<try_it::PrivateServer> server = own_server();
};

TEST_F(KilledBackend, F5_TakesEveryConnectionAlongAndLosesNothing) {
  install_schema(server->conninfo());
  Executor executor(server->conninfo());
  const Claim waiting = claimed(executor, "waiting");
  claimed(executor, "held");
  const auto reply = charge("waiting");
  charge("held");
  RawConnection holder(server->conninfo()), other(server->conninfo());
  holder.exec("BEGIN");
  holder.exec("SELECT FROM onceover.keys WHERE key = 'waiting' FOR UPDATE");
  const pid_t pid = test::backend_pid(executor.connection);
  auto completing = std::async(std::launch::async,
                               [&] { return executor.engine.complete(waiting, response_with(reply.body)); });
  ASSERT_TRUE(eventually([&] {
    return other.scalar("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid = " +
                        std::to_string(pid)) == "1";
  }));
  ::kill(pid, SIGKILL);
  auto outcome = completing.get();
  // While the server recovers it may have to give up, and then says that the connection is gone; never that
  // it failed.
  if (!outcome) {
    EXPECT_TRUE(outcome.error().is_connection_lost()) << outcome.error().sentence();
  }
  ASSERT_TRUE(eventually([&] {
    if (!outcome) outcome = executor.engine.complete(waiting, response_with(reply.body));
    return static_cast<bool>(outcome);
  }));
  EXPECT_TRUE(std::holds_alternative<Done>(*outcome));
  RawConnection raw(server->conninfo());
  check(raw);
  settle_all(server->conninfo());
  EXPECT_EQ(state_of(raw, "held"), "succeeded");
}

}  // namespace
}  // namespace onceover::test
