// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stuck/leases_page.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QTest>

#include "core/tables/toml.h"
#include "tests/support/console_page.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/incident.h"
#include "ui/stuck/stuck_rows.h"
#include "ui/widgets/table.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/selection_bar.h"

namespace onceover::stuck {
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
  static widgets::TableView* groupTable(const QWidget& page) {
    return table(page, QStringLiteral("Groups of stuck leases"));
  }
  static widgets::TableView* rowTable(const QWidget& page) {
    return table(page, QStringLiteral("Stuck keys of the group"));
  }
  // To count what a filter finds, beside the page.
  pg::Connection& connection() {
    if (!connection_)
      connection_.emplace(
          pg::Connection::open({.conninfo = database.conninfo(), .application_name = "leases-test"}).value());
    return *connection_;
  }
  std::optional<pg::Connection> connection_;
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

// Twenty keys were stuck, and the page said "No lease is stuck" of the inbox that was opened before.
TEST_F(LeasesTest, ATableWithNothingStuckNamesTheOneThatHasSome) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  session.useProfile(std::make_shared<const tables::Profile>(tables::own_inbox(false)));
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
  const QString text = test::allTextOf(page);
  EXPECT_TRUE(text.contains(QStringLiteral("Nothing is stuck in onceover.inbox."))) << text.toStdString();
  EXPECT_TRUE(
      text.contains(QStringLiteral("23 keys are stuck in onceover.keys (1069.20 EUR, 18750.00 USD).")))
      << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("No lease is stuck")));
}

// An answer pushed the buttons out of sight, and a notice moved them under the finger.
TEST_F(LeasesTest, NoButtonMovesWhereAnAnswerOrANoticeComes) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  page.resize(1070, 660);
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  test::settleLayout();
  QPushButton* ask = nullptr;
  for (auto* each : page.findChildren<QPushButton*>()) {
    if (each->text() == QStringLiteral("Ask")) ask = each;
  }
  ASSERT_NE(ask, nullptr);
  const QPoint before = ask->mapTo(&page, QPoint());
  page.resize(1070, 618);
  test::settleLayout();
  EXPECT_EQ(ask->mapTo(&page, QPoint()).y(), before.y());
  page.findChild<writes::RowReportCard*>()->showError(
      fail(ErrorKind::unsupported, "No gateway is configured.", "Nothing was asked.").value());
  test::settleLayout();
  EXPECT_EQ(ask->mapTo(&page, QPoint()).y(), before.y());
  EXPECT_TRUE(page.rect().contains(ask->geometry().translated(ask->parentWidget()->mapTo(&page, QPoint()))));
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

// A walk takes minutes; a table that is read in a moment is read at once all the same.
TEST_F(LeasesTest, AWalkUnderWayHidesNothingThatAShortReadShows) {
  const auto jobs = test::jobs_without_index(raw);
  ASSERT_TRUE(connectSession());
  session.useProfile(jobs);
  browse::Limits limits;
  limits.whole_up_to = 0;
  session.setLimits(limits);
  auto walk = std::make_shared<browse::Walk>();
  walk->about = browse::Browser(connection(), *jobs, limits).walk_subject().value();
  walk->blocks = 1'000;
  walk->rows = 3e6;
  session.useWalk(walk);
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content) << test::allTextOf(page).toStdString();
  EXPECT_EQ(page.findChild<StuckModel*>()->rowCount(), 1);
}

TEST_F(LeasesTest, ANoteIsMarkedBesideTheState) {
  test::seedIncident(raw);
  raw.exec(
      "INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note) SELECT 'bob', "
      "'desk-2', 'oncectl', tenant, operation, key, 'the bank is looking' FROM onceover.keys WHERE state = "
      "'in_progress' AND locked_until < now()");
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(page.findChild<StuckModel*>()
                  ->index(0, StuckModel::StateColumn)
                  .data()
                  .toString()
                  .endsWith(QStringLiteral(" ✎1")));
}

