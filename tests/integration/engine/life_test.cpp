// SPDX-License-Identifier: Apache-2.0
// The life of a key, way by way, against a real server.
#include "tests/integration/engine/fixture.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::OwnershipLost;
using engine::Replay;

TEST_F(EngineTest, TheFirstRequestClaimsAndADuplicateIsInFlight) {
  const Claim claim = claimed("k");
  EXPECT_GT(claim.fence, 0);
  EXPECT_EQ(state_of("k"), "in_progress");
  const auto flight = take<key::InFlight>(engine.claim(request_for("k"), policy));
  EXPECT_GT(flight.retry_after, std::chrono::seconds(20));
  EXPECT_LE(flight.retry_after, std::chrono::seconds(30));
}

TEST_F(EngineTest, AFinishedKeyReplaysEveryByte) {
  const std::string body("a\0b\xff{\"n\":1.10}\n", 16);
  const auto stored = response_with(body, 202);
  take<Done>(engine.complete(claimed("k"), stored));
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response, stored);
}

TEST_F(EngineTest, AFailureIsReplayedToo) {
  take<Done>(engine.fail(claimed("k"), response_with("declined", 402), "PROVIDER.declined"));
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.code, 402);
  EXPECT_EQ(raw.scalar("SELECT error_code FROM onceover.keys"), "PROVIDER.declined");
}

TEST_F(EngineTest, AnotherPayloadIsAMismatchInEveryState) {
  const Claim claim = claimed("k");
  const auto other = request_for("k", R"({"amount":1001})");
  take<key::Mismatch>(engine.claim(other, policy));
  take<Done>(engine.release(claim, std::nullopt));
  take<key::Mismatch>(engine.claim(other, policy));
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  take<key::Mismatch>(engine.claim(other, policy));
}

TEST_F(EngineTest, TheSameKeyOfAnotherTenantOrOperationIsAnotherKey) {
  claimed("k");
  auto other = request_for("k");
  other.id.tenant = "globex";
  take<Claim>(engine.claim(other, policy));
  other = request_for("k");
  other.id.operation = "POST /payments";
  take<Claim>(engine.claim(other, policy));
}

TEST_F(EngineTest, AnExpiredLeaseIsNeverRunAgainBlindly) {
  claimed("k");
  expire_lease("k");
  take<key::AwaitingReconciliation>(engine.claim(request_for("k"), policy));
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(EngineTest, AnExpiredLeaseIsTakenOverWhereTheOperationIsDeclaredRerunnable) {
  const Claim first = claimed("k");
  expire_lease("k");
  policy.rerunnable_for = std::chrono::hours(24);
  const Claim second = take<Claim>(engine.claim(request_for("k"), policy));
  EXPECT_TRUE(second.taken_over);
  EXPECT_GT(second.fence, first.fence);
  EXPECT_EQ(second.created_at, first.created_at);
  take<OwnershipLost>(engine.complete(first, response_with("late")));
  take<OwnershipLost>(engine.release(first, std::nullopt));
  take<OwnershipLost>(engine.renew(first, std::chrono::seconds(30)));
  take<Done>(engine.complete(second, response_with("ok")));
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "ok");
}

TEST_F(EngineTest, OutsideTheDedupeWindowNothingIsTakenOver) {
  claimed("k");
  expire_lease("k");
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '2 hours'");
  policy.rerunnable_for = std::chrono::hours(1);
  take<key::AwaitingReconciliation>(engine.claim(request_for("k"), policy));
}

TEST_F(EngineTest, AReleasedKeyIsClaimedAgainUntilItsDeadline) {
  const Claim first = claimed("k");
  take<Done>(engine.release(first, first.created_at + std::chrono::hours(1)));
  const Claim second = take<Claim>(engine.claim(request_for("k"), policy));
  EXPECT_GT(second.fence, first.fence);
  take<Done>(engine.release(second, first.created_at));
  take<key::AwaitingReconciliation>(engine.claim(request_for("k"), policy));
}

