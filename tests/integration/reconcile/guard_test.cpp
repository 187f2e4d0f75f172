// SPDX-License-Identifier: Apache-2.0
// Each guard of owning and settling by itself, and settlements whose commit got lost.
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/proxy.h"
#include "tests/support/settle_own.h"

namespace onceover::test {
namespace {

using reconcile::Changed;
using reconcile::Settled;
using std::chrono::seconds;

class SettleGuardTest : public StuckTest {
 protected:
  reconcile::Settlement failing(const browse::KeyRow& row) {
    reconcile::Settlement settlement;
    settlement.id = row.id;
    settlement.fence = row.fence;
    settlement.verb = tables::Verb::fail;
    settlement.response = response_with("no", 402);
    settlement.verdict = "settle_failed";
    settlement.evidence_json = R"({"finding": "refused"})";
    settlement.reason = "on call";
    return settlement;
  }
};

TEST_F(SettleGuardTest, OwningAndHandingBackEachDrawANewFence) {
  gateway.declared.dedupe_window.reset();
  const auto claim = stuck("k");
  const auto owned = own("k");
  EXPECT_GT(owned.fence, claim.fence);
  const auto after = take<Settled>(settle(owned)).after;
  ASSERT_EQ(after.state, key::State::in_progress);
  EXPECT_GT(after.fence, owned.fence);
  take<Changed>(settle(owned));
  EXPECT_EQ(row("k").case_attempts, 1);
}

TEST_F(SettleGuardTest, WhatAnExecutorHoldsIsNotSettledUnderItsFence) {
  claimed("k");
  const auto changed = take<Changed>(reconcile::settle(connection, profile, failing(row("k")), alice, ""));
  EXPECT_EQ(changed.now->holder, key::Holder::executor);
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(SettleGuardTest, AFinishedKeyIsNotSettledAgainUnderItsOwnFence) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto after = take<Settled>(settle(own("k"))).after;
  take<Changed>(reconcile::settle(connection, profile, failing(after), bob, ""));
  EXPECT_EQ(state_of("k"), "succeeded");
  EXPECT_EQ(audit_rows("action = 'settle'"), "1");
}

TEST_F(SettleGuardTest, TheStopSwitchStandsInTheOwningStatementToo) {
  stuck("k");
  raw.exec("UPDATE onceover.control SET stopped = true");
  const auto due = reconcile::own_due(connection, profile, {}, {}, alice);
  ASSERT_TRUE(due) << due.error().sentence();
  EXPECT_TRUE(due->empty());
  EXPECT_EQ(row("k").holder, key::Holder::executor);
}

TEST_F(SettleGuardTest, TheStopSwitchHoldsAPersonToo) {
  stuck("early");
  stuck("late");
  gateway.perform(downstream("early"));
  const auto mine = own("early");
  const auto settlement = reconcile::settlement_for(mine, ask(mine), "on call", std::chrono::seconds(5));
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'INC-1'");
  const auto stopped = reconcile::settle(connection, profile, settlement, alice, "INC-1");
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped) << stopped.error().sentence();
  const auto not_owned = reconcile::own(connection, profile, reconcile::fenced(row("late")),
                                        std::chrono::seconds(5), alice, "on call");
  ASSERT_FALSE(not_owned);
  EXPECT_EQ(not_owned.error().kind, ErrorKind::stopped);
  EXPECT_EQ(row("early").fence, mine.fence);
  EXPECT_EQ(row("late").holder, key::Holder::executor);
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(take<Settled>(reconcile::settle(connection, profile, settlement, alice, "INC-1")).after.state,
            key::State::succeeded);
}

TEST_F(SettleGuardTest, OwningAndSettlingAreDurableWhateverTheServersDefault) {
  raw.exec("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");
  raw.exec(R"(CREATE TABLE seen (setting text);
              CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.seen VALUES (current_setting('synchronous_commit')); RETURN new; END $$)");
  stuck("mine");
  stuck("swept");
  raw.exec("CREATE TRIGGER note BEFORE UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION note()");
  connection = open_or_throw(database.conninfo());
  ASSERT_EQ(connection.exec("SHOW synchronous_commit").value().text(0, 0), "off");
  take<Settled>(settle(own("mine")));
  EXPECT_EQ(sweep().released, 1);
  EXPECT_EQ(raw.scalar("SELECT string_agg(setting, ',') FROM seen"), "on,on,on,on");
}

TEST_F(SettleGuardTest, NothingIsCancelledAtTheGatewayThatNobodyConfirmed) {
  struct Counting : FakeGateway {
    int cancels = 0;
    gateway::Evidence cancel(const gateway::Question& question, Deadline deadline) override {
      ++cancels;
      return FakeGateway::cancel(question, deadline);
    }
  } counting;
  counting.declared.dedupe_window.reset();
  counting.declared.cancel = gateway::Cancel::with_tombstone;
  stuck("k");
  counting.perform(downstream("k"));
  const auto now = row("k");
  const auto asked =
      reconcile::ask(counting, {now}, now.updated_at, {Steady::now() + seconds(5), 8, false}).front();
  ASSERT_EQ(asked.verdict.kind, reconcile::VerdictKind::settle_succeeded);
  counting.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::no_such_key, "HTTP 404"); };
  take<reconcile::RowFiled>(
      settle_own(connection, &counting, now, wish_for(asked.verdict, "customer called"), alice));
  EXPECT_EQ(counting.cancels, 0);
  EXPECT_EQ(state_of("k"), "in_progress");
}

