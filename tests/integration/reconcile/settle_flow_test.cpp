// SPDX-License-Identifier: Apache-2.0
// What a person confirmed is written, or nothing of the kind; whatever happens between the yes and the write.
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/settle_own.h"

namespace onceover::test {
namespace {

using reconcile::RowChanged;
using reconcile::RowFiled;
using reconcile::RowSettled;
using reconcile::VerdictKind;
using tables::Verb;

struct Confirmed {
  browse::KeyRow seen;
  reconcile::Instruction instruction;
};

class SettleFlowTest : public StuckTest {
 protected:
  // A person looks at the key and asks, without writing anything, as the console does while it is read-only.
  Confirmed seen_and_asked(const std::string& key) {
    const auto now = row(key);
    return {now, wish_for(ask(now).verdict, "customer called", "INC-7")};
  }
  Result<reconcile::OneOutcome> confirm(const Confirmed& confirmed, const audit::Actor& who = alice) {
    return settle_own(connection, &gateway, confirmed.seen, confirmed.instruction, who);
  }
};

TEST_F(SettleFlowTest, WhatWasConfirmedIsWrittenWithReasonTicketAndFreshEvidence) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  const int asked_before = gateway.asked();
  const auto flow = take<RowSettled>(confirm(confirmed));
  EXPECT_EQ(flow.after->state, key::State::succeeded);
  EXPECT_EQ(gateway.asked(), asked_before + 1);
  auto trail = audit::page(connection, {.id = id_of("k")});
  ASSERT_TRUE(trail);
  ASSERT_EQ(trail->records.size(), 2u);
  EXPECT_EQ(trail->records.front().number, flow.audit_id);
  EXPECT_EQ(trail->records.front().reason, "customer called");
  EXPECT_EQ(trail->records.front().ticket, "INC-7");
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response.code, 201);
}

TEST_F(SettleFlowTest, AReleaseThatWasConfirmedLetsTheClientRollForward) {
  stuck("k");
  const auto flow = take<RowSettled>(confirm(seen_and_asked("k")));
  EXPECT_EQ(flow.after->state, key::State::released);
  EXPECT_TRUE(take<engine::Claim>(engine.claim(request_for("k"), policy)).taken_over);
}

TEST_F(SettleFlowTest, AResponseThatAPersonSuppliesIsStoredToTheByte) {
  gateway.declared.response.reset();
  stuck("k");
  gateway.perform(downstream("k"));
  auto confirmed = seen_and_asked("k");
  ASSERT_EQ(confirmed.instruction.confirmed->kind, VerdictKind::done_needs_response);
  confirmed.instruction.response = response_with("{\"id\": \"by hand\"}", 200);
  take<RowSettled>(confirm(confirmed));
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response,
            *confirmed.instruction.response);
}

// As oncectl settle does it: nobody has looked before.
TEST_F(SettleFlowTest, WithoutAConfirmedVerdictWhateverTheGatewaySaysIsWritten) {
  for (const char* key : {"done", "lost", "silent"}) stuck(key);
  gateway.perform(downstream("done"));
  gateway.answer = [&](const gateway::Question& question) {
    return question.id.key == "silent" ? FakeGateway::of(gateway::Finding::unknown, "timeout")
                                       : gateway.look_up(question);
  };
  const auto settle_unseen = [&](const std::string& key, std::optional<VerdictKind> expected = {}) {
    Confirmed unseen{row(key), wish_for({}, "customer called", "INC-7")};
    unseen.instruction.expected = expected;
    return confirm(unseen);
  };
  EXPECT_EQ(take<RowSettled>(settle_unseen("done")).verb, Verb::succeed);
  EXPECT_EQ(take<RowFiled>(settle_unseen("silent")).status, "open");
  const auto other = take<RowFiled>(settle_unseen("lost", VerdictKind::settle_succeeded));
  EXPECT_EQ(other.asked.verdict.kind, VerdictKind::release);
  EXPECT_EQ(other.after->state, key::State::in_progress);
  EXPECT_TRUE(row("lost").is_due(row("lost").updated_at + std::chrono::hours(1))) << "it is handed back";
  EXPECT_EQ(take<RowSettled>(settle_unseen("lost", VerdictKind::release)).verb, Verb::release);
}

