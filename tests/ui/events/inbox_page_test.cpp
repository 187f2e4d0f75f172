// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/events/inbox_page.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/foreign_tables.h"
#include "ui/events/models.h"
#include "ui/widgets/card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::events {
namespace {

using State = widgets::StatePane::State;

class InboxTest : public test::ConsolePageTest {
 protected:
  std::unique_ptr<InboxPage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened(const test::ProfilePtr& profile, const std::string& user = {}) {
    if (!connectSession({}, user)) return false;
    page = std::make_unique<InboxPage>(session);
    page->resize(1280, 800);
    page->show();
    session.useProfile(profile);
    return idle() && page->paneState() == State::content;
  }
  widgets::StatCard* card(const QString& label) const {
    for (auto* each : page->findChildren<widgets::StatCard*>()) {
      if (each->accessibleName().startsWith(label)) return each;
    }
    return nullptr;
  }
  DeadModel* model() const { return page->findChild<DeadModel*>(); }
};

TEST_F(InboxTest, OurOwnKeysAreNoInbox) {
  ASSERT_TRUE(connectSession());
  InboxPage own(session);
  EXPECT_EQ(own.paneState(), State::empty);
  own.refresh();
  EXPECT_FALSE(session.isBusy());
}

TEST_F(InboxTest, DeadLettersStandWithTheirErrorAndOpen) {
  ASSERT_TRUE(opened(test::consumed_events(raw)));
  const QAbstractItemModelTester tester(model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_EQ(model()->rowCount(), 1);
  EXPECT_EQ(model()->index(0, DeadModel::EventColumn).data().toString(), QStringLiteral("msg-3"));
  EXPECT_EQ(model()->index(0, DeadModel::TopicColumn).data().toString(), QStringLiteral("orders"));
  EXPECT_EQ(model()->index(0, DeadModel::ErrorColumn).data().toString(),
            QStringLiteral("<img src=x> timeout \"talking\" to stock"));
  EXPECT_FALSE(model()
                   ->index(0, DeadModel::ErrorColumn)
                   .data(Qt::ToolTipRole)
                   .toString()
                   .contains(QStringLiteral("<img")));
  EXPECT_EQ(model()->index(0, DeadModel::TriesColumn).data().toString(), QStringLiteral("7"));
  EXPECT_EQ(card(QStringLiteral("Not done yet"))->value(), QStringLiteral("2"));
  EXPECT_EQ(card(QStringLiteral("Lag"))->value(), QStringLiteral("20 min"));
  EXPECT_EQ(card(QStringLiteral("Dead letters"))->value(), QStringLiteral("1"));
  EXPECT_TRUE(page->asOf());
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("consumed_events")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("inbox"));
  std::optional<key::Identity> opened;
  std::optional<browse::Filter> filter;
  QObject::connect(page.get(), &InboxPage::caseRequested, page.get(),
                   [&](const key::Identity& id) { opened = id; });
  QObject::connect(page.get(), &InboxPage::rowsRequested, page.get(),
                   [&](const browse::Filter& wanted) { filter = wanted; });
  auto* table = page->findChild<widgets::TableView*>();
  table->setCurrentIndex(model()->index(0, 0));
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->columns, (std::vector<std::optional<std::string>>{"msg-3"}));
  QTest::mouseClick(card(QStringLiteral("Dead letters")), Qt::LeftButton);
  ASSERT_TRUE(filter);
  EXPECT_TRUE(filter->dead);
}

TEST_F(InboxTest, AnOutboxTellsItsLagAndWhatIsTriedAgainIsNotDead) {
  ASSERT_TRUE(opened(test::events_to_publish(raw)));
  ASSERT_EQ(model()->rowCount(), 1);
  EXPECT_EQ(model()->index(0, DeadModel::ErrorColumn).data().toString(), QStringLiteral("broker down 4"));
  EXPECT_EQ(card(QStringLiteral("Not done yet"))->value(), QStringLiteral("3"));
  EXPECT_EQ(card(QStringLiteral("Lag"))->value().left(5), QStringLiteral("3 min"));
  EXPECT_TRUE(page->findChild<widgets::TableView*>()->isColumnHidden(DeadModel::TopicColumn));
  test::takePictures(*page, QStringLiteral("outbox"));
  raw.exec("UPDATE events_to_publish SET sent = 1");
  ASSERT_TRUE(refreshed(*page));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("No dead letters")));
  EXPECT_EQ(card(QStringLiteral("Lag"))->value(), QStringLiteral("–"));
  session.useProfile(bridge::ownProfile());
  EXPECT_EQ(page->paneState(), State::empty);
}

