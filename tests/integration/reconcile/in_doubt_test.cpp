// SPDX-License-Identifier: Apache-2.0
// A settlement whose commit lost its connection while the backend is still at it: the backend's decision is
// waited for, then its audit row tells.
#include <future>

#include "tests/integration/reconcile/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using reconcile::Owned;
using reconcile::Settled;

class StillCommitting : public StuckTest {
 protected:
  void SetUp() override {
    stuck("k");
    gateway.perform(downstream("k"));
    // COMMIT itself waits, for as long as the test holds the lock.
    raw.exec(
        "CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$ BEGIN "
        "PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$; CREATE CONSTRAINT TRIGGER wait AFTER INSERT "
        "ON onceover.audit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_in_commit()");
  }
  std::string waiting_in_commit() {
    const auto rows = raw.exec(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid "
        "FROM pg_database WHERE datname = current_database())");
    return rows.empty() ? "" : *rows[0][0];
  }
  bool somebody_waits_for_the_row() {
    return raw.scalar("SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted") !=
           "0";
  }
  // Starts the call, cuts its connection while the backend is in COMMIT, and lets `decide` end that commit
  // once the row is waited for.
  template <class Act>
  auto cut_in_commit(Act act, const std::function<void(const std::string& backend)>& decide) {
    raw.exec("SELECT pg_advisory_lock(42)");
    auto running = std::async(std::launch::async, act);
    std::string backend;
    EXPECT_TRUE(eventually([&] { return !(backend = waiting_in_commit()).empty(); }));
    proxy.cut_now();
    EXPECT_TRUE(eventually([&] { return somebody_waits_for_the_row(); }));
    decide(backend);
    return running.get();
  }
  void let_it_commit() { raw.exec("SELECT pg_advisory_unlock(42)"); }
  // It had not committed, and now it never will.
  void end_it(const std::string& backend) {
    raw.exec("SELECT pg_terminate_backend(" + backend + ", 20000)");
    let_it_commit();
  }

  auto own_through_proxy() {
    return reconcile::own(shaky, profile, reconcile::fenced(row("k")), std::chrono::seconds(60), alice,
                          "on call");
  }
  auto settle_through_proxy(const browse::KeyRow& owned) {
    return reconcile::settle(shaky, profile,
                             reconcile::settlement_for(owned, ask(owned), "on call", std::chrono::seconds(5)),
                             alice, "INC-1");
  }

  PgProxy proxy{shared_server().socket_dir()};
  pg::Connection shaky = open_or_throw(proxy.conninfo(database.name()));
};

TEST_F(StillCommitting, ASettlementThatThenCommitsIsFoundByItsAuditRow) {
  const auto owned = own("k");
  const auto settled = take<Settled>(
      cut_in_commit([&] { return settle_through_proxy(owned); }, [&](const auto&) { let_it_commit(); }));
  EXPECT_EQ(settled.after.state, key::State::succeeded);
  EXPECT_EQ(audit_rows("action = 'settle'"), "1");
  EXPECT_EQ(settled.unconfirmed, "");
}

TEST_F(StillCommitting, ASettlementThatIsThenRolledBackWroteNothingAndSaysSo) {
  const auto owned = own("k");
  const auto outcome = cut_in_commit([&] { return settle_through_proxy(owned); },
                                     [&](const auto& backend) { end_it(backend); });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::connection) << outcome.error().sentence();
  EXPECT_EQ(outcome.error().not_done, "Nothing was written.");
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
}

TEST_F(StillCommitting, ASettlementThatIsStillUndecidedStaysInDoubt) {
  const auto owned = own("k");
  raw.exec("SELECT pg_advisory_lock(42)");
  auto running = std::async(std::launch::async, [&] { return settle_through_proxy(owned); });
  ASSERT_TRUE(eventually([&] { return !waiting_in_commit().empty(); }));
  proxy.cut_now();
  const auto outcome = running.get();  // it waits for the row no longer than its lock_timeout
  ASSERT_FALSE(outcome);
  EXPECT_TRUE(outcome.error().is_in_doubt()) << outcome.error().sentence();
  let_it_commit();
  EXPECT_TRUE(eventually([&] { return state_of("k") == "succeeded"; }));
}

TEST_F(StillCommitting, ATakingOverThatThenCommitsIsOurs) {
  const auto owned =
      take<Owned>(cut_in_commit([&] { return own_through_proxy(); }, [&](const auto&) { let_it_commit(); }));
  EXPECT_EQ(owned.row.fence, row("k").fence);
  EXPECT_EQ(take<Settled>(settle(owned.row)).after.state, key::State::succeeded);
}

TEST_F(StillCommitting, ATakingOverThatIsRolledBackIsNobodys) {
  const auto outcome =
      cut_in_commit([&] { return own_through_proxy(); }, [&](const auto& backend) { end_it(backend); });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::connection) << outcome.error().sentence();
  EXPECT_EQ(row("k").holder, key::Holder::executor);
}

}  // namespace
}  // namespace onceover::test
