// SPDX-License-Identifier: Apache-2.0
// Answers that get lost, rows that are locked, servers that are busy: what the engine makes of them.
#include <array>
#include <thread>

#include "core/pg/transaction.h"
#include "core/schema/schema.h"
#include "tests/integration/engine/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::Engine;
using engine::OwnershipLost;
using engine::Replay;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct Loss {
  const char* name;
  TrapThen then;
};

class InDoubtTest : public EngineTest {
 protected:
  InDoubtTest() { raw.exec("CREATE TABLE ledger (key text)"); }

  PgProxy proxy{shared_server().socket_dir()};
  pg::Connection shaky = [this] {
    auto opened =
        pg::Connection::open({.conninfo = proxy.conninfo(database.name()), .deadline = milliseconds(500)});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }();
  Engine unsure{shaky, &counters};

  static pg::Statement entry(const std::string& key) {
    return {"INSERT INTO public.ledger (key) VALUES ($1::text)", pg::Params().text(key)};
  }
  std::string entries() { return raw.scalar("SELECT count(*) FROM ledger"); }
  bool waits_for_a_lock() {
    return eventually([&] {
      return raw.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                 "wait_event_type = 'Lock'") != "0";
    });
  }
};

class AnswerLost : public InDoubtTest, public testing::WithParamInterface<Loss> {};

INSTANTIATE_TEST_SUITE_P(Ways, AnswerLost,
                         testing::Values(Loss{"CutBefore", TrapThen::cut_before},
                                         Loss{"CutAfter", TrapThen::cut_after},
                                         Loss{"Swallowed", TrapThen::swallow}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(AnswerLost, OfAClaimIsFoundOutAndThereIsOneOwner) {
  proxy.trap(TrapAt::sync, GetParam().then);
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || min(fence) FROM onceover.keys"),
            "1 " + std::to_string(claim.fence));
  take<key::InFlight>(engine.claim(request_for("k"), policy));
  take<Done>(unsure.complete(claim, response_with("ok")));
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "ok");
}

TEST_P(AnswerLost, OfATakeOverIsFoundOut) {
  const Claim first = claimed("k");
  take<Done>(engine.release(first, std::nullopt));
  proxy.trap(TrapAt::text, GetParam().then, "UPDATE onceover.keys");
  const Claim second = take<Claim>(unsure.claim(request_for("k"), policy));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_GT(second.fence, first.fence);
  take<Done>(unsure.complete(second, response_with("ok")));
}

TEST_P(AnswerLost, OfACompletionIsFoundOut) {
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  proxy.trap(TrapAt::sync, GetParam().then);
  take<Done>(unsure.complete(claim, response_with("ok")));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "ok");
}

TEST_P(AnswerLost, OfAReleaseIsFoundOut) {
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  proxy.trap(TrapAt::sync, GetParam().then);
  take<Done>(unsure.release(claim, std::nullopt));
  EXPECT_EQ(state_of("k"), "released");
}

TEST_P(AnswerLost, OfAClaimKnownInAdvanceIsFoundOutAndRanOnce) {
  const std::array business{entry("k")};
  proxy.trap(TrapAt::sync, GetParam().then);
  take<Engine::Executed>(
      unsure.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(entries(), "1");
  EXPECT_EQ(take<Replay>(unsure.run_known(request_for("k"), policy, key::State::succeeded,
                                          response_with("ok"), business))
                .response.body,
            "ok");
  EXPECT_EQ(entries(), "1");
}

TEST_P(AnswerLost, OfAFinishWithinIsDoneOrRolledBackWholeAndThenDoneAgain) {
  const std::array business{entry("k")};
  Claim claim = take<Claim>(unsure.claim_within(request_for("k"), policy));
  proxy.trap(TrapAt::commit, GetParam().then);
  auto outcome = unsure.finish_within(claim, key::State::succeeded, response_with("ok"), business);
  EXPECT_TRUE(proxy.wait_sprung());
  if (GetParam().then == TrapThen::cut_before) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::connection) << outcome.error().sentence();
    EXPECT_EQ(entries(), "0");
    claim = take<Claim>(unsure.claim_within(request_for("k"), policy));
    outcome = unsure.finish_within(claim, key::State::succeeded, response_with("ok"), business);
  }
  take<Done>(outcome);
  EXPECT_EQ(entries(), "1");
  EXPECT_EQ(state_of("k"), "succeeded");
}

