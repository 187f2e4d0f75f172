// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QWheelEvent>

#include "tests/support/console_page.h"
#include "tests/support/incident.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/connect_page.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"
#include "ui/widgets/theme.h"

namespace onceover::shell {
namespace {

TEST_F(WindowTest, BeforeAConnectionOnlyConnectionsAreOffered) {
  EXPECT_EQ(window.currentPage(), -1);
  press(Qt::Key_2, Qt::AltModifier);
  EXPECT_EQ(window.currentPage(), -1);
}

TEST_F(WindowTest, ThePaletteRunsWhatAFewLettersName) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_K, Qt::ControlModifier);
  auto* palette = window.findChild<CommandPalette*>();
  ASSERT_TRUE(palette->isVisible());
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("audi"));
  ASSERT_FALSE(listed().isEmpty());
  EXPECT_EQ(listed().first(), QStringLiteral("Audit"));
  press(Qt::Key_Return);
  EXPECT_FALSE(palette->isVisible());
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("audit"));
}

// A page that needs more room than a laptop has would widen the window for all of them.
TEST_F(WindowTest, EveryPageFitsALaptop) {
  database.connect().exec(
      "INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n) SELECT "
      "gen_random_uuid(), 1, 'acme', 'pay', n, b, 3 FROM (VALUES ('created', NULL), ('replayed', NULL), "
      "('mismatch', NULL), ('released', NULL), ('time_to_completion_ms', 250), ('lease_age_at_settling_ms', "
      "250), ('retry_delay_ms', 250)) v (n, b)");
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("metrics"));
  ASSERT_TRUE(test::spinUntil(
      [this] { return window.page(window.currentPage())->asOf().has_value() && !session.isBusy(); }));
  for (int i = 0; i < window.pageCount(); ++i) {
    const QSize least = window.page(i)->minimumSizeHint();
    EXPECT_LE(least.width(), 1072) << window.pageId(i).toStdString();
    EXPECT_LE(least.height(), 640) << window.pageId(i).toStdString();
  }
  EXPECT_EQ(window.size(), QSize(1280, 800));
}

TEST_F(WindowTest, EscapeClosesThePaletteAndDoesNothing) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_K, Qt::ControlModifier);
  press(Qt::Key_Down);
  press(Qt::Key_Escape);
  EXPECT_FALSE(window.findChild<CommandPalette*>()->isVisible());
  EXPECT_EQ(window.currentPage(), 0);
}

TEST_F(WindowTest, ThePaletteListsEveryPage) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_K, Qt::ControlModifier);
  const QStringList shown = listed();
  for (const PlaceEntry& place : placeEntries())
    EXPECT_EQ(shown.count(place.title), 1) << place.title.toStdString();
  for (const PageEntry& entry : pageEntries()) {
    // it is its place
    if (const int place = placeOfPage(entry.id); place >= 0 && placeEntries()[place].pages.size() == 1)
      continue;
    EXPECT_EQ(shown.contains(entry.name()),
              !entry.isFor || entry.isFor(session) || (entry.home && entry.home(session)))
        << entry.title;
  }
  EXPECT_TRUE(shown.contains(QStringLiteral("Arm writes")));
  EXPECT_FALSE(shown.contains(QStringLiteral("Disarm writes"))) << "what cannot be done now is not offered";
}

// A column is hidden as a person hides it, by the header's menu; the next window of this desktop shows the
// table so.
TEST_F(WindowTest, ChosenColumnsAreKept) {
  const auto keysTable = [](MainWindow& of) {
    for (auto* table : of.findChildren<widgets::TableView*>()) {
      if (table->accessibleName() == QStringLiteral("Keys")) return table;
    }
    return static_cast<widgets::TableView*>(nullptr);
  };
  widgets::TableView* table = keysTable(window);
  ASSERT_NE(table, nullptr);
  const int columns = table->model()->columnCount();
  const int customer = [&] {
    for (int column = 0; column < columns; ++column) {
      if (table->model()->headerData(column, Qt::Horizontal).toString() == QStringLiteral("Customer"))
        return column;
    }
    return -1;
  }();
  ASSERT_GE(customer, 0);
  ASSERT_FALSE(table->isColumnHidden(customer));
  emit table->horizontalHeader()->customContextMenuRequested({5, 5});
  auto* menu = table->findChild<QMenu*>();
  ASSERT_NE(menu, nullptr);
  ASSERT_EQ(menu->actions().size(), columns);
  menu->actions().at(customer)->trigger();
  menu->close();
  ASSERT_TRUE(table->isColumnHidden(customer));
  ASSERT_TRUE(
      test::spinUntil([&] { return !memory->choice(QStringLiteral("columns/keys/Keys")).isEmpty(); }));
  // Another table has columns of its own; what was chosen for this one comes back with it.
  auto foreign = std::make_shared<tables::Profile>(tables::own());
  foreign->table = "requests";
  session.useProfile(foreign);
  EXPECT_FALSE(table->isColumnHidden(customer));
  session.useProfile(bridge::ownProfile());
  EXPECT_TRUE(table->isColumnHidden(customer));
  bridge::Session another;
  MainWindow next(another, *memory, theme, pageEntries());
  widgets::TableView* again = keysTable(next);
  ASSERT_NE(again, nullptr);
  EXPECT_TRUE(again->isColumnHidden(customer));
  EXPECT_FALSE(again->isColumnHidden(0));
  // Of a table with other columns nothing is restored.
  ASSERT_TRUE(memory->setChoice(QStringLiteral("columns/keys/Keys"),
                                QStringLiteral("Other|Columns\n") +
                                    memory->choice(QStringLiteral("columns/keys/Keys")).section(u'\n', 1)));
  MainWindow third(another, *memory, theme, pageEntries());
  EXPECT_FALSE(keysTable(third)->isColumnHidden(customer));
}

