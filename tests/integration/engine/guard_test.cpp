// SPDX-License-Identifier: Apache-2.0
// Each guard of each write by itself: what the guards beside it would refuse too is set up so that this one
// alone stands in the way.
#include <array>
#include <thread>

#include "core/engine/statements.h"
#include "core/sql/statements.h"
#include "tests/integration/engine/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::Engine;
using engine::OwnershipLost;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

class GuardTest : public EngineTest {
 protected:
  // The bare statement, without the look that goes before it: what it would do to a row that changed after
  // the look.
  bool takes_over(const engine::Request& request, std::int64_t fence) {
    auto taken = connection.exec(
        sql::key_take_over, engine::take_over_params(request, request.fingerprint, "taker", policy, fence));
    if (!taken) throw std::runtime_error(taken.error().sentence());
    return !taken->empty();
  }
  bool so_many_wait_for_a_lock(const std::string& backends) {
    auto look = database.connect();
    return eventually([&] {
      return look.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                 "wait_event_type = 'Lock'") == backends;
    });
  }
};

TEST_F(GuardTest, AnExecutorWritesNothingWhileASweeperHoldsTheKey) {
  const Claim claim = claimed("k");
  raw.tamper("UPDATE onceover.keys SET holder = 'sweeper'");
  take<OwnershipLost>(engine.renew(claim, seconds(30)));
  take<OwnershipLost>(engine.release(claim, std::nullopt));
  take<OwnershipLost>(engine.complete(claim, response_with("late")));
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(GuardTest, WhatIsReleasedIsNeitherRenewedNorFinished) {
  const Claim claim = claimed("k");
  take<Done>(engine.release(claim, std::nullopt));
  take<OwnershipLost>(engine.renew(claim, seconds(30)));
  take<OwnershipLost>(engine.complete(claim, response_with("late")));
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || (locked_until IS NULL)::text FROM onceover.keys"),
            "released true");
}

TEST_F(GuardTest, ATakeOverNamesTheFenceAndThePayloadItSaw) {
  const Claim claim = claimed("k");
  take<Done>(engine.release(claim, std::nullopt));
  EXPECT_FALSE(takes_over(request_for("k"), claim.fence - 1));
  EXPECT_FALSE(takes_over(request_for("k", "{}"), claim.fence));
  EXPECT_TRUE(takes_over(request_for("k"), claim.fence));
  EXPECT_EQ(raw.scalar("SELECT attempts FROM onceover.keys"), "2");
  EXPECT_FALSE(takes_over(request_for("k"), claim.fence)) << "the fence has moved on";
}

TEST_F(GuardTest, ATakeOverLooksAtTheClockItself) {
  const Claim released = claimed("released");
  take<Done>(engine.release(released, released.created_at));
  EXPECT_FALSE(takes_over(request_for("released"), released.fence)) << "past its bound";

  const Claim expired = claimed("expired");
  expire_lease("expired");
  EXPECT_FALSE(takes_over(request_for("expired"), expired.fence)) << "nobody declared it re-runnable";
  policy.rerunnable_for = hours(1);
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '2 hours' WHERE key = 'expired'");
  EXPECT_FALSE(takes_over(request_for("expired"), expired.fence)) << "past the dedupe window";
  policy.rerunnable_for = hours(3);
  EXPECT_TRUE(takes_over(request_for("expired"), expired.fence));
}

TEST_F(GuardTest, AnOwnerThatRenewsMeanwhileIsNotTakenOver) {
  policy.rerunnable_for = hours(24);
  const Claim claim = claimed("k");
  expire_lease("k");
  take<Done>(engine.renew(claim, seconds(30)));
  EXPECT_FALSE(takes_over(request_for("k"), claim.fence));
  take<Done>(engine.complete(claim, response_with("ok")));
}

// F38: a longer one could not be told from one that a clock ahead has left.
TEST_F(GuardTest, ALeaseIsAtMostADay) {
  policy.lease = hours(25);
  const auto refused = engine.claim(request_for("k"), policy);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
  policy.lease = hours(24);
  const auto claim = take<Claim>(engine.claim(request_for("k"), policy));
  EXPECT_EQ(engine.renew(claim, hours(25)).error().kind, ErrorKind::invalid_input);
}

TEST_F(GuardTest, WhatBecameOfAClaimIsFoundByItsFence) {
  const Claim first = claimed("k");
  take<Done>(engine.release(first, std::nullopt));
  const Claim second = claimed("k");
  EXPECT_EQ(engine.find_out(second).value(), Engine::Found::in_progress_ours);
  take<Done>(engine.complete(second, response_with("ok")));
  EXPECT_EQ(engine.find_out(first).value(), Engine::Found::somebody_elses);
  EXPECT_EQ(engine.find_out(second).value(), Engine::Found::committed_ours);
}

