// SPDX-License-Identifier: Apache-2.0
// One stuck key: owned, asked about, settled, with its case and its audit rows; and everybody who comes
// second.
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using engine::Replay;
using reconcile::Changed;
using reconcile::Settled;

TEST_F(StuckTest, WhatHappenedIsSettledAndTheClientGetsItsAnswer) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto settled = take<Settled>(settle(own("k")));
  EXPECT_EQ(settled.after.state, key::State::succeeded);
  const auto replay = take<Replay>(engine.claim(request_for("k"), policy));
  EXPECT_EQ(replay.response.code, 201);
  EXPECT_EQ(replay.response.body, "{\"id\":\"rf_" + downstream("k").substr(3, 6) + "\"}");
}

TEST_F(StuckTest, TheAuditRowSaysWhoWhatWhyAndOnWhatEvidence) {
  const auto claim = stuck("k");
  gateway.perform(downstream("k"));
  const auto owned = own("k");
  const auto settled = take<Settled>(settle(owned));
  auto trail = audit::page(connection, {.id = id_of("k")});
  ASSERT_TRUE(trail);
  ASSERT_EQ(trail->records.size(), 2u);
  const audit::Record& last = trail->records.front();
  EXPECT_EQ(last.number, settled.audit_id);
  EXPECT_EQ(last.action, "settle");
  EXPECT_EQ(last.actor, "alice");
  EXPECT_EQ(last.host, "desk-1");
  EXPECT_EQ(last.db_user, "postgres");
  EXPECT_EQ(last.from_state, "in_progress");
  EXPECT_EQ(last.to_state, "succeeded");
  EXPECT_EQ(last.fence_before, owned.fence);
  EXPECT_EQ(last.fence_after, settled.after.fence);
  EXPECT_EQ(last.reason, "on call");
  EXPECT_EQ(last.ticket, "INC-1");
  EXPECT_EQ(last.verdict, "settle_succeeded");
  EXPECT_NE(last.evidence_json.find("\"done\""), std::string::npos);
  EXPECT_EQ(last.correlation_id, "corr-1");
  EXPECT_EQ(trail->records.back().action, "own");
  EXPECT_EQ(trail->records.back().actor, "alice");
  EXPECT_EQ(trail->records.back().reason, "on call");
  EXPECT_EQ(trail->records.back().fence_before, claim.fence);
  // Neither bodies nor what a gateway answered in full.
  EXPECT_EQ(audit_rows("before::text || after::text || evidence::text LIKE '%rf_%'"), "0");
}

TEST_F(StuckTest, WhatNeverHappenedIsReleasedWithinTheDedupeWindowAndRollsForwardOnce) {
  stuck("k");
  const auto settled = take<Settled>(settle(own("k")));
  EXPECT_EQ(settled.after.state, key::State::released);
  ASSERT_TRUE(settled.after.retry_before);
  EXPECT_EQ(*settled.after.retry_before,
            settled.after.created_at + std::chrono::hours(24) - std::chrono::minutes(5));
  const auto claim = take<engine::Claim>(engine.claim(request_for("k"), policy));
  EXPECT_TRUE(claim.taken_over);
  EXPECT_GT(claim.fence, settled.after.fence);
}

TEST_F(StuckTest, NotFoundWithoutDedupeIsUnresolvedAndStaysInProgress) {
  gateway.declared.dedupe_window.reset();
  stuck("k");
  const auto after = take<Settled>(settle(own("k"))).after;
  EXPECT_EQ(after.state, key::State::in_progress);
  EXPECT_EQ(after.case_status, "open");
  EXPECT_EQ(after.case_attempts, 1);
  EXPECT_TRUE(after.next_try_at);
  take<key::AwaitingReconciliation>(engine.claim(request_for("k"), policy));
}

TEST_F(StuckTest, ATombstoneThatHoldsSettlesItAsFailedAndTheLateRequestFindsIt) {
  gateway.declared.dedupe_window.reset();
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  stuck("k");
  EXPECT_EQ(take<Settled>(settle(own("k"))).after.state, key::State::failed);
  gateway.perform(downstream("k"));
  EXPECT_EQ(ask(row("k")).evidence.finding, gateway::Finding::no_such_key);
  EXPECT_GE(take<Replay>(engine.claim(request_for("k"), policy)).response.code, 400);
}

TEST_F(StuckTest, AnotherAmountUnderTheKeyIsForAHuman) {
  stuck("k");
  gateway.perform(downstream("k"), "99.00");
  const auto after = take<Settled>(settle(own("k"))).after;
  EXPECT_EQ(after.state, key::State::in_progress);
  EXPECT_EQ(after.case_status, "needs_human");
}

