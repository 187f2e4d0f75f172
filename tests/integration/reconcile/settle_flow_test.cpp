// What a person confirmed is written, or nothing of the kind; whatever happens between the yes and the write.
#include "core/reconcile/settle_flow.h"

#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {
namespace {

using reconcile::Confirmed;
using reconcile::FlowChanged;
using reconcile::FlowEvidenceChanged;
using reconcile::FlowSettled;
using reconcile::VerdictKind;

class SettleFlowTest : public StuckTest {
 protected:
  // A person looks at the key and asks, without writing anything, as the console does while it is read-only.
  Confirmed seen_and_asked(const std::string& key) {
    const auto now = row(key);
    return {reconcile::seen(now), ask(now).verdict, {}, "customer called", "INC-7"};
  }
  Result<reconcile::FlowOutcome> confirm(const Confirmed& confirmed, const audit::Actor& who = alice) {
    return reconcile::settle_confirmed(connection, profile, gateway, confirmed, who);
  }
};

TEST_F(SettleFlowTest, WhatWasConfirmedIsWrittenWithReasonTicketAndFreshEvidence) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  const int asked_before = gateway.asked();
  const auto flow = take<FlowSettled>(confirm(confirmed));
  EXPECT_EQ(flow.settled.after.state, key::State::succeeded);
  EXPECT_EQ(gateway.asked(), asked_before + 1);
  auto trail = audit::page(connection, {.id = id_of("k")});
  ASSERT_TRUE(trail);
  ASSERT_EQ(trail->records.size(), 2u);
  EXPECT_EQ(trail->records.front().number, flow.settled.audit_id);
  EXPECT_EQ(trail->records.front().reason, "customer called");
  EXPECT_EQ(trail->records.front().ticket, "INC-7");
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response.code, 201);
}

TEST_F(SettleFlowTest, AReleaseThatWasConfirmedLetsTheClientRollForward) {
  stuck("k");
  const auto flow = take<FlowSettled>(confirm(seen_and_asked("k")));
  EXPECT_EQ(flow.settled.after.state, key::State::released);
  EXPECT_TRUE(take<engine::Claim>(engine.claim(request_for("k"), policy)).taken_over);
}

TEST_F(SettleFlowTest, AResponseThatAPersonSuppliesIsStoredToTheByte) {
  gateway.declared.response.reset();
  stuck("k");
  gateway.perform(downstream("k"));
  auto confirmed = seen_and_asked("k");
  ASSERT_EQ(confirmed.verdict->kind, VerdictKind::done_needs_response);
  confirmed.supplied = response_with("{\"id\": \"by hand\"}", 200);
  take<FlowSettled>(confirm(confirmed));
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response, *confirmed.supplied);
}

// As oncectl settle does it: nobody has looked before.
TEST_F(SettleFlowTest, WithoutAConfirmedVerdictWhateverTheGatewaySaysIsWritten) {
  for (const char* key : {"done", "lost", "silent"}) stuck(key);
  gateway.perform(downstream("done"));
  gateway.answer = [&](const gateway::Question& question) {
    return question.id.key == "silent" ? FakeGateway::of(gateway::Finding::unknown, "timeout") : gateway.look_up(question);
  };
  const auto settle_unseen = [&](const std::string& key, std::optional<VerdictKind> expected = {}) {
    return confirm({reconcile::seen(row(key)), {}, {}, "customer called", "INC-7", expected});
  };
  EXPECT_EQ(take<FlowSettled>(settle_unseen("done")).act, reconcile::Act::succeed);
  const auto silent = take<FlowSettled>(settle_unseen("silent"));
  EXPECT_EQ(silent.act, reconcile::Act::unresolved);
  EXPECT_EQ(silent.settled.after.case_status, "open");
  const auto other = take<FlowEvidenceChanged>(settle_unseen("lost", VerdictKind::settle_succeeded));
  EXPECT_EQ(other.asked.verdict.kind, VerdictKind::release);
  EXPECT_EQ(other.recorded.after.state, key::State::in_progress);
  EXPECT_TRUE(row("lost").is_due(row("lost").updated_at + std::chrono::hours(1))) << "it is handed back";
  EXPECT_EQ(take<FlowSettled>(settle_unseen("lost", VerdictKind::release)).act, reconcile::Act::release);
}

