// SPDX-License-Identifier: GPL-3.0-or-later
// From the page Tables to stuck rows where nothing is detected, with the mouse: every click and every typed
// field is counted.
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <algorithm>

#include "core/tables/toml.h"
#include "tests/ui/tables/fixture.h"
#include "ui/stuck/leases_page.h"
#include "ui/stuck/stuck_rows.h"
#include "ui/tables/models.h"
#include "ui/tables/state_editor.h"
#include "ui/widgets/layout.h"

namespace onceover::ui {
namespace {

// Nothing in it is a name or a word of a known language.
constexpr const char* mute = R"(
CREATE TABLE wx_14 (c1 uuid PRIMARY KEY, c2 text NOT NULL, c3 jsonb NOT NULL, c4 int NOT NULL, c5 timestamptz NOT NULL, c6 timestamptz);
INSERT INTO wx_14 SELECT md5(i::text)::uuid, (ARRAY['qa', 'qb', 'qc', 'qd'])[1 + i % 4], jsonb_build_object('p', i, 'who', 'c-' || i), i % 3,
  now() - i * interval '20 min', CASE WHEN i % 4 > 1 THEN now() - i * interval '19 min' END FROM generate_series(1, 60) i;
ANALYZE wx_14;)";

// Its names say something else.
constexpr const char* innocent = R"(
CREATE TABLE garden_visits (visit bigserial PRIMARY KEY, gate smallint NOT NULL, plant text, came timestamp NOT NULL, went timestamp);
INSERT INTO garden_visits (gate, plant, came, went) SELECT i % 3, 'rose ' || i, now() AT TIME ZONE 'UTC' - i * interval '1 hour',
  CASE WHEN i % 3 = 1 THEN now() AT TIME ZONE 'UTC' - i * interval '30 min' END FROM generate_series(1, 45) i;
ANALYZE garden_visits;)";

class ByHandTest : public TablesTest {
 protected:
  int clicks = 0, typed = 0;

  void clickButton(QWidget& in, const QString& name) {
    test::settleLayout();
    press(in, name);
    ++clicks;
  }
  void clickCell(QTableView& in, int row, int column) {
    test::settleLayout();
    QTest::mouseClick(in.viewport(), Qt::LeftButton, {},
                      in.visualRect(in.model()->index(row, column)).center());
    ++clicks;
  }
  void clickHeading(QTableView& in, int column) {
    test::settleLayout();
    QTest::mouseClick(in.horizontalHeader()->viewport(), Qt::LeftButton, {},
                      QPoint(in.horizontalHeader()->sectionViewportPosition(column) + 12, 8));
    ++clicks;
  }
  void typeAnswer(QWidget& in, const QString& text) {
    auto* line = named<QLineEdit>(in, QStringLiteral("Another answer"));
    ASSERT_NE(line, nullptr);
    line->setFocus();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    ++typed;
  }
  static QString question(TablesPage& page) { return page.mapping().asked(); }
  static QString stuckNow(QWidget& in) { return in.findChild<QLabel*>(QStringLiteral("stuckNow"))->text(); }
  // By one click on its row and one on the button.
  void openByMouse(TablesPage& page, const QString& title) {
    page.resize(1072, 740);
    page.show();
    ASSERT_TRUE(refreshed(page));
    auto* list = table(page, QStringLiteral("Tables of the database"));
    const int row = rowOf(*list, TablesModel::TableColumn, title);
    ASSERT_GE(row, 0);
    ASSERT_GE(page.findChild<TablesModel*>()->at(row).from, Found::From::perhaps) << "nothing is detected";
    clickCell(*list, row, TablesModel::TableColumn);
    clickButton(page, QStringLiteral("Show and correct what its columns are"));
    ASSERT_TRUE(isIdle());
    ASSERT_TRUE(page.isMapping());
  }
  // Uses the table, and counts what the page of stuck rows lists.
  int listedAsStuck(TablesPage& page) {
    QSignalSpy leads(&page, &widgets::Page::pageRequested);
    QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("use")), Qt::LeftButton);
    ++clicks;
    EXPECT_EQ(leads.value(0).value(0).toString(), QStringLiteral("leases")) << "where the stuck rows are";
    stuck::LeasesPage stuck(session);
    stuck.resize(1072, 740);
    stuck.show();
    EXPECT_TRUE(refreshed(stuck));
    EXPECT_TRUE(isIdle());
    test::takePictures(stuck, QStringLiteral("by-hand-end"), {1072, 740});
    return stuck.findChild<stuck::StuckModel*>()->rowCount();
  }
};