TEST_F(LeasesTest, GroupsOldestFirstWithTheKeysOfTheChosenOne) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  auto* groups = page.findChild<GroupsModel*>();
  auto* rows = page.findChild<StuckModel*>();
  const Fatal groupsTester(groups, Fatal::FailureReportingMode::Fatal),
      rowsTester(rows, Fatal::FailureReportingMode::Fatal);
  ASSERT_EQ(groups->rowCount(), 3);
  EXPECT_EQ(groups->index(0, GroupsModel::NameColumn).data().toString(), QStringLiteral("All"));
  EXPECT_EQ(rows->rowCount(), 23);
  EXPECT_EQ(groups->index(1, GroupsModel::NameColumn).data().toString(), QStringLiteral("PUT /payouts"));
  EXPECT_EQ(groups->index(1, GroupsModel::PeopleColumn).data().toString(), QStringLiteral("3"));
  groupTable(page)->setCurrentIndex(groups->index(1, 0));
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows->rowCount(), 5);
  groupTable(page)->setCurrentIndex(groups->index(2, 0));
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(rows->rowCount(), 18);
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("POST /refunds")));
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(groupTable(page)->currentIndex().row(), 2) << "a refresh keeps the chosen group";
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
  EXPECT_TRUE(card->words().startsWith(QStringLiteral("The database cannot tell\nThe row is not locked.")))
      << card->words().toStdString();
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
  QObject::connect(&page, &LeasesPage::rowsRequested, &page,
                   [&](const browse::Filter& filter) { asked = filter; });
  groupTable(page)->setCurrentIndex(groupTable(page)->model()->index(1, 0));
  ASSERT_TRUE(settledDown());
  std::optional<browse::Filter> walk;
  QObject::connect(&page, &LeasesPage::walkOffered, &page,
                   [&](const browse::Filter& filter) { walk = filter; });
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
  ASSERT_TRUE(walk) << "next and previous stay within the group";
  EXPECT_EQ(walk->operation, "PUT /payouts");
}

TEST_F(LeasesTest, MoneyStandsFirstAndEachGroupHasItsSumPerCurrency) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, fence, locked_until, state, fingerprint_kind, "
      "fingerprint, owner, amount, currency) SELECT 'acme', 'op' || i % 2, 'k' || i, "
      "nextval('onceover.fence'), now() - interval '4 min', 'in_progress', 'raw-sha256', sha256('b'), 'pay-' "
      "|| i % 3 || '/' || i, CASE WHEN i < 6 THEN 0.1 END, CASE i WHEN 0 THEN 'USD' ELSE 'EUR' END FROM "
      "generate_series(0, 6) i");
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("0.5 EUR, 0.1 USD; 1 without an amount")))
      << test::allTextOf(page).toStdString();
  auto* groups = page.findChild<GroupsModel*>();
  ASSERT_EQ(groups->rowCount(), 3);
  const auto money = [&](int row) { return groups->index(row, GroupsModel::MoneyColumn).data().toString(); };
  EXPECT_EQ(money(0), QStringLiteral("0.5 EUR, 0.1 USD; 1 without an amount"));
  EXPECT_EQ(QStringList({money(1), money(2)}).join('|'),
            QStringLiteral("0.2 EUR, 0.1 USD; 1 without an amount|0.3 EUR"));
}

