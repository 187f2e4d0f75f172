// SPDX-License-Identifier: Apache-2.0
// Claims in the caller's own transaction, and those known in advance.
#include <array>

#include "tests/integration/engine/fixture.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::Replay;

class WithinTest : public EngineTest {
 protected:
  WithinTest() { raw.exec("CREATE TABLE ledger (id bigserial, key text, amount numeric)"); }
  pg::Statement entry(const std::string& key) {
    pg::Params params;
    params.text(key);
    return {"INSERT INTO public.ledger (key, amount) VALUES ($1::text, 10)", params};
  }
  std::string entries() { return raw.scalar("SELECT count(*) FROM ledger"); }
};

TEST_F(WithinTest, ClaimBusinessWriteAndCompletionCommitTogether) {
  const Claim claim = take<Claim>(engine.claim_within(request_for("k"), policy));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
  const std::array business{entry("k")};
  take<Done>(engine.finish_within(claim, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "1");
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "ok");
}

TEST_F(WithinTest, ARollbackLeavesNothing) {
  ASSERT_TRUE(connection.script("BEGIN"));
  take<Claim>(engine.claim_within(request_for("k"), policy));
  ASSERT_TRUE(connection.script("ROLLBACK"));
  take<Claim>(engine.claim(request_for("k"), policy));
}

TEST_F(WithinTest, AFailingBusinessStatementUndoesTheClaim) {
  const Claim claim = take<Claim>(engine.claim_within(request_for("k"), policy));
  const std::array business{pg::Statement{"INSERT INTO public.no_such_table VALUES (1)", {}}};
  ASSERT_FALSE(engine.finish_within(claim, key::State::succeeded, response_with("ok"), business));
  EXPECT_FALSE(connection.in_transaction());
  take<Claim>(engine.claim(request_for("k"), policy));
}

TEST_F(WithinTest, ADuplicateBehindAnOpenTransactionIsInFlightAfterAShortWait) {
  auto mine = open_or_throw(database.conninfo());
  engine::Engine holder(mine, nullptr);
  take<Claim>(holder.claim_within(request_for("k"), policy));
  take<key::InFlight>(engine.claim_within(request_for("k"), policy));
  ASSERT_TRUE(connection.script("ROLLBACK"));
  take<key::InFlight>(engine.claim(request_for("k"), policy));
  ASSERT_TRUE(mine.script("COMMIT"));
}

TEST_F(WithinTest, TheCallersLockTimeoutIsPutBack) {
  ASSERT_TRUE(connection.script("BEGIN; SET LOCAL lock_timeout = '7s'"));
  take<Claim>(engine.claim_within(request_for("k"), policy));
  auto timeout = connection.exec("SHOW lock_timeout");
  ASSERT_TRUE(timeout);
  EXPECT_EQ(timeout->text(0, 0), "7s");
  ASSERT_TRUE(connection.script("ROLLBACK"));
}

TEST_F(WithinTest, BusinessStatementsKnownInAdvanceRunUnderTheCallersLockTimeout) {
  ASSERT_TRUE(connection.script("SET lock_timeout = '7s'"));
  const std::array business{pg::Statement{
      "INSERT INTO public.ledger (key) VALUES (pg_catalog.current_setting('lock_timeout'))", {}}};
  take<engine::Engine::Executed>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(raw.scalar("SELECT key FROM ledger"), "7s");
  auto timeout = connection.exec("SHOW lock_timeout");
  ASSERT_TRUE(timeout);
  EXPECT_EQ(timeout->text(0, 0), "7s");
}

TEST_F(WithinTest, ARivalOfAClaimKnownInAdvanceIsWaitedForShortly) {
  auto mine = open_or_throw(database.conninfo());
  engine::Engine holder(mine, nullptr);
  take<Claim>(holder.claim_within(request_for("k"), policy));
  const std::array business{entry("k")};
  take<key::InFlight>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "0");
  ASSERT_TRUE(mine.script("ROLLBACK"));
}

// The wait is bounded before the insert asks for anything, the lock of the table included: that one is taken
// when the statement is bound.
TEST_F(WithinTest, ALockedTableIsWaitedForShortlyByAClaimKnownInAdvance) {
  const std::array business{entry("k")};
  take<engine::Engine::Executed>(
      engine.run_known(request_for("first"), policy, key::State::succeeded, response_with("ok"), {}));
  raw.exec("BEGIN");
  raw.exec("LOCK TABLE onceover.keys IN SHARE MODE");
  take<key::InFlight>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  raw.exec("ROLLBACK");
  EXPECT_EQ(entries(), "0");
}

