// SPDX-License-Identifier: GPL-3.0-or-later
// Verifying the trail and taking acts back, from the page.
#include <QAction>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "core/reconcile/ask.h"
#include "core/reconcile/write_row.h"
#include "tests/support/console_page.h"
#include "tests/support/fake_gateway.h"
#include "tests/support/schema_template.h"
#include "tests/support/verdict_shapes.h"
#include "tests/ui/bridge/spin.h"
#include "ui/audit/audit_page.h"
#include "ui/audit/record_view.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/table.h"
#include "ui/writes/write_dialog.h"

namespace onceover::audit {
namespace {

class TrailActsTest : public test::ConsolePageTest {
 protected:
  std::unique_ptr<AuditPage> page;
  const Actor alice{"alice", "desk-1", "onceover"};

  void TearDown() override { page.reset(); }
  void noted(int rows) {
    for (int i = 0; i < rows; ++i)
      raw.exec(
          "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'alice', "
          "'desk-1', 'onceover', 'r')");
  }
  [[nodiscard]] bool opened() {
    if (!connectSession()) return false;
    page = std::make_unique<AuditPage>(session);
    page->resize(1280, 800);
    page->show();
    return refreshed(*page);
  }
  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  pg::Connection connection() {
    return std::move(*pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"}));
  }
  TrailCard* card() { return page->findChild<TrailCard*>(); }
  QString text() { return test::allTextOf(*page); }
  static QPushButton* button(const QWidget& in, const QString& text) {
    for (auto* each : in.findChildren<QPushButton*>()) {
      if (each->text().remove('&') == text && each->isVisibleTo(&in)) return each;
    }
    return nullptr;
  }
  [[nodiscard]] bool verify() {
    return test::nextSignal(
               page.get(), &AuditPage::verified,
               [this] { QTest::mouseClick(button(*page, QStringLiteral("Verify")), Qt::LeftButton); }) &&
           idle();
  }
  // Opens the details of the audit row.
  void openRow(int row) {
    auto* table = page->findChild<widgets::TableView*>();
    table->setFocus();
    table->setCurrentIndex(table->model()->index(row, 0));
    QTest::keyClick(table, Qt::Key_Return);
    test::settleLayout();
  }
  QPushButton* undoButton() { return button(*page->findChild<RecordView*>(), QStringLiteral("Undo …")); }
  widgets::ConfirmDialog* dialog() {
    for (auto* each : page->findChildren<widgets::ConfirmDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  [[nodiscard]] bool undo(const QString& reason) {
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    auto* open = dialog();
    if (open == nullptr) return false;
    for (auto* edit : open->findChildren<QLineEdit*>())
      QTest::keyClicks(edit, edit->accessibleName().startsWith(QStringLiteral("Reason"))
                                 ? reason
                                 : QStringLiteral("INC-9"));
    return test::nextSignal(
               page.get(), &AuditPage::undone,
               [&] { QTest::mouseClick(button(*open, QStringLiteral("Undo")), Qt::LeftButton); }) &&
           idle();
  }
  // A key of our own that a gateway's word released.
  void released(const std::string& key) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, state, fence, fingerprint_kind, "
        "fingerprint, owner, locked_until) VALUES ('acme', 'POST /refunds', $1, now() - interval '9 "
        "minutes', 'in_progress', nextval('onceover.fence'), 'raw-sha256', sha256('x'), 'refunds-2', now() - "
        "interval '5 minutes')",
        {key});
    auto store = connection();
    test::FakeGateway gateway;
    const key::Identity id{"acme", "POST /refunds", key};
    auto row = reconcile::read(store, tables::own(), id);
    auto owned = reconcile::own(store, tables::own(), reconcile::fenced(**row), std::chrono::seconds(60),
                                alice, "on call");
    const auto& taken = std::get<reconcile::Owned>(*owned).row;
    const auto asked = reconcile::ask(gateway, {taken}, taken.updated_at,
                                      {Steady::now() + std::chrono::seconds(5), 8, false})
                           .front();
    auto settled = reconcile::settle(
        store, tables::own(),
        reconcile::settlement_for(taken, asked, "the gateway <b>knows</b> nothing", std::chrono::seconds(5)),
        alice, "INC-1");
    ASSERT_TRUE(settled) << settled.error().sentence();
  }
  std::string stateOf(const std::string& key) {
    return raw.scalar("SELECT state FROM onceover.keys WHERE key = $1", {key});
  }
};

TEST_F(TrailActsTest, WhatIsProvenIsSaidAndWhatIsNot) {
  noted(5);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(verify());
  EXPECT_TRUE(card()->words().contains(QStringLiteral(
      "Proven: no row that is here was changed or inserted (audit rows: 5, links: 5, sessions: 1")))
      << card()->words().toStdString();
  EXPECT_TRUE(text().contains(
      QStringLiteral("Not proven: that no row was removed since the last seal. Links not sealed yet: 5.")));
  const auto tone = [this] { return card()->findChild<widgets::BadgeLabel*>()->badge().tone; };
  EXPECT_EQ(tone(), widgets::Tone::warn) << "a row without a seal may be gone";
  EXPECT_EQ(card()->findChild<QProgressBar*>()->value(), 1000) << "progress was told to the end";
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("verify-whole"));
  auto* seal = button(*page, QStringLiteral("Seal …"));
  QSignalSpy armed(page.get(), &AuditPage::armRequested);
  QTest::mouseClick(seal, Qt::LeftButton);
  EXPECT_EQ(armed.count(), 1);
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; })) << "it goes on by itself";
  ASSERT_TRUE(test::nextSignal(page.get(), &AuditPage::sealed, [&] {
    QTest::mouseClick(button(*dialog(), QStringLiteral("Seal")), Qt::LeftButton);
  }));
  EXPECT_TRUE(card()->words().startsWith(QStringLiteral("Seal no. 1 is made")))
      << card()->words().toStdString();
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit_seals"), "1");
  ASSERT_TRUE(idle());
  ASSERT_TRUE(verify());
  EXPECT_TRUE(card()->words().startsWith(
      QStringLiteral("Proven: no row was changed, removed or inserted up to the last seal")));
  EXPECT_EQ(tone(), widgets::Tone::ok);
  EXPECT_TRUE(text().contains(QStringLiteral("Not proven: that a superuser did not rebuild all of it.")));
  test::takePictures(*page, QStringLiteral("verify-sealed"));
}

