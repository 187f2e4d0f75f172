// SPDX-License-Identifier: GPL-3.0-or-later
// What waits for a person, listed, and where it leads.
#include "tests/ui/shift/fixture.h"

namespace onceover::shift {
namespace {

TEST_F(QueueTest, NothingThatWaitsSaysWhatWouldBeHere) {
  ASSERT_TRUE(opened(nullptr));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(text().contains(QStringLiteral("Nothing waits for a person")));
  EXPECT_TRUE(page->asOf());
}

TEST_F(QueueTest, ThatNothingWaitsIsNotSaidBesideStuckKeys) {
  for (const char* key : {"refund_1", "refund_2"}) stuck(key);
  ASSERT_TRUE(opened(nullptr));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
  EXPECT_FALSE(text().contains(QStringLiteral("Nothing waits for a person"))) << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("No case and no request waits for a person")))
      << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("2 keys are stuck in onceover.keys (250.00 EUR).")))
      << text().toStdString();
  test::takePictures(*page, QStringLiteral("queue-stuck"));
  const QSignalSpy leads(page.get(), &widgets::Page::pageRequested);
  for (auto* button : page->findChildren<QPushButton*>()) {
    if (button->isVisibleTo(page.get()) && button->text() == QStringLiteral("Open &Stuck")) button->click();
  }
  ASSERT_EQ(leads.count(), 1);
  EXPECT_EQ(leads.front().front().toString(), QStringLiteral("leases"));
}

TEST_F(QueueTest, ACaseWithANoteHasAMark) {
  filed("refund_1", "needs_human", "5 hours", "Asked 8 times.");
  raw.exec(
      "INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note) VALUES ('bob', "
      "'desk-2', 'oncectl', 'acme', 'POST /refunds', 'refund_1', 'Do not release: the bank is looking')");
  ASSERT_TRUE(opened(nullptr));
  EXPECT_EQ(cell(*casesTable(), 0, CasesModel::notes), QStringLiteral("✎1!"));
  const QString tip = casesTable()->model()->index(0, CasesModel::notes).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.contains(QStringLiteral("bob"))) << tip.toStdString();
  EXPECT_TRUE(tip.contains(QStringLiteral("the bank is looking"))) << tip.toStdString();
}

TEST_F(QueueTest, CasesStandWithWhoHowMuchAgeAttemptsAndReasonAndTwoEffectsShoutFirst) {
  const auto table = shop();
  filed("refund_1", "needs_human", "5 hours", "Asked 8 times without an answer that settles it.");
  filed("refund_2", "needs_human", "2 minutes", "The gateway has more than one effect under this key.",
        R"({"duplicate_effects": true})");
  filed("refund_3", "open", "1 day", "The gateway is still working on it.");
  askedOwn("refund_4");
  askedShop(*table);
  ASSERT_TRUE(opened(&second, [table] { return std::vector{*table}; }));
  const auto* cases = casesTable();
  ASSERT_NE(cases, nullptr);
  ASSERT_EQ(cases->model()->rowCount(), 4);
  EXPECT_EQ(cell(*cases, 0, CasesModel::badge), QStringLiteral("TWO EFFECTS"));
  EXPECT_EQ(cell(*cases, 0, CasesModel::key), QStringLiteral("refund_2"));
  EXPECT_EQ(cell(*cases, 1, CasesModel::key), QStringLiteral("refund_1"));
  EXPECT_EQ(cell(*cases, 1, CasesModel::customer), QStringLiteral("Ms. Example (c_2041)"));
  EXPECT_EQ(cell(*cases, 1, CasesModel::amount), QStringLiteral("125.00 EUR"));
  EXPECT_EQ(cell(*cases, 1, CasesModel::since), QStringLiteral("5 h ago"));
  EXPECT_EQ(cell(*cases, 1, CasesModel::asked), QStringLiteral("8"));
  EXPECT_EQ(cell(*cases, 1, CasesModel::reason),
            QStringLiteral("Asked 8 times without an answer that settles it."));
  EXPECT_EQ(cell(*cases, 2, CasesModel::table), QStringLiteral("shop.requests"));
  EXPECT_EQ(cell(*cases, 2, CasesModel::amount), QStringLiteral("12.50 EUR"));
  EXPECT_EQ(cell(*cases, 2, CasesModel::state), QStringLiteral("RUNNING (in progress)"));
  EXPECT_TRUE(text().contains(QStringLiteral("4 cases need a person")));
  EXPECT_TRUE(text().contains(
      QStringLiteral("One key has two effects at the gateway: it may have been charged or paid twice.")));
  EXPECT_TRUE(text().contains(QStringLiteral("2 requests wait for a second approver")));
  const auto* approvals = approvalsTable();
  ASSERT_EQ(approvals->model()->rowCount(), 2);
  EXPECT_EQ(cell(*approvals, 0, ApprovalsModel::act), QStringLiteral("Settle as failed"));
  EXPECT_EQ(cell(*approvals, 0, ApprovalsModel::key), QStringLiteral("refund_4"));
  EXPECT_TRUE(cell(*approvals, 0, ApprovalsModel::by).contains(QStringLiteral("alice@desk-1")));
  EXPECT_EQ(cell(*approvals, 0, ApprovalsModel::ticket), QStringLiteral("INC-7"));
  EXPECT_EQ(cell(*approvals, 0, ApprovalsModel::evidence),
            QStringLiteral("“page 3 of the bank's statement”; gateway: HTTP 503"));
  EXPECT_EQ(cell(*approvals, 1, ApprovalsModel::table), QStringLiteral("shop.requests"));
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("onceover.row_cases")));
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("onceover.approvals")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("queue"));
  // What is asked again by itself joins on request.
  auto* openToo = page->findChild<QCheckBox*>();
  openToo->setFocus();
  QTest::keyClick(openToo, Qt::Key_Space);
  ASSERT_TRUE(idle());
  ASSERT_EQ(cases->model()->rowCount(), 5);
  EXPECT_EQ(cell(*cases, 4, CasesModel::key), QStringLiteral("refund_3"));
  EXPECT_EQ(cell(*cases, 4, CasesModel::badge), QStringLiteral("asked again"));
  EXPECT_TRUE(text().contains(QStringLiteral("4 cases need a person")));
}