TEST_F(SettleFlowTest, ACancelIsConfirmedLikeAnyVerdict) {
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  gateway.declared.dedupe_window.reset();
  stuck("k");
  stuck("late");
  const auto now = row("k"), then = row("late");
  const auto asked = reconcile::ask(gateway, {now}, now.updated_at, {Steady::now() + std::chrono::seconds(5), 8, false}).front();
  ASSERT_TRUE(asked.if_cancelled) << asked.verdict.why;
  ASSERT_FALSE(reconcile::is_offered(asked.verdict.kind));
  const auto cancelled = [&](const browse::KeyRow& seen) {
    return reconcile::settle_confirmed(connection, profile, gateway,
                                       {reconcile::seen(seen), asked.if_cancelled, {}, "customer called", "INC-7"}, alice,
                                       {.may_cancel = true});
  };
  EXPECT_EQ(take<FlowSettled>(cancelled(now)).settled.after.state, key::State::failed);
  gateway.perform(downstream("k"));
  EXPECT_EQ(gateway.look_up({now.id, downstream("k"), {}}).finding, gateway::Finding::no_such_key) << "the tombstone holds";
  gateway.perform(downstream("late"));
  EXPECT_EQ(take<FlowEvidenceChanged>(cancelled(then)).recorded.after.state, key::State::in_progress);
}

TEST_F(SettleFlowTest, AnEffectThatArrivedMeanwhileIsNeitherReleasedNorSettledUnconfirmed) {
  stuck("k");
  const auto confirmed = seen_and_asked("k");
  ASSERT_EQ(confirmed.verdict->kind, VerdictKind::release);
  gateway.perform(downstream("k"));
  const auto flow = take<FlowEvidenceChanged>(confirm(confirmed));
  EXPECT_EQ(flow.act, reconcile::Act::unresolved);
  EXPECT_EQ(flow.asked.verdict.kind, VerdictKind::settle_succeeded);
  EXPECT_EQ(flow.recorded.after.state, key::State::in_progress);
  EXPECT_EQ(flow.recorded.after.case_status, "open");
  EXPECT_NE(raw.scalar("SELECT reason FROM onceover.cases").find("The evidence changed while settling"), std::string::npos);
  EXPECT_EQ(raw.scalar("SELECT evidence ->> 'finding' FROM onceover.cases"), "done");
  // Handed back: nobody waits for a lease, and the next yes settles it.
  take<FlowSettled>(confirm(seen_and_asked("k")));
  EXPECT_EQ(state_of("k"), "succeeded");
}

TEST_F(SettleFlowTest, AGatewayThatFallsSilentMeanwhileLeavesTheKeyUnresolved) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "HTTP 503"); };
  const auto flow = take<FlowEvidenceChanged>(confirm(confirmed));
  EXPECT_EQ(flow.act, reconcile::Act::unresolved);
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(raw.scalar("SELECT locked_until <= clock_timestamp() FROM onceover.keys"), "t");
}

TEST_F(SettleFlowTest, AnotherAmountThatAppearsMeanwhileIsLoudlyForAHuman) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  gateway.perform(downstream("k"), "99.00");
  const auto flow = take<FlowEvidenceChanged>(confirm(confirmed));
  EXPECT_EQ(flow.act, reconcile::Act::needs_human);
  EXPECT_TRUE(flow.asked.verdict.loud);
  EXPECT_EQ(flow.recorded.after.case_status, "needs_human");
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
  take<FlowEvidenceChanged>(confirm(confirmed));
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(SettleFlowTest, SomebodyWhoSettledFirstIsNamed) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto mine = seen_and_asked("k");
  take<FlowSettled>(confirm(mine, bob));
  const auto changed = take<FlowChanged>(confirm(mine, alice));
  ASSERT_TRUE(changed.now);
  EXPECT_EQ(changed.now->state, key::State::succeeded);
  const std::string said = reconcile::sentence(changed, mine.seen);
  EXPECT_EQ(said.find("Somebody else settled it: bob@desk-2, "), 0u) << said;
  EXPECT_EQ(audit_rows("actor = 'alice'"), "0");
}