TEST_F(ByHandTest, FromTablesToStuckRowsInTenClicks) {
  raw.exec(mute);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_14"));
  EXPECT_EQ(question(page), QStringLiteral("What does one row of this table stand for?"));
  EXPECT_EQ(stuckNow(page), QStringLiteral("unknown"));
  test::takePictures(page, QStringLiteral("by-hand-kind"), {1072, 740});
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  EXPECT_EQ(question(page), QStringLiteral("Which column shows whether the work is finished?"));
  test::takePictures(page, QStringLiteral("by-hand-state"), {1072, 740});
  clickButton(page, QStringLiteral("c2"));
  test::takePictures(page, QStringLiteral("by-hand-values"), {1072, 740});
  clickButton(page, QStringLiteral("qa: waiting"));
  clickButton(page, QStringLiteral("qb: in progress"));
  clickButton(page, QStringLiteral("qc: succeeded"));
  clickButton(page, QStringLiteral("qd: failed"));
  EXPECT_EQ(question(page), QStringLiteral("When is an unfinished row stuck?"));
  test::takePictures(page, QStringLiteral("by-hand-lease"), {1072, 740});
  clickButton(page, QStringLiteral("after 1 hour"));
  const QString stuck = QString::fromStdString(
      raw.scalar("SELECT count(*) FROM wx_14 WHERE c2 IN ('qa', 'qb') AND c5 <= now() - interval '1 hour'"));
  ASSERT_TRUE(sampled(page, [&] { return stuckNow(page) == stuck; }))
      << stuckNow(page).toStdString() << questions(page).toStdString();
  test::takePictures(page, QStringLiteral("by-hand-stuck"), {1072, 740});
  EXPECT_EQ(test::namelessControls(page), QStringList());
  EXPECT_EQ(QString::number(listedAsStuck(page)), stuck);
  EXPECT_LE(clicks, 10);
  EXPECT_EQ(typed, 0);
  RecordProperty("clicks", clicks);
}

// What is sampled first is finished; the codes of the rest stand in the catalog.
TEST_F(ByHandTest, CodesThatNoSampledRowHasAreAskedForToo) {
  raw.exec(
      "CREATE TABLE payout_run (no bigserial PRIMARY KEY, ref_code text NOT NULL UNIQUE, cents bigint NOT "
      "NULL, phase smallint NOT NULL, delivered_at timestamptz NOT NULL, began timestamptz, worker text, "
      "deadline timestamptz, ended timestamptz);"
      "INSERT INTO payout_run (ref_code, cents, phase, delivered_at, began, worker, deadline, ended) SELECT "
      "'P-' || i, i * 37, CASE WHEN i <= 900 THEN 3 WHEN i <= 980 THEN 4 WHEN i <= 992 THEN 2 ELSE 1 END, "
      "now() - i * interval '1 min', CASE WHEN i <= 992 THEN now() - i * interval '1 min' END, 'w' || i % 4, "
      "CASE WHEN i BETWEEN 981 AND 992 THEN now() - i * interval '1 min' END, CASE WHEN i <= 980 THEN now() "
      "- i * interval '1 min' + interval '3 s' END FROM generate_series(1, 997) i; ANALYZE payout_run");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.payout_run"));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  ASSERT_TRUE(question(page).endsWith(QStringLiteral("in phase mean?"))) << question(page).toStdString();
  EXPECT_TRUE(named<QLineEdit>(page, QStringLiteral("A value that no row showed")))
      << "a code that nothing shows can be typed";
  for (const char* answer : {"3: succeeded", "4: failed", "2: in progress", "1: waiting"})
    clickButton(page, QString::fromLatin1(answer));
  EXPECT_FALSE(question(page).contains(QStringLiteral("in phase")))
      << "each code was asked about, and said: " << question(page).toStdString();
  EXPECT_EQ(typed, 0);
}

