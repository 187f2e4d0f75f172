// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on the page of a case, written and read as a person does.
#include "ui/cases/notes_card.h"

#include <gmock/gmock.h>

#include "tests/ui/cases/foreign_fixture.h"

namespace onceover::cases {
namespace {

class NotesCardTest : public ForeignVerdictTest {
 protected:
  static key::Identity idOf(const std::string& key) { return {"acme", "POST /payments", key}; }
  void stuck(const std::string& key) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, fence, locked_until, state, fingerprint_kind, "
        "fingerprint) VALUES ('acme', 'POST /payments', $1, nextval('onceover.fence'), now() - interval '4 "
        "min', 'in_progress', 'raw-sha256', sha256('x'))",
        {key});
  }
  [[nodiscard]] bool shown(const std::string& key) {
    if (!session.isReady() && !connectSession()) return false;
    if (!page) {
      page = std::make_unique<CasePage>(session);
      page->resize(1280, 1200);
      page->show();
    }
    page->open(idOf(key));
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  NotesCard* card() { return page->findChild<NotesCard*>(); }
  QPlainTextEdit* field() { return named<QPlainTextEdit>(*card(), QStringLiteral("New note")); }
  QPushButton* addButton() { return named<QPushButton>(*card(), QStringLiteral("Add note")); }
  QString cardText() { return test::allTextOf(*card()); }
  [[nodiscard]] bool add(const QString& text) {
    field()->setPlainText(text);
    return test::nextSignal(card(), &NotesCard::finished, [&] { addButton()->click(); }) && idle();
  }
};

TEST_F(NotesCardTest, AreWrittenUnderArmedWritesAndReadWithWhoAndWhen) {
  stuck("pay_1");
  ASSERT_TRUE(shown("pay_1"));
  EXPECT_TRUE(cardText().contains(QStringLiteral("No notes yet")));
  EXPECT_FALSE(addButton()->isEnabled());
  EXPECT_TRUE(cardText().contains(QStringLiteral("Writes are not armed")));
  field()->setPlainText(QStringLiteral("called the bank"));
  EXPECT_FALSE(addButton()->isEnabled());
  EXPECT_TRUE(addButton()->accessibleDescription().contains(QStringLiteral("not armed")));
  ASSERT_TRUE(armSession());
  EXPECT_TRUE(addButton()->isEnabled());
  const std::string before = audited();
  ASSERT_TRUE(add(QStringLiteral("  called <b>the bank</b>:\nthey look ")));
  EXPECT_EQ(field()->toPlainText(), QString());
  EXPECT_FALSE(addButton()->isEnabled());
  EXPECT_EQ(audited(), before);
  EXPECT_TRUE(cardText().contains(QStringLiteral("called <b>the bank</b>:\nthey look\n")))
      << cardText().toStdString();
  EXPECT_TRUE(cardText().contains(QStringLiteral("just now"))) << cardText().toStdString();
  EXPECT_TRUE(cardText().contains(QString::fromStdString(raw.scalar("SELECT actor FROM onceover.notes"))));
  for (const QLabel* label : card()->findChildren<QLabel*>()) EXPECT_EQ(label->textFormat(), Qt::PlainText);
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("onceover.notes")));
  ASSERT_TRUE(add(QStringLiteral("it went through")));
  const QString all = cardText();
  EXPECT_LT(all.indexOf(QStringLiteral("it went through")), all.indexOf(QStringLiteral("called <b>")))
      << "the newest first";
  EXPECT_TRUE(page->findChild<CaseHeader*>()->findChild<widgets::BadgeLabel*>()->badge().word.endsWith(
      QStringLiteral(" ✎2")));
  test::takePictures(*page, QStringLiteral("case-notes"), {1280, 1000});
  // Another key's page has none of it, nor what was typed.
  stuck("pay_2");
  field()->setPlainText(QStringLiteral("half a sen"));
  ASSERT_TRUE(shown("pay_2"));
  EXPECT_FALSE(cardText().contains(QStringLiteral("it went through")));
  EXPECT_EQ(field()->toPlainText(), QString());
}

