// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/audit_page.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/verdict_shapes.h"
#include "ui/audit/record_view.h"
#include "ui/audit/trail.h"
#include "ui/widgets/table.h"

namespace onceover::audit {
namespace {

using test::ConsolePageTest;

class AuditPageTest : public ConsolePageTest {
 protected:
  void seed(int rows) {
    raw.exec(
        "INSERT INTO onceover.audit (at, action, actor, host, program, tenant, operation, key, from_state, "
        "to_state, fence_before, fence_after, before, after, evidence, verdict, reason, ticket) SELECT now() "
        "- (" +
        std::to_string(rows) +
        " - i) * interval '7 minutes', (ARRAY['own', 'settle', 'unresolved', 'needs_human'])[1 + i % 4], "
        "(ARRAY['alice', 'sweeper'])[1 + i % 2], 'desk-1', 'onceover', 'acme', 'POST /payments', 'pay_' || "
        "i, 'in_progress', (ARRAY['in_progress', 'succeeded', 'in_progress', 'in_progress'])[1 + i % 4], 100 "
        "+ i, 101 + i, '{\"state\": \"in_progress\", \"fence\": 100, \"owner\": \"payments-7\"}', "
        "'{\"state\": \"succeeded\", \"fence\": 101}', '{\"finding\": \"done\", \"status\": 200, "
        "\"took_ms\": 12}', 'settle_succeeded', (ARRAY['customer called, charge is there', 'the lease "
        "expired', 'gateway still working on it'])[1 + i % 3], 'INC-' || i FROM generate_series(1, " +
        std::to_string(rows) + ") i");
  }
  static void choose(QComboBox* box, int index) {
    box->setFocus();
    while (box->currentIndex() < index) QTest::keyClick(box, Qt::Key_Down);
  }
};

TEST_F(AuditPageTest, AnEmptyTrailSaysWhatWouldBeHere) {
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::loading);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No audit rows yet")));
}

TEST_F(AuditPageTest, AnotherPagesTimeIsListedUntilItIsCleared) {
  seed(30);
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  const Timestamp at =
      *parse_iso(raw.scalar("SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') FROM "
                            "onceover.audit WHERE key = 'pay_20'"));
  auto* time = page.findChild<QComboBox*>(QStringLiteral("time"));
  const int times = time->count();
  const auto* table = page.findChild<widgets::TableView*>();
  for (int i = 0; i < 2; ++i) {
    page.showTime(at, at + std::chrono::minutes(7));
    ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); }));
    ASSERT_EQ(table->model()->rowCount(), 1);
    EXPECT_EQ(table->model()->index(0, TrailModel::key).data().toString(), QStringLiteral("pay_20"));
    EXPECT_EQ(time->currentText(), QString::fromStdString(iso(at).substr(11, 8)) + QStringLiteral(", 7 min"));
    EXPECT_TRUE(time->toolTip().contains(QString::fromStdString(iso(at).substr(0, 10))));
    EXPECT_EQ(time->count(), times + 1);
  }
  test::takePictures(page, QStringLiteral("audit-step"), {1072, 740});
  page.setClock(widgets::ClockChoice::local);
  EXPECT_FALSE(time->toolTip().contains(QStringLiteral("UTC")));
  time->setCurrentIndex(0);
  EXPECT_TRUE(time->toolTip().isEmpty());
  page.showKey("pay_3");
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); }));
  EXPECT_EQ(table->model()->index(0, TrailModel::key).data().toString(), QStringLiteral("pay_3"));
  EXPECT_EQ(time->count(), times);
}

TEST_F(AuditPageTest, ATrailIsListedNewestFirstAndPaged) {
  seed(450);
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  const auto* table = page.findChild<widgets::TableView*>();
  ASSERT_EQ(table->model()->rowCount(), 200);
  EXPECT_EQ(table->model()->index(0, TrailModel::key).data().toString(), QStringLiteral("pay_450"));
  EXPECT_TRUE(page.asOf());
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("onceover.audit")));
  auto* older = page.findChild<QPushButton*>(QStringLiteral("older"));
  ASSERT_TRUE(older);
  for (const int rows : {400, 450}) {
    QTest::mouseClick(older, Qt::LeftButton);
    ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); }));
    EXPECT_EQ(table->model()->rowCount(), rows);
  }
  EXPECT_FALSE(older->isEnabled());
}

TEST_F(AuditPageTest, FiltersNarrowAndAnEmptyResultOffersEverythingAgain) {
  seed(8);
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  const auto* table = page.findChild<widgets::TableView*>();
  auto* key = page.findChild<QLineEdit*>(QStringLiteral("key"));
  const auto settled = [&] {
    return test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); });
  };
  QTest::keyClicks(key, QStringLiteral("pay_3"));
  QTest::keyClick(key, Qt::Key_Return);
  ASSERT_TRUE(settled());
  EXPECT_EQ(table->model()->rowCount(), 1);
  key->clear();
  QTest::keyClicks(key, QStringLiteral("no such key"));
  QTest::keyClick(key, Qt::Key_Return);
  ASSERT_TRUE(settled());
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(key->isVisible()) << "the filter stays where it can be changed";
  key->clear();
  QTest::keyClick(key, Qt::Key_Return);
  ASSERT_TRUE(settled());
  EXPECT_EQ(table->model()->rowCount(), 8);
}

