// SPDX-License-Identifier: GPL-3.0-or-later
// One row of an external table.
#include <QAction>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "tests/support/console_page.h"
#include "tests/support/foreign_tables.h"
#include "ui/cases/case_data.h"
#include "ui/cases/case_page.h"
#include "ui/cases/evidence_card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"

namespace onceover::cases {
namespace {

class ForeignCaseTest : public test::ConsolePageTest {
 protected:
  std::unique_ptr<CasePage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  // The identity as a listing gives it.
  key::Identity idOf(const tables::Profile& profile, const std::string& key) {
    auto connection = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "test"});
    auto found = browse::Browser(*connection, profile).find(key);
    return found && !found->rows.empty() ? found->rows[0].id : key::Identity{};
  }
  [[nodiscard]] bool opened(const test::ProfilePtr& profile, const std::string& key) {
    if (!connectSession()) return false;
    page = std::make_unique<CasePage>(session);
    page->resize(1280, 1200);
    page->show();
    session.useProfile(profile);
    page->open(idOf(*profile, key));
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  QString text() const { return test::allTextOf(*page); }
  QString meaning(const std::string& column) const {
    for (const auto* model : page->findChildren<widgets::FieldsModel*>()) {
      for (const widgets::FieldChange& field : model->rows()) {
        if (field.name == QString::fromStdString(column)) return field.after;
      }
    }
    return QStringLiteral("no such column");
  }
};

TEST_F(ForeignCaseTest, ARowThatIsHiddenIsNotGone) {
  const auto profile = test::payment_requests(raw);
  const key::Identity id = idOf(*profile, "00000000-0000-4000-8000-000000000007");
  ASSERT_TRUE(connectSession({}, userWhoSeesNoRowOf("payment_requests")));
  page = std::make_unique<CasePage>(session);
  page->resize(1280, 800);
  page->show();
  session.useProfile(profile);
  page->open(id);
  ASSERT_TRUE(idle());
  EXPECT_TRUE(text().contains(QStringLiteral("Whether there is such a row is unknown")))
      << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("Row-level security hides rows"))) << text().toStdString();
  EXPECT_FALSE(text().contains(QStringLiteral("There is no such row"))) << text().toStdString();
  test::takePictures(*page, QStringLiteral("case-unknown"));
}