TEST_F(NotesCardTest, AreWrittenByTheKeyboardAloneAndSettleNothing) {
  stuck("pay_1");
  ASSERT_TRUE(shown("pay_1"));
  ASSERT_TRUE(armSession());
  field()->setFocus();
  QTest::keyClicks(field(), QStringLiteral("typed"));
  ASSERT_TRUE(test::nextSignal(card(), &NotesCard::finished,
                               [&] { QTest::keyClick(field(), Qt::Key_Return, Qt::ControlModifier); }));
  ASSERT_TRUE(idle());
  EXPECT_EQ(raw.scalar("SELECT note FROM onceover.notes"), "typed");
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys"), "in_progress");
  QTest::keyClicks(field(), QStringLiteral("again"));
  QTest::keyClick(field(), Qt::Key_Tab);
  EXPECT_EQ(field()->toPlainText(), QStringLiteral("again")) << "Tab leaves the field";
}

TEST_F(NotesCardTest, WhatIsRefusedStaysTypedAndIsExplained) {
  stuck("pay_1");
  ASSERT_TRUE(shown("pay_1"));
  ASSERT_TRUE(armSession());
  field()->setPlainText(QString(4001, 'x'));
  EXPECT_FALSE(addButton()->isEnabled());
  EXPECT_TRUE(cardText().contains(QStringLiteral("4001 characters")));
  field()->setPlainText(QStringLiteral(" \n "));
  EXPECT_FALSE(addButton()->isEnabled());
  // It was reaped since the page was read, and the trail does not know it.
  raw.tamper("DELETE FROM onceover.keys");
  field()->setPlainText(QStringLiteral("called the bank"));
  ASSERT_TRUE(test::nextSignal(card(), &NotesCard::finished, [&] { addButton()->click(); }));
  EXPECT_EQ(field()->toPlainText(), QStringLiteral("called the bank"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.notes"), "0");
  ASSERT_TRUE(idle());
}

TEST_F(NotesCardTest, AreWrittenWhileAllIsStopped) {
  stuck("pay_1");
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'drill'");
  ASSERT_TRUE(shown("pay_1"));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(add(QStringLiteral("we stopped because of this one")));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.notes"), "1");
}

TEST_F(NotesCardTest, BelongToARowOfAnotherTableToo) {
  raw.exec(
      "CREATE TABLE jobs (id text PRIMARY KEY, status text NOT NULL); INSERT INTO jobs VALUES ('j-1', "
      "'run'), ('j-2', 'run')");
  auto profile = std::make_shared<tables::Profile>();
  profile->name = "jobs";
  profile->schema = "public";
  profile->table = "jobs";
  profile->identity = {"id"};
  profile->key = "id";
  profile->operation_name = "job";
  profile->states = {
      .column = "status",
      .rules = {{.when = {{.column = "status", .is = tables::Condition::Is::one_of, .values = {"run"}}},
                 .state = key::State::in_progress}}};
  ASSERT_TRUE(opened(profile, "j-1"));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(add(QStringLiteral("of a row elsewhere")));
  EXPECT_EQ(raw.scalar("SELECT relation || (row_key ->> 'id') FROM onceover.notes"),
            "\"public\".\"jobs\"j-1");
  EXPECT_TRUE(cardText().contains(QStringLiteral("of a row elsewhere")));
  ASSERT_TRUE(opened(profile, "j-2"));
  EXPECT_FALSE(cardText().contains(QStringLiteral("of a row elsewhere")));
}

TEST_F(NotesCardTest, AnOlderStoreShowsNoneAndSaysWhyNoneCanBeAdded) {
  raw.exec("DELETE FROM onceover.schema_version");
  stuck("pay_1");
  ASSERT_TRUE(shown("pay_1"));
  EXPECT_TRUE(cardText().contains(QStringLiteral("schema install"))) << cardText().toStdString();
  EXPECT_FALSE(addButton()->isEnabled());
}

}  // namespace
}  // namespace onceover::cases