TEST_F(SettleFlowTest, ACancelIsConfirmedLikeAnyVerdict) {
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  gateway.declared.dedupe_window.reset();
  stuck("k");
  stuck("late");
  const auto now = row("k"), then = row("late");
  const auto asked =
      reconcile::ask(gateway, {now}, now.updated_at, {Steady::now() + std::chrono::seconds(5), 8, false})
          .front();
  ASSERT_TRUE(asked.if_cancelled) << asked.verdict.why;
  ASSERT_FALSE(reconcile::is_offered(asked.verdict.kind));
  const auto cancelled = [&](const browse::KeyRow& seen) {
    return settle_own(connection, &gateway, seen, wish_for(asked.if_cancelled, "customer called", "INC-7"),
                      alice, {.may_cancel = true});
  };
  EXPECT_EQ(take<RowSettled>(cancelled(now)).after->state, key::State::failed);
  gateway.perform(downstream("k"));
  EXPECT_EQ(gateway.look_up({now.id, downstream("k"), {}}).finding, gateway::Finding::no_such_key)
      << "the tombstone holds";
  gateway.perform(downstream("late"));
  EXPECT_EQ(take<RowFiled>(cancelled(then)).after->state, key::State::in_progress);
}

TEST_F(SettleFlowTest, AnEffectThatArrivedMeanwhileIsNeitherReleasedNorSettledUnconfirmed) {
  stuck("k");
  const auto confirmed = seen_and_asked("k");
  ASSERT_EQ(confirmed.instruction.confirmed->kind, VerdictKind::release);
  gateway.perform(downstream("k"));
  const auto flow = take<RowFiled>(confirm(confirmed));
  EXPECT_EQ(flow.status, "open");
  EXPECT_EQ(flow.asked.verdict.kind, VerdictKind::settle_succeeded);
  EXPECT_EQ(flow.after->state, key::State::in_progress);
  EXPECT_EQ(flow.after->case_status, "open");
  EXPECT_NE(raw.scalar("SELECT reason FROM onceover.cases").find("The evidence changed while settling"),
            std::string::npos);
  EXPECT_EQ(raw.scalar("SELECT evidence ->> 'finding' FROM onceover.cases"), "done");
  // Handed back: nobody waits for a lease, and the next yes settles it.
  take<RowSettled>(confirm(seen_and_asked("k")));
  EXPECT_EQ(state_of("k"), "succeeded");
}

TEST_F(SettleFlowTest, AGatewayThatFallsSilentMeanwhileLeavesTheKeyUnresolved) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "HTTP 503"); };
  const auto flow = take<RowFiled>(confirm(confirmed));
  EXPECT_EQ(flow.status, "open");
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(raw.scalar("SELECT locked_until <= clock_timestamp() FROM onceover.keys"), "t");
}

TEST_F(SettleFlowTest, AnotherAmountThatAppearsMeanwhileIsLoudlyForAHuman) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  gateway.perform(downstream("k"), "99.00");
  const auto flow = take<RowFiled>(confirm(confirmed));
  EXPECT_TRUE(flow.asked.verdict.loud);
  EXPECT_EQ(flow.status, "needs_human");
}

TEST_F(SettleFlowTest, AnotherAnswerForTheClientIsNotTheOneThatWasConfirmed) {
  stuck("k");
  gateway.perform(downstream("k"));
  auto confirmed = seen_and_asked("k");
  gateway.answer = [&](const auto& question) {
    auto evidence = gateway.look_up(question);
    evidence.body = R"({"id":"another"})";
    return evidence;
  };
  take<RowFiled>(confirm(confirmed));
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(SettleFlowTest, SomebodyWhoSettledFirstIsNamed) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto mine = seen_and_asked("k");
  take<RowSettled>(confirm(mine, bob));
  const auto changed = take<RowChanged>(confirm(mine, alice));
  ASSERT_TRUE(changed.now);
  EXPECT_EQ(changed.now->state, key::State::succeeded);
  const std::string said = reconcile::sentence(changed, reconcile::fenced(mine.seen));
  EXPECT_EQ(said.find("Another user settled it: bob@desk-2, "), 0u) << said;
  EXPECT_EQ(audit_rows("actor = 'alice'"), "0");
}