TEST_F(WindowTest, ASlashIsTextWhereTextIsTyped) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_K, Qt::ControlModifier);
  auto* search = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(search, nullptr);
  QTest::keyClicks(search, QStringLiteral("a/b"));
  EXPECT_EQ(search->text(), QStringLiteral("a/b"));
}

TEST_F(WindowTest, ThePageShowsItsSql) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_2, Qt::AltModifier);
  ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy() && window.page(1)->isSettled(); }));
  press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  const auto* dialog = window.findChild<widgets::SqlDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_TRUE(dialog->findChild<widgets::SqlView*>()->sql().contains(QStringLiteral("SELECT")));
}

TEST_F(WindowTest, AConnectionThatWorkedIsRememberedWithoutItsPassword) {
  connectNow(profile(database.conninfo() + " password=geheim"));
  const auto known = memory->connections();
  ASSERT_EQ(known.size(), 1);
  EXPECT_EQ(known[0].name, QStringLiteral("payments"));
  EXPECT_FALSE(known[0].conninfo.contains(QStringLiteral("geheim")));
}

TEST_F(WindowTest, TwoUsersOfOneDatabaseAreToldApart) {
  const auto known = [this] {
    QStringList lines;
    const auto* list = window.connectPage().findChild<QListWidget*>();
    for (int i = 0; i < list->count(); ++i) lines.append(list->item(i)->text());
    return lines;
  };
  auto alice = profile(database.conninfo());
  alice.conninfo = QStringLiteral("host=db dbname=shop user=alice");
  auto bob = alice;
  bob.conninfo = QStringLiteral("host=db dbname=shop user=bob");
  window.connectPage().setConnections({alice});
  EXPECT_EQ(known(), QStringList(QStringLiteral("payments")));
  window.connectPage().setConnections({alice, bob});
  EXPECT_EQ(known(), (QStringList{QStringLiteral("payments  ·  alice"), QStringLiteral("payments  ·  bob")}));
  connectNow(profile(database.conninfo()));
  EXPECT_EQ(window.windowTitle(), QStringLiteral("payments as %1 – Onceover").arg(session.facts().user));
}

TEST_F(WindowTest, TheAgeOfThePreviousConnectionIsNotShownOnANewOne) {
  connectNow(profile(database.conninfo()));
  const auto showsAge = [this] {
    for (const auto* label : window.findChild<TopBar*>()->findChildren<QLabel*>()) {
      if (label->isVisible() && label->text().startsWith(QStringLiteral("as of"))) return true;
    }
    return false;
  };
  ASSERT_TRUE(test::spinUntil(showsAge));
  const test::TestDatabase other{test::installed_schema()};
  window.connectTo(profile(other.conninfo()), {});
  EXPECT_FALSE(showsAge()) << "nothing was read there yet";
  EXPECT_TRUE(test::spinUntil(showsAge));
}

TEST_F(WindowTest, AConnectionThatFailedIsNotRemembered) {
  window.connectTo(profile("host=127.0.0.1 port=1"), {});
  ASSERT_TRUE(test::spinUntil([this] { return session.state() == bridge::SessionState::lost; }));
  EXPECT_TRUE(memory->connections().isEmpty());
  EXPECT_EQ(window.currentPage(), -1);
}

TEST_F(WindowTest, LightAndDarkAreAChoiceThatIsKept) {
  press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(theme.choice(), ThemeChoice::dark);
  EXPECT_TRUE(theme.isDark());
  EXPECT_EQ(memory->choice(QStringLiteral("theme")), QStringLiteral("dark"));
}

