#include "ui/tables/tables_page.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "tests/ui/tables/fixture.h"
#include "tests/ui/tables/shapes.h"
#include "ui/keys/keys_page.h"
#include "ui/tables/sample_model.h"

namespace onceover::tables {
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
  EXPECT_EQ(list->model()->rowCount(), 5);
  for (const auto& [row, name] : {std::pair(0, "onceover.keys"), std::pair(1, "onceover.inbox"), std::pair(2, "onceover.outbox")})
    EXPECT_EQ(list->model()->index(row, TablesModel::TableColumn).data().toString(), QString::fromLatin1(name));
  const int payments = rowOf(*list, TablesModel::TableColumn, QStringLiteral("billing.payment_requests"));
  ASSERT_GE(payments, 0);
  const auto cell = [&](int column) { return list->model()->index(payments, column).data().toString(); };
  EXPECT_EQ(cell(TablesModel::KindColumn), QStringLiteral("Keys"));
  EXPECT_TRUE(cell(TablesModel::SureColumn).endsWith(QStringLiteral("%")));
  EXPECT_TRUE(cell(TablesModel::RowsColumn).contains(QStringLiteral("40")));
  EXPECT_FALSE(cell(TablesModel::WhyColumn).isEmpty());
  EXPECT_GE(rowOf(*list, TablesModel::KindColumn, QStringLiteral("Inbox")), 0);
  EXPECT_EQ(rowOf(*list, TablesModel::TableColumn, QStringLiteral("public.holidays")), -1);
  auto* others = named<QCheckBox>(page, QStringLiteral("Tables not recognised too"));
  ASSERT_NE(others, nullptr);
  others->setFocus();
  QTest::keyClick(others, Qt::Key_Space);
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
  EXPECT_TRUE(text.contains(QStringLiteral("You may see no table in this database."))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("oncectl schema install")));
}

TEST_F(TablesPageTest, NothingRecognisedOffersToMapByHand) {
  raw.exec("DROP SCHEMA onceover CASCADE; CREATE TABLE holidays (day date PRIMARY KEY, name text)");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No table here looks like keys")));
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->isVisible() && button->text() == QStringLiteral("&Show all tables")) QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_NE(table(page, QStringLiteral("Tables of the database")), nullptr);
  EXPECT_EQ(table(page, QStringLiteral("Tables of the database"))->model()->rowCount(), 1);
}

TEST_F(TablesPageTest, ALongSearchCanBeStoppedAndKeepsWhatItHas) {
  raw.exec("DO $$ BEGIN FOR i IN 1..200 LOOP EXECUTE format('CREATE TABLE t%s (id int PRIMARY KEY, name text)', i); END LOOP; END $$");
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
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("Stopped: "))) << test::allTextOf(page).toStdString();
  ASSERT_NE(table(page, QStringLiteral("Tables of the database")), nullptr);
  EXPECT_EQ(table(page, QStringLiteral("Tables of the database"))->model()->rowCount(), 3) << "our own are there all the same";
  for (auto* button : page.findChildren<QPushButton*>()) {
    if (button->isVisible() && button->text() == QStringLiteral("&Search again")) QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_TRUE(isIdle());
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("200 tables examined."))) << test::allTextOf(page).toStdString();
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
  ASSERT_EQ(table(page, QStringLiteral("Tables of the database"))->model()->rowCount(), 4) << test::allTextOf(page).toStdString();
  const QString title = table(page, QStringLiteral("Tables of the database"))->model()->index(3, TablesModel::TableColumn).data().toString();
  EXPECT_TRUE(title.startsWith(QStringLiteral("<b>s</b>.<img src=x> \"quoted\" & co"))) << title.toStdString();
  EXPECT_FALSE(title.contains(QLatin1Char('\n')));
  open(page, title);
  declareTheRestAbsent(page);
  select(page, "customer");
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("<i>who</i>"));
  const auto* rows = page.findChild<SampleModel*>();
  ASSERT_TRUE(sampled(page, [rows] {
    return rows->rowCount() == 1 && rows->index(0, SampleModel::Customer).data().toString() == QStringLiteral("<u>eve</u>");
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
    EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("billing.payment_requests could not be sampled")))
        << test::allTextOf(page).toStdString();
    EXPECT_GE(rowOf(*table(page, QStringLiteral("Tables of the database")), TablesModel::TableColumn, QStringLiteral("billing.payment_requests")), 0);
  }
  session.disconnectFromServer();
  raw.exec("DROP OWNED BY tables_viewer; DROP ROLE tables_viewer");
}

