// What a person is told after a settlement.
#include "ui/reconcile/outcome_card.h"

#include <QPushButton>
#include <QTest>

#include "tests/support/console_page.h"

namespace onceover::reconcile {
namespace {

FlowSettled settled(const std::string& unconfirmed) {
  FlowSettled done;
  done.before.id = {"acme", "refund", "pay_1"};
  done.settled.after = done.before;
  done.settled.after.state = key::State::succeeded;
  done.settled.after.state_word = "succeeded";
  done.settled.audit_id = 7;
  done.settled.unconfirmed = unconfirmed;
  return done;
}

TEST(OutcomeCardTest, ASettlementTheStandbyDidNotConfirmIsWarnedOfInPlainText) {
  test::wear(widgets::lightTokens());
  OutcomeCard card;
  const FlowSettled plain = settled({});
  card.showOutcome(FlowOutcome(plain), plain.before);
  EXPECT_EQ(card.warning(), QString());
  const FlowSettled warned = settled("Committed here, but not confirmed by the standby: <img src='x'> cancelled.");
  card.showOutcome(FlowOutcome(warned), warned.before);
  EXPECT_TRUE(card.words().startsWith(QStringLiteral("Settled as succeeded."))) << card.words().toStdString();
  EXPECT_TRUE(card.warning().contains(QStringLiteral("not confirmed by the standby: <img src='x'> cancelled.")))
      << card.warning().toStdString();
  EXPECT_TRUE(test::allTextOf(card).contains(card.warning()));
  for (const auto* label : card.findChildren<QLabel*>()) EXPECT_EQ(label->textFormat(), Qt::PlainText);
  card.resize(700, 240);
  test::takePictures(card, QStringLiteral("case-unconfirmed"), {700, 240});
}

TEST(OutcomeCardTest, TheWarningIsGoneWithTheNextOutcome) {
  test::wear(widgets::lightTokens());
  OutcomeCard card;
  FlowEvidenceChanged changed;
  changed.recorded = settled("Committed here, but not confirmed by the standby.").settled;
  card.showOutcome(FlowOutcome(changed), changed.recorded.after);
  EXPECT_NE(card.warning(), QString());
  card.showOutcome(FlowOutcome(FlowChanged{changed.recorded.after, {}, {}}), changed.recorded.after);
  EXPECT_EQ(card.warning(), QString());
  card.showOutcome(FlowOutcome(changed), changed.recorded.after);
  card.showError({ErrorKind::connection, "gone", "", "", "", ""});
  EXPECT_EQ(card.warning(), QString());
}

TEST(OutcomeCardTest, WhatWaitsForASecondPersonIsNoFailureAndLeadsToTheQueue) {
  test::wear(widgets::lightTokens());
  OutcomeCard card;
  auto* queue = card.findChild<QPushButton*>();
  ASSERT_NE(queue, nullptr);
  card.showError({ErrorKind::connection, "gone", "", "", "", ""});
  EXPECT_FALSE(queue->isVisibleTo(&card));
  card.showError(
      {ErrorKind::waits, "No gateway bears this out: it waits, as approval 7 <b>.", "Nothing was written.", "oncectl …", "", ""});
  EXPECT_TRUE(card.words().contains(QStringLiteral("as approval 7 <b>."))) << card.words().toStdString();
  EXPECT_TRUE(card.words().contains(QStringLiteral("Another database user approves or refuses it")));
  EXPECT_FALSE(card.words().contains(QStringLiteral("oncectl"))) << "it can be done here";
  EXPECT_TRUE(test::allTextOf(card).contains(QStringLiteral("waits")));
  EXPECT_FALSE(test::allTextOf(card).contains(QStringLiteral("failed")));
  ASSERT_TRUE(queue->isVisibleTo(&card));
  EXPECT_TRUE(test::nextSignal(&card, &OutcomeCard::queueRequested, [&] { QTest::mouseClick(queue, Qt::LeftButton); }));
  card.showOutcome(FlowOutcome(settled({})), settled({}).before);
  EXPECT_FALSE(queue->isVisibleTo(&card));
}

}  // namespace
}  // namespace onceover::reconcile
