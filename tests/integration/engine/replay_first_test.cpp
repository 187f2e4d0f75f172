// SPDX-License-Identifier: Apache-2.0
// The fast path of replays: where most claims of an operation are replays, an engine looks for the finished
// key before it inserts. Whatever that look finds or does not find, the outcome is the one of the other way.
#include <array>
#include <atomic>
#include <thread>

#include "tests/integration/engine/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::Replay;

constexpr int replays_to_warm_up = 32;

class ReplayFirst : public EngineTest {
 protected:
  ReplayFirst() {
    take<Done>(engine.complete(claimed("warm"), response_with("warm")));
    raw.exec("CREATE TABLE ledger (key text)");
  }
  void warm_up(engine::Engine& one) {
    for (int i = 0; i < replays_to_warm_up; ++i) take<Replay>(one.claim(request_for("warm"), policy));
  }
  // Whether the server has been asked by the statement of the fast path on this connection.
  bool has_looked() {
    auto rows = connection.exec(
        "SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statements WHERE statement LIKE '-- A "
        "finished key%'");
    if (!rows) throw std::runtime_error(rows.error().sentence());
    return rows->integer(0, 0) > 0;
  }
  bool waits_for_a_lock() {
    auto look = database.connect();
    return eventually([&] {
      return look.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                 "wait_event_type = 'Lock'") != "0";
    });
  }
  static pg::Statement entry(const std::string& key) {
    return {"INSERT INTO public.ledger (key) VALUES ($1::text)", pg::Params().text(key)};
  }
  auto known(const std::string& key, const std::string& body = R"({"amount":1000})") {
    const std::array business{entry(key)};
    return engine.run_known(request_for(key, body), policy, key::State::succeeded, response_with(key),
                            business);
  }
};

TEST(ReplayShare, FollowsAnOperationWithinADozenClaims) {
  engine::ReplayShare share;
  EXPECT_FALSE(share.expects_replay("refund"));
  const auto add = [&](int times, bool is_replay) {
    for (int i = 0; i < times; ++i) share.add("refund", is_replay);
  };
  add(5, true);
  EXPECT_FALSE(share.expects_replay("refund"));
  add(7, true);
  EXPECT_TRUE(share.expects_replay("refund"));
  EXPECT_FALSE(share.expects_replay("charge"));
  add(40, true);
  add(8, false);
  EXPECT_TRUE(share.expects_replay("refund"));
  add(4, false);
  EXPECT_FALSE(share.expects_replay("refund"));
}

TEST(ReplayShare, NamesMadeFromRequestsUseNoMoreMemory) {
  engine::ReplayShare share;
  const auto learn = [&](const std::string& operation) {
    for (int i = 0; i < replays_to_warm_up; ++i) share.add(operation, true);
    return share.expects_replay(operation);
  };
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(learn("operation-" + std::to_string(i)));
  EXPECT_FALSE(learn("one too many"));
  EXPECT_TRUE(learn("operation-7"));
}

TEST_F(ReplayFirst, BeginsWhereMostClaimsAreReplays) {
  for (int i = 0; i < 5; ++i) take<Replay>(engine.claim(request_for("warm"), policy));
  EXPECT_FALSE(has_looked());
  warm_up(engine);
  EXPECT_TRUE(has_looked());
}

TEST_F(ReplayFirst, AnEngineForEachRequestLearnsFromThoseBeforeIt) {
  engine::ReplayShare share;
  for (int i = 0; i < replays_to_warm_up; ++i) {
    engine::Engine alone(connection, nullptr);
    take<Replay>(alone.claim(request_for("warm"), policy));
  }
  EXPECT_FALSE(has_looked());
  for (int i = 0; i < replays_to_warm_up; ++i) {
    engine::Engine each(connection, nullptr, &share);
    take<Replay>(each.claim(request_for("warm"), policy));
  }
  EXPECT_TRUE(has_looked());
}

TEST_F(ReplayFirst, AnswersEveryByte) {
  const auto stored = response_with(std::string("a\0b\xff{\"n\":1.10}\n", 16), 202);
  take<Done>(engine.complete(claimed("k"), stored));
  take<Done>(engine.fail(claimed("no"), response_with("declined", 402), "PROVIDER.declined"));
  warm_up(engine);
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response, stored);
  EXPECT_EQ(take<Replay>(engine.claim(request_for("no"), policy)).response.code, 402);
  EXPECT_TRUE(has_looked());
}

TEST_F(ReplayFirst, ANewKeyIsClaimedByOneInsert) {
  warm_up(engine);
  const Claim claim = claimed("k");
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || min(fence) FROM onceover.keys WHERE key = 'k'"),
            "1 " + std::to_string(claim.fence));
  take<Done>(engine.complete(claim, response_with("ok")));
}

