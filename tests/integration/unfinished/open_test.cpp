// SPDX-License-Identifier: Apache-2.0
// Transactions that are open while the frontier moves: it does not pass what they may still commit.
#include "tests/integration/unfinished/fixture.h"

namespace onceover::test {
namespace {

class OpenWriters : public FrontierTest {
 protected:
  void expect_held() {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(store.step().waits);
    EXPECT_EQ(missing_keys(store.raw), "");
  }
};

TEST_F(OpenWriters, AClaimThatIsNotCommittedHoldsTheFrontierBack) {
  RawConnection open = store.connect();
  open.exec("BEGIN");
  const std::string at = open.scalar(insert_key("open"));
  // For as long as it would have been passed otherwise.
  ASSERT_TRUE(eventually([&] {
    const auto step = store.step();
    EXPECT_TRUE(step.waits);
    EXPECT_FALSE(store.has_passed(at));
    return store.raw.scalar("SELECT clock_timestamp() > $1::timestamptz + interval '300 ms'", {at}) == "t";
  }));
  store.expect_complete();
  open.exec("COMMIT");
  store.expect_complete();
  store.catch_up();
  EXPECT_TRUE(store.has_passed(at));
  EXPECT_TRUE(store.lists("open"));
  store.expect_complete();
  EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 0, in progress 1, released 0");
}

TEST_F(OpenWriters, AClaimThatIsRolledBackIsNotInTheAnswer) {
  RawConnection open = store.connect();
  open.exec("BEGIN");
  const std::string at = open.scalar(insert_key("open"));
  expect_held();
  open.exec("ROLLBACK");
  store.catch_up();
  EXPECT_TRUE(store.has_passed(at));
  store.expect_complete();
  EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 0, in progress 0, released 0");
}

TEST_F(OpenWriters, ATransactionThatWritesNoKeysHoldsNothingBack) {
  store.raw.exec("CREATE TABLE public.other (n int)");
  RawConnection open = store.connect(), reads = store.connect(), locks = store.connect();
  open.exec("BEGIN; INSERT INTO public.other VALUES (1)");
  reads.exec("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM onceover.keys");
  store.raw.exec(insert_key("k"));
  locks.exec("BEGIN; SELECT 1 FROM onceover.keys FOR UPDATE");
  store.catch_up();
  EXPECT_TRUE(store.lists("k"));
  store.expect_complete();
}

TEST_F(OpenWriters, AClaimantThatOutlivesItsRivalIsPassedOnlyAfterItsOwnCommit) {
  RawConnection rival = store.connect(), claimant = store.connect();
  rival.exec("BEGIN; " + insert_key("k"));
  claimant.exec("BEGIN");
  const int pid = claimant.backend_pid();
  Blocked waiting(claimant, insert_key("k"));
  ASSERT_TRUE(Blocked::waits(store.raw, pid));
  expect_held();
  rival.exec("ROLLBACK");
  const std::string at = *waiting.finish().at(0).at(0);
  expect_held();
  EXPECT_FALSE(store.has_passed(at));
  claimant.exec("COMMIT");
  store.expect_complete();
  store.catch_up();
  EXPECT_TRUE(store.lists("k"));
}

TEST_F(OpenWriters, AClaimInASubtransactionCountsUnlessItIsRolledBack) {
  RawConnection open = store.connect();
  open.exec("BEGIN; SAVEPOINT one; " + insert_key("gone") + "; ROLLBACK TO one");
  store.walk();
  open.exec("SAVEPOINT two; " + insert_key("kept") + "; RELEASE two; SAVEPOINT three");
  expect_held();
  open.exec("ROLLBACK TO three");
  expect_held();
  open.exec("COMMIT");
  store.expect_complete();
  store.catch_up();
  EXPECT_TRUE(store.lists("kept"));
  EXPECT_FALSE(store.lists("gone"));
}

TEST_F(OpenWriters, AnInsertThatIsStillInATriggerHoldsTheFrontierBack) {
  store.slow_inserts("onceover.keys");
  RawConnection gate = store.connect(), claimant = store.connect();
  gate.exec("SELECT pg_advisory_lock(42)");
  const int pid = claimant.backend_pid();
  Blocked waiting(claimant, insert_key("k"));
  ASSERT_TRUE(Blocked::waits(store.raw, pid));
  expect_held();
  gate.exec("SELECT pg_advisory_unlock(42)");
  waiting.finish();
  store.expect_complete();
  store.catch_up();
  EXPECT_TRUE(store.lists("k"));
}

TEST_F(OpenWriters, AWriterThatCameAfterTheFloorIsNotWaitedFor) {
  RawConnection first = store.connect(), second = store.connect();
  first.exec("BEGIN; " + insert_key("first"));
  EXPECT_TRUE(store.step().waits);
  second.exec("BEGIN");
  const std::string at = second.scalar(insert_key("second"));
  first.exec("COMMIT");
  ASSERT_TRUE(eventually([&] { return store.step().moved; }));
  EXPECT_FALSE(store.has_passed(at));
  second.exec("COMMIT");
  store.expect_complete();
}

TEST_F(OpenWriters, OneStepLetsAllKeysOfOneTimePassTogether) {
  store.raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "created_at) SELECT 'acme', 'POST /refunds', 'k' || i, CASE i % 2 WHEN 0 THEN 'in_progress' ELSE "
      "'released' END, nextval('onceover.fence'), 'jcs-sha256', sha256('x'), date_trunc('hour', now()) - "
      "interval '2 hours' + (i / 7) * interval '1 minute' FROM generate_series(1, 40) i");
  unfinished::Advancing narrow(
      store.connection, {.rows = 3, .least_pause = Duration{0}, .wait = std::chrono::milliseconds(10)});
  int steps = 0;
  ASSERT_TRUE(eventually([&] {
    const auto step = value_of(narrow.step(true));
    steps += step.moved;
    EXPECT_EQ(missing_keys(store.raw), "");
    return step.done;
  }));
  EXPECT_GE(steps, 6);
  EXPECT_EQ(store.raw.scalar("SELECT count(*) FROM onceover.unfinished"), "40");
  store.expect_complete();
}

class PreparedTransactions : public testing::Test {
 protected:
  Store store{wide_store()};
  RawConnection open = store.connect();
  void SetUp() override { store.walk(); }
  void expect_held() {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(store.step().waits);
    EXPECT_EQ(missing_keys(store.raw), "");
  }
};

TEST_F(PreparedTransactions, AreWaitedFor) {
  open.exec("BEGIN; " + insert_key("k") + "; PREPARE TRANSACTION 'waited for'");
  expect_held();
  open.exec("COMMIT PREPARED 'waited for'");
  store.expect_complete();
  store.catch_up();
  EXPECT_TRUE(store.lists("k"));
  store.expect_complete();
}

TEST_F(PreparedTransactions, AreWaitedForWhereTheyWerePreparedAfterTheFloor) {
  open.exec("BEGIN; SAVEPOINT s; " + insert_key("k"));
  expect_held();
  open.exec("PREPARE TRANSACTION 'renamed'");
  expect_held();
  open.exec("COMMIT PREPARED 'renamed'");
  store.expect_complete();
  store.catch_up();
  EXPECT_TRUE(store.lists("k"));
  store.expect_complete();
}

// After a restart it has another name than the transaction had that was waited for.
TEST(PreparedTransactionsOfAnOwnServer, AreWaitedForThoughTheServerWasRestarted) {
  auto server = value_of(try_it::PrivateServer::start({.settings = {{"max_prepared_transactions", "2"}}}));
  RawConnection(server->conninfo()).exec("CREATE DATABASE keys TEMPLATE template0");
  installed_schema().fill(server->conninfo("keys"));
  pg::Connection connection = opened(server->conninfo("keys"));
  unfinished::Advancing advancing(connection, quick);
  {
    RawConnection open(server->conninfo("keys"));
    open.exec("BEGIN; " + insert_key("k"));
    ASSERT_TRUE(value_of(advancing.step(true)).waits);
    open.exec("PREPARE TRANSACTION 'kept'");
  }
  ASSERT_TRUE(server->stop());
  ASSERT_TRUE(server->start_again());
  ASSERT_TRUE(connection.reopen());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(value_of(advancing.step(true)).waits);
  RawConnection raw(server->conninfo("keys"));
  raw.exec("COMMIT PREPARED 'kept'");
  EXPECT_EQ(missing_keys(raw), "");
}

TEST_F(PreparedTransactions, AreNamedWithTheirAge) {
  open.exec("BEGIN; " + insert_key("k") + "; PREPARE TRANSACTION 'named'");
  const auto writers = value_of(unfinished::writers_of_keys(store.connection));
  ASSERT_EQ(writers.size(), 1u);
  EXPECT_EQ(writers.front().pid, 0);
  EXPECT_EQ(writers.front().name, "named");
  EXPECT_TRUE(writers.front().since);
  open.exec("ROLLBACK PREPARED 'named'");
}

}  // namespace
}  // namespace onceover::test