TEST_F(AuditPageTest, EnterOpensTheDetailsAndTheyLeadToTheCase) {
  seed(4);
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, reason) VALUES "
      "('own', '<i>mallory</i>', 'h', 'p', 't', 'op', '<img src=/etc/passwd>', '<b>x</b>')");
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* table = page.findChild<widgets::TableView*>();
  auto* details = page.findChild<RecordView*>();
  EXPECT_FALSE(details->isVisible());
  table->setFocus();
  table->selectRow(0);
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_TRUE(details->isVisible());
  EXPECT_TRUE(test::allTextOf(*details).contains(QStringLiteral("<img src=/etc/passwd>")));
  EXPECT_TRUE(test::allTextOf(*details).contains(QStringLiteral("<b>x</b>")));
  for (const QLabel* label : details->findChildren<QLabel*>()) EXPECT_EQ(label->textFormat(), Qt::PlainText);
  key::Identity asked;
  QObject::connect(&page, &widgets::Page::caseRequested, &page, [&](const key::Identity& id) { asked = id; });
  for (auto* button : details->findChildren<QPushButton*>()) {
    if (button->text() == QStringLiteral("Open the &case")) QTest::mouseClick(button, Qt::LeftButton);
  }
  EXPECT_EQ(asked.key, "<img src=/etc/passwd>");
  // The details follow the cursor.
  QTest::keyClick(table, Qt::Key_Down);
  EXPECT_TRUE(test::allTextOf(*details).contains(QStringLiteral("pay_4")));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("audit-details"));
}

TEST_F(AuditPageTest, ARefreshKeepsTheOpenRow) {
  seed(4);
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* table = page.findChild<widgets::TableView*>();
  table->selectRow(1);
  seed(2);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(table->model()->rowCount(), 6);
  EXPECT_EQ(table->currentIndex().siblingAtColumn(TrailModel::number).data().toString(), QStringLiteral("3"));
}

TEST_F(AuditPageTest, WhatIsListedIsSavedPrivately) {
  seed(3);
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  ASSERT_TRUE(refreshed(page));
  const QTemporaryDir folder;
  for (const QString& name : {QStringLiteral("a.csv"), QStringLiteral("a.jsonl")}) {
    QSignalSpy exported(&page, &AuditPage::exported);
    page.exportTo(folder.filePath(name));
    EXPECT_EQ(exported.count(), 1);
    QFile file(folder.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().count("pay_2"), 1);
    EXPECT_FALSE(file.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther));
  }
}

TEST_F(AuditPageTest, ATrailThatCannotBeReadSaysSo) {
  raw.exec("ALTER TABLE onceover.audit RENAME TO moved");
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::error);
}

TEST_F(AuditPageTest, ThePageInPictures) {
  seed(60);
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("audit"));
}

TEST_F(AuditPageTest, ARowOfAnotherTableNamesItAndOpensOnlyWhereThatTableIsRead) {
  const auto profile = test::settled_payments(raw);
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, "
      "to_state, verdict, reason, profile, relation, row_key) VALUES ('write', 'alice', 'desk-1', "
      "'onceover', '41', 'POST /payments', 'r-7', 'in_progress', 'succeeded', 'succeed', 'the bank has it', "
      "'payments', '\"public\".\"payment_requests\"', '{\"created\": \"2026-02-01 00:07:00+00\", "
      "\"merchant_id\": \"41\", \"request_id\": \"r-7\"}')");
  ASSERT_TRUE(connectSession());
  AuditPage page(session);
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* table = page.findChild<widgets::TableView*>();
  EXPECT_EQ(table->model()->index(0, TrailModel::action).data().toString(), QStringLiteral("succeed"));
  const auto open = [&] {
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
  };
  open();
  const QString text = test::allTextOf(page);
  EXPECT_TRUE(text.contains(QStringLiteral("\"public\".\"payment_requests\", by the profile payments")))
      << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("Choose this table on the Tables page to open its rows.")));
  test::takePictures(page, QStringLiteral("audit-foreign"));
  QPushButton* lead = nullptr;
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->text() == QStringLiteral("Open the &case")) lead = button;
  }
  ASSERT_NE(lead, nullptr);
  EXPECT_FALSE(lead->isEnabled()) << "a key of ours of the same name would be opened";
  session.useProfile(profile);
  open();
  std::optional<key::Identity> asked;
  QObject::connect(&page, &AuditPage::caseRequested, &page, [&](const key::Identity& id) { asked = id; });
  QTest::mouseClick(lead, Qt::LeftButton);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->columns, (std::vector<std::optional<std::string>>{"2026-02-01 00:07:00+00", "41", "r-7"}));
}

}  // namespace
}  // namespace onceover::audit
