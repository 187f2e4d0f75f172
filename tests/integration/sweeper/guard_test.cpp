// SPDX-License-Identifier: Apache-2.0
// What keeps sweepers and the reaper out of each other's way and of everybody's: each rule by itself.
#include <thread>

#include "tests/integration/reconcile/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::test {
namespace {

class SweepGuardTest : public StuckTest {
 protected:
  static sweeper::SweepConfig eager(retry::BudgetConfig budget) {
    sweeper::SweepConfig config;
    config.backoff_base = config.backoff_cap = std::chrono::microseconds(1);
    config.retry_budget = budget;
    return config;
  }
  void answer_pending() {
    gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::pending, "processing"); };
  }
};

// As in F3, but the second sweeper has only taken the key over: its evidence is still to come, and the first
// one's is old.
TEST_F(SweepGuardTest, ASweeperThatPausedWritesNothingOverAnothersOwning) {
  stuck("k");
  auto other = open_or_throw(database.conninfo());
  gateway.before_answer = [&](const auto&) {
    expire_lease("k");
    const auto due = reconcile::own_due(other, profile, {}, {}, {"sweeper-2", "host", "onceover-test"});
    ASSERT_TRUE(due) << due.error().sentence();
    ASSERT_EQ(due->size(), 1U);
  };
  const auto counts = sweep();
  EXPECT_EQ(counts.lost, 1);
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(row("k").owner, "sweeper-2@host/onceover-test");
}

TEST_F(SweepGuardTest, KeysOfOneMomentAreAllReachedBatchByBatch) {
  for (int i = 0; i < 12; ++i) stuck("k" + std::to_string(i));
  raw.tamper("UPDATE onceover.keys SET created_at = '2026-01-02 03:04:05+00'");
  answer_pending();
  auto config = eager({.burst = 1000});
  config.batch = 5;
  EXPECT_EQ(sweep(config).owned, 12);
}

TEST_F(SweepGuardTest, FinishedKeysOfOneMomentAreAllReapedBatchByBatch) {
  for (int i = 0; i < 12; ++i)
    take<engine::Done>(engine.complete(claimed("k" + std::to_string(i)), response_with("ok")));
  raw.tamper(
      "UPDATE onceover.keys SET created_at = '2026-01-02 03:04:05+00', expires_at = clock_timestamp() - "
      "interval '1 s'");
  const auto reaped = sweeper::reap(connection, {.batch = 5}, nullptr);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(reaped->reaped, 12);
}

TEST_F(SweepGuardTest, AReleasedKeyPastItsBoundIsSweptLikeAnExpiredLease) {
  const auto claim = claimed("past");
  take<engine::Done>(engine.release(claim, claim.created_at));
  take<engine::Done>(engine.release(claimed("open"), std::nullopt));
  gateway.perform(downstream("past"));
  const auto counts = sweep();
  EXPECT_EQ(counts.owned, 1);
  EXPECT_EQ(state_of("past"), "succeeded");
  EXPECT_EQ(state_of("open"), "released");
}

TEST_F(SweepGuardTest, WithoutBudgetOnlyKeysThatWereNeverAskedAboutAreAsked) {
  stuck("old");
  answer_pending();
  const auto none = eager({.ratio = 0, .per_second = 0, .burst = 0});
  EXPECT_EQ(sweep(none).owned, 1);
  stuck("new");
  EXPECT_EQ(sweep(none).owned, 1);
  EXPECT_EQ(row("old").case_attempts, 1);
  EXPECT_EQ(row("new").case_attempts, 1);
}

TEST_F(SweepGuardTest, AskingAgainCostsBudget) {
  for (const char* key : {"a", "b", "c"}) stuck(key);
  answer_pending();
  auto config = eager({.ratio = 0, .per_second = 0, .burst = 1});
  config.batch = 1;
  EXPECT_EQ(sweep(config).owned, 3);
  EXPECT_EQ(sweep(config).owned, 1);
}

TEST_F(SweepGuardTest, TheCaseOfANewEpisodeIsOpenedAnew) {
  stuck("k");
  answer_pending();
  auto config = eager({.burst = 1000});
  config.max_attempts = 3;
  ASSERT_EQ(sweep(config).unresolved, 1);
  ASSERT_EQ(sweep(config).unresolved, 1);
  gateway.answer = nullptr;
  ASSERT_EQ(sweep(config).released, 1);
  raw.exec("UPDATE onceover.cases SET opened_at = opened_at - interval '1 day'");
  stuck("k");
  answer_pending();
  EXPECT_EQ(sweep(config).unresolved, 1);
  EXPECT_EQ(row("k").case_attempts, 1);
  EXPECT_EQ(
      raw.scalar("SELECT (opened_at > clock_timestamp() - interval '1 hour')::text FROM onceover.cases"),
      "true");
  EXPECT_EQ(sweep(config).unresolved, 1) << "the second of three";
}

TEST_F(SweepGuardTest, AStopThatCannotBeAuditedIsNotMade) {
  raw.exec("ALTER TABLE onceover.audit ADD CONSTRAINT refuse CHECK (action <> 'stop')");
  EXPECT_FALSE(reconcile::set_stop_switch(connection, true, "gateway migration", alice));
  EXPECT_EQ(raw.scalar("SELECT stopped::text FROM onceover.control"), "false");
}

// Who must stop everything can end the session that is in the way.
TEST_F(SweepGuardTest, AStopNamesTheSessionThatHasLockedTheSwitch) {
  auto other = database.connect();
  other.exec("SET application_name = 'desk-7'; BEGIN");
  other.exec("SELECT onceover.set_stop(true, 'mine', 'a', 'h', 'p')");
  const std::string pid = other.scalar("SELECT pg_backend_pid()");
  const auto stop = reconcile::set_stop_switch(connection, true, "gateway migration", alice);
  ASSERT_FALSE(stop);
  EXPECT_EQ(stop.error().kind, ErrorKind::busy);
  EXPECT_EQ(stop.error().what, "Another session has locked the stop switch.");
  EXPECT_THAT(stop.error().next,
              testing::HasSubstr("pg_terminate_backend(PID), then try again: pid " + pid + ", desk-7"));
  other.exec("ROLLBACK");
  EXPECT_TRUE(reconcile::set_stop_switch(connection, true, "gateway migration", alice).value_or(false));
}

// Stopped after the reaper has looked at the switch and before its statement runs: a lock on the table holds
// it there.
TEST_F(SweepGuardTest, AStopBetweenTheReapersLookAndItsStatementIsHeeded) {
  take<engine::Done>(engine.complete(claimed("k"), response_with("ok")));
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s'");
  raw.exec("BEGIN");
  raw.exec("LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");
  Result<sweeper::ReapCounts> reaped;
  std::thread reaping([&] { reaped = sweeper::reap(connection, {}, nullptr); });
  auto look = database.connect();
  EXPECT_TRUE(eventually([&] {
    return look.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type "
               "= 'Lock'") != "0";
  }));
  look.exec("UPDATE onceover.control SET stopped = true");
  raw.exec("COMMIT");
  reaping.join();
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(reaped->reaped, 0);
  EXPECT_EQ(state_of("k"), "succeeded");
}

}  // namespace
}  // namespace onceover::test
