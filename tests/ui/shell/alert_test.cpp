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
#include "ui/widgets/card.h"

namespace onceover::shell {
namespace {

class AlertTest : public WindowTest {
 protected:
  void stick() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, locked_until) VALUES ('acme', "
        "'pay', "
        "'k1', 'in_progress', nextval('onceover.fence'), 'raw-sha256', sha256('b'), now() - interval '45 minutes')");
  }
  widgets::Banner& banner() { return window.alerts().banner(); }
  [[nodiscard]] bool shows(const QString& words) {
    return test::waitFor(&window.alerts(), &AlertDesk::shownChanged,
                         [&] { return banner().isVisible() && banner().text().contains(words); });
  }
  test::RawConnection raw = database.connect();
};

TEST_F(AlertTest, ABannerLeadsToTheRowsAndClearsWithThem) {
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  EXPECT_FALSE(banner().isVisible());
  stick();
  window.alerts().look();
  ASSERT_TRUE(shows(QStringLiteral("Critical: 1 stuck, the oldest for 45 min")));
  QTest::mouseClick(banner().findChild<QPushButton*>(), Qt::LeftButton);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("leases"));
  EXPECT_TRUE(banner().isVisible()) << "it stands above every page";
  test::takePictures(window, QStringLiteral("alert-banner"));
  raw.tamper("DELETE FROM onceover.keys");
  window.alerts().look();
  ASSERT_TRUE(test::waitFor(&window.alerts(), &AlertDesk::shownChanged, [this] { return !banner().isVisible(); }));
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
  ASSERT_TRUE(shows(QStringLiteral("The alert rules could not be checked: The store in this database has an older version.")));
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

TEST_F(AlertTest, SinceWhenItFiresIsKeptForATableAndAConnection) {
  stick();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(shows(QStringLiteral("1 stuck")));
  const auto firing = [this]() -> const alerts::Firing* {
    for (const auto& one : window.alerts().watch().firing()) {
      if (one.alert.rule == alerts::Rule::stuck_age) return &one;
    }
    return nullptr;
  };
  const auto looked = [this] { return test::nextSignal(&window.alerts().watch(), &alerts::AlertWatch::looked, [] {}); };
  const Timestamp since = firing()->since;
  raw.exec("CREATE TABLE seen (id text PRIMARY KEY)");
  auto other = std::make_shared<tables::Profile>();
  other->name = "seen";
  other->kind = tables::Kind::inbox;
  other->schema = "public";
  other->table = "seen";
  other->identity = other->never_null = {"id"};
  other->key = "id";
  other->states.otherwise = tables::StateRule{.state = key::State::succeeded, .word = "seen"};
  session.useProfile(other);
  ASSERT_TRUE(looked());
  EXPECT_EQ(firing(), nullptr) << "it is a rule of another table";
  session.useProfile(bridge::ownProfile());
  EXPECT_EQ(firing(), nullptr) << "nothing was looked at yet";
  ASSERT_TRUE(looked());
  ASSERT_NE(firing(), nullptr);
  EXPECT_EQ(firing()->since, since);
  session.disconnectFromServer();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(test::spinUntil([&] { return firing() != nullptr; }));
  EXPECT_EQ(firing()->since, since);
  // What had cleared meanwhile is over.
  session.useProfile(other);
  ASSERT_TRUE(looked());
  raw.tamper("DELETE FROM onceover.keys");
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(looked());
  EXPECT_EQ(firing(), nullptr);
  stick();
  window.alerts().look();
  ASSERT_TRUE(looked());
  ASSERT_NE(firing(), nullptr);
  EXPECT_GT(firing()->since, since);
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
    if (edit->accessibleName().startsWith(QLatin1String("Stuck age"))) edit->setText(QStringLiteral("2h"));
  }
  for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
    if (button->isDefault()) QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_TRUE(test::waitFor(&window.alerts(), &AlertDesk::shownChanged, [this] { return window.alerts().watch().firing().empty(); }));
  session.disconnectFromServer();
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }));
  EXPECT_FALSE(banner().isVisible()) << "two hours are the limit here";
  EXPECT_EQ(window.alerts().watch().settings().of(alerts::Rule::stuck_age).warning, 7200.0);
}

}  // namespace
}  // namespace onceover::shell