// An incident goes on under a person's hands: between "Settle" and its dialog keys get stuck and are settled.
TEST_F(LeasesTest, WhatIsSelectedStaysSelectedWhereOtherKeysComeAndGo) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  auto* rows = page.findChild<StuckModel*>();
  auto* selection = rowTable(page)->selectionModel();
  const auto whole = QItemSelectionModel::Select | QItemSelectionModel::Rows;
  rowTable(page)->setCurrentIndex(rows->index(2, StuckModel::KeyColumn));
  selection->select(rows->index(4, StuckModel::KeyColumn), whole);
  const std::vector<key::Identity> chosen = {rows->at(2).id, rows->at(4).id};
  const auto selected = [&] {
    std::vector<key::Identity> ids;
    for (const int row : rowTable(page)->selectedRows()) ids.push_back(rows->at(row).id);
    return ids;
  };
  const auto readAgain = [&] { return refreshed(page) && settledDown(); };
  ASSERT_TRUE(readAgain());
  EXPECT_EQ(selected(), chosen) << "nothing changed";
  raw.exec("UPDATE onceover.keys SET locked_until = now() + interval '1 h' WHERE key = '" +
           rows->at(0).id.key + "'");
  ASSERT_TRUE(readAgain());
  ASSERT_EQ(rows->rowCount(), 22);
  EXPECT_EQ(selected(), chosen) << "one before them went";
  raw.exec("UPDATE onceover.keys SET locked_until = now() - interval '1 d' WHERE locked_until > now()");
  ASSERT_TRUE(readAgain());
  ASSERT_GT(rows->rowCount(), 22);
  EXPECT_EQ(selected(), chosen) << "some before them came";
  for (const key::Identity& id : chosen)
    raw.exec("UPDATE onceover.keys SET locked_until = now() + interval '1 h' WHERE key = '" + id.key + "'");
  ASSERT_TRUE(readAgain());
  EXPECT_TRUE(selected().empty()) << "and no other key stands in for them";
}

TEST_F(LeasesTest, NoTwoLinesLookAlikeHoweverTheyAreGroupedAndAPlanIsOfOneGroup) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  auto* groups = page.findChild<GroupsModel*>();
  QComboBox* by = nullptr;
  for (auto* each : page.findChildren<QComboBox*>()) {
    if (each->accessibleName() == QStringLiteral("Group by")) by = each;
  }
  ASSERT_NE(by, nullptr);
  ASSERT_EQ(by->count(), 4);
  std::optional<browse::Filter> planned;
  QObject::connect(&page, &LeasesPage::planRequested, &page,
                   [&](const browse::Filter& filter) { planned = filter; });
  for (int choice = 0; choice < by->count(); ++choice) {
    by->setCurrentIndex(choice);
    emit by->activated(choice);
    ASSERT_TRUE(settledDown());
    QStringList names;
    std::int64_t sum = 0;
    for (int row = 0; row < groups->rowCount(); ++row) {
      names.append(groups->index(row, GroupsModel::NameColumn).data().toString());
      if (row > 0) sum += groups->at(row).group.n;
    }
    EXPECT_EQ(names.removeDuplicates(), 0) << names.join('|').toStdString();
    EXPECT_EQ(sum, 23);
    groupTable(page)->setCurrentIndex(groups->index(1, 0));
    ASSERT_TRUE(settledDown());
    EXPECT_EQ(page.findChild<StuckModel*>()->rowCount(), groups->at(1).group.n);
    for (QAction* action : page.actions()) {
      if (action->text().startsWith(QStringLiteral("Plan these"))) action->trigger();
    }
    ASSERT_TRUE(planned);
    EXPECT_EQ(browse::Browser(connection(), tables::own()).count(*planned)->n, groups->at(1).group.n);
  }
  test::takePictures(page, QStringLiteral("leases-by-age"));
}

TEST_F(LeasesTest, WhatWasSettledMeanwhileIsGoneAfterARefresh) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  raw.tamper("DELETE FROM onceover.keys WHERE operation = 'PUT /payouts'");
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(page.findChild<GroupsModel*>()->rowCount(), 2) << "all, and the group that is left";
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
      EXPECT_FALSE(
          rows->index(row, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<img")));
  }
  for (const auto& hostile : test::hostileKeys())
    EXPECT_TRUE(shown.contains(QString::fromStdString(hostile.shown))) << hostile.shown;
  EXPECT_EQ(page.findChild<GroupsModel*>()->index(1, GroupsModel::NameColumn).data().toString(),
            QStringLiteral("<i>op</i>"));
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
  EXPECT_TRUE(alivenessOf(holder, row, tables::own())
                  .because.startsWith(QStringLiteral("Words. This proves nothing about refunds-2")));
  EXPECT_TRUE(alivenessOf(holder, row, tables::own()).because.contains(QStringLiteral("4 min ago")));
  holder.answer = browse::LockHolder::Answer::held;
  EXPECT_EQ(alivenessOf(holder, row, tables::own()).because, QStringLiteral("Words."));
  holder.answer = browse::LockHolder::Answer::cannot_tell;
  EXPECT_EQ(alivenessOf(holder, row, tables::own()).answer, QStringLiteral("Cannot tell"));
}