// From a table that nobody knows to its stuck rows, as a new user would go: no name is English, and nothing shows a lease.
TEST_F(TablesPageTest, ATableThatNoNameGivesAwayIsMappedFromItsRows) {
  raw.exec(
      "CREATE TABLE auftraege (kennung uuid PRIMARY KEY, zustand text NOT NULL, inhalt jsonb NOT NULL, versuche int NOT NULL, angelegt "
      "timestamptz "
      "NOT NULL, beendet timestamptz); INSERT INTO auftraege SELECT md5(i::text)::uuid, (ARRAY['offen', 'fertig', 'kaputt'])[1 + i % 3], "
      "'{\"a\": "
      "1}', i % 2, now() - i * interval '1 hour', CASE WHEN i % 3 > 0 THEN now() - i * interval '59 min' END FROM generate_series(1, 30) "
      "i; ANALYZE");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  page.resize(1072, 740);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* list = table(page, QStringLiteral("Tables of the database"));
  const int row = rowOf(*list, TablesModel::TableColumn, QStringLiteral("public.auftraege"));
  ASSERT_GE(row, 0) << "it is listed among what is recognised";
  EXPECT_TRUE(list->model()->index(row, TablesModel::WhyColumn).data().toString().contains(QStringLiteral("changes together with a time")));
  test::takePictures(page, QStringLiteral("tables-perhaps"));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("1 table examined."))) << test::allTextOf(page).toStdString();
  open(page, QStringLiteral("public.auftraege"));
  choose(named<QComboBox>(page, QStringLiteral("What the table keeps")), QStringLiteral("Queue"));
  ASSERT_TRUE(isIdle());
  select(page, "state");
  choose(named<QComboBox>(page, QStringLiteral("What shows the state")), QStringLiteral("the words of one column"));
  choose(named<QComboBox>(page, QStringLiteral("Column of the state")), QStringLiteral("zustand"));
  choose(named<QComboBox>(page, QStringLiteral("Meaning of offen")), QStringLiteral("in progress"));
  choose(named<QComboBox>(page, QStringLiteral("Meaning of fertig")), QStringLiteral("succeeded"));
  choose(named<QComboBox>(page, QStringLiteral("Meaning of kaputt")), QStringLiteral("failed for good"));
  select(page, "created_at");
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("angelegt"));
  select(page, "lease");
  choose(named<QComboBox>(page, QStringLiteral("What shows a lease")), QStringLiteral("its age"));
  choose(named<QComboBox>(page, QStringLiteral("Column")), QStringLiteral("angelegt"));
  sayLength(page, QStringLiteral("18000"));
  EXPECT_EQ(questions(page).toStdString(), "");
  test::takePictures(page, QStringLiteral("tables-age"));
  const profile::Profile& made = page.mapping().draft().profile;
  EXPECT_EQ(made.kind, profile::Kind::queue);
  EXPECT_EQ(made.lease, (profile::Lease{.form = profile::Lease::Form::age, .at = {.column = "angelegt"}, .length = std::chrono::hours(5)}));
  auto connection = pg::Connection::open({.conninfo = database.conninfo()});
  ASSERT_TRUE(connection);
  const auto stuck = browse::Browser(*connection, made).stuck_groups();
  ASSERT_TRUE(stuck) << stuck.error().sentence();
  EXPECT_EQ(std::to_string(stuck->unfinished.stuck),
            raw.scalar("SELECT count(*) FROM auftraege WHERE zustand = 'offen' AND angelegt <= now() - interval '5 hours'"));
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
}  // namespace onceover::tables