TEST_P(AnswerLost, OfALeaseFinishedTogetherWithLocalWritesLeavesOneEntry) {
  const std::array business{entry("k")};
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  ASSERT_TRUE(shaky.script("BEGIN"));
  proxy.trap(TrapAt::commit, GetParam().then);
  auto outcome = unsure.finish_within(claim, key::State::succeeded, response_with("ok"), business);
  if (GetParam().then == TrapThen::cut_before) {
    // Nobody else may take it and it is still ours: the same again is right.
    ASSERT_FALSE(outcome);
    EXPECT_TRUE(outcome.error().is_in_doubt() || outcome.error().kind == ErrorKind::connection)
        << outcome.error().sentence();
    EXPECT_EQ(entries(), "0");
    ASSERT_TRUE(shaky.script("BEGIN"));
    outcome = unsure.finish_within(claim, key::State::succeeded, response_with("ok"), business);
  }
  take<Done>(outcome);
  EXPECT_EQ(entries(), "1");
  EXPECT_EQ(state_of("k"), "succeeded");
}

// The answer to the first try is lost, and the second is refused for sure: that says nothing of the first.
TEST_F(InDoubtTest, ADoubtIsNotForgottenOverADefiniteErrorOfTheNextTry) {
  const std::array business{entry("k")};
  // for whoever connects again
  raw.exec("ALTER DATABASE " + quoted_name(database.name()) + " SET default_transaction_read_only = on");
  proxy.trap(TrapAt::sync, TrapThen::cut_after);
  const auto known =
      unsure.run_known(request_for("k"), policy, key::State::succeeded, response_with("ok"), business);
  ASSERT_FALSE(known);
  EXPECT_EQ(known.error().kind, ErrorKind::in_doubt) << known.error().sentence();
  EXPECT_EQ(entries(), "1");

  raw.exec("ALTER DATABASE " + quoted_name(database.name()) + " SET default_transaction_read_only = off");
  shaky.close();
  ASSERT_TRUE(shaky.reopen());
  raw.exec("ALTER DATABASE " + quoted_name(database.name()) + " SET default_transaction_read_only = on");
  proxy.trap(TrapAt::sync, TrapThen::cut_after);
  const auto claim = unsure.claim(request_for("l"), policy);
  ASSERT_FALSE(claim);
  EXPECT_EQ(claim.error().kind, ErrorKind::in_doubt) << claim.error().sentence();
  EXPECT_EQ(state_of("l"), "in_progress");
}

TEST_F(InDoubtTest, ATransactionThatMayStillCommitIsWaitedForBeforeAnybodySaysThereIsNoRow) {
  auto mine = open_or_throw(database.conninfo());
  Engine other(mine, nullptr);
  const Claim claim = take<Claim>(other.claim_within(request_for("k"), policy));
  const auto open_still = engine.find_out(claim);
  ASSERT_TRUE(open_still);
  EXPECT_EQ(*open_still, Engine::Found::cannot_tell);
  ASSERT_TRUE(mine.script("ROLLBACK"));
  EXPECT_EQ(engine.find_out(claim).value(), Engine::Found::no_row);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
}