TEST_F(ForeignCaseTest, EveryColumnStandsBesideItsMeaning) {
  ASSERT_TRUE(opened(test::payment_requests(raw), "00000000-0000-4000-8000-000000000007"));
  for (const char* words : {"12.50 EUR", "Ms. <b>Example</b> 7", "ord-7", "stored as RUNNING",
                            "merchant_id 41", "The lease of pay-worker-7 ended at", "The row is not locked",
                            "This table is read-only here", "not finished, and the lease has ended"}) {
    EXPECT_TRUE(text().contains(QString::fromLatin1(words))) << words << "\n" << text().toStdString();
  }
  EXPECT_FALSE(text().contains(QStringLiteral("Clients get")));
  EXPECT_EQ(meaning("request_id"), QStringLiteral("key; part of the identity"));
  EXPECT_EQ(meaning("phase"), QStringLiteral("state: in progress"));
  EXPECT_TRUE(meaning("locked_at").startsWith(QStringLiteral("lease: ends 20")))
      << meaning("locked_at").toStdString();
  EXPECT_EQ(meaning("started"), QStringLiteral("tries started: 2"));
  EXPECT_TRUE(meaning("request").contains(QStringLiteral("amount (at /amount): 12.50")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("case-payments"), {1280, 1200});
}

// An event that failed: its payload first, and nothing about stuck keys, stored responses or a gateway that
// cannot be asked.
TEST_F(ForeignCaseTest, AnEventHasAFormOfItsOwn) {
  auto events = std::make_shared<tables::Profile>(*test::consumed_events(raw));
  events->lease = {.form = tables::Lease::Form::deadline, .at = {.column = "failed_at"}};
  ASSERT_TRUE(opened(events, "msg-3"));
  const QString all = text();
  EXPECT_FALSE(all.contains(QStringLiteral("Next stuck key"))) << all.toStdString();
  EXPECT_FALSE(all.contains(QStringLiteral("No response is stored")));
  EXPECT_FALSE(page->findChild<EvidenceCard*>()->isVisible());
  int highest = page->height();
  QString first;
  for (const auto* body : page->findChildren<widgets::JsonView*>()) {
    const int top = body->mapTo(page.get(), QPoint()).y();
    if (body->isVisible() && top < highest) highest = top, first = body->copyText();
  }
  EXPECT_TRUE(first.startsWith(QStringLiteral("(Payload: masked"))) << first.toStdString();
  EXPECT_LT(highest, 320) << "in sight on a laptop, above a notice";
  page->walkThrough({.stuck = true});
  EXPECT_TRUE(text().contains(QStringLiteral("Next stuck key"))) << "where a person comes from stuck events";
}

TEST_F(ForeignCaseTest, BodiesAreMaskedUntilRevealed) {
  ASSERT_TRUE(opened(test::payment_requests(raw), "00000000-0000-4000-8000-000000000001"));
  for (auto* view : page->findChildren<widgets::JsonView*>()) {
    EXPECT_TRUE(view->isMasked());
    EXPECT_FALSE(view->copyText().contains(QStringLiteral("sk_live")));
  }
  EXPECT_FALSE(text().contains(QStringLiteral("sk_live")));
  bool stored = false, payload = false;
  for (auto* view : page->findChildren<widgets::JsonView*>()) {
    if (!view->isVisible()) continue;
    view->setMasked(false);
    stored = stored || view->copyText().contains(QStringLiteral("sk_live"));
    payload = payload || view->copyText().contains(QStringLiteral("ord-1"));
  }
  EXPECT_TRUE(stored && payload);
}

TEST_F(ForeignCaseTest, APastedBodyIsComparedInEveryKnownWay) {
  ASSERT_TRUE(opened(test::payment_requests(raw), "00000000-0000-4000-8000-000000000002"));
  auto* body = page->findChild<FingerprintCard*>()->findChild<widgets::BodyEdit*>();
  const auto compare = [&](const std::string& given) {
    body->setPlainText(QString::fromStdString(given));
    for (auto* button : page->findChildren<QPushButton*>()) {
      if (button->text() == QStringLiteral("Co&mpare")) QTest::mouseClick(button, Qt::LeftButton);
    }
    return text();
  };
  EXPECT_TRUE(
      compare(test::foreign::payment_body + "\n")
          .contains(QStringLiteral(
              "Match: this body is the stored request, by SHA-256 of the bytes without the final line end")));
  EXPECT_TRUE(compare("{ \"amount\": 1250 }").contains(QStringLiteral("✓ SHA-256 of the JSON, compact")));
  const QString other = compare("{\"amount\":1}");
  EXPECT_TRUE(other.contains(QStringLiteral("cannot be compared")));
  EXPECT_TRUE(other.contains(QStringLiteral("– SHA-256 of the JSON by RFC 8785")));
  test::takePictures(*page, QStringLiteral("case-compare"), {1280, 1200});
}

TEST_F(ForeignCaseTest, WhatATableDoesNotTellIsSaid) {
  ASSERT_TRUE(opened(test::consumed_events(raw), "msg-1"));
  EXPECT_TRUE(text().contains(QStringLiteral("No column of this table shows who works on a row")));
  for (const char* words : {"No column is mapped as the fingerprint", "No response is stored in this row"})
    EXPECT_FALSE(text().contains(QString::fromLatin1(words))) << "an event has neither: " << words;
  test::takePictures(*page, QStringLiteral("case-inbox"), {1280, 1200});
  session.useProfile(test::hostile_table(raw));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty)
      << "a row of the table before is none of this one's";
  page->open(idOf(session.profile(), "\\xff00"));
  ASSERT_TRUE(idle());
  ASSERT_EQ(page->paneState(), widgets::StatePane::State::content);
  EXPECT_TRUE(text().contains(QStringLiteral("\\xff00")));
  EXPECT_FALSE(text().contains(QChar(0x202e)));
  for (const QLabel* label : page->findChildren<QLabel*>())
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
  test::takePictures(*page, QStringLiteral("case-hostile"), {1280, 1200});
}

TEST_F(ForeignCaseTest, WhoLocksTheRowIsNamed) {
  const auto inbox = test::consumed_events(raw);
  test::RawConnection other = database.connect();
  other.exec("BEGIN; UPDATE consumed_events SET tries = 2 WHERE message_id = 'msg-2'");
  ASSERT_TRUE(opened(inbox, "msg-2"));
  EXPECT_TRUE(text().contains(QStringLiteral("Row locked by pid %1").arg(other.backend_pid())))
      << text().toStdString();
}

}  // namespace
}  // namespace onceover::cases
