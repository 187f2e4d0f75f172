// SPDX-License-Identifier: GPL-3.0-or-later
// The main jobs by the keyboard alone, as a person does them: connect, find the stuck key, ask, arm, settle,
// see the audit row; a plan over stuck keys; an approval; the mapping of a table. At each station every
// control is inside the window, named, and reached by Tab. The server and the gateway are real.
#include "core/reconcile/second_approver.h"
#include "core/tables/inspect/inspect.h"
#include "tests/ui/journey/fixture.h"
#include "tests/ui/tables/shapes.h"
#include "ui/cases/case_page.h"
#include "ui/cases/evidence_card.h"
#include "ui/tables/mapping_view.h"
#include "ui/tables/tables_page.h"

namespace onceover::shell {
namespace {

class JourneyTest : public KeyboardTest {
 protected:
  // Through the page of stuck leases, by Enter on the key's row.
  void openStuckKey(const QString& key) {
    press(Qt::Key_2, Qt::AltModifier);
    ASSERT_TRUE(idle());
    ASSERT_TRUE(test::spinUntil([&] { return showsRow(*current(), key); }));
    look("leases");
    ASSERT_TRUE(tabTo(QStringLiteral("Stuck keys of the group")));
    ASSERT_TRUE(arrowToRow(key));
    press(Qt::Key_Return);
    ASSERT_TRUE(idle());
    ASSERT_EQ(window.pageId(window.currentPage()), QStringLiteral("case"));
  }
  void ask() {
    press(Qt::Key_G, Qt::ControlModifier);
    ASSERT_TRUE(idle());
  }
  void settle(const QString& reason) {
    auto* page = qobject_cast<cases::CasePage*>(current());
    ASSERT_NE(page, nullptr);
    press(Qt::Key_Return, Qt::ControlModifier);
    ASSERT_NE(dialog(), nullptr);
    look("settle");
    ASSERT_TRUE(test::nextSignal(page, &cases::CasePage::settleFinished,
                                 [&] { confirm(reason, QStringLiteral("Settle")); }));
    back();
    ASSERT_TRUE(idle());
  }
};

TEST_P(JourneyTest, AStuckKeyIsFoundAskedAboutSettledAndOnRecord) {
  stick("pay_0815", "40 min");
  gateway.performed();
  look("connections");
  ASSERT_NO_FATAL_FAILURE(connectByTyping(database.conninfo()));
  EXPECT_TRUE(test::allTextOf(*current()).contains(QStringLiteral("stuck")));
  look("overview");
  ASSERT_NO_FATAL_FAILURE(openStuckKey(QStringLiteral("pay_0815")));
  ASSERT_NO_FATAL_FAILURE(ask());
  EXPECT_EQ(gateway.asked(), 1);
  // reading and asking have written nothing
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
  look("case");
  ASSERT_NO_FATAL_FAILURE(arm());
  ASSERT_NO_FATAL_FAILURE(settle(QStringLiteral("INC-7: customer called")));
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || response_code FROM onceover.keys"), "succeeded 201");
  EXPECT_EQ(raw.scalar("SELECT reason FROM onceover.audit WHERE action = 'settle'"),
            "INC-7: customer called");
  look("settled");

  ASSERT_NO_FATAL_FAILURE(goByPalette(QStringLiteral("Audit")));
  EXPECT_TRUE(showsRow(*current(), QStringLiteral("pay_0815")));
  EXPECT_TRUE(showsRow(*current(), QStringLiteral("INC-7: customer called")));
  look("audit");

  // And the client gets its answer.
  auto connection = pg::Connection::open({.conninfo = database.conninfo()});
  engine::Engine engine(*connection, nullptr);
  auto outcome = engine.claim(
      {{"acme", "POST /payments", "pay_0815"}, key::fingerprint(R"({"amount":12500})"), "test", "", {}}, {});
  ASSERT_TRUE(outcome) << outcome.error().sentence();
  EXPECT_TRUE(std::holds_alternative<engine::Replay>(*outcome));
}

TEST_P(JourneyTest, WhereSomebodyElseWasFasterNothingIsWrittenAndBothVersionsAreShown) {
  stick("pay_0816", "40 min");
  gateway.performed();
  ASSERT_NO_FATAL_FAILURE(connectByTyping(database.conninfo()));
  ASSERT_NO_FATAL_FAILURE(openStuckKey(QStringLiteral("pay_0816")));
  ASSERT_NO_FATAL_FAILURE(ask());
  ASSERT_NO_FATAL_FAILURE(arm());
  raw.tamper(
      "UPDATE onceover.keys SET state = 'succeeded', fence = nextval('onceover.fence'), response_version = "
      "1, response_code = 200, response_body = 'theirs', response_headers = '', completed_at = now(), "
      "expires_at = now() + interval '1 day', locked_until = NULL");
  ASSERT_NO_FATAL_FAILURE(settle(QStringLiteral("customer called")));
  EXPECT_EQ(raw.scalar("SELECT response_code::text FROM onceover.keys"), "200");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
  auto* outcome = current()->findChild<cases::OutcomeCard*>();
  EXPECT_TRUE(outcome->words().contains(QStringLiteral("Nothing was written")))
      << outcome->words().toStdString();
  // The state as it was seen, beside what it is now.
  EXPECT_TRUE(showsRow(*outcome, QStringLiteral("in_progress")));
  EXPECT_TRUE(showsRow(*outcome, QStringLiteral("succeeded")));
  look("conflict");
}

TEST_P(JourneyTest, APlanOverStuckKeysIsMadeForeseenAndRun) {
  for (int i = 0; i < 3; ++i) stick("pay_" + std::to_string(i), "40 min");
  gateway.performed();
  ASSERT_NO_FATAL_FAILURE(connectByTyping(database.conninfo()));
  press(Qt::Key_3, Qt::AltModifier);
  ASSERT_TRUE(idle());
  ASSERT_TRUE(tabTo(QStringLiteral("Only stuck")));
  press(Qt::Key_Space);
  ASSERT_TRUE(idle());
  ASSERT_TRUE(test::spinUntil([this] { return showsRow(*current(), QStringLiteral("pay_2")); }));
  look("keys");
  press(Qt::Key_N, Qt::ControlModifier);
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; }));
  look("new-plan");
  ASSERT_TRUE(tabTo(QStringLiteral("Name of the plan")));
  type(QStringLiteral("inc-7"));
  ASSERT_NO_FATAL_FAILURE(confirm(QStringLiteral("worker killed"), QStringLiteral("Make the plan")));
  // It asks to arm writes first, and goes on then.
  ASSERT_TRUE(test::spinUntil(
      [this] { return dialog() != nullptr && dialog()->inherits("onceover::shell::ArmDialog"); }));
  ASSERT_NO_FATAL_FAILURE(confirmArming());
  const auto planState = [this] { return raw.scalar("SELECT state FROM onceover.plans"); };
  ASSERT_TRUE(test::spinUntil([&] {
    return raw.scalar("SELECT count(*) FROM onceover.plans") == "1" && dialog() == nullptr;
  })) << (dialog() != nullptr ? test::allTextOf(*dialog()).toStdString() : "no dialog");
  back();
  ASSERT_TRUE(idle());
  ASSERT_EQ(window.pageId(window.currentPage()), QStringLiteral("plans"));
  press(Qt::Key_D, Qt::ControlModifier);
  ASSERT_TRUE(test::spinUntil([&] { return planState() == "ready"; })) << planState();
  ASSERT_TRUE(idle());
  look("plans");
  press(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; }));
  look("run-plan");
  ASSERT_NO_FATAL_FAILURE(confirm({}, QStringLiteral("Run")));
  EXPECT_TRUE(test::spinUntil([&] {
    return raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'") == "3";
  })) << planState();
  EXPECT_TRUE(idle());
}