TEST_F(ByHandTest, AllAnswersAreInSightWhereThereAreMost) {
  raw.exec(mute);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_14"));
  clickButton(page, QStringLiteral("a request with the key that its client sent"));
  clickButton(page, QStringLiteral("c2"));
  test::settleLayout();
  for (const char* name : {"All not chosen yet: waiting", "All not chosen yet: not known"}) {
    const auto* button = named<QPushButton>(page, QString::fromLatin1(name));
    ASSERT_NE(button, nullptr) << name;
    EXPECT_EQ(button->visibleRegion().boundingRect(), button->rect()) << name;
  }
}

// On a laptop, above a notice, nothing of the head is scrolled out of sight by the answers or by the list.
TEST_F(ByHandTest, TheHeadStaysInSightOnALaptop) {
  raw.exec(mute);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_14"));
  page.resize(1072, 627);
  const auto isSeen = [&page](const QWidget* widget) {
    test::settleLayout();
    return widget != nullptr && widget->visibleRegion().boundingRect() == widget->rect();
  };
  const QWidget* use = page.findChild<QPushButton*>(QStringLiteral("use"));
  EXPECT_TRUE(isSeen(use));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  clickButton(page, QStringLiteral("c2"));
  for (const char* answer : {"qa: waiting", "qb: in progress", "qc: succeeded", "qd: failed"}) {
    auto* button = named<QPushButton>(page, QString::fromLatin1(answer));
    ASSERT_NE(button, nullptr) << answer;
    button->setFocus();
    widgets::bringIntoView(*button);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  EXPECT_TRUE(isSeen(use)) << "after the last answer";
}

TEST_F(ByHandTest, OfManyValuesTheOthersNeedNoClickEach) {
  raw.exec(
      "CREATE TABLE wx_15 (c1 text PRIMARY KEY, c2 smallint NOT NULL, c3 timestamptz NOT NULL); INSERT INTO "
      "wx_15 SELECT 'r' || i, i % 9, now() - i * interval '20 min' FROM generate_series(1, 90) i; ANALYZE "
      "wx_15");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_15"));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  clickButton(page, QStringLiteral("c2"));
  clickButton(page, QStringLiteral("3: in progress"));
  clickButton(page, QStringLiteral("7: waiting"));
  test::takePictures(page, QStringLiteral("by-hand-many"), {1072, 740});
  clickButton(page, QStringLiteral("All not chosen yet: succeeded"));
  if (page.mapping().asked() == QStringLiteral("Which column shows when a row was created?"))
    clickButton(page, QStringLiteral("c3"));
  clickButton(page, QStringLiteral("after 1 hour"));
  const QString stuck = QString::fromStdString(
      raw.scalar("SELECT count(*) FROM wx_15 WHERE c2 IN (3, 7) AND c3 <= now() - interval '1 hour'"));
  ASSERT_TRUE(sampled(page, [&] { return stuckNow(page) == stuck; }))
      << stuckNow(page).toStdString() << questions(page).toStdString();
  EXPECT_EQ(QString::number(listedAsStuck(page)), stuck);
  EXPECT_LE(clicks, 10);
  EXPECT_EQ(typed, 0);
}

TEST_F(ByHandTest, NamesThatSayAnotherThingAndTimesWithoutAZoneNeedOneMoreAnswer) {
  raw.exec(innocent);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.garden_visits"));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  clickButton(page, QStringLiteral("gate"));
  clickButton(page, QStringLiteral("0: in progress"));
  clickButton(page, QStringLiteral("1: succeeded"));
  clickButton(page, QStringLiteral("2: failed"));
  if (question(page) == QStringLiteral("Which column shows when a row was created?"))
    clickButton(page, QStringLiteral("came"));
  EXPECT_EQ(question(page), QStringLiteral("When is an unfinished row stuck?"));
  typeAnswer(page, QStringLiteral("90m"));
  if (question(page) == QStringLiteral("In which time zone is came written?"))
    clickButton(page, QStringLiteral("UTC"));
  const QString stuck =
      QString::fromStdString(raw.scalar("SELECT count(*) FROM garden_visits WHERE gate = 0 AND came <= now() "
                                        "AT TIME ZONE 'UTC' - interval '90 min'"));
  ASSERT_TRUE(sampled(page, [&] { return stuckNow(page) == stuck; }))
      << stuckNow(page).toStdString() << questions(page).toStdString();
  EXPECT_EQ(QString::number(listedAsStuck(page)), stuck);
  EXPECT_LE(clicks, 10);
  EXPECT_LE(typed, 2);
}

TEST_F(ByHandTest, AWrongMappingIsSeenAtOnceAndCorrectedByAClickOnTheColumn) {
  raw.exec(mute);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_14"));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  clickButton(page, QStringLiteral("c4"));
  clickButton(page, QStringLiteral("0: succeeded"));
  clickButton(page, QStringLiteral("1: succeeded"));
  clickButton(page, QStringLiteral("2: waiting"));
  clickButton(page, QStringLiteral("after 1 hour"));
  const auto counted = [&](const char* where) {
    return QString::fromStdString(raw.scalar(
        "SELECT count(*) FROM wx_14 WHERE c5 <= now() - interval '1 hour' AND " + std::string(where)));
  };
  ASSERT_TRUE(sampled(page, [&] { return stuckNow(page) == counted("c4 = 2"); }))
      << stuckNow(page).toStdString();
  auto* rows = table(page, QStringLiteral("Rows of the table"));
  const auto* model = page.findChild<OwnRowsModel*>();
  clickHeading(*rows, model->columnOf("c2"));
  EXPECT_EQ(question(page), QStringLiteral("What is c2?"));
  test::takePictures(page, QStringLiteral("by-hand-column"), {1072, 740});
  clickButton(page, QStringLiteral("what shows the state"));
  EXPECT_EQ(stuckNow(page), QStringLiteral("unknown")) << "its values have still to be said";
  clickButton(page, QStringLiteral("qa: waiting"));
  clickButton(page, QStringLiteral("qb: waiting"));
  clickButton(page, QStringLiteral("qc: succeeded"));
  clickButton(page, QStringLiteral("qd: failed"));
  EXPECT_NE(counted("c4 = 2"), counted("c2 IN ('qa', 'qb')"));
  EXPECT_TRUE(sampled(page, [&] { return stuckNow(page) == counted("c2 IN ('qa', 'qb')"); }))
      << stuckNow(page).toStdString();
  EXPECT_EQ(model->index(0, model->columnOf("c2")).data().toString(), QStringLiteral("State"));
  // A row with a time there was archived.
  clickHeading(*rows, model->columnOf("c6"));
  clickButton(page, QStringLiteral("set aside: deleted, archived or cancelled"));
  EXPECT_EQ(model->index(0, model->columnOf("c6")).data().toString(), QStringLiteral("Set aside"));
}

TEST_F(ByHandTest, AllRolesSetRowsAsideByFurtherColumns) {
  raw.exec(mute);
  raw.exec("ALTER TABLE wx_14 ADD c7 boolean NOT NULL DEFAULT false");
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_14"));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  auto* tabs = page.findChild<QTabWidget*>();
  QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(1).center());
  auto* roles = table(page, QStringLiteral("Roles"));
  ASSERT_NE(roles, nullptr);
  const int row = rowOf(*roles, 0, QStringLiteral("Set aside"));
  ASSERT_GE(row, 0) << "no such role";
  roles->scrollTo(roles->model()->index(row, 0));
  clickCell(*roles, row, 0);
  auto* columns = named<QListWidget>(page, QStringLiteral("Columns that set a row aside"));
  ASSERT_NE(columns, nullptr);
  QStringList offered;
  for (int i = 0; i < columns->count(); ++i) offered.append(columns->item(i)->text().section(u' ', 0, 0));
  EXPECT_EQ(offered, QStringList({QStringLiteral("c6"), QStringLiteral("c7")}))
      << "others always have a value";
  const auto clickBox = [&](const QString& name) {
    test::settleLayout();
    const QRect at = columns->visualItemRect(columns->item(static_cast<int>(offered.indexOf(name))));
    QTest::mouseClick(columns->viewport(), Qt::LeftButton, {}, QPoint(at.left() + 10, at.center().y()));
  };
  const auto shown = [&](int column) { return roles->model()->index(row, column).data().toString(); };
  clickBox(QStringLiteral("c7"));
  EXPECT_EQ(shown(2), QStringLiteral("c7"));
  EXPECT_EQ(shown(3), QStringLiteral("c7 is true"));
  clickBox(QStringLiteral("c6"));
  EXPECT_EQ(shown(3), QStringLiteral("c7 is true; c6 has a value"));
  clickBox(QStringLiteral("c7"));
  EXPECT_EQ(shown(3), QStringLiteral("c6 has a value"));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("by-hand-aside"), {1072, 740});
}

