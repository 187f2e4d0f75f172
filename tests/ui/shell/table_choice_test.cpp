// SPDX-License-Identifier: GPL-3.0-or-later
// Which table is read: chosen on one page, seen on all, remembered for the next time.
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "tests/support/console_page.h"
#include "tests/support/raw.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/top_bar.h"
#include "ui/tables/mapping_view.h"
#include "ui/tables/models.h"
#include "ui/tables/tables_page.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/page.h"
#include "ui/widgets/table.h"

namespace onceover::shell {
namespace {

class TableChoiceTest : public WindowTest {
 protected:
  static std::shared_ptr<const tables::Profile> seenEvents(tables::Lease lease = {}) {
    auto seen = std::make_shared<tables::Profile>();
    seen->name = "seen";
    seen->kind = tables::Kind::inbox;
    seen->schema = "public";
    seen->table = "seen";
    seen->identity = {"id"};
    seen->key = "id";
    seen->never_null = {"id"};
    seen->states.otherwise = tables::StateRule{.state = key::State::succeeded, .word = "seen"};
    seen->lease = std::move(lease);
    return seen;
  }
  void makeTable() {
    test::RawConnection raw(database.conninfo());
    raw.exec(
        "CREATE TABLE seen (id text PRIMARY KEY, held_until timestamptz); INSERT INTO seen VALUES ('e-1'), "
        "('e-2')");
  }
  bool isListed(const QString& id) {
    for (int i = 0; i < window.pageCount(); ++i) {
      if (window.pageId(i) != id) continue;
      const int before = window.currentPage();
      window.showPage(i);
      const bool isShown = window.currentPage() == i;
      window.showPage(before);
      return isShown;
    }
    return false;
  }
  bool settle() {
    return test::spinUntil([this] { return !session.isBusy(); });
  }
  TablePicker& picker() { return *window.findChild<TablePicker*>(); }
};

TEST_F(TableChoiceTest, TheBarNamesTheTableAndWhyItIsOnlyRead) {
  makeTable();
  connectNow(profile(database.conninfo()));
  EXPECT_EQ(picker().accessibleName(), QStringLiteral("Table: onceover.keys · Keys"));
  session.useProfile(seenEvents());
  ASSERT_TRUE(test::spinUntil([this] { return picker().text().contains(QStringLiteral("read-only")); }))
      << picker().text().toStdString();
  EXPECT_TRUE(picker().text().startsWith(QStringLiteral("public.seen · Inbox")));
  EXPECT_TRUE(picker().accessibleDescription().contains(QStringLiteral("has no lease")));
}

TEST_F(TableChoiceTest, PagesThatHaveNothingToShowForATableAreNotListed) {
  makeTable();
  connectNow(profile(database.conninfo()));
  for (const char* id : {"overview", "leases", "metrics"})
    EXPECT_TRUE(isListed(QString::fromLatin1(id))) << id;
  window.goTo(QStringLiteral("leases"));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  EXPECT_FALSE(isListed(QStringLiteral("leases")));
  for (const char* id : {"overview", "keys", "case", "metrics", "tables", "audit"})
    EXPECT_TRUE(isListed(QString::fromLatin1(id))) << id;
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("keys"))
      << "the page that was open has nothing to show any more";
  session.useProfile(seenEvents({.form = tables::Lease::Form::deadline, .at = {.column = "held_until"}}));
  ASSERT_TRUE(settle());
  EXPECT_TRUE(isListed(QStringLiteral("leases")));
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(settle());
  EXPECT_TRUE(isListed(QStringLiteral("overview")));
}

// Its badge counted the stuck keys, and the page was of the inbox that Events reads.
TEST_F(TableChoiceTest, StuckIsOfTheKeysAfterAVisitToTheEvents) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_4, Qt::AltModifier);
  ASSERT_TRUE(settle());
  ASSERT_EQ(session.profile().table, "inbox");
  press(Qt::Key_2, Qt::AltModifier);
  ASSERT_TRUE(settle());
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("leases"));
  EXPECT_EQ(session.profile().table, "keys");
}

// The overview is of the store, whichever table is read, and leads to the rows that it counts.
TEST_F(TableChoiceTest, TheOverviewStaysAndLeadsToOurOwnRows) {
  makeTable();
  test::RawConnection(database.conninfo())
      .tamper(
          "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
          "locked_until) VALUES ('acme', 'POST /refunds', 'k', 'in_progress', 1, 'raw-sha256', sha256('b'), "
          "now() - interval '5 min')");
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents({.form = tables::Lease::Form::deadline, .at = {.column = "held_until"}}));
  ASSERT_TRUE(settle());
  press(Qt::Key_1, Qt::AltModifier);
  ASSERT_EQ(window.pageId(window.currentPage()), QStringLiteral("overview"));
  EXPECT_EQ(session.profile().table, "seen") << "what a person reads elsewhere stays chosen";
  ASSERT_TRUE(settle());
  const QString all = test::allTextOf(*window.page(window.currentPage()));
  EXPECT_TRUE(all.contains(QStringLiteral("1 key is stuck: clients of POST /refunds"))) << all.toStdString();
  for (auto* button : window.page(window.currentPage())->findChildren<QPushButton*>()) {
    if (button->text() == QStringLiteral("All stuck leases")) button->click();
  }
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("leases"));
  EXPECT_TRUE(tables::is_own(session.profile()));
}

