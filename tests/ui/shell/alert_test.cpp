// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that fire raise a banner above every page, and it clears with them.
#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/support/console_page.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/alerts/alerts.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/nav_rail.h"
#include "ui/widgets/card.h"

namespace onceover::shell {
namespace {

class AlertTest : public WindowTest {
 protected:
  void stick() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "locked_until) VALUES ('acme', 'pay', 'k1', 'in_progress', nextval('onceover.fence'), 'raw-sha256', "
        "sha256('b'), now() - interval '45 minutes')");
  }
  widgets::Banner& banner() { return window.alerts().banner(); }
  [[nodiscard]] bool shows(const QString& words) {
    return test::waitFor(&window.alerts(), &AlertDesk::shownChanged,
                         [&] { return banner().isVisible() && banner().text().contains(words); });
  }
  // Two rows that are stuck, in a table of its own.
  std::shared_ptr<const tables::Profile> jobs() {
    raw.exec(
        "CREATE TABLE jobs (id text PRIMARY KEY, state text NOT NULL, made timestamptz NOT NULL); CREATE "
        "INDEX ON jobs (state, made); INSERT INTO jobs VALUES ('j1', 'busy', now() - interval '3 hours'), "
        "('j2', 'busy', now() - interval '2 hours'); ANALYZE jobs");
    auto table = std::make_shared<tables::Profile>();
    table->name = "jobs";
    table->schema = "public";
    table->table = "jobs";
    table->identity = table->never_null = {"id"};
    table->key = "id";
    table->created_at = {.column = "made"};
    table->states.column = "state";
    table->states.rules = {
        {.when = {{.column = "state", .is = tables::Condition::Is::one_of, .values = {"busy"}}},
         .state = key::State::in_progress,
         .word = "busy"}};
    table->lease = {
        .form = tables::Lease::Form::age, .at = {.column = "made"}, .length = std::chrono::hours(1)};
    return table;
  }
  const alerts::Firing* stuckIn(const std::string& table) {
    for (const auto& one : window.alerts().watch().firing()) {
      if (one.alert.rule == alerts::Rule::stuck_age && one.table == table) return &one;
    }
    return nullptr;
  }
  test::RawConnection raw = database.connect();
};

TEST_F(AlertTest, ABannerLeadsToTheRowsAndClearsWithThem) {
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  EXPECT_FALSE(banner().isVisible());
  stick();
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("Critical · 1 stuck, the oldest for 45 min · seen since ")));
  QTest::mouseClick(banner().findChild<QPushButton*>(), Qt::LeftButton);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("leases"));
  EXPECT_TRUE(banner().isVisible()) << "it stands above every page";
  test::takePictures(window, QStringLiteral("alert-banner"));
  raw.tamper("DELETE FROM onceover.keys");
  window.alerts().look();
  ASSERT_TRUE(
      test::waitFor(&window.alerts(), &AlertDesk::shownChanged, [this] { return !banner().isVisible(); }));
}

// A page said "no lease is stuck" beside a count of stuck keys that was 15 s old.
TEST_F(AlertTest, WhatWasWrittenOrReadAgainIsCountedAtOnce) {
  stick();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  const auto isClear = [this] {
    // before the next look by the clock, 15 s after the connection
    return test::waitFor(
        &window.alerts(), &AlertDesk::shownChanged, [this] { return !banner().isVisible(); },
        std::chrono::seconds(5));
  };
  raw.tamper("DELETE FROM onceover.keys");
  QTest::keyClick(&window, Qt::Key_F5);
  ASSERT_TRUE(isClear());
  stick();
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  raw.tamper("DELETE FROM onceover.keys");
  session.arm(std::chrono::minutes(1));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::armedChanged, [this] { return session.isArmed(); }));
  QObject context;
  session.write<int>(
      &context, QStringLiteral("a write"), [](bridge::Reader&) { return Result<int>(1); },
      [](const Result<int>&) {});
  EXPECT_TRUE(isClear());
}

TEST_F(AlertTest, ABannerThatStandsAsksForNoLayout) {
  connectNow(profile(database.conninfo()));
  stick();
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("Critical · 1 stuck")));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  EXPECT_EQ(test::restless(), QStringList()) << "each layout asks for the next";
}

TEST_F(AlertTest, WhereNoTableIsChosenYetNothingIsSaidOfRules) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  connectNow(profile(database.conninfo()));
  window.alerts().look();
  ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy(); }));
  EXPECT_FALSE(banner().isVisible()) << banner().text().toStdString();
}

TEST_F(AlertTest, OfAnOlderStoreTheRulesAreNotCheckedAndItsVersionIsWhy) {
  raw.exec("DELETE FROM onceover.schema_version");
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(shows(QStringLiteral(
      "The alert rules could not be checked: The store in this database has an older version.")));
  EXPECT_FALSE(banner().text().contains(QStringLiteral("relation"))) << banner().text().toStdString();
}

TEST_F(AlertTest, ClosedItGivesTheFocusBack) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("calculator"));
  stick();
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  QLineEdit* edit = nullptr;
  for (auto* one : window.page(window.currentPage())->findChildren<QLineEdit*>()) {
    if (one->isVisible() && one->isEnabled()) edit = one;
  }
  ASSERT_NE(edit, nullptr);
  edit->setFocus();
  QWidget* before = QApplication::focusWidget();
  ASSERT_NE(before, nullptr);
  QTest::mouseClick(banner().findChild<QToolButton*>(), Qt::LeftButton);
  EXPECT_FALSE(banner().isVisible());
  EXPECT_EQ(QApplication::focusWidget(), before);
}

