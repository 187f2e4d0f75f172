// SPDX-License-Identifier: GPL-3.0-or-later
// One key's rows in the other tables of its database, on the Case page.
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/cases/case_page.h"
#include "ui/cases/elsewhere_card.h"
#include "ui/widgets/table.h"

namespace onceover::cases {
namespace {

class ElsewhereTest : public test::ConsolePageTest {
 protected:
  void SetUp() override {
    test::ConsolePageTest::SetUp();
    raw.exec(
        "CREATE TABLE sent (id bigint PRIMARY KEY, caused_by text, at timestamptz NOT NULL, done_at "
        "timestamptz);"
        "INSERT INTO sent VALUES (7, 'pay-1', now() - interval '1 hour', NULL), (8, 'pay-2', now(), NULL)");
    tables::Profile sent{
        .name = "sent",
        .kind = tables::Kind::outbox,
        .schema = "public",
        .table = "sent",
        .identity = {"id"},
        .key = "id",
        .never_null = {"id", "at"},
        .states = {.rules = {{{{.column = "done_at"}}, key::State::succeeded, "<b>sent</b>"}},
                   .otherwise = tables::StateRule{{}, key::State::released, "<b>waiting</b>"}},
        .created_at = {.column = "at"},
        .correlation_id = "caused_by"};
    tables::Profile of_another_database = sent;
    of_another_database.name = of_another_database.table = "not_here";
    described = {sent, of_another_database};
    insertKey("pay-1");
  }
  void insertKey(const std::string& key) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "locked_until, owner) VALUES ('acme', 'pay', $1, 'in_progress', nextval('onceover.fence'), "
        "'raw-sha256', sha256('body'), 'infinity', 'p-7')",
        {key});
  }
  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened(const std::string& key) {
    if (!connectSession()) return false;
    page = std::make_unique<CasePage>(session, [this] { return described; });
    page->resize(1280, 1200);
    page->show();
    page->open({"acme", "pay", key});
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  ElsewhereCard* card() { return page->findChild<ElsewhereCard*>(); }
  widgets::TableView* table() { return card()->findChild<widgets::TableView*>(); }

  std::vector<tables::Profile> described;
  std::unique_ptr<CasePage> page;
};

TEST_F(ElsewhereTest, TheRowsOfOtherTablesAreListedAndOpenedWithEnter) {
  ASSERT_TRUE(opened("pay-1"));
  ASSERT_TRUE(card()->isVisible());
  ASSERT_EQ(table()->model()->rowCount(), 1);
  const QString row = table()->rowText(0);
  for (const char* words : {"public.sent", "7", "<b>waiting</b>", "its correlation id is the key"}) {
    EXPECT_TRUE(row.contains(QString::fromLatin1(words))) << words << " in " << row.toStdString();
  }
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("caused_by")));
  test::takePictures(*page, QStringLiteral("case-elsewhere"));
  table()->setFocus();
  table()->setCurrentIndex(table()->model()->index(0, 0));
  QTest::keyClick(table(), Qt::Key_Return);
  ASSERT_TRUE(idle());
  EXPECT_EQ(session.profile().table, "sent");
  EXPECT_EQ(page->identity()->key, "7");
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
}

TEST_F(ElsewhereTest, ATableThatIsNotThereIsNamedWhereChargesAreCounted) {
  ASSERT_TRUE(connectSession());
  OrderDialog dialog(
      session, [this] { return described; }, QStringLiteral("pay-1"), nullptr);
  dialog.open();
  ASSERT_TRUE(idle());
  EXPECT_TRUE(test::allTextOf(dialog).contains(
      QStringLiteral("Described, and not in this database: public.not_here")));
}

TEST_F(ElsewhereTest, WhereNothingElseIsDescribedThereIsNoCard) {
  described.clear();
  ASSERT_TRUE(opened("pay-1"));
  EXPECT_FALSE(card()->isVisible());
  insertKey("pay-9");
  page->open({"acme", "pay", "pay-9"});
  ASSERT_TRUE(idle());
  EXPECT_FALSE(card()->isVisible());
}

}  // namespace
}  // namespace onceover::cases