// Committed, and gone before anybody looked: finished keys may be reaped at any time.
TEST_F(InDoubtTest, AKeyThatIsGoneIsNoProofThatItsWriteWasRolledBack) {
  raw.exec(
      "CREATE FUNCTION public.reaped() RETURNS trigger LANGUAGE plpgsql SET session_replication_role = "
      "replica AS $$ BEGIN DELETE FROM onceover.keys k WHERE k.key = NEW.key; RETURN NULL; END $$; CREATE "
      "CONSTRAINT TRIGGER reaped AFTER UPDATE ON onceover.keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
      "WHEN (NEW.state = 'succeeded') EXECUTE FUNCTION public.reaped()");
  const std::array business{entry("k")};
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  proxy.trap(TrapAt::commit, TrapThen::cut_after);
  const auto outcome = unsure.finish_within(claim, key::State::succeeded, response_with("ok"), business);
  EXPECT_TRUE(proxy.wait_sprung());
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::in_doubt) << outcome.error().sentence();
  EXPECT_EQ(entries(), "1");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");

  const Claim alone = take<Claim>(unsure.claim(request_for("l"), policy));
  proxy.trap(TrapAt::sync, TrapThen::cut_after);
  const auto completed = unsure.complete(alone, response_with("ok"));
  EXPECT_TRUE(proxy.wait_sprung());
  ASSERT_FALSE(completed) << "ownership was not lost";
  EXPECT_EQ(completed.error().kind, ErrorKind::in_doubt) << completed.error().sentence();
}

TEST_F(InDoubtTest, AServerThatStaysAwayIsATypedError) {
  const Claim claim = take<Claim>(unsure.claim(request_for("k"), policy));
  proxy.refuse(true);
  proxy.cut_now();
  const auto completed = unsure.complete(claim, response_with("ok"));
  ASSERT_FALSE(completed);
  EXPECT_TRUE(completed.error().is_in_doubt());
  const auto again = unsure.claim(request_for("k2"), policy);
  ASSERT_FALSE(again);
  EXPECT_TRUE(again.error().is_connection_lost());
}

// F11: the lock is held longer than the lease, which is what pg_sleep makes sure of here: the lease is
// computed after the wait.
TEST_F(InDoubtTest, ARenewalThatWaitedGetsItsFullLease) {
  const Claim claim = claimed("k");
  raw.exec("BEGIN");
  raw.exec("SELECT 1 FROM onceover.keys FOR UPDATE");
  auto mine = open_or_throw(database.conninfo());
  Engine owner(mine, nullptr);
  Result<engine::WriteOutcome> outcome;
  std::thread renewing([&] { outcome = owner.renew(claim, milliseconds(400)); });
  auto look = database.connect();
  EXPECT_TRUE(waits_for_a_lock());
  look.exec("SELECT pg_sleep(0.5)");
  raw.exec("COMMIT");
  const std::string released_at =
      raw.scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
  renewing.join();
  const Done done = take<Done>(std::move(outcome));
  EXPECT_GE(*done.locked_until, Timestamp{std::stoll(released_at)} + milliseconds(350));
}

// F11, for a take-over.
TEST_F(InDoubtTest, ATakeOverThatWaitedGetsItsFullLease) {
  take<Done>(engine.release(claimed("k"), std::nullopt));
  raw.exec("BEGIN");
  raw.exec("SELECT 1 FROM onceover.keys FOR UPDATE");
  auto mine = open_or_throw(database.conninfo());
  Engine taker(mine, nullptr);
  auto patient = policy;
  patient.lease = milliseconds(400);
  patient.rival_wait = seconds(10);
  Result<engine::Outcome> outcome;
  std::thread taking([&] { outcome = taker.claim(request_for("k"), patient); });
  auto look = database.connect();
  EXPECT_TRUE(waits_for_a_lock());
  look.exec("SELECT pg_sleep(0.5)");
  raw.exec("COMMIT");
  const std::string released_at =
      raw.scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
  taking.join();
  EXPECT_GE(*take<Claim>(std::move(outcome)).locked_until,
            Timestamp{std::stoll(released_at)} + milliseconds(350));
}