TEST_F(TrailActsTest, TheFirstBadRowIsNamedAndHow) {
  noted(6);
  raw.exec(
      "SET session_replication_role = replica; UPDATE onceover.audit SET reason = '<img src=x>' WHERE id = "
      "3; DELETE FROM onceover.audit WHERE id = 5; RESET session_replication_role");
  ASSERT_TRUE(opened());
  ASSERT_TRUE(verify());
  EXPECT_TRUE(card()->words().contains(QStringLiteral("The first wrong row is no. 3.")))
      << card()->words().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("Audit row 3 was changed after it was written.")));
  EXPECT_TRUE(text().contains(QStringLiteral("Audit row 5 was removed.")));
  EXPECT_TRUE(text().contains(QStringLiteral("NOT INTACT")));
  test::takePictures(*page, QStringLiteral("verify-broken"));
}

TEST_F(TrailActsTest, VerifyingIsCancelledAndThePageGoesOn) {
  noted(3);
  ASSERT_TRUE(opened());
  test::RawConnection holder = database.connect();
  holder.exec("BEGIN; LOCK TABLE onceover.audit_links IN ACCESS EXCLUSIVE MODE");
  QTest::mouseClick(button(*page, QStringLiteral("Verify")), Qt::LeftButton);
  ASSERT_TRUE(card()->isRunning());
  EXPECT_FALSE(button(*page, QStringLiteral("Verify"))->isEnabled());
  test::takePictures(*page, QStringLiteral("verify-running"));
  QSignalSpy told(page.get(), &AuditPage::verified);
  ASSERT_TRUE(test::nextSignal(page.get(), &AuditPage::verified, [this] {
    QTest::mouseClick(button(*card(), QStringLiteral("Cancel")), Qt::LeftButton);
  }));
  EXPECT_TRUE(card()->words().contains(QStringLiteral("Verification was cancelled")))
      << card()->words().toStdString();
  holder.exec("ROLLBACK");
  ASSERT_TRUE(idle());
  ASSERT_TRUE(verify());
  EXPECT_TRUE(card()->words().contains(QStringLiteral("Proven: no row that is here was changed")));
}