// A database user with all rights but those of a superuser, gone with the test.
class Approver {
 public:
  explicit Approver(const test::TestDatabase& database)
      : database_(database), name_("approver_" + database.name()) {
    auto raw = database.connect();
    raw.exec("CREATE ROLE " + name_ + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + name_ +
             "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA onceover TO " + name_ +
             "; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA onceover TO " + name_ +
             "; GRANT USAGE ON ALL SEQUENCES IN SCHEMA onceover TO " + name_);
  }
  ~Approver() {
    auto raw = database_.connect();
    raw.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + name_ +
             "'; DROP OWNED BY " + name_ + "; DROP ROLE " + name_);
  }
  Approver(const Approver&) = delete;
  Approver& operator=(const Approver&) = delete;
  std::string conninfo() const { return database_.conninfo() + " user=" + name_; }

 private:
  const test::TestDatabase& database_;
  std::string name_;
};

TEST_P(JourneyTest, ARequestIsApprovedByASecondApprover) {
  Approver second(database);
  stick("pay_0817", "40 min");
  {
    auto connection =
        std::move(*pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"}));
    const audit::Actor alice{"alice", "desk-1", "onceover"};
    auto row = reconcile::read(connection, tables::own(), {"acme", "POST /payments", "pay_0817"});
    auto owned = reconcile::own(connection, tables::own(), reconcile::fenced(**row), std::chrono::seconds(60),
                                alice, "on call");
    const auto& taken = std::get<reconcile::Owned>(*owned).row;
    reconcile::Settlement settlement{.id = taken.id, .fence = taken.fence, .verb = tables::Verb::fail};
    settlement.response = key::StoredResponse{
        1, 422, {{"Content-Type", "application/json"}}, R"({"error":"it never happened"})"};
    settlement.verdict = "needs_human";
    settlement.reason = "customer called";
    settlement.evidence_json = R"({"said": "page 3 of the bank's statement"})";
    auto waiting = reconcile::ask_approval(connection, tables::own(), settlement, alice, "INC-7");
    ASSERT_TRUE(waiting) << waiting.error().sentence() << waiting.error().detail;
  }
  ASSERT_NO_FATAL_FAILURE(connectByTyping(second.conninfo(), false));
  press(Qt::Key_5, Qt::AltModifier);
  ASSERT_TRUE(idle());
  look("queue");
  ASSERT_TRUE(tabTo(QStringLiteral("Requests for a second approver")));
  ASSERT_TRUE(arrowToRow(QStringLiteral("pay_0817")));
  press(Qt::Key_Return);
  ASSERT_TRUE(idle());
  look("approval");
  ASSERT_NO_FATAL_FAILURE(arm());
  press(Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; }));
  look("approve");
  ASSERT_NO_FATAL_FAILURE(
      confirm(QStringLiteral("seen in the statement"), QStringLiteral("Approve and write")));
  EXPECT_TRUE(
      test::spinUntil([this] { return raw.scalar("SELECT status FROM onceover.approvals") == "used"; }));
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys"), "failed");
  ASSERT_TRUE(idle());
  session.disconnectFromServer();  // before its role is dropped
}

