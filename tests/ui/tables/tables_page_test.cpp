// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tables_page.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "tests/ui/tables/fixture.h"
#include "tests/ui/tables/shapes.h"
#include "ui/keys/keys_page.h"
#include "ui/tables/models.h"

namespace onceover::ui {
namespace {

using TablesPageTest = TablesTest;

TEST_F(TablesPageTest, WhatIsThereIsListedWithKindConfidenceAndWhy) {
  raw.exec(paymentRequests);
  raw.exec(consumedEvents);
  raw.exec("CREATE TABLE holidays (day date PRIMARY KEY, name text)");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* list = table(page, QStringLiteral("Tables of the database"));
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->model()->rowCount(), 6) << "what is not recognised is listed last";
  for (const auto& [row, name] :
       {std::pair(0, "onceover.keys"), std::pair(1, "onceover.inbox"), std::pair(2, "onceover.outbox")})
    EXPECT_EQ(list->model()->index(row, TablesModel::TableColumn).data().toString(),
              QString::fromLatin1(name));
  const int payments = rowOf(*list, TablesModel::TableColumn, QStringLiteral("billing.payment_requests"));
  ASSERT_GE(payments, 0);
  const auto cell = [&](int column) { return list->model()->index(payments, column).data().toString(); };
  EXPECT_EQ(cell(TablesModel::KindColumn), QStringLiteral("Keys"));
  EXPECT_EQ(cell(TablesModel::SureColumn), QStringLiteral("likely"));
  EXPECT_TRUE(cell(TablesModel::RowsColumn).contains(QStringLiteral("40")));
  EXPECT_FALSE(cell(TablesModel::WhyColumn).isEmpty());
  EXPECT_GE(rowOf(*list, TablesModel::KindColumn, QStringLiteral("Inbox")), 0);
  EXPECT_GE(rowOf(*list, TablesModel::TableColumn, QStringLiteral("public.holidays")), 0);
  QTest::keyClicks(named<QLineEdit>(page, QStringLiteral("Filter by name")), QStringLiteral("HOLI"));
  EXPECT_EQ(list->model()->rowCount(), 1);
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("pg_attribute")));
  EXPECT_EQ(test::namelessControls(page), QStringList());
}

TEST_F(TablesPageTest, AnEmptyDatabaseSaysWhyAndWhatToDo) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  ASSERT_TRUE(refreshed(page));
  const QString text = test::allTextOf(page);
  EXPECT_TRUE(text.contains(QStringLiteral("No table is visible in this database."))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("install the onceover schema on the tab Administration")));
}

TEST_F(TablesPageTest, NothingRecognisedOffersToMapByHand) {
  raw.exec("DROP SCHEMA onceover CASCADE; CREATE TABLE holidays (day date PRIMARY KEY, name text)");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No table here looks like keys")));
  ASSERT_NE(table(page, QStringLiteral("Tables of the database")), nullptr);
  EXPECT_EQ(table(page, QStringLiteral("Tables of the database"))->model()->rowCount(), 1);
}

TEST_F(TablesPageTest, ALongSearchCanBeStoppedAndKeepsWhatItHas) {
  raw.exec(
      "DO $$ BEGIN FOR i IN 1..200 LOOP EXECUTE format('CREATE TABLE t%s (id int PRIMARY KEY, name text)', "
      "i); END LOOP; END $$");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  bool isStopped = false;
  QObject::connect(&session, &bridge::Session::jobsChanged, &page, [&] {
    for (const bridge::JobInfo& job : session.jobs()) {
      if (job.done > 0 && !std::exchange(isStopped, true)) session.cancel(job.id);
    }
  });
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(isStopped);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("Stopped: ")))
      << test::allTextOf(page).toStdString();
  ASSERT_NE(table(page, QStringLiteral("Tables of the database")), nullptr);
  EXPECT_GE(table(page, QStringLiteral("Tables of the database"))->model()->rowCount(), 3)
      << "our own are there all the same";
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->isVisible() && button->text() == QStringLiteral("&Search again"))
      QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_TRUE(isIdle());
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("200 tables examined.")))
      << test::allTextOf(page).toStdString();
}