TEST_F(WindowTest, TheCountOfATabHasTheColourOfTheTheme) {
  QAction back, page(QStringLiteral("Dead letters"));
  PlaceTabs tabs(&back, {});
  tabs.setTabs({&page}, &page);
  tabs.setCounts({{&page, {.text = QStringLiteral("3"), .why = {}}}});
  const auto* bar = tabs.findChild<QTabBar*>();
  const QColor light = bar->tabTextColor(0);
  EXPECT_EQ(light, widgets::tokensOf(&tabs).colour(widgets::Tone::warn));
  press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_NE(bar->tabTextColor(0), light);
  EXPECT_EQ(bar->tabTextColor(0), widgets::tokensOf(&tabs).colour(widgets::Tone::warn));
}

TEST_F(WindowTest, APlanOfTheRowsOfOnePageIsMadeOnThePageOfPlans) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("keys"));
  ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy(); }));
  press(Qt::Key_N, Qt::ControlModifier);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("plans"));
  QDialog* asks = nullptr;
  for (auto* dialog : window.findChildren<QDialog*>()) {
    if (dialog->isVisible()) asks = dialog;
  }
  ASSERT_NE(asks, nullptr);
  EXPECT_EQ(asks->windowTitle(), QStringLiteral("New plan"));
}

// Whichever of our tables is read, the way back to the others is where it was.
TEST_F(WindowTest, TheNavigationStaysAsItIsAmongOurOwnTables) {
  database.connect().exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, dead_at) VALUES ('ledger', 'kafka', "
      "'e-1', 'dead', now()), ('ledger', 'kafka', 'e-2', 'dead', now());"
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until) VALUES ('acme', 'pay', 'k1', 'in_progress', nextval('onceover.fence'), 'raw-sha256', "
      "sha256('b'), now() - interval '45 minutes')");
  connectNow(profile(database.conninfo()));
  const auto button = [this](const QString& text) -> NavButton* {
    for (auto* one : window.findChildren<NavButton*>()) {
      if (one->text() == text && one->isVisible()) return one;
    }
    return nullptr;
  };
  const auto listed = [this] {
    QStringList texts;
    for (const auto* one : window.findChildren<NavButton*>()) {
      if (one->isVisible()) texts.append(one->text());
    }
    return texts;
  };
  ASSERT_NE(button(QStringLiteral("Events")), nullptr);
  ASSERT_TRUE(test::spinUntil([&] {
    return button(QStringLiteral("Events"))->count().text == QStringLiteral("2");
  })) << "of the inbox, while keys are read";
  const QStringList before = listed();
  QTest::mouseClick(button(QStringLiteral("Events")), Qt::LeftButton);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("inbox"));
  EXPECT_EQ(session.profile().table, "inbox");
  EXPECT_EQ(listed(), before);
  EXPECT_EQ(button(QStringLiteral("Events"))->count().text, QStringLiteral("2"));
  for (const char* page : {"Overview", "Keys"}) {
    session.useProfile(session.facts().eventTables.front());
    ASSERT_NE(button(QLatin1String(page)), nullptr) << page;
    QTest::mouseClick(button(QLatin1String(page)), Qt::LeftButton);
    EXPECT_TRUE(tables::is_own(session.profile())) << page;
    EXPECT_EQ(window.page(window.currentPage())->accessibleName(), QLatin1String(page));
    EXPECT_EQ(listed(), before) << page;
  }
  // The rows of the inbox are listed still: by the table, not by the navigation.
  session.useProfile(session.facts().eventTables.front());
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("keys"));
  EXPECT_EQ(session.profile().table, "inbox");
  // A click leads to one page, and back leads to the one before it.
  window.goTo(QStringLiteral("overview"));
  EXPECT_EQ(session.profile().table, "inbox") << "the overview is of the store, whichever table is read";
  window.goTo(QStringLiteral("inbox"));
  press(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("overview"));
}