TEST_F(SettleFlowTest, AnExecutorThatWokeUpAndFinishedIsNotOverwritten) {
  const auto claim = stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  take<engine::Done>(engine.complete(claim, response_with("mine")));
  const auto changed = take<FlowChanged>(confirm(confirmed));
  EXPECT_NE(reconcile::sentence(changed, confirmed.seen).find("finished meanwhile"), std::string::npos);
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response.body, "mine");
}

TEST_F(SettleFlowTest, ARowThatChangesWhileTheGatewayIsAskedIsLeftAlone) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  gateway.before_answer = [&](const auto&) {
    raw.exec("UPDATE onceover.keys SET fence = nextval('onceover.fence'), owner = 'bob@desk-2/x'");
  };
  const auto changed = take<FlowChanged>(confirm(confirmed));
  EXPECT_EQ(reconcile::sentence(changed, confirmed.seen), "It was taken over meanwhile by bob@desk-2/x.");
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(SettleFlowTest, ALiveLeaseIsSaidToBeLive) {
  claimed("k");
  gateway.perform(downstream("k"));
  const auto confirmed = seen_and_asked("k");
  const auto changed = take<FlowChanged>(confirm(confirmed));
  EXPECT_EQ(reconcile::sentence(changed, confirmed.seen).find("The lease is live until "), 0u);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(SettleFlowTest, AKeyThatIsGoneIsSaidToBeGone) {
  stuck("k");
  const auto confirmed = seen_and_asked("k");
  raw.exec("DELETE FROM onceover.keys");
  EXPECT_EQ(reconcile::sentence(take<FlowChanged>(confirm(confirmed)), confirmed.seen),
            "The key is gone: it was reaped, or deleted by hand.");
}

TEST_F(SettleFlowTest, WhatCannotBeSettledIsRefusedBeforeTheKeyIsTakenOver) {
  gateway.declared.dedupe_window.reset();
  stuck("k");
  auto confirmed = seen_and_asked("k");
  ASSERT_EQ(confirmed.verdict->kind, VerdictKind::unresolved);
  EXPECT_FALSE(confirm(confirmed));
  gateway.perform(downstream("k"));
  confirmed = seen_and_asked("k");
  confirmed.reason.clear();
  EXPECT_FALSE(confirm(confirmed));
  confirmed.reason = "why not";
  confirmed.supplied = response_with("beside the evidence");
  EXPECT_FALSE(confirm(confirmed));
  gateway.declared.response.reset();
  confirmed = seen_and_asked("k");
  EXPECT_FALSE(confirm(confirmed)) << "nobody supplied a response";
  confirmed.supplied = response_with("no", 500);
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

TEST_F(SettleFlowTest, TheSettlementShownIsTheSettlementWritten) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto now = row("k");
  const auto asked = ask(now);
  const Confirmed confirmed{reconcile::seen(now), asked.verdict, {}, "customer called", ""};
  const auto shown = reconcile::preview(now, reconcile::settlement_for(now, asked, confirmed), now.updated_at);
  const auto after = take<FlowSettled>(confirm(confirmed)).settled.after;
  EXPECT_EQ(shown.state, after.state);
  EXPECT_EQ(shown.response_code, after.response_code);
  EXPECT_EQ(shown.response_bytes, after.response_bytes);
  EXPECT_EQ(shown.case_status, after.case_status);
}

}  // namespace
}  // namespace onceover::test