TEST_F(TablesPageTest, TheTableThatWasChosenIsReadByTheKeysPage) {
  raw.exec(paymentRequests);
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  sayLength(page, QStringLiteral("90"));
  declareTheRestAbsent(page);
  sayWhatBrokenMeans(page);
  QSignalSpy leads(&page, &widgets::Page::pageRequested);
  QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("use")), Qt::LeftButton);
  ASSERT_EQ(session.profile().table, "payment_requests") << questions(page).toStdString();
  ASSERT_EQ(leads.count(), 1);
  EXPECT_EQ(leads.first().first().toString(), QStringLiteral("keys"));
  keys::KeysPage keysPage(session);
  keysPage.show();
  ASSERT_TRUE(refreshed(keysPage));
  const auto* rows = table(keysPage, QStringLiteral("Keys"));
  ASSERT_NE(rows, nullptr);
  EXPECT_EQ(rows->model()->rowCount(), 40);
}

TEST_F(TablesPageTest, HostileNamesAreShownLiterally) {
  raw.exec(hostile);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  ASSERT_TRUE(refreshed(page));
  ASSERT_NE(table(page, QStringLiteral("Tables of the database")), nullptr);
  ASSERT_EQ(table(page, QStringLiteral("Tables of the database"))->model()->rowCount(), 4)
      << test::allTextOf(page).toStdString();
  const QString title = table(page, QStringLiteral("Tables of the database"))
                            ->model()
                            ->index(3, TablesModel::TableColumn)
                            .data()
                            .toString();
  EXPECT_TRUE(title.startsWith(QStringLiteral("<b>s</b>.<img src=x> \"quoted\" & co")))
      << title.toStdString();
  EXPECT_FALSE(title.contains(QLatin1Char('\n')));
  open(page, title);
  declareTheRestAbsent(page);
  select(page, "customer");
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("<i>who</i>"));
  const auto* rows = page.findChild<SampleModel*>();
  ASSERT_TRUE(sampled(page, [rows] {
    return rows->rowCount() == 1 &&
           rows->index(0, SampleModel::Customer).data().toString() == QStringLiteral("<u>eve</u>");
  })) << questions(page).toStdString();
  EXPECT_EQ(rows->index(0, SampleModel::Key).data().toString(), QStringLiteral("<script>"));
  for (const QLabel* label : page.findChildren<QLabel*>()) {
    if (label->text().contains(QLatin1Char('<'))) {
      EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
    }
  }
}

TEST_F(TablesPageTest, ATableThatMayNotBeReadIsListedAndTheReasonSaid) {
  raw.exec(paymentRequests);
  raw.exec("CREATE ROLE tables_viewer LOGIN; GRANT USAGE ON SCHEMA billing TO tables_viewer");
  bridge::ConnectionProfile profile;
  profile.conninfo = QString::fromStdString(database.conninfo() + " user=tables_viewer");
  session.connectTo(profile);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); }))
      << session.lastError().sentence();
  {
    TablesPage page(session, {});
    page.show();
    ASSERT_TRUE(refreshed(page));
    // What the catalog says of it is not hidden.
    EXPECT_TRUE(
        test::allTextOf(page).contains(QStringLiteral("billing.payment_requests could not be sampled")))
        << test::allTextOf(page).toStdString();
    EXPECT_GE(rowOf(*table(page, QStringLiteral("Tables of the database")), TablesModel::TableColumn,
                    QStringLiteral("billing.payment_requests")),
              0);
  }
  session.disconnectFromServer();
  raw.exec("DROP OWNED BY tables_viewer; DROP ROLE tables_viewer");
}

TEST_F(TablesPageTest, ThePagesInPictures) {
  raw.exec(paymentRequests);
  raw.exec(consumedEvents);
  raw.exec(hostile);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  ASSERT_TRUE(refreshed(page));
  test::takePictures(page, QStringLiteral("tables"), {1072, 740});
  open(page, QStringLiteral("billing.payment_requests"));
  test::takePictures(page, QStringLiteral("tables-open"), {1072, 740});
  for (const RoleInfo& role : roleInfos()) {
    select(page, role.id);
    EXPECT_EQ(test::namelessControls(page), QStringList()) << role.id;
  }
  for (const std::string role : {"state", "lease", "identity"}) {
    select(page, role);
    test::takePictures(page, QStringLiteral("tables-") + QString::fromStdString(role), {1072, 740});
  }
}

}  // namespace
}  // namespace onceover::ui