// A lease of an external table, and no fence.
TEST_F(LeasesTest, ATableWithoutAFenceIsNotSaidToRefuseAWrite) {
  const auto payments = test::payment_requests(raw);
  ASSERT_TRUE(connectSession());
  session.useProfile(payments);
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  ASSERT_EQ(page.paneState(), State::content);
  const QString text = test::allTextOf(page);
  EXPECT_TRUE(text.contains(QStringLiteral("this table has no fence"))) << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("the fence rejects")));
  EXPECT_TRUE(text.contains(QStringLiteral("by the end of the lease, longest ago first")))
      << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("get 409"))) << "what clients get is its service's to say";
  EXPECT_TRUE(text.contains(QStringLiteral("is up to the service")));
  test::takePictures(page, QStringLiteral("leases-external"));
}

// Mapped anew, the same rows are shown; what is selected is offered what the new mapping writes.
TEST_F(LeasesTest, ATableThatIsMappedAnewOffersItsVerdictsAtOnce) {
  const auto payments = test::payment_requests(raw);
  ASSERT_TRUE(connectSession());
  session.useProfile(payments);
  LeasesPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  const auto selected = [&] {
    return page.findChild<writes::SelectionBar*>()->findChild<widgets::PlainLabel*>()->text();
  };
  ASSERT_TRUE(selected().startsWith(QStringLiteral("1 selected"))) << selected().toStdString();
  session.useProfile(std::make_shared<const tables::Profile>(*payments));
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(selected().startsWith(QStringLiteral("1 selected"))) << selected().toStdString();
}

// Neither lease nor tries: a row is called stuck by its age.
TEST_F(LeasesTest, ATableWithoutLeaseAndTriesShowsNeither) {
  raw.exec(
      "CREATE SCHEMA s; CREATE TABLE s.mails (id text PRIMARY KEY, done boolean NOT NULL, made timestamptz "
      "NOT NULL);"
      "INSERT INTO s.mails VALUES ('m-1', false, now() - interval '1 hour')");
  const auto read = tables::profiles_from_toml(
      "format = 1\n[[profile]]\nname = \"mails\"\nkind = \"queue\"\ntable = { schema = \"s\", name = "
      "\"mails\" }\nidentity = [\"id\"]\n"
      "key = \"id\"\nnever_null = [\"id\", \"done\", \"made\"]\n[profile.times]\ncreated_at = "
      "\"made\"\n[profile.state]\notherwise = { state = \"in_progress\", word = \"open\" "
      "}\n[[profile.state.rule]]\nwhen = [{ column = \"done\", is = \"true\" }]\nstate = \"succeeded\"\nword "
      "= \"done\"\n",
      "test");
  ASSERT_TRUE(read) << read.error().sentence();
  const auto aged = tables::stuck_by_age(read->back(), std::chrono::minutes(15));
  ASSERT_TRUE(aged);
  ASSERT_TRUE(connectSession());
  session.useProfile(std::make_shared<const tables::Profile>(*aged));
  LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  ASSERT_TRUE(settledDown());
  ASSERT_EQ(page.paneState(), State::content);
  const QString text = test::allTextOf(page);
  EXPECT_TRUE(text.contains(QStringLiteral("1 job unfinished for longer than 15 min"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("Is the worker still alive?")));
  for (const char* untrue : {"executor", "409", "client", "lease ended"})
    EXPECT_FALSE(text.contains(QString::fromLatin1(untrue))) << untrue << ": " << text.toStdString();
  EXPECT_TRUE(rowTable(page)->isColumnHidden(StuckModel::TriesColumn));
  EXPECT_EQ(page.findChild<StuckModel*>()->index(0, StuckModel::TriesColumn).data().toString(), widgets::dash)
      << "not counted is no zero";
  // Another table again: its columns come back.
  session.useProfile(bridge::ownProfile());
  EXPECT_FALSE(rowTable(page)->isColumnHidden(StuckModel::TriesColumn));
}

}  // namespace
}  // namespace onceover::stuck