TEST_F(ReplayFirst, AnotherPayloadIsAMismatchInEveryState) {
  const Claim claim = claimed("k");
  const auto other = request_for("k", R"({"amount":1001})");
  warm_up(engine);
  take<key::Mismatch>(engine.claim(other, policy));
  take<Done>(engine.release(claim, std::nullopt));
  warm_up(engine);
  take<key::Mismatch>(engine.claim(other, policy));
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  warm_up(engine);
  take<key::Mismatch>(engine.claim(other, policy));
}

TEST_F(ReplayFirst, TheSameDigestMadeAnotherWayIsAMismatch) {
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  auto other = request_for("k");
  other.fingerprint.kind = key::FingerprintKind::raw_sha256;
  warm_up(engine);
  take<key::Mismatch>(engine.claim(other, policy));
}

TEST_F(ReplayFirst, TheSameKeyOfAnotherTenantOrOperationIsAnotherKey) {
  auto other = request_for("warm");
  other.id.tenant = "globex";
  warm_up(engine);
  take<Claim>(engine.claim(other, policy));
  other = request_for("warm");
  other.id.operation = "POST /payments";
  warm_up(engine);
  take<Claim>(engine.claim(other, policy));
}

TEST_F(ReplayFirst, AnUnfinishedKeyGoesTheOtherWay) {
  const Claim first = claimed("k");
  warm_up(engine);
  take<key::InFlight>(engine.claim(request_for("k"), policy));
  expire_lease("k");
  warm_up(engine);
  take<key::AwaitingReconciliation>(engine.claim(request_for("k"), policy));
  policy.rerunnable_for = std::chrono::hours(24);
  warm_up(engine);
  const Claim second = take<Claim>(engine.claim(request_for("k"), policy));
  EXPECT_TRUE(second.taken_over);
  EXPECT_GT(second.fence, first.fence);
  take<Done>(engine.release(second, second.created_at + std::chrono::hours(1)));
  warm_up(engine);
  EXPECT_GT(claimed("k").fence, second.fence);
}

TEST_F(ReplayFirst, AnAnswerThatCannotBeReadIsNeverGuessed) {
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  raw.tamper("UPDATE onceover.keys SET response_version = 7 WHERE key = 'k'");
  warm_up(engine);
  EXPECT_EQ(take<engine::UnknownResponse>(engine.claim(request_for("k"), policy)).version, 7);
  raw.tamper(
      "UPDATE onceover.keys SET response_version = 1, response_headers = 'no headers' WHERE key = 'k'");
  warm_up(engine);
  EXPECT_EQ(take<engine::UnknownResponse>(engine.claim(request_for("k"), policy)).version, -1);
}

TEST_F(ReplayFirst, AKeyReapedAfterItsLastReplayIsClaimedAnew) {
  const Claim first = claimed("k");
  take<Done>(engine.complete(first, response_with("old")));
  warm_up(engine);
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "old");
  raw.tamper("DELETE FROM onceover.keys WHERE key = 'k'");
  const Claim second = claimed("k");
  EXPECT_FALSE(second.taken_over);
  EXPECT_GT(second.fence, first.fence);
}

// A table locked against writers lets the look through and holds the insert back: the reaper comes in
// between.
TEST_F(ReplayFirst, AKeyReapedBetweenTheLookAndTheInsertIsClaimedAnew) {
  take<Done>(engine.complete(claimed("k"), response_with("old")));
  warm_up(engine);
  policy.rival_wait = std::chrono::seconds(30);
  raw.exec("BEGIN");
  raw.exec("LOCK TABLE onceover.keys IN SHARE MODE");
  Result<engine::Outcome> outcome;
  std::thread claiming([&] { outcome = engine.claim(request_for("k", "{}"), policy); });
  EXPECT_TRUE(waits_for_a_lock());
  raw.tamper("DELETE FROM onceover.keys WHERE key = 'k'");
  raw.exec("COMMIT");
  claiming.join();
  EXPECT_FALSE(take<Claim>(std::move(outcome)).taken_over);
}

TEST_F(ReplayFirst, AKeyFinishedByARivalAfterTheLookIsReplayedAndNotRunAgain) {
  auto mine = open_or_throw(database.conninfo());
  engine::Engine winner(mine, nullptr);
  // The look cannot see the winner's row, the insert waits for it.
  const Claim claim = take<Claim>(winner.claim_within(request_for("k"), policy));
  warm_up(engine);
  policy.rival_wait = std::chrono::seconds(30);
  Result<engine::Outcome> outcome;
  std::thread waiting([&] { outcome = engine.claim(request_for("k"), policy); });
  EXPECT_TRUE(waits_for_a_lock());
  take<Done>(winner.finish_within(claim, key::State::succeeded, response_with("winner"), {}));
  waiting.join();
  EXPECT_EQ(take<Replay>(std::move(outcome)).response.body, "winner");
}