TEST_F(EngineTest, AnEarlierBoundOfAReleaseIsNeverLost) {
  const Claim first = claimed("k");
  take<Done>(engine.release(first, first.created_at + std::chrono::hours(1)));
  const Claim second = claimed("k");
  const auto unbounded = engine.release(second, std::nullopt);
  ASSERT_FALSE(unbounded);
  EXPECT_EQ(unbounded.error().kind, ErrorKind::invalid_input);
  take<Done>(engine.release(second, second.created_at + std::chrono::hours(9)));
  EXPECT_EQ(raw.scalar("SELECT (retry_before - created_at)::text FROM onceover.keys"), "01:00:00");
}

TEST_F(EngineTest, WhatCommitsByItselfIsRefusedInsideAnOpenTransaction) {
  const Claim claim = claimed("k");
  ASSERT_TRUE(connection.script("BEGIN"));
  EXPECT_FALSE(engine.claim(request_for("k2"), policy));
  EXPECT_FALSE(engine.complete(claim, response_with("ok")));
  EXPECT_FALSE(engine.renew(claim, std::chrono::seconds(9)));
  ASSERT_TRUE(connection.script("ROLLBACK"));
  take<Done>(engine.complete(claim, response_with("ok")));
}

TEST_F(EngineTest, RenewingMovesTheLeaseAndOnlyTheOwnerMay) {
  Claim claim = claimed("k");
  const auto renewed = take<Done>(engine.renew(claim, std::chrono::seconds(300)));
  EXPECT_GT(*renewed.locked_until, *claim.locked_until + std::chrono::seconds(200));
  claim.fence += 1;
  take<OwnershipLost>(engine.renew(claim, std::chrono::seconds(300)));
}

TEST_F(EngineTest, AFinishedKeyNeverChanges) {
  const Claim claim = claimed("k");
  take<Done>(engine.complete(claim, response_with("first")));
  take<OwnershipLost>(engine.complete(claim, response_with("second")));
  take<OwnershipLost>(engine.fail(claim, response_with("second", 400), "x"));
  take<OwnershipLost>(engine.release(claim, std::nullopt));
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "first");
}

TEST_F(EngineTest, WhatASweeperOwnsItsExecutorCannotFinish) {
  const Claim claim = claimed("k");
  raw.tamper("UPDATE onceover.keys SET holder = 'sweeper', fence = nextval('onceover.fence')");
  take<OwnershipLost>(engine.complete(claim, response_with("late")));
  take<key::AwaitingReconciliation>(engine.claim(request_for("k"), policy));
}

TEST_F(EngineTest, AnUnknownResponseVersionIsNeverGuessed) {
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  raw.tamper("UPDATE onceover.keys SET response_version = 7");
  EXPECT_EQ(take<engine::UnknownResponse>(engine.claim(request_for("k"), policy)).version, 7);
}