// F11, for a claim.
TEST_F(InDoubtTest, AClaimThatWaitedForARivalWhichRolledBackGetsItsFullLease) {
  auto mine = open_or_throw(database.conninfo());
  Engine rival(mine, nullptr);
  take<Claim>(rival.claim_within(request_for("k"), policy));
  auto patient = policy;
  patient.lease = milliseconds(400);
  patient.rival_wait = seconds(10);
  Result<engine::Outcome> outcome;
  std::thread waiting([&] { outcome = engine.claim(request_for("k"), patient); });
  EXPECT_TRUE(waits_for_a_lock());
  raw.exec("SELECT pg_sleep(0.5)");
  ASSERT_TRUE(mine.script("ROLLBACK"));
  const std::string released_at =
      raw.scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
  waiting.join();
  EXPECT_GE(*take<Claim>(std::move(outcome)).locked_until,
            Timestamp{std::stoll(released_at)} + milliseconds(350));
}

// The insert is committed by then: an error would say that nothing was claimed.
TEST_F(InDoubtTest, AClaimWhoseLeaseCannotBeExtendedStandsWithWhatIsLeftOfIt) {
  raw.exec(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END "
      "$$;"
      "CREATE TRIGGER refuse BEFORE UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION refuse()");
  // over by the time the insert returns: as short as after a wait
  policy.lease = std::chrono::microseconds(1);
  const Claim claim = take<Claim>(engine.claim(request_for("k"), policy));
  EXPECT_EQ(raw.scalar("SELECT fence FROM onceover.keys WHERE state = 'in_progress'"),
            std::to_string(claim.fence));
  raw.exec("DROP TRIGGER refuse ON onceover.keys");
  take<Done>(engine.complete(claim, response_with("ok")));
}

// F12: one statement would see no row at all; the loser reads in another one.
TEST_F(InDoubtTest, OfTwoClaimsAtOnceTheLoserReadsTheWinnersRow) {
  auto mine = open_or_throw(database.conninfo());
  Engine winner(mine, nullptr);
  const Claim claim = take<Claim>(winner.claim_within(request_for("k"), policy));
  policy.rival_wait = seconds(10);
  Result<engine::Outcome> outcome;
  std::thread waiting([&] { outcome = engine.claim(request_for("k"), policy); });
  EXPECT_TRUE(waits_for_a_lock());
  take<Done>(winner.finish_within(claim, key::State::succeeded, response_with("winner"), {}));
  waiting.join();
  EXPECT_EQ(take<Replay>(std::move(outcome)).response.body, "winner");
}

// F13: the server is busy. Raises so many times, then lets through. Sequences survive a rollback.
class BusyServer : public InDoubtTest, public testing::WithParamInterface<const char*> {
 protected:
  void raise(int times) {
    raw.exec("CREATE SEQUENCE raised");
    raw.exec(
        "CREATE FUNCTION be_busy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('public.raised') "
        "<= " +
        std::to_string(times) + " THEN RAISE EXCEPTION 'busy' USING ERRCODE = '" + GetParam() +
        "'; END IF; RETURN new; END $$");
    raw.exec(
        "CREATE TRIGGER be_busy BEFORE INSERT OR UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION "
        "be_busy()");
  }
};

INSTANTIATE_TEST_SUITE_P(States, BusyServer, testing::Values("40001", "40P01", "53100", "53300"));

TEST_P(BusyServer, IsTriedAgainAFewTimes) {
  raise(2);
  const Claim claim = claimed("k");
  raw.exec("ALTER SEQUENCE raised RESTART");
  take<Done>(engine.complete(claim, response_with("ok")));
}

