// SPDX-License-Identifier: GPL-3.0-or-later
// Seven places on Alt+1 to Alt+7, their pages as tabs, and every page found by every name that it has or had.
#include <QHelpEvent>
#include <QSet>
#include <QTabBar>
#include <QToolButton>
#include <QToolTip>

#include "tests/support/console_page.h"
#include "tests/support/incident.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/alert_desk.h"
#include "ui/shell/nav_rail.h"
#include "ui/widgets/card.h"

namespace onceover::shell {
namespace {

class PlacesTest : public WindowTest {
 protected:
  test::RawConnection raw = database.connect();

  void connectToIncident() {
    test::seedIncident(raw);
    auto to = profile(database.conninfo());
    to.gatewayConfig = QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/gateways/lookup-by-key.toml");
    connectNow(to);
    ASSERT_TRUE(idle());
  }
  [[nodiscard]] bool idle() {
    return test::spinUntil([this] {
      return session.isReady() && !session.isBusy() && (window.currentPage() < 0 || here()->isSettled());
    });
  }
  widgets::Page* here() { return window.page(window.currentPage()); }
  QString pageHere() { return window.pageId(window.currentPage()); }
  void alt(int place) { press(static_cast<Qt::Key>(Qt::Key_0 + place), Qt::AltModifier); }
  QTabBar* tabs() { return window.findChild<PlaceTabs*>()->findChild<QTabBar*>(); }
  QStringList tabTexts() {
    QStringList texts;
    for (int i = 0; i < tabs()->count(); ++i)
      texts.append(tabs()->tabText(i).section(QStringLiteral("  "), 0, 0));
    return texts;
  }
  QStringList navigation() {
    QStringList texts;
    for (const auto* button : window.findChildren<NavButton*>()) {
      if (button->isVisible()) texts.append(button->text());
    }
    return texts;
  }
};

TEST_F(PlacesTest, SevenPlacesAreOnAltAndANumber) {
  connectToIncident();
  const QStringList places{QStringLiteral("Overview"), QStringLiteral("Stuck"), QStringLiteral("Keys"),
                           QStringLiteral("Events"),   QStringLiteral("Shift"), QStringLiteral("Metrics"),
                           QStringLiteral("Store")};
  EXPECT_EQ(navigation().mid(0, 7), places);
  EXPECT_EQ(navigation().size(), 10) << "and the tools below them: " << navigation().join(u' ').toStdString();
  for (int place = 7; place >= 1; --place) {
    alt(place);
    EXPECT_EQ(placeOfPage(pageHere()), place - 1) << pageHere().toStdString();
    ASSERT_TRUE(idle());
    // Where there are none, the page itself has it.
    const auto isFirst = [this] {
      const QWidget* rows = here()->firstRows();
      return QApplication::focusWidget() == (rows != nullptr ? rows : here());
    };
    ASSERT_TRUE(test::spinUntil(isFirst)) << place;
    const auto* view = qobject_cast<QAbstractItemView*>(QApplication::focusWidget());
    EXPECT_TRUE(view == nullptr || view->currentIndex().isValid()) << place;
  }
  press(Qt::Key_O, Qt::ControlModifier);
  EXPECT_EQ(window.currentPage(), -1);
  EXPECT_FALSE(window.findChild<PlaceTabs*>()->isVisible());
}

TEST_F(PlacesTest, EveryPageIsInOnePlaceAndACaseIsInNone) {
  QStringList placed;
  for (const PlaceEntry& place : placeEntries()) placed += place.pages;
  EXPECT_EQ(QSet<QString>(placed.begin(), placed.end()).size(), placed.size());
  for (const PageEntry& page : pageEntries())
    EXPECT_EQ(placed.contains(page.id), page.id != QLatin1String("case")) << page.id.toStdString();
  EXPECT_EQ(placed.size(), pageEntries().size() - 1);
}

TEST_F(PlacesTest, EveryOldNameLeadsToItsTab) {
  connectToIncident();
  const std::vector<std::pair<const char*, const char*>> names{
      {"Overview", "overview"},    {"Keys", "keys"},          {"Stuck leases", "leases"},
      {"Needs a person", "queue"}, {"Case", "case"},          {"Plans", "plans"},
      {"Inbox", "inbox"},          {"Dead letters", "inbox"}, {"Outbox", "outbox"},
      {"Metrics", "metrics"},      {"Health", "health"},      {"Audit", "audit"},
      {"Tables", "tables"},        {"Drift", "drift"},        {"Calculator", "calculator"},
      {"Approvals", "queue"},      {"Stop switch", "admin"}};
  for (const auto& [name, id] : names) {
    press(Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(name));
    press(Qt::Key_Return);
    EXPECT_EQ(pageHere().toStdString(), id) << name;
    ASSERT_TRUE(idle());
  }
  press(Qt::Key_K, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Bundle"));
  EXPECT_TRUE(listed().contains(QStringLiteral("Open incident bundle")));
}

TEST_F(PlacesTest, TheTabsOfAPlaceAreReachedByTheKeyboardAndTheLastOneIsKept) {
  connectToIncident();
  alt(7);
  EXPECT_EQ(tabTexts(), (QStringList{QStringLiteral("Health"), QStringLiteral("Audit"),
                                     QStringLiteral("Tables"), QStringLiteral("Drift"),
                                     QStringLiteral("Calculator"), QStringLiteral("Administration")}));
  EXPECT_EQ(pageHere(), QStringLiteral("health"));
  EXPECT_TRUE(tabs()->tabToolTip(0).contains(QStringLiteral("Ctrl+PgDown")))
      << tabs()->tabToolTip(0).toStdString();
  press(Qt::Key_PageDown, Qt::ControlModifier);
  EXPECT_EQ(pageHere(), QStringLiteral("audit"));
  EXPECT_EQ(tabs()->currentIndex(), 1);
  press(Qt::Key_PageUp, Qt::ControlModifier);
  press(Qt::Key_PageUp, Qt::ControlModifier);
  EXPECT_EQ(pageHere(), QStringLiteral("admin")) << "around";
  QTest::mouseClick(tabs(), Qt::LeftButton, {}, tabs()->tabRect(2).center());
  EXPECT_EQ(pageHere(), QStringLiteral("tables"));
  // With the arrows on the tabs themselves, which keep the focus.
  tabs()->setFocus();
  press(Qt::Key_Left);
  EXPECT_EQ(pageHere(), QStringLiteral("audit"));
  EXPECT_TRUE(tabs()->hasFocus());
  alt(6);
  EXPECT_FALSE(window.findChild<PlaceTabs*>()->isVisible()) << "a place of one page has no tabs";
  alt(7);
  EXPECT_EQ(pageHere(), QStringLiteral("audit")) << "where the person was";
  const QString link = window.linkHere();
  window.goTo(QStringLiteral("calculator"));
  window.openLink(link);
  EXPECT_EQ(pageHere(), QStringLiteral("audit"));
  EXPECT_EQ(tabs()->currentIndex(), 1);
}

TEST_F(PlacesTest, ATabThatTheTablesDoNotHaveIsNotShown) {
  connectNow(profile(database.conninfo()));
  alt(7);
  EXPECT_FALSE(tabTexts().contains(QStringLiteral("Drift"))) << "no gateway is configured";
  raw.exec("DROP SCHEMA onceover CASCADE");
  press(Qt::Key_F5);
  ASSERT_TRUE(test::spinUntil([this] { return !navigation().contains(QStringLiteral("Events")); }));
}

TEST_F(PlacesTest, EachTabShowsItsCountAndThePlaceTheirSum) {
  raw.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, dead_at) VALUES ('ledger', 'kafka', "
      "'e-1', 'dead', now()), ('ledger', 'kafka', 'e-2', 'dead', now())");
  connectNow(profile(database.conninfo()));
  const auto count = [this]() -> NavCount {
    for (const auto* button : window.findChildren<NavButton*>()) {
      if (button->text() == QStringLiteral("Events")) return button->count();
    }
    return {};
  };
  ASSERT_TRUE(test::spinUntil([&] { return count().text == QStringLiteral("2"); }))
      << count().text.toStdString();
  alt(4);
  EXPECT_EQ(tabs()->tabText(0), QStringLiteral("Dead letters  2"));
  EXPECT_EQ(tabs()->tabText(1), QStringLiteral("Outbox  0"));
  // Only icons: the count is a mark beside the icon.
  window.resize(960, 600);
  test::settleLayout();
  const auto pictureOf = [this](const QString& text) {
    for (auto* button : window.findChildren<NavButton*>()) {
      if (button->text() == text) {
        const QImage with = button->grab().toImage();
        const NavCount before = button->count();
        button->setCount({});
        const QImage without = button->grab().toImage();
        button->setCount(before);
        return with != without;
      }
    }
    return false;
  };
  EXPECT_TRUE(pictureOf(QStringLiteral("Events")));
}

TEST_F(PlacesTest, ACaseOpensFromARowAndIsLeftByBack) {
  connectToIncident();
  alt(2);
  ASSERT_TRUE(idle());
  ASSERT_TRUE(test::spinUntil([this] { return QApplication::focusWidget() == here()->firstRows(); }));
  press(Qt::Key_Return);
  ASSERT_EQ(pageHere(), QStringLiteral("case")) << "Alt+2, Enter";
  ASSERT_TRUE(idle());
  auto* back = window.findChild<PlaceTabs*>()->findChild<QToolButton*>();
  ASSERT_TRUE(back->isVisible());
  EXPECT_EQ(back->text(), QStringLiteral("Back to Stuck leases"));
  QTest::mouseClick(back, Qt::LeftButton);
  EXPECT_EQ(pageHere(), QStringLiteral("leases"));
  EXPECT_FALSE(back->isVisible());
}

// The keys that are stuck are stuck whatever page is open.
TEST_F(PlacesTest, ACriticalAlertIsShownInEveryPlace) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until) VALUES ('acme', 'pay', 'k1', 'in_progress', nextval('onceover.fence'), 'raw-sha256', "
      "sha256('b'), now() - interval '45 minutes')");
  connectNow(profile(database.conninfo()));
  const auto& banner = window.alerts().banner();
  ASSERT_TRUE(test::spinUntil(
      [&] { return banner.isVisible() && banner.text().contains(QStringLiteral("Critical · 1 stuck")); }));
  for (int place = 1; place <= 7; ++place) {
    alt(place);
    EXPECT_TRUE(banner.isVisible() && banner.text().contains(QStringLiteral("Critical · 1 stuck"))) << place;
    ASSERT_TRUE(idle());
    ASSERT_TRUE(test::nextSignal(&window.alerts().watch(), &alerts::AlertWatch::looked,
                                 [this] { window.alerts().look(); }));
    EXPECT_TRUE(banner.isVisible() && banner.text().contains(QStringLiteral("Critical · 1 stuck"))) << place;
    EXPECT_EQ(window.findChildren<NavButton*>().at(1)->count().text, QStringLiteral("1")) << place;
  }
}

TEST_F(PlacesTest, TheWindowIsNoLargerThanItsScreen) {
  bridge::Session another;
  MainWindow small(another, *memory, theme, pageEntries());
  small.fitTo({1024, 600});
  small.show();
  EXPECT_LE(small.width(), 1024);
  EXPECT_LE(small.height(), 600);
}

TEST_F(PlacesTest, AnEntryOfThePaletteThatIsCutHasItsWholeTextInItsTip) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_K, Qt::ControlModifier);
  const QString key(90, u'k');
  QTest::keyClicks(QApplication::focusWidget(), key);
  auto* list = window.findChild<CommandPalette*>()->findChild<QListWidget*>();
  ASSERT_TRUE(test::spinUntil(
      [&] { return list->count() > 0 && list->item(list->count() - 1)->text().contains(key); }));
  const auto* item = list->item(list->count() - 1);
  const QRect at = list->visualItemRect(item);
  QHelpEvent hover(QEvent::ToolTip, at.center(), list->viewport()->mapToGlobal(at.center()));
  QApplication::sendEvent(list->viewport(), &hover);
  EXPECT_TRUE(QToolTip::text().contains(key)) << QToolTip::text().toStdString();
}

}  // namespace
}  // namespace onceover::shell