TEST_F(GuardTest, AReleasedKeyOutlivesItsBoundByItsWindow) {
  const Claim claim = claimed("k");
  take<Done>(engine.release(claim, claim.created_at + hours(240)));
  EXPECT_EQ(raw.scalar("SELECT (expires_at = retry_before + interval '72 h')::text FROM onceover.keys"),
            "true");
}

TEST_F(GuardTest, TheWindowOfALongExecutionCountsFromItsEnd) {
  const Claim claim = claimed("k");
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '2 days'");
  take<Done>(engine.complete(claim, response_with("ok")));
  EXPECT_EQ(raw.scalar("SELECT (expires_at >= completed_at + interval '72 h')::text FROM onceover.keys"),
            "true");
}

TEST_F(GuardTest, TheRightToWriteIsThatOfTheClaimBeingFinished) {
  raw.exec("CREATE TABLE ledger (key text)");
  const Claim lost = claimed("lost");
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence')");
  ASSERT_TRUE(connection.script("BEGIN"));
  take<Claim>(engine.claim_within(request_for("beside"), policy));
  const std::array business{pg::Statement{"INSERT INTO public.ledger (key) VALUES ('lost')", {}}};
  take<OwnershipLost>(engine.finish_within(lost, key::State::succeeded, response_with("late"), business));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE key = 'beside'"), "0");
}

TEST_F(GuardTest, AClaimTakenBackToASavepointIsNotFinishedOnTheRightOfTheNext) {
  raw.exec("CREATE TABLE ledger (key text)");
  ASSERT_TRUE(connection.script("BEGIN; SAVEPOINT before"));
  const Claim undone = take<Claim>(engine.claim_within(request_for("undone"), policy));
  ASSERT_TRUE(connection.script("ROLLBACK TO before"));
  take<Claim>(engine.claim_within(request_for("beside"), policy));
  const std::array business{pg::Statement{"INSERT INTO public.ledger (key) VALUES ('undone')", {}}};
  take<OwnershipLost>(engine.finish_within(undone, key::State::succeeded, response_with("late"), business));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
}

TEST_F(GuardTest, ATransactionThatWasLostIsNeverGoneOnWithOnANewConnection) {
  raw.exec("CREATE TABLE ledger (key text)");
  PgProxy proxy(shared_server().socket_dir());
  auto shaky = pg::Connection::open({.conninfo = proxy.conninfo(database.name()), .deadline = seconds(20)});
  ASSERT_TRUE(shaky) << shaky.error().sentence();
  Engine unsure(*shaky, nullptr);
  ASSERT_TRUE(shaky->script("BEGIN; INSERT INTO public.ledger (key) VALUES ('k')"));
  proxy.trap(TrapAt::sync, TrapThen::cut_before);
  const auto outcome = unsure.claim_within(request_for("k"), policy);
  ASSERT_FALSE(outcome);
  EXPECT_TRUE(outcome.error().is_connection_lost()) << outcome.error().sentence();
}

TEST_F(GuardTest, AReleasedKeyIsLeftToTheWayOfRunningThatReleasedIt) {
  raw.exec("CREATE TABLE ledger (key text)");
  take<Done>(engine.release(claimed("k"), std::nullopt));
  const std::array business{pg::Statement{"INSERT INTO public.ledger (key) VALUES ('k')", {}}};
  take<key::AwaitingReconciliation>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "0");
}

// The backend of a connection that was cut waits for the row's lock and does not notice. The same write, sent
// again, waits behind it.
TEST_F(GuardTest, AWriteThatCommitsWhileItIsSentAgainIsDone) {
  PgProxy proxy(shared_server().socket_dir());
  auto shaky = pg::Connection::open({.conninfo = proxy.conninfo(database.name()), .deadline = seconds(20)});
  ASSERT_TRUE(shaky) << shaky.error().sentence();
  Engine unsure(*shaky, nullptr);
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  raw.exec("BEGIN");
  raw.exec("SELECT 1 FROM onceover.keys FOR UPDATE");
  Result<engine::WriteOutcome> outcome;
  std::thread completing([&] { outcome = unsure.complete(claim, response_with("ok")); });
  EXPECT_TRUE(so_many_wait_for_a_lock("1"));
  proxy.cut_now();
  EXPECT_TRUE(so_many_wait_for_a_lock("2"));
  raw.exec("COMMIT");
  completing.join();
  take<Done>(std::move(outcome));
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response.body, "ok");
}

}  // namespace
}  // namespace onceover::test