// Also where the session or the role has given the marker a value of its own.
TEST_F(WithinTest, AMarkerThatTheSessionSetIsNoClaim) {
  const std::array business{entry("k")};
  ASSERT_TRUE(connection.script("SET onceover.claim = '1'"));
  take<engine::Engine::Executed>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  take<Replay>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "1");
}

TEST_F(WithinTest, AnotherIsolationLevelIsATypedError) {
  for (const char* level : {"REPEATABLE READ", "SERIALIZABLE"}) {
    ASSERT_TRUE(connection.script("BEGIN ISOLATION LEVEL " + std::string(level)));
    const auto outcome = engine.claim_within(request_for("k"), policy);
    ASSERT_FALSE(outcome) << level;
    EXPECT_EQ(outcome.error().kind, ErrorKind::invalid_input);
    ASSERT_TRUE(connection.script("ROLLBACK"));
  }
}

TEST_F(WithinTest, AServerWhoseDefaultIsSerializableRefusesKnownClaimsToo) {
  ASSERT_TRUE(connection.script("SET default_transaction_isolation = serializable"));
  const std::array business{entry("k")};
  const auto outcome =
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(entries(), "0");
}

TEST_F(WithinTest, KnownInAdvanceRunsOnceAndThenReplays) {
  const std::array business{entry("k"), entry("k")};
  take<engine::Engine::Executed>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "2");
  EXPECT_EQ(take<Replay>(engine.run_known(request_for("k"), policy, key::State::succeeded,
                                          response_with("other"), business))
                .response.body,
            "ok");
  EXPECT_EQ(entries(), "2");
  take<key::Mismatch>(
      engine.run_known(request_for("k", "{}"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "2");
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(WithinTest, KnownInAdvanceDoesNotRunOverAnUnfinishedKey) {
  const std::array business{entry("k")};
  const Claim claim = claimed("k");
  take<key::InFlight>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  expire_lease("k");
  take<key::AwaitingReconciliation>(
      engine.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "0");
}

TEST_F(WithinTest, ALeaseFinishedTogetherWithLocalWritesWritesNothingOnceItIsLost) {
  const Claim claim = claimed("k");
  const std::array business{entry("k")};
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence')");
  ASSERT_TRUE(connection.script("BEGIN"));
  take<engine::OwnershipLost>(
      engine.finish_within(claim, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "0");
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(WithinTest, AClaimRolledBackToASavepointTakesItsBusinessWritesAlong) {
  const std::array business{entry("k")};
  ASSERT_TRUE(connection.script("BEGIN; SAVEPOINT s"));
  const Claim claim = take<Claim>(engine.claim_within(request_for("k"), policy));
  ASSERT_TRUE(connection.script("ROLLBACK TO s"));
  take<engine::OwnershipLost>(
      engine.finish_within(claim, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "0");
}

TEST_F(WithinTest, ALeaseFinishedWithLocalWritesOpensItsOwnTransaction) {
  const Claim claim = claimed("k");
  const std::array business{entry("k")};
  take<Done>(engine.finish_within(claim, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(entries(), "1");
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(WithinTest, AHostileSearchPathCallsNothingOfTheirs) {
  raw.exec(
      R"(CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$;
              CREATE FUNCTION public.nextval(text) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$;
              CREATE FUNCTION public.trojan(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$;
              CREATE OPERATOR public.= (FUNCTION = public.trojan, LEFTARG = text, RIGHTARG = text);
              CREATE FUNCTION public.set_config(text, text, boolean) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$)");
  ASSERT_TRUE(connection.script("SET search_path = public, pg_catalog"));
  const Claim claim = claimed("k");
  take<Done>(engine.complete(claim, response_with("ok")));
  take<Replay>(engine.claim(request_for("k"), policy));
  const Claim released = claimed("k2");
  take<Done>(engine.release(released, released.created_at + std::chrono::hours(1)));
  take<Claim>(engine.claim(request_for("k2"), policy));
}

}  // namespace
}  // namespace onceover::test