TEST_P(BusyServer, ThenIsATypedErrorAndNothingIsRecorded) {
  raise(1'000'000);
  const auto outcome = engine.claim(request_for("k"), policy);
  ASSERT_FALSE(outcome);
  EXPECT_TRUE(outcome.error().is_retryable());
  EXPECT_EQ(outcome.error().sqlstate, GetParam());
  EXPECT_LE(std::stoi(raw.scalar("SELECT last_value FROM raised")), 10);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
}

// F13: a real deadlock. A server looks for one only once, when its own wait has lasted deadlock_timeout: so
// the rival waits first and never looks, and ours, which closes the circle, finds it.
TEST_F(InDoubtTest, ARealDeadlockEndsInOneCompletionEach) {
  const Claim a = claimed("a"), b = claimed("b");
  raw.exec("SET deadlock_timeout = '10min'");
  raw.exec("BEGIN");
  raw.exec("SELECT 1 FROM onceover.keys WHERE key = 'b' FOR UPDATE");
  auto mine = open_or_throw(database.conninfo());
  ASSERT_TRUE(mine.script("SET deadlock_timeout = '50ms'"));
  Engine other(mine, nullptr);
  ASSERT_TRUE(mine.script("BEGIN"));
  take<Done>(other.complete_within(a, key::State::succeeded, response_with("a")));
  std::string rivals_error = "not yet";
  std::thread crossing(
      [&] { rivals_error = raw.sqlstate_of("SELECT 1 FROM onceover.keys WHERE key = 'a' FOR UPDATE"); });
  auto look = database.connect();
  EXPECT_TRUE(eventually([&] {
    return look.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type "
               "= 'Lock'") != "0";
  }));
  const auto outcome = other.complete_within(b, key::State::succeeded, response_with("b"));
  EXPECT_FALSE(outcome);
  if (!outcome) {
    EXPECT_EQ(outcome.error().sqlstate, "40P01");
    EXPECT_TRUE(outcome.error().is_retryable());
  }
  ASSERT_TRUE(mine.script("ROLLBACK"));
  crossing.join();
  EXPECT_EQ(rivals_error, "");
  raw.exec("ROLLBACK");
  take<Done>(other.complete(a, response_with("a")));
  take<Done>(other.complete(b, response_with("b")));
}

