// Which table is read: chosen on one page, seen on all, remembered for the next time.
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "tests/support/raw.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/table_picker.h"
#include "ui/tables/mapping_view.h"
#include "ui/tables/roles_model.h"
#include "ui/tables/tables_page.h"
#include "ui/widgets/progress_strip.h"
#include "ui/widgets/table.h"

namespace onceover::shell {
namespace {

class TableChoiceTest : public WindowTest {
 protected:
  static std::shared_ptr<const profile::Profile> seenEvents(profile::Lease lease = {}) {
    auto seen = std::make_shared<profile::Profile>();
    seen->name = "seen";
    seen->kind = profile::Kind::inbox;
    seen->schema = "public";
    seen->table = "seen";
    seen->identity = {"id"};
    seen->key = "id";
    seen->never_null = {"id"};
    seen->states.otherwise = profile::StateRule{.state = key::State::succeeded, .word = "seen"};
    seen->lease = std::move(lease);
    return seen;
  }
  void makeTable() {
    test::RawConnection raw(database.conninfo());
    raw.exec("CREATE TABLE seen (id text PRIMARY KEY, held_until timestamptz); INSERT INTO seen VALUES ('e-1'), ('e-2')");
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
  ASSERT_TRUE(test::spinUntil([this] { return picker().text().contains(QStringLiteral("read-only")); })) << picker().text().toStdString();
  EXPECT_TRUE(picker().text().startsWith(QStringLiteral("public.seen · Inbox")));
  EXPECT_TRUE(picker().accessibleDescription().contains(QStringLiteral("has no lease")));
}

TEST_F(TableChoiceTest, PagesThatHaveNothingToShowForATableAreNotListed) {
  makeTable();
  connectNow(profile(database.conninfo()));
  for (const char* id : {"overview", "leases", "metrics"}) EXPECT_TRUE(isListed(QString::fromLatin1(id))) << id;
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  for (const char* id : {"overview", "leases"}) EXPECT_FALSE(isListed(QString::fromLatin1(id))) << id;
  for (const char* id : {"keys", "case", "metrics", "tables", "audit"}) EXPECT_TRUE(isListed(QString::fromLatin1(id))) << id;
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("keys")) << "the page that was open has nothing to show any more";
  session.useProfile(seenEvents({.form = profile::Lease::Form::deadline, .at = {.column = "held_until"}}));
  ASSERT_TRUE(settle());
  EXPECT_TRUE(isListed(QStringLiteral("leases")));
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(settle());
  EXPECT_TRUE(isListed(QStringLiteral("overview")));
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
  EXPECT_TRUE(profile::is_own(session.profile()));
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
  const auto casePage =
      std::ranges::find_if(pages, [](const widgets::Page* page) { return page->accessibleName() == QStringLiteral("Case"); });
  ASSERT_NE(casePage, pages.end());
  emit(*casePage)->mappingRequested(QStringLiteral("write.release"));
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("tables"));
  auto& page = *window.findChild<tables::TablesPage*>();
  ASSERT_TRUE(test::spinUntil([&] { return page.isMapping(); }));
  EXPECT_EQ(page.mapping().draft().profile.table, "seen");
  const auto* roles = page.findChild<tables::RolesModel*>();
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
  *over = true;
  ASSERT_TRUE(settle());
}

TEST_F(TableChoiceTest, TheLastTableOfAConnectionIsReadAgain) {
  makeTable();
  connectNow(profile(database.conninfo()));
  session.useProfile(seenEvents());
  ASSERT_TRUE(settle());
  connectNow(profile(database.conninfo() + " application_name=another"));
  EXPECT_TRUE(profile::is_own(session.profile())) << "another connection has its own choice";
  connectNow(profile(database.conninfo()));
  EXPECT_EQ(session.profile().table, "seen");
  session.useProfile(bridge::ownProfile());
  ASSERT_TRUE(settle());
  connectNow(profile(database.conninfo()));
  EXPECT_TRUE(profile::is_own(session.profile()));
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