TEST_P(JourneyTest, ATableIsMappedAndRead) {
  raw.exec(ui::paymentRequests);
  ASSERT_NO_FATAL_FAILURE(connectByTyping(database.conninfo(), false));
  ASSERT_NO_FATAL_FAILURE(goByPalette(QStringLiteral("Tables")));
  ASSERT_EQ(window.pageId(window.currentPage()), QStringLiteral("tables"));
  ASSERT_TRUE(test::spinUntil([this] { return showsRow(*current(), QStringLiteral("payment_requests")); }));
  look("tables");
  ASSERT_TRUE(tabTo(QStringLiteral("Tables of the database")));
  ASSERT_TRUE(arrowToRow(QStringLiteral("payment_requests")));
  press(Qt::Key_Return);
  ASSERT_TRUE(idle());
  auto* page = qobject_cast<ui::TablesPage*>(current());
  ASSERT_TRUE(page->isMapping());
  look("mapping");
  ASSERT_TRUE(tabTo(QStringLiteral("BROKEN: failed")));
  press(Qt::Key_Space);
  EXPECT_TRUE(page->mapping().asked().startsWith(QStringLiteral("How long after locked_at")))
      << page->mapping().asked().toStdString();
  look("mapping-length");
  ASSERT_TRUE(tabTo(QStringLiteral("5 minutes")));
  press(Qt::Key_Space);
  ASSERT_TRUE(idle());
  look("mapping-stuck");
  ASSERT_TRUE(tabTo(QStringLiteral("Rows of the table")));
  press(Qt::Key_Return);
  EXPECT_EQ(page->mapping().asked(), QStringLiteral("What is id?"));
  look("mapping-column");
  press(Qt::Key_Return, Qt::ControlModifier);
  EXPECT_TRUE(test::spinUntil([this] { return session.profile().table == "payment_requests"; }));
  EXPECT_TRUE(idle());
}

INSTANTIATE_TEST_SUITE_P(Looks, JourneyTest, testing::ValuesIn(looks()));

}  // namespace
}  // namespace onceover::shell