// F13: the statement's own limit ends it (57014). Nothing is recorded, and it is not tried again without
// being asked.
TEST_F(InDoubtTest, AStatementThatReachesItsTimeLimitIsATypedError) {
  raw.exec("ALTER DATABASE " + database.name() + " SET statement_timeout = '50ms'");
  auto limited = open_or_throw(database.conninfo());
  raw.exec("ALTER DATABASE " + database.name() + " RESET statement_timeout");
  auto mine = open_or_throw(database.conninfo());
  Engine rival(mine, nullptr);
  (void)take<Claim>(rival.claim_within(request_for("k"), policy));
  policy.rival_wait = seconds(10);
  Engine waiting(limited, nullptr);
  const auto outcome = waiting.claim(request_for("k"), policy);
  ASSERT_FALSE(outcome);
  EXPECT_TRUE(outcome.error().is_timeout()) << outcome.error().sentence();
  EXPECT_EQ(outcome.error().sqlstate, "57014");
  EXPECT_FALSE(outcome.error().is_retryable());
  ASSERT_TRUE(mine.script("ROLLBACK"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
  take<Claim>(waiting.claim(request_for("k"), policy));
}

// F13: a lock that is not given in time (55P03) is the 409 of a claim.
TEST_F(InDoubtTest, ARowSomebodyHoldsIsInFlightForAClaim) {
  take<Done>(engine.release(claimed("k"), std::nullopt));
  raw.exec("BEGIN");
  raw.exec("SELECT 1 FROM onceover.keys FOR UPDATE");
  policy.rival_wait = milliseconds(30);
  take<key::InFlight>(engine.claim(request_for("k"), policy));
  raw.exec("ROLLBACK");
  take<Claim>(engine.claim(request_for("k"), policy));
}

TEST_F(InDoubtTest, AServerThatReadsOnlyByDefaultIsRefusedBeforeAnythingIsWritten) {
  raw.exec("ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on");
  auto reader = open_or_throw(database.conninfo());
  const auto writable = schema::require_writable(reader);
  ASSERT_FALSE(writable);
  EXPECT_EQ(writable.error().kind, ErrorKind::read_only);
  Engine refused(reader, nullptr);
  EXPECT_EQ(refused.claim(request_for("k"), policy).error().kind, ErrorKind::read_only);
}

TEST_F(InDoubtTest, ASynchronousCommitThatIsOffInTheDatabasesDefaultsIsOnForLeases) {
  raw.exec("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");
  raw.exec(R"(CREATE TABLE seen (setting text);
              CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.seen VALUES (current_setting('synchronous_commit')); RETURN new; END $$;
              CREATE TRIGGER note BEFORE INSERT OR UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION note())");
  auto lazy = open_or_throw(database.conninfo());
  ASSERT_EQ(lazy.exec("SHOW synchronous_commit").value().text(0, 0), "off");
  Engine durable(lazy, nullptr);
  policy.rerunnable_for = std::chrono::hours(1);
  const Claim first = take<Claim>(durable.claim(request_for("k"), policy));
  take<Done>(durable.renew(first, milliseconds(1)));
  expire_lease("k");
  raw.exec("TRUNCATE seen");
  const Claim second = take<Claim>(durable.claim(request_for("k"), policy));
  take<Done>(durable.renew(second, seconds(30)));
  take<Done>(durable.release(second, second.created_at + std::chrono::hours(1)));
  take<Done>(
      durable.fail(take<Claim>(durable.claim(request_for("k"), policy)), response_with("no", 402), "x"));
  EXPECT_EQ(raw.scalar("SELECT string_agg(setting, ',') FROM seen"), "on,on,on,on,on");
}

TEST_F(InDoubtTest, AnExecutorThatSleptPastItsLeaseChangesNothingWhenItWakes) {
  const std::string conninfo = database.conninfo();
  if (!forks_may_have_threads) GTEST_SKIP() << "ThreadSanitizer cannot follow it.";
  raw.exec("SELECT pg_advisory_lock(42)");
  auto executor = Process::forked([&] {
    auto mine = open_or_throw(conninfo);
    Engine own(mine, nullptr);
    auto claim = own.claim(request_for("k"), policy);
    if (!claim || !std::holds_alternative<Claim>(*claim)) return 3;
    std::printf("claimed\n");
    std::fflush(stdout);
    // Stopped here by the test; then it goes on as if nothing had happened.
    if (!mine.exec("SELECT pg_catalog.pg_advisory_lock(42)")) return 4;
    const auto entry_of = entry("k");
    if (!mine.script("BEGIN")) return 5;
    const std::array business{entry_of};
    const auto outcome =
        own.finish_within(std::get<Claim>(*claim), key::State::succeeded, response_with("late"), business);
    return outcome && std::holds_alternative<OwnershipLost>(*outcome) ? 0 : 6;
  });
  ASSERT_TRUE(executor.wait_for_out("claimed"));
  executor.stop();
  expire_lease("k");
  raw.tamper("UPDATE onceover.keys SET holder = 'sweeper', fence = nextval('onceover.fence')");
  raw.tamper(
      "UPDATE onceover.keys SET state = 'failed', locked_until = NULL, response_code = 402, response_version "
      "= 1, response_headers = '', response_body = 'swept', completed_at = now(), expires_at = now() + "
      "interval '1 day'");
  raw.exec("SELECT pg_advisory_unlock(42)");
  executor.resume();
  EXPECT_EQ(executor.wait(), (Exit{0, 0})) << executor.err();
  EXPECT_EQ(entries(), "0");
  EXPECT_EQ(state_of("k"), "failed");
}

}  // namespace
}  // namespace onceover::test