TEST_F(QueueTest, EnterOpensTheCaseOfOurOwnKeyAndOfARowElsewhere) {
  const auto table = shop();
  filed("refund_1", "needs_human", "5 hours", "because");
  ASSERT_TRUE(opened(nullptr, [table] { return std::vector{*table}; }));
  std::vector<key::Identity> asked;
  QObject::connect(page.get(), &widgets::Page::caseRequested, page.get(),
                   [&](const key::Identity& id) { asked.push_back(id); });
  auto* cases = casesTable();
  cases->setFocus();
  cases->selectRow(1);
  QTest::keyClick(cases, Qt::Key_Return);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].columns, (std::vector<std::optional<std::string>>{"7", "req-1"}));
  EXPECT_EQ(desk->profile().table, "requests") << "the Case page reads the row's table then";
  ASSERT_TRUE(read());
  cases->selectRow(0);
  QTest::keyClick(cases, Qt::Key_Return);
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[1].key, "refund_1");
  EXPECT_TRUE(tables::is_own(desk->profile()));
}

TEST_F(QueueTest, ARowWhoseTableNobodyDescribedSaysSoAndOpensNothing) {
  (void)shop();
  ASSERT_TRUE(opened(nullptr));
  QSignalSpy asked(page.get(), &widgets::Page::caseRequested);
  auto* cases = casesTable();
  EXPECT_EQ(cell(*cases, 0, CasesModel::state), QStringLiteral("unknown here"));
  cases->setFocus();
  cases->selectRow(0);
  QTest::keyClick(cases, Qt::Key_Return);
  EXPECT_EQ(asked.count(), 0);
  EXPECT_TRUE(text().contains(QStringLiteral("No profile of shop.requests is known here")));
}

TEST_F(QueueTest, MoreThanAPageIsReadOnDemandAndARefreshKeepsThePlace) {
  for (int i = 100; i < 350; ++i)
    filed("refund_" + std::to_string(i), "needs_human", std::to_string(1000 - i) + " minutes", "because");
  ASSERT_TRUE(opened(nullptr));
  auto* cases = casesTable();
  EXPECT_EQ(cases->model()->rowCount(), 200);
  EXPECT_TRUE(text().contains(QStringLiteral("At least 200 cases need a person")));
  QTest::mouseClick(button(*page, QStringLiteral("More")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  EXPECT_EQ(cases->model()->rowCount(), 250);
  EXPECT_EQ(cell(*cases, 249, CasesModel::key), QStringLiteral("refund_349"));
  EXPECT_EQ(button(*page, QStringLiteral("More")), nullptr);
  cases->selectRow(220);
  ASSERT_TRUE(read());
  EXPECT_EQ(cases->currentIndex().row(), 220);
}

TEST_F(QueueTest, HostileTextIsLiteral) {
  const std::string hostile = "<img src=/etc/passwd> %1 %2";
  filed(hostile, "needs_human", "1 hour", "<b>because</b> %1", R"({"duplicate_effects": true})");
  askedOwn("<i>k</i> %1");
  raw.exec(
      "ALTER TABLE onceover.approvals DISABLE TRIGGER USER; UPDATE onceover.approvals SET reason = '<u>r</u> "
      "%2', evidence = '{\"said\": \"<img src=x> %3\"}', actor = '<b>alice</b> %1'");
  ASSERT_TRUE(opened(&second));
  EXPECT_EQ(cell(*casesTable(), 0, CasesModel::key), QString::fromStdString(hostile));
  ASSERT_TRUE(openRequest());
  EXPECT_TRUE(text().contains(QStringLiteral("<i>k</i> %1")));
  EXPECT_TRUE(text().contains(QStringLiteral("“<u>r</u> %2”")));
  EXPECT_TRUE(text().contains(QStringLiteral("<b>alice</b> %1")));
  for (const QLabel* label : page->findChildren<QLabel*>())
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
}

}  // namespace
}  // namespace onceover::shift