TEST_F(WindowTest, ChosenInTheNavigationTheOverviewIsAtItsTop) {
  test::RawConnection raw = database.connect();
  test::seedIncident(raw);
  connectNow(profile(database.conninfo()));
  auto* page = window.page(0);
  auto* area = named<QScrollArea>(QStringLiteral("Overview"));
  ASSERT_NE(area, nullptr);
  area->widget()->setMinimumHeight(3000);  // as with events, in a low window
  ASSERT_TRUE(test::spinUntil([&] { return page->paneState() == widgets::StatePane::State::content; }));
  QScrollBar* bar = area->verticalScrollBar();
  ASSERT_TRUE(test::spinUntil([&] { return bar->maximum() > 0; }));
  QPushButton* lowest = nullptr;
  for (auto* one : page->findChildren<QPushButton*>()) {
    if (one->text() == QStringLiteral("All stuck leases")) lowest = one;
  }
  ASSERT_NE(lowest, nullptr);
  const auto down = [&] {
    lowest->setFocus();
    bar->setValue(bar->maximum());
    window.goTo(QStringLiteral("metrics"));
  };
  down();
  press(Qt::Key_1, Qt::AltModifier);
  EXPECT_EQ(window.currentPage(), 0);
  EXPECT_EQ(bar->value(), 0);
  down();
  press(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(window.currentPage(), 0);
  EXPECT_EQ(bar->value(), bar->maximum()) << "back leads to where it was left";
}

TEST_F(WindowTest, TheWheelScrollsPastABoxThatHasNotTheFocus) {
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("metrics"));
  QComboBox* box = named<QComboBox>(QStringLiteral("Compare with"));
  ASSERT_NE(box, nullptr);
  ASSERT_TRUE(test::spinUntil([&] { return box->isVisible(); }));
  const int before = box->currentIndex();
  const auto wheel = [&] {
    const QPoint at = box->rect().center();
    QWheelEvent event(at, box->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(box, &event);
  };
  wheel();
  EXPECT_EQ(box->currentIndex(), before);
  EXPECT_FALSE(box->hasFocus());
  box->setFocus();
  wheel();
  EXPECT_NE(box->currentIndex(), before) << "a person who is in it changes it";
}

TEST_F(WindowTest, InANarrowWindowItIsSeenThatNothingCanBeWritten) {
  connectNow(profile(database.conninfo()));
  for (const int width : {1280, 960}) {
    window.resize(width, 600);
    test::settleLayout();
    bool isSeen = false;
    for (const auto* label : window.findChildren<QLabel*>()) {
      const bool isTold = label->text() == QStringLiteral("Read-only") ||
                          label->accessibleName() == QStringLiteral("Read-only");
      isSeen = isSeen || (isTold && label->isVisible() && label->width() > 8);
    }
    EXPECT_TRUE(isSeen) << width;
  }
}

TEST_F(WindowTest, ThePrivateStoreIsConnectedToAgainAndTheAddressIsShown) {
  auto store = profile(database.conninfo() + " password=geheim");
  store.id = QStringLiteral("try");
  ConnectPage& page = window.connectPage();
  QPushButton* tries = nullptr;
  for (auto* one : page.findChildren<QPushButton*>()) {
    if (one->text() == QStringLiteral("Tr&y it")) tries = one;
  }
  ASSERT_NE(tries, nullptr);
  page.showTrying(QStringLiteral("Ready."));
  EXPECT_FALSE(tries->isEnabled());
  page.setPrivateStore(store);
  page.showTrying(QStringLiteral("Ready."));
  connectNow(profile(database.conninfo()));
  window.showConnections();
  ASSERT_TRUE(tries->isEnabled());
  EXPECT_EQ(tries->text().remove('&'), QStringLiteral("Back to the private store"));
  QSignalSpy again(&page, &ConnectPage::tryRequested);
  tries->click();
  ASSERT_TRUE(test::spinUntil(
      [this] { return session.isReady() && session.connection().id == QStringLiteral("try"); }));
  EXPECT_EQ(again.count(), 0) << "it is not started a second time";
  window.showConnections();
  const QString words = test::allTextOf(page);
  EXPECT_TRUE(words.contains(QStringLiteral("dbname=") + session.facts().database)) << words.toStdString();
  EXPECT_TRUE(words.contains(QStringLiteral("port=") + session.facts().port)) << words.toStdString();
  EXPECT_FALSE(words.contains(QStringLiteral("geheim")));
}

TEST_F(WindowTest, DriftIsListedWhereThereIsAGatewayToCompareWith) {
  int drift = 0;
  while (drift < window.pageCount() && window.pageId(drift) != QStringLiteral("drift")) ++drift;
  ASSERT_LT(drift, window.pageCount());
  connectNow(profile(database.conninfo()));
  const int before = window.currentPage();
  window.goTo(QStringLiteral("drift"));
  EXPECT_EQ(window.currentPage(), before) << "there is nobody to compare with";
  auto withGateway = profile(database.conninfo());
  withGateway.gatewayConfig = QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/gateways/lookup-by-key.toml");
  connectNow(withGateway);
  ASSERT_TRUE(session.facts().hasGateway) << session.facts().gatewayProblem.toStdString();
  window.goTo(QStringLiteral("drift"));
  EXPECT_EQ(window.currentPage(), drift);
}

}  // namespace
}  // namespace onceover::shell