TEST_F(SettleFlowTest, AnExecutorThatWokeUpAndFinishedIsNotOverwritten) {
  const auto claim = stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  take<engine::Done>(engine.complete(claim, response_with("mine")));
  const auto changed = take<RowChanged>(confirm(confirmed));
  EXPECT_NE(reconcile::sentence(changed, reconcile::fenced(confirmed.seen)).find("finished meanwhile"),
            std::string::npos);
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response.body, "mine");
}

TEST_F(SettleFlowTest, ARowThatChangesWhileTheGatewayIsAskedIsLeftAlone) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  gateway.before_answer = [&](const auto&) {
    raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence'), owner = 'bob@desk-2/x'");
  };
  const auto changed = take<RowChanged>(confirm(confirmed));
  EXPECT_EQ(reconcile::sentence(changed, reconcile::fenced(confirmed.seen)),
            "It was taken over meanwhile by bob@desk-2/x.");
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(SettleFlowTest, ALiveLeaseIsSaidToBeLive) {
  claimed("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  const auto changed = take<RowChanged>(confirm(confirmed));
  EXPECT_EQ(reconcile::sentence(changed, reconcile::fenced(confirmed.seen)).find("The lease is live until "),
            0u);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(SettleFlowTest, AKeyThatIsGoneIsSaidToBeGone) {
  stuck("k");
  const auto confirmed = seen_and_asked("k");
  raw.tamper("DELETE FROM onceover.keys");
  EXPECT_EQ(reconcile::sentence(take<RowChanged>(confirm(confirmed)), reconcile::fenced(confirmed.seen)),
            "The key is gone: it was reaped, or deleted by hand.");
}

TEST_F(SettleFlowTest, WhatCannotBeSettledIsRefusedBeforeTheKeyIsTakenOver) {
  gateway.declared.dedupe_window.reset();
  stuck("k");
  auto confirmed = seen_and_asked("k");
  ASSERT_EQ(confirmed.instruction.confirmed->kind, VerdictKind::unresolved);
  EXPECT_FALSE(confirm(confirmed));
  gateway.perform(downstream("k"));
  confirmed = seen_and_asked("k");
  confirmed.instruction.request.reason.clear();
  EXPECT_FALSE(confirm(confirmed));
  confirmed.instruction.request.reason = "why not";
  confirmed.instruction.response = response_with("beside the evidence");
  EXPECT_FALSE(confirm(confirmed));
  gateway.declared.response.reset();
  confirmed = seen_and_asked("k");
  EXPECT_FALSE(confirm(confirmed)) << "nobody supplied a response";
  confirmed.instruction.response = response_with("no", 500);
  EXPECT_FALSE(confirm(confirmed)) << "a 500 for an effect that happened";
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(SettleFlowTest, AWriteThatFailsSaysUntilWhenTheKeyStaysTakenOver) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  raw.exec("ALTER TABLE onceover.audit ADD CONSTRAINT refuse CHECK (action <> 'settle')");
  const auto failed = confirm(confirmed);
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().not_done.find("It stays taken over until "), std::string::npos);
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(SettleFlowTest, WhatCannotBeReadIsReadBeforeTheKeyIsTakenOver) {
  stuck("k");
  const auto confirmed = seen_and_asked("k");
  raw.exec("ALTER TABLE onceover.gateways RENAME COLUMN dedupe_window TO gone");
  ASSERT_FALSE(confirm(confirmed));
  EXPECT_EQ(row("k").fence, confirmed.seen.fence) << "it was taken over";
}

TEST_F(SettleFlowTest, TheSettlementShownIsTheSettlementWritten) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto now = row("k");
  const auto asked = ask(now);
  const Confirmed confirmed{now, wish_for(asked.verdict, "customer called")};
  const auto shown = reconcile::preview(
      now, reconcile::decide_own({.seen = {.row = now}}, confirmed.instruction, asked).settlement,
      now.updated_at);
  const auto after = *take<RowSettled>(confirm(confirmed)).after;
  EXPECT_EQ(shown.state, after.state);
  EXPECT_EQ(shown.response_code, after.response_code);
  EXPECT_EQ(shown.response_bytes, after.response_bytes);
  EXPECT_EQ(shown.case_status, after.case_status);
}

}  // namespace
}  // namespace onceover::test