TEST_F(TrailActsTest, AReleaseIsUndoneWithAReasonAsAnActOfItsOwn) {
  released("refund_1");
  ASSERT_EQ(stateOf("refund_1"), "released");
  ASSERT_TRUE(opened());
  openRow(0);
  ASSERT_TRUE(undoButton()->isEnabled()) << text().toStdString();
  QSignalSpy armed(page.get(), &AuditPage::armRequested);
  QTest::mouseClick(undoButton(), Qt::LeftButton);
  EXPECT_EQ(armed.count(), 1);
  EXPECT_TRUE(card()->words().contains(QStringLiteral("Writes are not armed")));
  EXPECT_EQ(dialog(), nullptr);
  ASSERT_TRUE(armSession());
  QTest::mouseClick(undoButton(), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_FALSE(button(*open, QStringLiteral("Undo"))->isEnabled()) << "a reason is needed";
  EXPECT_TRUE(test::allTextOf(*open).contains(QStringLiteral("the gateway <b>knows</b> nothing")));
  const auto* fields = open->findChild<widgets::FieldsModel*>();
  EXPECT_EQ(fields->rows()[0].before, QStringLiteral("released"));
  EXPECT_EQ(fields->rows()[0].after, QStringLiteral("in_progress"));
  const std::string number = raw.scalar("SELECT max(id) FROM onceover.audit WHERE action = 'settle'");
  EXPECT_EQ(fields->headerData(1, Qt::Horizontal).toString().toStdString(), "After no. " + number)
      << "not as the row is now";
  EXPECT_EQ(fields->headerData(2, Qt::Horizontal).toString(), QStringLiteral("After the undo"));
  for (const QLabel* label : open->findChildren<QLabel*>()) EXPECT_EQ(label->textFormat(), Qt::PlainText);
  EXPECT_EQ(test::namelessControls(*open), QStringList());
  test::takePictures(*open, QStringLiteral("undo-dialog"), {720, 360});
  QTest::mouseClick(button(*open, QStringLiteral("Cancel")), Qt::LeftButton);
  ASSERT_EQ(dialog(), nullptr);
  ASSERT_TRUE(undo(QStringLiteral("wrong key")));
  EXPECT_EQ(stateOf("refund_1"), "in_progress");
  EXPECT_EQ(raw.scalar("SELECT reason || ' ' || ticket FROM onceover.audit WHERE action = 'undo'"),
            "wrong key INC-9");
  EXPECT_TRUE(card()->words().contains(QStringLiteral("is undone: the row is in progress again.")))
      << card()->words().toStdString();
  test::takePictures(*page, QStringLiteral("undone"));
  // Once: somebody has changed the row since, namely this.
  ASSERT_TRUE(undo(QStringLiteral("again")));
  EXPECT_TRUE(card()->words().contains(QStringLiteral("Nothing was written.")))
      << card()->words().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("state: was released, is in_progress")));
}