// Metrics that are chosen after Events are not those of the inbox.
TEST_F(TableChoiceTest, AfterEventsTheMetricsAreThoseOfTheKeysAgain) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_4, Qt::AltModifier);
  ASSERT_TRUE(settle());
  ASSERT_FALSE(tables::is_own(session.profile()));
  press(Qt::Key_6, Qt::AltModifier);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("metrics"));
  EXPECT_TRUE(tables::is_own(session.profile()));
  ASSERT_TRUE(settle());
}

TEST_F(TableChoiceTest, ASchemaThatIsInstalledMeanwhileIsNamed) {
  test::RawConnection raw(database.conninfo());
  raw.exec("ALTER SCHEMA onceover RENAME TO away");
  connectNow(profile(database.conninfo()));
  ASSERT_EQ(picker().accessibleName(), QStringLiteral("Table: No table chosen"));
  raw.exec("ALTER SCHEMA away RENAME TO onceover");
  press(Qt::Key_F5);
  EXPECT_TRUE(test::spinUntil([this] {
    return picker().accessibleName() == QStringLiteral("Table: onceover.keys · Keys");
  })) << picker().accessibleName().toStdString();
  ASSERT_TRUE(settle());
}

// A list that is open takes Escape for itself.
TEST_F(TableChoiceTest, EscapeInAListDoesNotLeaveTheMapping) {
  makeTable();
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  window.places().openMapping(QStringLiteral("key"));
  auto& page = *window.findChild<ui::TablesPage*>();
  ASSERT_TRUE(test::spinUntil([&] { return page.isMapping(); }));
  auto* kind = named<QComboBox>(QStringLiteral("What the table keeps"));
  ASSERT_NE(kind, nullptr);
  kind->setFocus();
  kind->showPopup();
  ASSERT_NE(QApplication::activePopupWidget(), nullptr);
  QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
  ASSERT_TRUE(test::spinUntil([] { return QApplication::activePopupWidget() == nullptr; }));
  EXPECT_TRUE(page.isMapping());
  press(Qt::Key_Escape);
  EXPECT_FALSE(page.isMapping());
}

TEST_F(TableChoiceTest, TheMenuLeadsBackToOurOwnAndToEveryTable) {
  makeTable();
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  auto* menu = picker().findChild<QMenu*>();
  const auto offered = [menu] {
    emit menu->aboutToShow();
    QStringList texts;
    for (const QAction* action : menu->actions()) texts.append(action->text());
    return texts;
  };
  EXPECT_EQ(offered().filter(QStringLiteral("public.seen")).size(), 1);
  emit menu->aboutToShow();
  menu->actions().first()->trigger();
  EXPECT_TRUE(tables::is_own(session.profile()));
  emit menu->aboutToShow();
  menu->actions().last()->trigger();
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("tables"));
}

TEST_F(TableChoiceTest, WhatVerdictsWriteIsSaidInTheMappingOfTheTableThatIsRead) {
  makeTable();
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  const auto pages = window.findChildren<widgets::Page*>();
  const auto casePage = std::ranges::find_if(
      pages, [](const widgets::Page* page) { return page->accessibleName() == QStringLiteral("Case"); });
  ASSERT_NE(casePage, pages.end());
  emit(*casePage)->mappingRequested(QStringLiteral("write.release"));
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("tables"));
  auto& page = *window.findChild<ui::TablesPage*>();
  ASSERT_TRUE(test::spinUntil([&] { return page.isMapping(); }));
  EXPECT_EQ(page.mapping().draft().profile.table, "seen");
  const auto* roles = page.findChild<ui::RolesModel*>();
  ASSERT_NE(roles, nullptr);
  for (const auto* table : page.findChildren<widgets::TableView*>()) {
    if (table->model() != roles) continue;
    EXPECT_EQ(table->currentIndex().row(), roles->rowOf("write.release"));
  }
}

TEST_F(TableChoiceTest, WordsOfWhatRunsDoNotWidenTheWindow) {
  connectNow(profile(database.conninfo()));
  ASSERT_TRUE(settle());
  window.resize(1280, 800);
  const auto* strip = window.findChild<widgets::ProgressStrip*>();
  const int before = window.minimumSizeHint().width();
  auto over = std::make_shared<std::atomic<bool>>(false);
  session.read<int>(
      &window, QString(300, QLatin1Char('w')),
      [over](bridge::Reader& reader) -> Result<int> {
        reader.progress(17, 75);
        while (!*over && !reader.isCancelled()) std::this_thread::yield();
        return 1;
      },
      [](const Result<int>&) {});
  ASSERT_TRUE(test::spinUntil([&] { return strip->isVisible(); }));
  EXPECT_LE(window.minimumSizeHint().width(), before + 300);
  EXPECT_EQ(window.width(), 1280);
  window.resize(1000, 600);  // as a person drags it: the names beside the icons go first
  test::settleLayout();
  window.resize(960, 600);
  EXPECT_LE(window.minimumSizeHint().width(), 960);
  EXPECT_EQ(window.width(), 960);
  *over = true;
  ASSERT_TRUE(settle());
}