TEST_F(ByHandTest, WhatWasChosenAsWaitingIsWaitingWhenItIsLoadedAgain) {
  raw.exec(mute);
  raw.exec("UPDATE wx_14 SET c2 = 'pending' WHERE c2 = 'qb'; ANALYZE wx_14");
  ASSERT_TRUE(connectSession());
  std::string kept;
  {
    TablesPage page(session, {});
    openByMouse(page, QStringLiteral("public.wx_14"));
    clickButton(page, QStringLiteral("a job or task that is to be done"));
    clickButton(page, QStringLiteral("c2"));
    for (const char* answer : {"qa: waiting", "pending: in progress", "qc: succeeded", "qd: failed"})
      clickButton(page, QString::fromLatin1(answer));
    clickButton(page, QStringLiteral("after 1 hour"));
    QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("use")), Qt::LeftButton);
    kept = tables::to_toml(std::vector{session.profile()});
  }
  const auto loaded = tables::profiles_from_toml(kept, "test");
  ASSERT_TRUE(loaded) << loaded.error().sentence();
  TablesPage page(session, {});
  const auto profile = std::make_shared<const tables::Profile>(loaded->front());
  page.setMapped([profile] { return bridge::Tables{profile}; });
  open(page, QStringLiteral("public.wx_14"));
  page.mapping().showRole("state");
  test::settleLayout();
  for (const char* answer : {"qa: waiting", "pending: in progress"}) {
    const auto* button = named<QPushButton>(page, QString::fromLatin1(answer));
    ASSERT_NE(button, nullptr) << answer;
    EXPECT_TRUE(button->isChecked()) << answer << '\n' << kept;
  }
}

