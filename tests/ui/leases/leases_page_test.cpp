#include "ui/leases/leases_page.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/incident.h"
#include "ui/leases/alive_card.h"
#include "ui/leases/groups_model.h"
#include "ui/leases/stuck_model.h"
#include "ui/widgets/table.h"

namespace onceover::leases {
namespace {

using State = widgets::StatePane::State;
using Fatal = QAbstractItemModelTester;

class LeasesTest : public test::ConsolePageTest {
 protected:
  static widgets::TableView* table(const QWidget& page, const QString& name) {
    for (auto* found : page.findChildren<widgets::TableView*>()) {
      if (found->accessibleName() == name) return found;
    }
    return nullptr;
  }
  static widgets::TableView* groupTable(const QWidget& page) { return table(page, QStringLiteral("Groups of stuck leases")); }
  static widgets::TableView* rowTable(const QWidget& page) { return table(page, QStringLiteral("Stuck keys of the group")); }
  [[nodiscard]] bool settledDown() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
};

TEST_F(LeasesTest, NothingStuckSaysSo) {
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  EXPECT_EQ(page.paneState(), State::loading);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
  test::takePictures(page, QStringLiteral("leases-empty"));
}

TEST_F(LeasesTest, WhatIsReadInAMomentIsReadWithoutAQuestion) {
  const auto jobs = test::jobs_without_index(raw);
  ASSERT_TRUE(connectSession());
  session.useProfile(jobs);
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  EXPECT_EQ(page.findChild<StuckModel*>()->rowCount(), 1);
}

TEST_F(LeasesTest, GroupsOldestFirstWithTheKeysOfTheChosenOne) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  auto* groups = page.findChild<GroupsModel*>();
  auto* rows = page.findChild<StuckModel*>();
  const Fatal groupsTester(groups, Fatal::FailureReportingMode::Fatal), rowsTester(rows, Fatal::FailureReportingMode::Fatal);
  ASSERT_EQ(groups->rowCount(), 2);
  EXPECT_EQ(groups->index(0, GroupsModel::OperationColumn).data().toString(), QStringLiteral("PUT /payouts"));
  EXPECT_EQ(groups->index(0, GroupsModel::PeopleColumn).data().toString(), QStringLiteral("3"));
  EXPECT_EQ(rows->rowCount(), 5);
  groupTable(page)->setCurrentIndex(groups->index(1, 0));
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows->rowCount(), 18);
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("POST /refunds")));
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(groupTable(page)->currentIndex().row(), 1) << "a refresh keeps the chosen group";
  EXPECT_EQ(rows->rowCount(), 18);
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("leases"));
}

TEST_F(LeasesTest, AnUnlockedRowIsNoProofOfDeathAndALockedOneNamesTheHolder) {
  test::seedIncident(raw);
  auto holder = database.connect();
  holder.exec("SET application_name = 'payouts-1'");
  holder.exec("BEGIN");
  holder.exec("SELECT 1 FROM onceover.keys WHERE key = 'payout_2026_11_5' FOR UPDATE");
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  auto* card = page.findChild<AliveCard*>();
  auto* rows = page.findChild<StuckModel*>();
  const auto choose = [&](const char* key) {
    const int row = rows->rowOf({"globex", "PUT /payouts", key});
    ASSERT_GE(row, 0);
    rowTable(page)->setCurrentIndex(rows->index(row, 0));
    ASSERT_TRUE(settledDown());
  };
  choose("payout_2026_11_5");
  EXPECT_TRUE(card->words().contains(QString::number(holder.backend_pid()))) << card->words().toStdString();
  EXPECT_TRUE(card->words().contains(QStringLiteral("payouts-1")));
  test::takePictures(page, QStringLiteral("leases-locked"));
  choose("payout_2026_11_4");
  EXPECT_TRUE(card->words().startsWith(QStringLiteral("The database cannot tell\nThe row is not locked."))) << card->words().toStdString();
}

TEST_F(LeasesTest, EnterOpensTheCaseAndAllRowsLeadToKeys) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  page.show();
  std::optional<key::Identity> opened;
  std::optional<browse::Filter> asked;
  QObject::connect(&page, &LeasesPage::caseRequested, &page, [&](const key::Identity& id) { opened = id; });
  QObject::connect(&page, &LeasesPage::rowsRequested, &page, [&](const browse::Filter& filter) { asked = filter; });
  auto* rows = rowTable(page);
  rows->setCurrentIndex(rows->model()->index(1, 0));
  QTest::keyClick(rows, Qt::Key_Return);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->operation, "PUT /payouts");
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->text() == QStringLiteral("Show in &Keys")) QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_TRUE(asked);
  EXPECT_TRUE(asked->stuck);
  EXPECT_EQ(asked->operation, "PUT /payouts");
}

TEST_F(LeasesTest, WhatWasSettledMeanwhileIsGoneAfterARefresh) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  raw.tamper("DELETE FROM onceover.keys WHERE operation = 'PUT /payouts'");
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(page.findChild<GroupsModel*>()->rowCount(), 1);
  EXPECT_EQ(page.findChild<StuckModel*>()->rowCount(), 18);
  raw.tamper("DELETE FROM onceover.keys WHERE operation = 'POST /refunds' AND state = 'in_progress'");
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
}

TEST_F(LeasesTest, HostileKeysAreLiteralText) {
  test::seedHostileKeys(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  auto* rows = page.findChild<StuckModel*>();
  ASSERT_EQ(rows->rowCount(), static_cast<int>(test::hostileKeys().size()));
  QStringList shown;
  for (int row = 0; row < rows->rowCount(); ++row) {
    shown.append(rows->index(row, StuckModel::KeyColumn).data().toString());
    for (int column = 0; column <= StuckModel::NextColumn; ++column)
      EXPECT_FALSE(rows->index(row, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<img")));
  }
  for (const auto& hostile : test::hostileKeys()) EXPECT_TRUE(shown.contains(QString::fromStdString(hostile.shown))) << hostile.shown;
  EXPECT_EQ(page.findChild<GroupsModel*>()->index(0, GroupsModel::OperationColumn).data().toString(), QStringLiteral("<i>op</i>"));
}

TEST_F(LeasesTest, AMissingStoreSaysWhatToDo) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("oncectl schema install")));
}

TEST(Aliveness, IsNeverAGuess) {
  browse::KeyRow row;
  row.owner = "refunds-2";
  row.locked_until = Timestamp{0};
  browse::LockHolder holder;
  holder.as_of = Timestamp{240'000'000};
  holder.words = "Words.";
  holder.answer = browse::LockHolder::Answer::nobody;
  EXPECT_TRUE(alivenessOf(holder, row).because.startsWith(QStringLiteral("Words. This proves nothing about refunds-2")));
  EXPECT_TRUE(alivenessOf(holder, row).because.contains(QStringLiteral("4 min ago")));
  holder.answer = browse::LockHolder::Answer::held;
  EXPECT_EQ(alivenessOf(holder, row).because, QStringLiteral("Words."));
  holder.answer = browse::LockHolder::Answer::cannot_tell;
  EXPECT_EQ(alivenessOf(holder, row).answer, QStringLiteral("Cannot tell"));
}

}  // namespace
}  // namespace onceover::leases
