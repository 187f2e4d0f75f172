// SPDX-License-Identifier: Apache-2.0
// A release of a key of our own, taken back.
#include "core/reconcile/undo.h"

#include <gmock/gmock.h>

#include "core/plan/plan.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/database.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

class UndoOwn : public StuckTest {
 protected:
  // Released by the gateway's word; the number of the act.
  std::int64_t released(const std::string& key) {
    stuck(key);
    const auto settled = take<reconcile::Settled>(settle(own(key)));
    if (settled.after.state != key::State::released) throw std::runtime_error("it was not released");
    return settled.audit_id;
  }
  auto undo(std::int64_t number) {
    return reconcile::undo(connection, profile, {}, number, bob, "wrong key", "INC-2");
  }
};

TEST_F(UndoOwn, PutsTheKeyBackAsACaseForAHuman) {
  const auto number = released("k-1");
  const auto before = row("k-1");
  const auto undone = take<reconcile::Undone>(undo(number));
  EXPECT_EQ(undone.after.state, key::State::in_progress);
  EXPECT_GT(undone.after.fence, before.fence);
  EXPECT_EQ(undone.after.case_status, "needs_human");
  EXPECT_FALSE(undone.after.retry_before);
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, from_state, to_state, fence_before, "
                       "fence_after, reason, ticket, evidence ->> 'undone') FROM onceover.audit WHERE id = " +
                       std::to_string(undone.audit_id)),
            "undo bob released in_progress " + std::to_string(before.fence) + " " +
                std::to_string(undone.after.fence) + " wrong key INC-2 " + std::to_string(number));
  EXPECT_TRUE(std::holds_alternative<key::AwaitingReconciliation>(*engine.claim(request_for("k-1"), policy)))
      << "no client rolls forward";
  EXPECT_EQ(sweep().owned, 0) << "no sweeper releases it again";
  EXPECT_FALSE(take<reconcile::ChangedSince>(undo(number)).what.empty()) << "once";
  EXPECT_EQ(take<reconcile::Owned>(reconcile::own(connection, profile, reconcile::fenced(row("k-1")),
                                                  std::chrono::seconds(5), alice, "on call"))
                .row.state,
            key::State::in_progress);
}

// The connection is lost behind the commit: it is done, and whoever is told must not take it for a failure.
TEST_F(UndoOwn, IsInDoubtWhereItIsDoneAndTheKeyCannotBeReadAgain) {
  const auto number = released("k-1");
  PgProxy proxy(shared_server().socket_dir());
  pg::Connection shaky = open_or_throw(proxy.conninfo(database.name()));
  proxy.trap(TrapAt::text, TrapThen::cut_before, "LEFT JOIN onceover.cases c ON", 0);
  const auto outcome = reconcile::undo(shaky, profile, {}, number, bob, "wrong key", "INC-2");
  ASSERT_FALSE(outcome);
  EXPECT_EQ(audit_rows("action = 'undo'"), "1");
  EXPECT_EQ(outcome.error().kind, ErrorKind::in_doubt) << outcome.error().sentence();
  EXPECT_EQ(row("k-1").state, key::State::in_progress);
}

TEST_F(UndoOwn, IsRefusedWhereAClientTookItUp) {
  const auto number = released("k-1");
  const auto claim = claimed("k-1");
  const auto changed = take<reconcile::ChangedSince>(undo(number));
  ASSERT_EQ(changed.what.size(), 2U);
  EXPECT_EQ(changed.what[0], "state: was released, is in_progress");
  EXPECT_EQ(row("k-1").fence, claim.fence);
  EXPECT_EQ(audit_rows("action = 'undo'"), "0");
}

TEST_F(UndoOwn, OfAnExtensionTheLeaseEndsWhenItWouldHave) {
  stuck("k-1");
  const auto before = row("k-1");
  plan::NewPlan plan{.name = "extend", .act = tables::Verb::extend, .gateway = {}, .reason = "it is alive"};
  plan.options.lease = std::chrono::hours(1);
  ASSERT_TRUE(plan::create(connection, profile, plan, browse::Filter{}, alice).has_value());
  const auto work = [&] {
    auto runner = plan::Runner::start(connection, **plan::find(connection, "extend"), plan::Work::run,
                                      nullptr, {}, alice, {.without_dry_run = true}, Random(1));
    if (!runner) throw std::runtime_error(runner.error().sentence());
    return plan::run(**runner, {});
  };
  ASSERT_EQ(work()->sum.done, 1);
  const auto number = std::stoll(raw.scalar("SELECT id FROM onceover.audit WHERE action = 'extend'"));
  EXPECT_GT(row("k-1").locked_until, before.locked_until);
  const auto undone = take<reconcile::Undone>(undo(number));
  EXPECT_EQ(undone.after.locked_until, before.locked_until);
  EXPECT_EQ(undone.after.fence, before.fence);
  EXPECT_EQ(audit_rows("action = 'undo' AND reason = 'wrong key'"), "1");
  const auto changed = take<reconcile::ChangedSince>(undo(number));
  ASSERT_EQ(changed.what.size(), 1U);
  EXPECT_THAT(changed.what[0], testing::StartsWith("lease: was to last until "));
}

TEST_F(UndoOwn, IsNeverOfWhatIsFinishedOrOfWhatIsNoVerdict) {
  stuck("k-1");
  gateway.perform(downstream("k-1"));
  const auto settled = take<reconcile::Settled>(settle(own("k-1")));
  ASSERT_EQ(settled.after.state, key::State::succeeded);
  for (const std::int64_t number : {settled.audit_id, settled.audit_id - 1, std::int64_t{999999}}) {
    const auto refused = undo(number);
    ASSERT_FALSE(refused) << number;
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  }
  EXPECT_EQ(row("k-1").state, key::State::succeeded);
}

}  // namespace
}  // namespace onceover::test