TEST_F(ByHandTest, WhereRowsAreHiddenTheNumberIsUnknownAndTheReasonShown) {
  raw.exec(mute);
  const std::string user = userWhoSeesNoRowOf("wx_14");
  ASSERT_TRUE(connectSession({}, user));
  auto mapped = std::make_shared<tables::Profile>();
  mapped->name = "mute";
  mapped->kind = tables::Kind::queue;
  mapped->schema = "public";
  mapped->table = "wx_14";
  mapped->identity = {"c1"};
  mapped->key = "c1";
  mapped->created_at.column = "c5";
  mapped->states.column = "c2";
  mapped->states.rules = {
      {.when = {{.column = "c2", .is = tables::Condition::Is::one_of, .values = {"qa", "qb", "qc", "qd"}}}}};
  mapped->lease = {.form = tables::Lease::Form::age, .at = {.column = "c5"}, .length = std::chrono::hours(1)};
  {
    TablesPage page(session, {});
    page.setMapped([mapped] { return bridge::Tables{mapped}; });
    open(page, QStringLiteral("public.wx_14"));
    const auto reason = [&] { return page.findChild<QLabel*>(QStringLiteral("stuckWords"))->text(); };
    ASSERT_TRUE(sampled(page, [&] { return reason().contains(QStringLiteral("ow-level security")); }))
        << stuckNow(page).toStdString() << reason().toStdString();
    EXPECT_EQ(stuckNow(page), QStringLiteral("unknown"));
  }
  session.disconnectFromServer();
}

TEST_F(ByHandTest, AnAnswerThatIsNoneIsSaid) {
  raw.exec(mute);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  openByMouse(page, QStringLiteral("public.wx_14"));
  clickButton(page, QStringLiteral("a job or task that is to be done"));
  clickButton(page, QStringLiteral("c2"));
  for (const char* value : {"qa", "qb", "qc", "qd"})
    clickButton(page, QString::fromLatin1(value) + QStringLiteral(": waiting"));
  typeAnswer(page, QStringLiteral("soon"));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("a time such as 90s")))
      << test::allTextOf(page).toStdString();
  EXPECT_EQ(question(page), QStringLiteral("When is an unfinished row stuck?"));
}

}  // namespace
}  // namespace onceover::ui