TEST_F(StuckTest, TwoEffectsUnderOneKeyAreForAHuman) {
  stuck("k");
  gateway.perform(downstream("k"));
  gateway.perform(downstream("k"));
  EXPECT_EQ(take<Settled>(settle(own("k"))).after.case_status, "needs_human");
}

TEST_F(StuckTest, ATimeoutIsNeverRecordedAsFailed) {
  stuck("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "timeout"); };
  EXPECT_EQ(take<Settled>(settle(own("k"))).after.state, key::State::in_progress);
}

TEST_F(StuckTest, ALiveLeaseIsNotTakenFromItsExecutor) {
  claimed("k");
  const auto changed = take<Changed>(reconcile::own(connection, profile, reconcile::fenced(row("k")),
                                                    std::chrono::seconds(60), alice, "on call"));
  ASSERT_TRUE(changed.now);
  EXPECT_EQ(changed.now->holder, key::Holder::executor);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(StuckTest, ARowThatChangedSinceItWasSeenIsLeftAloneAndShown) {
  stuck("k");
  const auto before = reconcile::fenced(row("k"));
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence'), owner = 'somebody else'");
  const auto changed =
      take<Changed>(reconcile::own(connection, profile, before, std::chrono::seconds(60), alice, "on call"));
  ASSERT_TRUE(changed.now);
  EXPECT_EQ(changed.now->owner, "somebody else");
}

TEST_F(StuckTest, ARowThatIsGoneIsSaidToBeGone) {
  stuck("k");
  const auto before = reconcile::fenced(row("k"));
  raw.tamper("DELETE FROM onceover.keys");
  EXPECT_FALSE(
      take<Changed>(reconcile::own(connection, profile, before, std::chrono::seconds(60), alice, "on call"))
          .now);
}

TEST_F(StuckTest, WhoOwnsFirstSettlesAndTheOtherLearnsIt) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto seen_by_both = reconcile::fenced(row("k"));
  const auto alices = own("k", alice);
  const auto lost = take<Changed>(
      reconcile::own(connection, profile, seen_by_both, std::chrono::seconds(60), bob, "on call"));
  EXPECT_EQ(lost.now->owner, "alice@desk-1/onceover-test");
  // bob sees the row as it is now, and still may not: alice's lease is live.
  take<Changed>(reconcile::own(connection, profile, reconcile::fenced(row("k")), std::chrono::seconds(60),
                               bob, "on call"));
  take<Settled>(settle(alices, alice));
  EXPECT_EQ(audit_rows("action = 'settle'"), "1");
}

TEST_F(StuckTest, AWakingExecutorLosesToTheVerdict) {
  const auto claim = stuck("k");
  gateway.perform(downstream("k"));
  const auto owned = own("k");
  take<engine::OwnershipLost>(engine.complete(claim, response_with("late")));
  take<Settled>(settle(owned));
  take<engine::OwnershipLost>(engine.complete(claim, response_with("late")));
  EXPECT_NE(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "late");
}

TEST_F(StuckTest, AnExecutorWhoFinishedBeforeTheVerdictWins) {
  const auto claim = stuck("k");
  const auto before = reconcile::fenced(row("k"));
  take<engine::Done>(engine.complete(claim, response_with("mine")));
  const auto changed =
      take<Changed>(reconcile::own(connection, profile, before, std::chrono::seconds(60), alice, "on call"));
  EXPECT_EQ(changed.now->state, key::State::succeeded);
  EXPECT_EQ(take<Replay>(engine.claim(request_for("k"), policy)).response.body, "mine");
}

TEST_F(StuckTest, ASettlementUnderAnOldFenceWritesNothing) {
  stuck("k");
  gateway.perform(downstream("k"));
  auto owned = own("k");
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence')");
  const auto changed = take<Changed>(settle(owned));
  EXPECT_EQ(changed.now->state, key::State::in_progress);
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.cases"), "0");
}

TEST_F(StuckTest, AReasonIsNeeded) {
  stuck("k");
  EXPECT_FALSE(
      reconcile::own(connection, profile, reconcile::fenced(row("k")), std::chrono::seconds(60), alice, ""));
  auto settlement = reconcile::settlement_for(own("k"), ask(row("k")), "x", std::chrono::seconds(5));
  settlement.reason.clear();
  EXPECT_FALSE(reconcile::settle(connection, profile, settlement, alice, ""));
}

TEST_F(StuckTest, HostileKeysAndAnswersAreSettledToTheByte) {
  const std::vector<std::string> keys{
      "<img src=/etc/passwd>", "it's \"quoted\" \\ ,{}", std::string(255, 'x'), "NULL", "\\N", "{a,b}"};
  gateway.answer = [](const auto& question) {
    auto evidence = FakeGateway::of(gateway::Finding::unknown, std::string("bad\0\x01 \xff 'answer'", 16));
    evidence.request = "GET " + question.id.key;
    return evidence;
  };
  for (const auto& key : keys) {
    stuck(key);
    EXPECT_EQ(take<Settled>(settle(own(key))).after.case_status, "open") << key;
  }
  gateway.answer = nullptr;
  for (const auto& key : keys) {
    gateway.perform(downstream(key));
    EXPECT_EQ(take<Settled>(settle(own(key))).after.state, key::State::succeeded) << key;
    EXPECT_EQ(take<Replay>(engine.claim(request_for(key), policy)).response.code, 201) << key;
  }
}

TEST_F(StuckTest, ThePreviewEqualsWhatIsWritten) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto owned = own("k");
  const auto settlement = reconcile::settlement_for(owned, ask(owned), "on call", std::chrono::seconds(5));
  const auto expected = reconcile::preview(owned, settlement, owned.updated_at);
  const auto after = take<Settled>(reconcile::settle(connection, profile, settlement, alice, "")).after;
  EXPECT_EQ(expected.state, after.state);
  EXPECT_EQ(expected.response_code, after.response_code);
  EXPECT_EQ(expected.response_bytes, after.response_bytes);
  EXPECT_EQ(expected.locked_until, after.locked_until);
  EXPECT_EQ(expected.case_status, after.case_status);
  EXPECT_EQ(expected.case_attempts, after.case_attempts);
}