TEST_F(ReplayFirst, WithinATransactionOfItsOwnLeavesItOpenAsEver) {
  warm_up(engine);
  EXPECT_EQ(take<Replay>(engine.claim_within(request_for("warm"), policy)).response.body, "warm");
  EXPECT_TRUE(has_looked());
  EXPECT_TRUE(connection.in_transaction());
  ASSERT_TRUE(connection.script("ROLLBACK"));
  const Claim claim = take<Claim>(engine.claim_within(request_for("k"), policy));
  const std::array business{entry("k")};
  take<Done>(engine.finish_within(claim, key::State::succeeded, response_with("ok"), business));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "1");
}

TEST_F(ReplayFirst, InACallersTransactionTheIsolationIsLookedAtFirst) {
  warm_up(engine);
  ASSERT_TRUE(connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ"));
  const auto outcome = engine.claim_within(request_for("warm"), policy);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::invalid_input);
  ASSERT_TRUE(connection.script("ROLLBACK"));
}

TEST_F(ReplayFirst, KnownInAdvanceReplaysAndRunsWhatIsNew) {
  warm_up(engine);
  EXPECT_EQ(take<Replay>(known("warm")).response.body, "warm");
  EXPECT_TRUE(has_looked());
  take<engine::Engine::Executed>(known("k"));
  warm_up(engine);
  EXPECT_EQ(take<Replay>(known("k")).response.body, "k");
  take<key::Mismatch>(known("k", "{}"));
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ',') FROM ledger"), "k");
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(ReplayFirst, AStatementThatTheServerForgotIsPreparedAgain) {
  warm_up(engine);
  take<Replay>(engine.claim(request_for("warm"), policy));
  ASSERT_TRUE(connection.script("DISCARD ALL"));
  EXPECT_EQ(take<Replay>(engine.claim(request_for("warm"), policy)).response.body, "warm");
}

TEST_F(ReplayFirst, AHostileSearchPathCallsNothingOfTheirs) {
  raw.exec(
      R"(CREATE FUNCTION public.trojan(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$;
              CREATE FUNCTION public.trojan(bytea, bytea) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$;
              CREATE OPERATOR public.= (FUNCTION = public.trojan, LEFTARG = text, RIGHTARG = text);
              CREATE OPERATOR public.<> (FUNCTION = public.trojan, LEFTARG = text, RIGHTARG = text);
              CREATE OPERATOR public.= (FUNCTION = public.trojan, LEFTARG = bytea, RIGHTARG = bytea);
              CREATE FUNCTION public.current_setting(text, boolean) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE 'trojan'; END $$)");
  ASSERT_TRUE(connection.script("SET search_path = public, pg_catalog"));
  warm_up(engine);
  take<Replay>(engine.claim(request_for("warm"), policy));
  EXPECT_TRUE(has_looked());
  take<engine::Engine::Executed>(known("k"));
  const Claim claim = take<Claim>(engine.claim_within(request_for("k2"), policy));
  take<Done>(engine.finish_within(claim, key::State::succeeded, response_with("ok"), {}));
}

// A marker somebody else left on the session is no claim: the conflict is read all the same, and nothing is
// executed.
TEST_F(ReplayFirst, AForeignMarkerOnTheSessionChangesNothing) {
  ASSERT_TRUE(connection.script("SET onceover.claim = '42'"));
  claimed("k");
  take<key::InFlight>(engine.claim(request_for("k"), policy));
  take<key::InFlight>(known("k"));
  take<key::InFlight>(engine.claim_within(request_for("k"), policy));
  ASSERT_TRUE(connection.script("ROLLBACK"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "0");
}

TEST_F(ReplayFirst, ManyAtOnceAllGetTheOneAnswerOrTheOneClaim) {
  constexpr int clients = 8, keys = 20;
  std::vector<pg::Connection> connections;
  for (int i = 0; i < clients; ++i) connections.push_back(open_or_throw(database.conninfo()));
  std::array<std::atomic<int>, keys> executors{};
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (auto& own : connections) {
    threads.emplace_back([&] {
      engine::Engine one(own, nullptr);
      for (int key = 0; key < keys; ++key) {
        for (int i = 0; i < replays_to_warm_up; ++i) {
          const auto warm = one.claim(request_for("warm"), policy);
          if (!warm || !std::holds_alternative<Replay>(*warm)) ++wrong;
        }
        const std::string name = "race-" + std::to_string(key);
        const std::array business{entry(name)};
        const auto outcome =
            one.run_known(request_for(name), policy, key::State::succeeded, response_with(name), business);
        if (!outcome) {
          ++wrong;
        } else if (std::holds_alternative<engine::Engine::Executed>(*outcome)) {
          ++executors[static_cast<std::size_t>(key)];
        } else if (const auto* replay = std::get_if<Replay>(&*outcome)) {
          if (replay->response.body != name) ++wrong;
        } else if (!std::holds_alternative<key::InFlight>(*outcome)) {
          ++wrong;
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& executed : executors) EXPECT_EQ(executed, 1);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT key) FROM ledger"),
            std::to_string(keys) + " " + std::to_string(keys));
}

}  // namespace
}  // namespace onceover::test