struct Loss {
  const char* name;
  TrapThen then;
};

class SettlementLost : public SettleGuardTest, public testing::WithParamInterface<Loss> {
 protected:
  PgProxy proxy{shared_server().socket_dir()};
  pg::Connection shaky = [this] {
    auto opened = pg::Connection::open({.conninfo = proxy.conninfo(database.name()), .deadline = seconds(2)});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }();
};

INSTANTIATE_TEST_SUITE_P(Ways, SettlementLost,
                         testing::Values(Loss{"CutBefore", TrapThen::cut_before},
                                         Loss{"CutAfter", TrapThen::cut_after},
                                         Loss{"Swallowed", TrapThen::swallow}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(SettlementLost, IsFoundOutByItsAuditRow) {
  stuck("k");
  const auto owned = own("k");
  proxy.trap(TrapAt::commit, GetParam().then);
  auto outcome = reconcile::settle(shaky, profile, failing(owned), alice, "");
  EXPECT_TRUE(proxy.wait_sprung());
  if (GetParam().then == TrapThen::cut_before) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::connection) << outcome.error().sentence();
    EXPECT_EQ(state_of("k"), "in_progress");
    outcome = reconcile::settle(shaky, profile, failing(owned), alice, "");
  }
  EXPECT_EQ(take<Settled>(std::move(outcome)).after.state, key::State::failed);
  EXPECT_EQ(audit_rows("action = 'settle'"), "1");
}

TEST_P(SettlementLost, OfAnOwningIsFoundOutToo) {
  stuck("k");
  const auto before = reconcile::fenced(row("k"));
  proxy.trap(TrapAt::commit, GetParam().then);
  auto outcome = reconcile::own(shaky, profile, before, seconds(60), alice, "on call");
  EXPECT_TRUE(proxy.wait_sprung());
  if (GetParam().then == TrapThen::cut_before) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::connection) << outcome.error().sentence();
    outcome = reconcile::own(shaky, profile, before, seconds(60), alice, "on call");
  }
  EXPECT_EQ(take<reconcile::Owned>(std::move(outcome)).row.fence, row("k").fence);
  EXPECT_EQ(audit_rows("action = 'own'"), "1");
}

}  // namespace
}  // namespace onceover::test
