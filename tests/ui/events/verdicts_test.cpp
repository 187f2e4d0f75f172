// SPDX-License-Identifier: GPL-3.0-or-later
// Requeue and discard of dead letters, with real clicks and keys.
#include <QAction>
#include <QCheckBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/verdict_shapes.h"
#include "ui/events/inbox_page.h"
#include "ui/events/models.h"
#include "ui/widgets/table.h"
#include "ui/writes/selection_bar.h"
#include "ui/writes/write_dialog.h"

namespace onceover::events {
namespace {

const QString requeue = QStringLiteral("Requeue");
const QString discard = QStringLiteral("Discard");

class DeadVerdictsTest : public test::ConsolePageTest {
 protected:
  std::unique_ptr<InboxPage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened(const test::ProfilePtr& profile) {
    if (!connectSession()) return false;
    page = std::make_unique<InboxPage>(session);
    page->resize(1280, 800);
    page->show();
    session.useProfile(profile);
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  // Dead letters besides the one that the table begins with.
  void moreDead(int n) {
    raw.exec(
        "INSERT INTO consumed_events SELECT 'dead-' || i, 'orders', now() - i * interval '1 hour', NULL, "
        "now(), 'no such stock', 5 FROM generate_series(1, " +
        std::to_string(n) + ") i");
  }
  widgets::TableView* table() const {
    for (auto* each : page->findChildren<widgets::TableView*>()) {
      if (each->accessibleName() == QStringLiteral("Dead letters")) return each;
    }
    return nullptr;
  }
  QPushButton* button(const QString& verb) const {
    for (auto* each : page->findChildren<QPushButton*>()) {
      if (each->text() == verb + QStringLiteral(" …")) return each;
    }
    return nullptr;
  }
  writes::WriteDialog* dialog() const {
    for (auto* each : page->findChildren<writes::WriteDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  void selectAll() const {
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_A, Qt::ControlModifier);
  }
  // Presses the button and reads the rows.
  [[nodiscard]] writes::WriteDialog* asked(const QString& verb) {
    QTest::mouseClick(button(verb), Qt::LeftButton);
    return idle() ? dialog() : nullptr;
  }
  static void typeReason(writes::WriteDialog& in, const QString& text) {
    for (auto* edit : in.findChildren<QLineEdit*>()) {
      if (!edit->accessibleName().startsWith(QStringLiteral("Reason"))) continue;
      edit->setFocus();
      QTest::keyClicks(edit, text);
    }
  }
  [[nodiscard]] bool confirm(writes::WriteDialog& in, const QString& verb) {
    const auto press = [&] {
      for (auto* each : in.findChildren<QPushButton*>()) {
        if (each->text() == verb) QTest::mouseClick(each, Qt::LeftButton);
      }
    };
    return test::nextSignal(page->findChild<writes::SelectionBar*>(), &writes::SelectionBar::written,
                            press) &&
           idle();
  }
  QString result() const { return page->findChild<writes::RowReportCard*>()->words(); }
  std::vector<widgets::FieldChange> lines() const {
    return page->findChild<writes::RowReportCard*>()->findChild<widgets::FieldsModel*>()->rows();
  }
  QString text() const { return test::allTextOf(*page); }
};

TEST_F(DeadVerdictsTest, WithoutWritesInTheProfileThePageSaysWhyNothingIsOffered) {
  ASSERT_TRUE(opened(test::consumed_events(raw)));
  selectAll();
  EXPECT_FALSE(button(requeue)->isEnabled());
  EXPECT_FALSE(button(discard)->isEnabled());
  EXPECT_TRUE(text().contains(
      QStringLiteral("Requeue and discard are not offered. The profile does not define this write.")))
      << text().toStdString();
}

TEST_F(DeadVerdictsTest, NothingIsOfferedUntilARowIsSelectedAndWritesAreArmed) {
  ASSERT_TRUE(opened(test::settled_events(raw)));
  EXPECT_FALSE(button(requeue)->isEnabled());
  selectAll();
  EXPECT_TRUE(button(requeue)->isEnabled());
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  QSignalSpy arm(page.get(), &InboxPage::armRequested);
  EXPECT_EQ(asked(requeue), nullptr);
  EXPECT_EQ(arm.count(), 1);
  EXPECT_EQ(audited(), "0");
}

TEST_F(DeadVerdictsTest, AnEventThatFailsMeanwhileTakesNoSelectionAway) {
  ASSERT_TRUE(opened(test::settled_events(raw)));
  selectAll();
  ASSERT_TRUE(button(requeue)->isEnabled());
  moreDead(1);
  ASSERT_TRUE(refreshed(*page) && idle());
  ASSERT_EQ(table()->model()->rowCount(), 2);
  EXPECT_TRUE(button(requeue)->isEnabled());
  EXPECT_EQ(table()->selectedRows().size(), 1) << "the one that was selected";
}

TEST_F(DeadVerdictsTest, AShortcutRequeuesTheSelectedRow) {
  ASSERT_TRUE(opened(test::settled_events(raw)));
  ASSERT_TRUE(armSession());
  page->activateWindow();
  selectAll();
  QTest::keyClick(table(), Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(idle());
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("stock is back"));
  test::takePictures(*open, QStringLiteral("requeue-dialog"), {800, 620});
  ASSERT_TRUE(confirm(*open, requeue));
  EXPECT_EQ(
      raw.scalar("SELECT tries || coalesce(last_error, '-') FROM consumed_events WHERE message_id = 'msg-3'"),
      "0-");
  EXPECT_EQ(raw.scalar("SELECT verdict || ' ' || reason FROM onceover.audit"), "requeue stock is back");
  EXPECT_EQ(result(), QStringLiteral("Requeue: 1 of 1 rows written."));
  EXPECT_EQ(page->findChild<DeadModel*>()->rowCount(), 0);
}

TEST_F(DeadVerdictsTest, SeveralRowsGetOneReasonAndAResultEach) {
  const auto profile = test::settled_events(raw);
  moreDead(3);
  ASSERT_TRUE(opened(profile));
  ASSERT_TRUE(armSession());
  selectAll();
  auto* open = asked(requeue);
  ASSERT_NE(open, nullptr);
  ASSERT_EQ(open->what().rows.size(), 4U);
  typeReason(*open, QStringLiteral("stock is back"));
  test::takePictures(*open, QStringLiteral("requeue-several-dialog"), {800, 620});
  // One of them moves while the person still reads.
  raw.exec("UPDATE consumed_events SET last_error = 'tried by hand' WHERE message_id = 'dead-2'");
  ASSERT_TRUE(confirm(*open, requeue));
  EXPECT_EQ(result(), QStringLiteral("Requeue: 3 of 4 rows written."));
  ASSERT_EQ(lines().size(), 4U);
  for (const widgets::FieldChange& line : lines()) {
    EXPECT_EQ(line.before, line.name == QStringLiteral("dead-2") ? QStringLiteral("not written")
                                                                 : QStringLiteral("written"))
        << line.name.toStdString();
  }
  EXPECT_EQ(raw.scalar("SELECT string_agg(DISTINCT reason, ',') || count(*) FROM onceover.audit"),
            "stock is back3");
  EXPECT_EQ(raw.scalar("SELECT last_error FROM consumed_events WHERE message_id = 'dead-2'"),
            "tried by hand");
  EXPECT_EQ(page->findChild<DeadModel*>()->rowCount(), 1);
  test::takePictures(*page, QStringLiteral("inbox-written"));
}

TEST_F(DeadVerdictsTest, ADiscardMayDelete) {
  ASSERT_TRUE(opened(test::settled_outbox(raw)));
  ASSERT_TRUE(armSession());
  selectAll();
  test::takePictures(*page, QStringLiteral("outbox-offered"));
  auto* open = asked(discard);
  ASSERT_NE(open, nullptr);
  EXPECT_TRUE(test::allTextOf(*open).contains(QStringLiteral("This cannot be undone here.")))
      << test::allTextOf(*open).toStdString();
  typeReason(*open, QStringLiteral("of no use any more"));
  ASSERT_TRUE(confirm(*open, discard));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM events_to_publish"), "4");
  EXPECT_EQ(raw.scalar("SELECT before ->> 'id' FROM onceover.audit"), "4");
}

TEST_F(DeadVerdictsTest, ATableThatIsOnlyReadSaysWhy) {
  raw.exec(test::shape("no_unique").sql);
  std::string toml = test::shape("no_unique").toml;
  toml.insert(toml.find("key = "), "identity = [\"event\"]\n");
  ASSERT_TRUE(opened(test::profile_with(
      toml, "\n[profile.writes.requeue]\ndeclared = true\nset = { ok = { value = \"null\" } }\n")));
  selectAll();
  EXPECT_FALSE(button(requeue)->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("Requeue is not offered. No unique"))) << text().toStdString();
  EXPECT_TRUE(
      text().contains(QStringLiteral("Discard is not offered. The profile does not define this write.")))
      << text().toStdString();
  test::takePictures(*page, QStringLiteral("inbox-read-only"));
}

// onceover.inbox is a table like any other: its dead letters are listed, put back and given up by the same
// page.
TEST_F(DeadVerdictsTest, DeadLettersOfOurOwnInboxArePutBack) {
  raw.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, received_at, dead_at, "
      "attempts, last_error) SELECT 'ledger', 'payments', 'evt_' || i, 'dead', true, now() - i * interval '1 "
      "h', now(), 5, 'no account for customer ' || i FROM generate_series(1, 3) i");
  ASSERT_TRUE(connectSession());
  ASSERT_EQ(session.facts().eventTables.size(), 2U);
  page = std::make_unique<InboxPage>(session);
  page->resize(1280, 800);
  page->show();
  session.useProfile(session.facts().eventTables.front());
  ASSERT_TRUE(idle());
  ASSERT_EQ(page->findChild<DeadModel*>()->rowCount(), 3);
  test::takePictures(*page, QStringLiteral("inbox-own"));
  ASSERT_TRUE(armSession());
  table()->selectRow(0);
  auto* open = asked(requeue);
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("account is there"));
  ASSERT_TRUE(confirm(*open, requeue));
  EXPECT_EQ(raw.scalar("SELECT string_agg(state || attempts, ' ' ORDER BY event_id) FROM onceover.inbox"),
            "in_progress0 dead5 dead5");
  EXPECT_EQ(raw.scalar("SELECT verdict || ' ' || reason FROM onceover.audit"), "requeue account is there");
}

}  // namespace
}  // namespace onceover::events