TEST_F(EngineTest, AResponseVersionThatNoReaderKnowsIsNotStored) {
  auto response = response_with("ok");
  response.version = 2;
  const Claim claim = claimed("k");
  EXPECT_EQ(engine.complete(claim, response).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(engine.fail(claim, response, "E").error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(engine.complete_within(claim, key::State::succeeded, response).error().kind,
            ErrorKind::invalid_input);
  EXPECT_EQ(engine.finish_within(claim, key::State::succeeded, response, {}).error().kind,
            ErrorKind::invalid_input);
  EXPECT_EQ(engine.run_known(request_for("k2"), policy, key::State::succeeded, response, {}).error().kind,
            ErrorKind::invalid_input);
  EXPECT_EQ(raw.scalar("SELECT string_agg(state, ' ') FROM onceover.keys"), "in_progress");
}

TEST_F(EngineTest, AKeyWithNulIsRefusedBeforeTheServer) {
  auto request = request_for(std::string("a\0b", 3));
  const auto outcome = engine.claim(request, policy);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
}

TEST_F(EngineTest, TheWindowCountsFromCompletion) {
  policy.window = std::chrono::hours(5);
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  EXPECT_EQ(raw.scalar("SELECT (expires_at - completed_at BETWEEN interval '4:59:59' AND interval "
                       "'5:00:01')::text FROM onceover.keys"),
            "true");
}

TEST_F(EngineTest, SynchronousCommitIsForcedForLeasesAndForNothingElse) {
  auto lazy = open_or_throw(database.conninfo());
  ASSERT_TRUE(lazy.script("SET synchronous_commit = off"));
  raw.exec(R"(CREATE TABLE seen (way text, setting text);
              CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.seen VALUES (new.owner, current_setting('synchronous_commit')); RETURN new; END $$;
              CREATE TRIGGER note BEFORE INSERT OR UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION note())");
  engine::Engine other(lazy, nullptr);
  const Claim claim = take<Claim>(other.claim(request_for("k"), policy));
  take<Done>(other.complete(claim, response_with("ok")));
  EXPECT_EQ(raw.scalar("SELECT string_agg(setting, ',') FROM seen"), "on,on");
  raw.exec("TRUNCATE seen");
  const Claim inside = take<Claim>(other.claim_within(request_for("k2"), policy));
  take<Done>(other.finish_within(inside, key::State::succeeded, response_with("ok"), {}));
  EXPECT_EQ(raw.scalar("SELECT string_agg(setting, ',') FROM seen"), "off,off");
}

TEST_F(EngineTest, EverythingIsCounted) {
  take<Done>(engine.complete(claimed("k"), response_with("ok")));
  take<Replay>(engine.claim(request_for("k"), policy));
  take<key::Mismatch>(engine.claim(request_for("k", "{}"), policy));
  claimed("k2");
  take<key::InFlight>(engine.claim(request_for("k2"), policy));
  std::map<std::string, std::int64_t> sums;
  for (const auto& delta : counters.take()) sums[delta.name] += delta.n;
  const std::map<std::string, std::int64_t> wanted{{"created", 2},     {"completed", 1},
                                                   {"replayed", 1},    {"mismatch", 1},
                                                   {"conflict", 1},    {"time_to_completion_ms", 1},
                                                   {"retry_age_ms", 2}};
  EXPECT_EQ(sums, wanted);
}

TEST_F(EngineTest, WhoWaitsIsOneRetryHoweverOftenItLooks) {
  const Claim claim = claimed("k");
  auto mine = open_or_throw(database.conninfo());
  metrics::Counters counted;
  engine::Engine waiter(mine, &counted);
  const auto ages = [&] {
    std::int64_t sum = 0;
    for (const auto& delta : counted.take()) sum += delta.name == "retry_age_ms" ? delta.n : 0;
    return sum;
  };
  take<key::InFlight>(waiter.claim(request_for("k"), policy));
  take<key::InFlight>(waiter.claim(request_for("k"), policy, true));
  take<Done>(engine.complete(claim, response_with("ok")));
  take<Replay>(waiter.claim(request_for("k"), policy, true));
  EXPECT_EQ(ages(), 1);
  take<Replay>(waiter.claim(request_for("k"), policy));
  EXPECT_EQ(ages(), 1) << "asked for again";
}

TEST_F(EngineTest, ALookSaysWhatADuplicateGetsAndLeavesANewKeyAlone) {
  const auto look = [&](const std::string& key, const std::string& body = R"({"amount":1000})") {
    return engine.look(request_for(key, body), policy).value();
  };
  EXPECT_FALSE(look("new"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "0");
  const Claim claim = claimed("k");
  EXPECT_TRUE(std::holds_alternative<key::InFlight>(look("k").value()));
  EXPECT_TRUE(std::holds_alternative<key::Mismatch>(look("k", "{}").value()));
  take<Done>(engine.complete(claim, response_with("ok")));
  EXPECT_EQ(std::get<Replay>(look("k").value()).response.body, "ok");
  take<Done>(engine.release(claimed("released"), std::nullopt));
  EXPECT_FALSE(look("released")) << "it may be taken over";
  claimed("expired");
  expire_lease("expired");
  EXPECT_TRUE(std::holds_alternative<key::AwaitingReconciliation>(look("expired").value()));
}

}  // namespace
}  // namespace onceover::test