TEST_F(InboxTest, ThePayloadOfTheChosenEventIsMaskedUntilItIsRevealedAndStaysWhileOthersFail) {
  ASSERT_TRUE(opened(test::events_to_publish(raw)));
  auto* table = page->findChild<widgets::TableView*>();
  auto* payload = page->findChild<widgets::JsonView*>();
  ASSERT_NE(payload, nullptr);
  EXPECT_TRUE(payload->isVisible());
  EXPECT_TRUE(test::allTextOf(*payload).contains(QStringLiteral("No event is chosen.")));
  EXPECT_FALSE(test::allTextOf(*payload).contains(QStringLiteral("unknown"))) << "there is none to know";
  table->selectRow(0);
  EXPECT_FALSE(test::allTextOf(*payload).contains(QStringLiteral("Nothing is stored"))) << "it is being read";
  ASSERT_TRUE(idle());
  EXPECT_TRUE(payload->isMasked());
  payload->setMasked(false);
  const QString body = payload->copyText();
  EXPECT_FALSE(body.isEmpty() || body.startsWith(QStringLiteral("(Payload"))) << body.toStdString();
  raw.exec(
      "INSERT INTO events_to_publish SELECT 99, created_ms, sent, retries, err, event FROM events_to_publish "
      "WHERE id = 4");
  ASSERT_TRUE(refreshed(*page));
  ASSERT_TRUE(idle());
  EXPECT_FALSE(payload->isMasked()) << "what a person reads stays open";
  EXPECT_EQ(payload->copyText(), body);
  session.useProfile(test::consumed_events(raw));
  ASSERT_TRUE(idle());
  EXPECT_TRUE(payload->isMasked()) << "of another table nothing was revealed";
}

// Hidden rows are not "no dead letters", and nothing of the page is green.
TEST_F(InboxTest, WhatIsNotSeenIsUnknown) {
  const auto profile = test::consumed_events(raw);
  ASSERT_TRUE(opened(profile, userWhoSeesNoRowOf("consumed_events")));
  for (const char* label : {"Not done yet", "Lag", "Dead letters"})
    EXPECT_EQ(card(QString::fromLatin1(label))->value(), QStringLiteral("unknown")) << label;
  const QString text = test::allTextOf(*page);
  EXPECT_TRUE(text.contains(QStringLiteral("Whether there are dead letters is unknown")))
      << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("Row-level security hides rows"))) << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("nothing waits")) ||
               text.contains(QStringLiteral("No dead letters")))
      << text.toStdString();
  test::takePictures(*page, QStringLiteral("inbox-unknown"));
}

TEST(CountInWords, SaysWhatIsCountedAndWhatIsNot) {
  const unfinished::Knowledge exact{.known = unfinished::Known::exact},
      atLeast{.known = unfinished::Known::at_least};
  EXPECT_EQ(countInWords({.n = 12, .knowledge = exact}), QStringLiteral("12"));
  EXPECT_EQ(countInWords({.n = 10'000, .knowledge = atLeast}),
            QStringLiteral("at least ") + widgets::number(10'000));
  EXPECT_EQ(countInWords({.n = 0, .knowledge = atLeast}), QStringLiteral("unknown"));
  EXPECT_EQ(countInWords({.n = 0}), QStringLiteral("unknown"));
  EXPECT_EQ(countInWords({.n = 25'000}), QStringLiteral("about ") + widgets::number(25'000));
}

}  // namespace
}  // namespace onceover::events