TEST_F(TrailActsTest, ALeaseThatWasExtendedEndsAgainWhenItWouldHave) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "owner, locked_until) VALUES ('acme', 'POST /refunds', 'refund_1', 'in_progress', "
      "nextval('onceover.fence'), 'raw-sha256', sha256('x'), 'refunds-2', '2031-01-01 00:00:00+00')");
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, "
      "to_state, fence_before, fence_after, before, after, verdict, reason) SELECT 'extend', 'alice', "
      "'desk-1', 'oncectl', tenant, operation, key, state, state, fence, fence, jsonb_build_object('state', "
      "state, 'fence', fence, 'locked_until', locked_until - interval '1 year'), jsonb_build_object('state', "
      "state, 'fence', fence, 'locked_until', locked_until), 'extend', 'its executor lives' FROM "
      "onceover.keys");
  ASSERT_TRUE(opened());
  openRow(0);
  EXPECT_TRUE(text().contains(QStringLiteral("lease extended")));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(undoButton(), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_TRUE(test::allTextOf(*open).contains(QStringLiteral("The lease ends at its original time.")));
  const auto* fields = open->findChild<widgets::FieldsModel*>();
  ASSERT_EQ(fields->rows().size(), 1U);
  EXPECT_TRUE(fields->rows()[0].after.startsWith(QStringLiteral("2030-01-01T")))
      << fields->rows()[0].after.toStdString();
  QTest::mouseClick(button(*open, QStringLiteral("Cancel")), Qt::LeftButton);
  ASSERT_TRUE(undo(QStringLiteral("it died")));
  EXPECT_EQ(raw.scalar("SELECT locked_until = '2030-01-01 00:00:00+00' FROM onceover.keys"), "t");
}

TEST_F(TrailActsTest, WhatCannotBeUndoneSaysWhy) {
  released("refund_1");
  ASSERT_TRUE(opened());
  openRow(1);
  EXPECT_FALSE(undoButton()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("Cannot be undone: \"own\" is no verdict that can be undone.")))
      << text().toStdString();
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = now() WHERE false; INSERT INTO onceover.audit (action, actor, "
      "host, program, tenant, operation, key, from_state, to_state, fence_after, reason) VALUES ('settle', "
      "'a', 'h', 'p', 't', 'o', 'k', 'in_progress', 'succeeded', 7, 'r')");
  ASSERT_TRUE(refreshed(*page));
  openRow(0);
  EXPECT_FALSE(undoButton()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("It left the row succeeded: what is finished is not undone.")));
}

TEST_F(TrailActsTest, AnActOnARowElsewhereIsUndoneWhereItsTableIsRead) {
  const auto payments = test::settled_payments(raw);
  const std::string pay = "00000000-0000-4000-8000-000000000007";
  {
    auto store = connection();
    auto access = tables::inspect(store, *payments);
    auto seen = reconcile::read_row(store, *payments, *access, {"41", "POST /payments", pay});
    ASSERT_TRUE(seen && *seen);
    const reconcile::WriteRequest request{.verb = tables::Verb::release,
                                          .reason = "stuck",
                                          .ticket = "INC-1",
                                          .verdict = {},
                                          .evidence_json = R"({"said": "the log"})"};
    test::register_gateway(raw);
    auto written = reconcile::write(store, *payments, *access, **seen, request, alice);
    ASSERT_TRUE(written) << written.error().sentence();
    ASSERT_TRUE(std::holds_alternative<reconcile::RowWritten>(*written));
  }
  ASSERT_TRUE(opened());
  openRow(0);
  EXPECT_FALSE(undoButton()->isEnabled());
  EXPECT_TRUE(text().contains(
      QStringLiteral("another table is selected. Choose the table of this row on the Tables page.")));
  session.useProfile(payments);
  ASSERT_TRUE(refreshed(*page));
  EXPECT_TRUE(undoButton()->isEnabled()) << text().toStdString();
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(undo(QStringLiteral("wrong row")));
  EXPECT_EQ(raw.scalar("SELECT phase || ' ' || worker FROM payment_requests WHERE request_id = $1", {pay}),
            "RUNNING pay-worker-7");
  EXPECT_TRUE(card()->words().contains(QStringLiteral("is undone"))) << card()->words().toStdString();
}

}  // namespace
}  // namespace onceover::audit