// The row is read once more for the caller; by then the settlement stands.
TEST_F(StuckTest, ASettlementThatIsCommittedIsNotReportedAsFailedWhereTheRowCannotBeReadAgain) {
  PgProxy proxy(shared_server().socket_dir());
  stuck("k");
  const browse::KeyRow owned = own("k");
  gateway.perform(downstream("k"));
  const auto settlement = reconcile::settlement_for(owned, ask(owned), "on call", std::chrono::seconds(5));
  pg::Connection shaky = open_or_throw(proxy.conninfo(database.name()));
  proxy.trap(TrapAt::text, TrapThen::cut_before, "READ ONLY");
  const auto settled =
      take<reconcile::Settled>(reconcile::settle(shaky, profile, settlement, alice, "INC-1"));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(settled.after.state, key::State::succeeded);
  EXPECT_EQ(raw.scalar("SELECT max(id) FROM onceover.audit"), std::to_string(settled.audit_id));
}

TEST_F(StuckTest, ASettlementWhoseRowStaysUnreadableIsInDoubtAndSaysThatItWasWritten) {
  PgProxy proxy(shared_server().socket_dir());
  stuck("k");
  const browse::KeyRow owned = own("k");
  gateway.perform(downstream("k"));
  const auto settlement = reconcile::settlement_for(owned, ask(owned), "on call", std::chrono::seconds(5));
  pg::Connection shaky = open_or_throw(proxy.conninfo(database.name()));
  proxy.trap(TrapAt::text, TrapThen::cut_before, "READ ONLY");
  proxy.refuse(true);  // whoever connects anew
  const auto outcome = reconcile::settle(shaky, profile, settlement, alice, "INC-1");
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::in_doubt) << outcome.error().sentence();
  EXPECT_NE(outcome.error().what.find("audit row"), std::string::npos) << outcome.error().sentence();
  EXPECT_EQ(state_of("k"), "succeeded");
}

TEST_F(StuckTest, TheTrailCannotBeChanged) {
  stuck("k");
  own("k");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.audit SET reason = 'nothing happened'"), "OC003");
  EXPECT_EQ(raw.sqlstate_of("DELETE FROM onceover.audit"), "OC003");
  EXPECT_EQ(raw.sqlstate_of("TRUNCATE onceover.audit"), "OC003");
}

TEST_F(StuckTest, ASettlementThatCannotBeAuditedIsNotMade) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto owned = own("k");
  raw.exec("ALTER TABLE onceover.audit ADD CONSTRAINT refuse CHECK (action <> 'settle')");
  EXPECT_FALSE(settle(owned));
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(row("k").fence, owned.fence);
}

}  // namespace
}  // namespace onceover::test