TEST_F(TableChoiceTest, TheLastTableOfAConnectionIsReadAgain) {
  makeTable();
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  connectNow(profile(database.conninfo() + " application_name=another"));
  EXPECT_TRUE(tables::is_own(session.profile())) << "another connection has its own choice";
  connectNow(profile(database.conninfo()));
  EXPECT_EQ(session.profile().table, "seen");
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(settle());
  connectNow(profile(database.conninfo()));
  EXPECT_TRUE(tables::is_own(session.profile()));
}

// A connection gets its id when it is first made. What was mapped then was looked for under that id, and had
// been kept without it.
TEST_F(TableChoiceTest, MappingsAreFoundAgainOneForEachTable) {
  makeTable();
  test::RawConnection(database.conninfo()).exec("CREATE TABLE other (id text PRIMARY KEY)");
  connectNow(profile(database.conninfo()));
  auto other = std::make_shared<tables::Profile>(*seenEvents());
  other->name = "other";
  other->table = "other";
  session.useProfile(other);
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  ASSERT_EQ(memory->connections().size(), 1);
  // As a person takes it from the list of known connections, in a new window.
  const bridge::ConnectionProfile known = memory->connections().front();
  ASSERT_FALSE(known.id.isEmpty());
  bridge::Session session2;
  MainWindow again(session2, *memory, theme, pageEntries());
  again.connectTo(known, {});
  ASSERT_TRUE(test::spinUntil([&] { return session2.isReady() && !session2.isBusy(); }));
  EXPECT_EQ(session2.profile().table, "seen") << "the one that was read last";
  auto* menu = again.findChild<TablePicker*>()->findChild<QMenu*>();
  emit menu->aboutToShow();
  QStringList offered;
  for (const QAction* action : menu->actions()) offered.append(action->text());
  EXPECT_EQ(offered.filter(QStringLiteral("public.seen")).size(), 1) << offered.join(u'|').toStdString();
  EXPECT_EQ(offered.filter(QStringLiteral("public.other")).size(), 1) << offered.join(u'|').toStdString();
  EXPECT_EQ(memory->connections().size(), 1) << "the same connection, and no second one";
}

TEST_F(TableChoiceTest, ClosingTheWindowAsksBeforeAChangedMappingIsLost) {
  makeTable();
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  window.places().openMapping(QStringLiteral("key"));
  auto& page = *window.findChild<ui::TablesPage*>();
  ASSERT_TRUE(test::spinUntil([&] { return page.isMapping(); }));
  auto* name = named<QLineEdit>(QStringLiteral("Name of the profile"));
  ASSERT_NE(name, nullptr);
  QTest::keyClicks(name, QStringLiteral("x"));
  window.close();
  EXPECT_TRUE(window.isVisible());
  auto* question = window.findChild<widgets::ConfirmDialog*>();
  ASSERT_NE(question, nullptr);
  for (auto* button : question->findChildren<QPushButton*>()) {
    if (button->text().remove(u'&') == QStringLiteral("Discard")) button->click();
  }
  EXPECT_FALSE(window.isVisible());
}

TEST_F(TableChoiceTest, ClosingTheWindowAsksBeforeATypedNoteIsLost) {
  test::RawConnection(database.conninfo())
      .tamper(
          "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
          "locked_until) VALUES ('acme', 'POST /refunds', 'k', 'in_progress', 1, 'raw-sha256', sha256('b'), "
          "now() - interval '5 min')");
  connectNow(profile(database.conninfo()));
  window.places().openCase({"acme", "POST /refunds", "k"});
  ASSERT_TRUE(settle());
  QPlainTextEdit* note = named<QPlainTextEdit>(QStringLiteral("New note"));
  ASSERT_NE(note, nullptr);
  note->setPlainText(QStringLiteral("the bank was called"));
  window.close();
  EXPECT_TRUE(window.isVisible());
  auto* question = window.findChild<widgets::ConfirmDialog*>();
  ASSERT_NE(question, nullptr);
  EXPECT_TRUE(test::allTextOf(*question).contains(QStringLiteral("The note on k was not added.")));
  question->reject();
  note->clear();
  window.close();
  EXPECT_FALSE(window.isVisible());
}

TEST_F(TableChoiceTest, WithoutOurStoreTheTablesAreTheFirstPage) {
  test::RawConnection(database.conninfo()).exec("DROP SCHEMA onceover CASCADE");
  makeTable();
  connectNow(profile(database.conninfo()));
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("tables"));
  EXPECT_EQ(picker().accessibleName(), QStringLiteral("Table: No table chosen"));
}

}  // namespace
}  // namespace onceover::shell