// Qt would pass it to the next widget of the window: the button of the notice.
TEST_F(AlertTest, WhatBecomesDisabledLeavesTheFocusOnThePage) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("keys"));
  stick();
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  press(Qt::Key_F5);
  widgets::Page* page = window.page(window.currentPage());
  ASSERT_TRUE(test::spinUntil([&] { return !session.isBusy() && page->firstRows() != nullptr; }));
  for (const bool isHidden : {false, true}) {
    auto* button = named<QPushButton>(QStringLiteral("Count the keys that match"));
    ASSERT_NE(button, nullptr);
    button->setFocus();
    ASSERT_EQ(QApplication::focusWidget(), button);
    isHidden ? button->hide() : button->setEnabled(false);
    EXPECT_EQ(QApplication::focusWidget(), page->firstRows()) << isHidden;
    button->setEnabled(true);
  }
}

TEST_F(AlertTest, SinceWhenItFiresIsKeptForAConnectionWhateverTableIsRead) {
  stick();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  const auto looked = [this] {
    return test::nextSignal(&window.alerts().watch(), &alerts::AlertWatch::looked,
                            [this] { window.alerts().look(); });
  };
  const Timestamp since = stuckIn("")->since;
  session.useProfile(jobs());
  ASSERT_TRUE(looked());
  ASSERT_NE(stuckIn(""), nullptr) << "it is stuck whatever is read";
  EXPECT_EQ(stuckIn("")->since, since);
  session.disconnectFromServer();
  EXPECT_EQ(stuckIn(""), nullptr);
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(test::spinUntil([&] { return stuckIn("") != nullptr; }));
  EXPECT_EQ(stuckIn("")->since, since);
  // What had cleared meanwhile is over.
  raw.tamper("DELETE FROM onceover.keys");
  ASSERT_TRUE(looked());
  EXPECT_EQ(stuckIn(""), nullptr);
  stick();
  ASSERT_TRUE(looked());
  ASSERT_NE(stuckIn(""), nullptr);
  EXPECT_GT(stuckIn("")->since, since);
}

// An empty store of our own hid fifteen stuck rows of the table that was mapped.
TEST_F(AlertTest, WhatIsStuckInAnotherTableIsSaidByNameAndLedTo) {
  connectNow(profile(database.conninfo()));
  session.useProfile(jobs());
  ASSERT_TRUE(shows(QStringLiteral("public.jobs · 2 stuck")));
  session.useProfile(bridge::ownProfile());
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("public.jobs · 2 stuck")));
  EXPECT_EQ(navCounts(window.alerts().watch().observed()).value(QStringLiteral("leases")).text,
            QStringLiteral("2"));
  EXPECT_TRUE(navCounts(window.alerts().watch().observed())
                  .value(QStringLiteral("leases"))
                  .why.contains(QStringLiteral("2 in public.jobs")));
  window.goTo(QStringLiteral("overview"));
  ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy(); }));
  EXPECT_TRUE(test::allTextOf(*window.page(window.currentPage()))
                  .contains(QStringLiteral("2 keys are stuck in public.jobs.")));
  for (const char* claim : {"No keys yet", "No key is stuck", "all leases are live"})
    EXPECT_FALSE(test::allTextOf(*window.page(window.currentPage())).contains(QLatin1String(claim))) << claim;
  test::takePictures(window, QStringLiteral("overview-elsewhere"));
  QTest::mouseClick(banner().findChild<QPushButton*>(), Qt::LeftButton);
  EXPECT_EQ(session.profile().table, "jobs");
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("leases"));
}

TEST_F(AlertTest, ATableThatCannotBeReadClearsNoAlertOfAnother) {
  stick();
  connectNow(profile(database.conninfo()));
  session.useProfile(jobs());
  ASSERT_TRUE(
      test::spinUntil([this] { return stuckIn("public.jobs") != nullptr && stuckIn("") != nullptr; }));
  raw.exec("ALTER TABLE jobs RENAME COLUMN made TO born");
  window.alerts().look();
  ASSERT_TRUE(test::spinUntil(
      [this] { return stuckIn("public.jobs") != nullptr && !stuckIn("public.jobs")->is_known; }));
  EXPECT_TRUE(stuckIn("")->is_known);
  EXPECT_TRUE(banner().text().contains(QStringLiteral("not every table could be checked")))
      << banner().text().toStdString();
  EXPECT_EQ(navCounts(window.alerts().watch().observed()).value(QStringLiteral("leases")).text,
            QStringLiteral("≥ 1"));
}

TEST_F(AlertTest, SeenItIsQuietAndOtherLimitsAreKeptForTheConnection) {
  stick();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  QTest::mouseClick(banner().findChild<QToolButton*>(), Qt::LeftButton);
  EXPECT_FALSE(banner().isVisible());
  press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
  auto* dialog = window.findChild<alerts::RulesDialog*>();
  ASSERT_NE(dialog, nullptr);
  test::takePictures(*dialog, QStringLiteral("alert-rules"), dialog->size());
  for (QLineEdit* edit : dialog->findChildren<QLineEdit*>()) {
    if (edit->accessibleName().startsWith(QLatin1String("Age of stuck leases")))
      edit->setText(QStringLiteral("2h"));
  }
  for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
    if (button->isDefault()) QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_TRUE(test::waitFor(&window.alerts(), &AlertDesk::shownChanged,
                            [this] { return window.alerts().watch().firing().empty(); }));
  session.disconnectFromServer();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  EXPECT_FALSE(banner().isVisible()) << "two hours are the limit here";
  EXPECT_EQ(window.alerts().watch().settings().of(alerts::Rule::stuck_age).warning, 7200.0);
}

}  // namespace
}  // namespace onceover::shell
