// SPDX-License-Identifier: GPL-3.0-or-later
// What a person is told after a settlement.
#include <QPushButton>
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/cases/evidence_card.h"
#include "ui/cases/override_card.h"

namespace onceover::cases {
namespace {

browse::KeyRow before() {
  browse::KeyRow row;
  row.id = {"acme", "refund", "pay_1"};
  return row;
}

browse::KeyRow after() {
  browse::KeyRow row = before();
  row.state = key::State::succeeded;
  row.state_word = "succeeded";
  return row;
}

VerdictAnswer settled(const std::string& unconfirmed) {
  reconcile::RowSettled done{
      .before = before(), .verb = tables::Verb::succeed, .after = after(), .audit_id = 7};
  done.unconfirmed = unconfirmed;
  return {before(), reconcile::OneOutcome(done)};
}

VerdictAnswer failed(const Error& error) { return {before(), fail(error)}; }

TEST(OutcomeCardTest, ASettlementTheStandbyDidNotConfirmIsWarnedOfInPlainText) {
  test::wear(widgets::lightTokens());
  OutcomeCard card;
  card.showAnswer(settled({}), tables::own());
  EXPECT_EQ(card.warning(), QString());
  card.showAnswer(settled("Committed here, but not confirmed by the standby: <img src='x'> cancelled."),
                  tables::own());
  EXPECT_TRUE(card.words().startsWith(QStringLiteral("Settled as succeeded."))) << card.words().toStdString();
  EXPECT_TRUE(
      card.warning().contains(QStringLiteral("not confirmed by the standby: <img src='x'> cancelled.")))
      << card.warning().toStdString();
  EXPECT_TRUE(test::allTextOf(card).contains(card.warning()));
  for (const auto* label : card.findChildren<QLabel*>()) EXPECT_EQ(label->textFormat(), Qt::PlainText);
  card.resize(700, 240);
  test::takePictures(card, QStringLiteral("case-unconfirmed"), {700, 240});
}

TEST(OutcomeCardTest, TheWarningIsGoneWithTheNextOutcome) {
  test::wear(widgets::lightTokens());
  OutcomeCard card;
  const VerdictAnswer filed{
      before(), reconcile::OneOutcome(
                    reconcile::RowFiled{.before = before(),
                                        .after = after(),
                                        .unconfirmed = "Committed here, but not confirmed by the standby."})};
  card.showAnswer(filed, tables::own());
  EXPECT_NE(card.warning(), QString());
  card.showAnswer({before(), reconcile::OneOutcome(reconcile::RowChanged{.now = after()})}, tables::own());
  EXPECT_EQ(card.warning(), QString());
  card.showAnswer(filed, tables::own());
  card.showAnswer(failed({ErrorKind::connection, "gone", "", "", "", ""}), tables::own());
  EXPECT_EQ(card.warning(), QString());
}

TEST(OutcomeCardTest, WhatWaitsForASecondPersonIsNoFailureAndLeadsToTheQueue) {
  test::wear(widgets::lightTokens());
  OutcomeCard card;
  auto* queue = card.findChild<QPushButton*>();
  ASSERT_NE(queue, nullptr);
  card.showAnswer(failed({ErrorKind::connection, "gone", "", "", "", ""}), tables::own());
  EXPECT_FALSE(queue->isVisibleTo(&card));
  card.showAnswer(failed({ErrorKind::waits, "No gateway confirms this: it waits, as approval 7 <b>.",
                          "Nothing was written.", "oncectl …", "", ""}),
                  tables::own());
  EXPECT_TRUE(card.words().contains(QStringLiteral("as approval 7 <b>."))) << card.words().toStdString();
  EXPECT_TRUE(card.words().contains(QStringLiteral("Another database user approves or refuses it")));
  EXPECT_FALSE(card.words().contains(QStringLiteral("oncectl"))) << "it can be done here";
  EXPECT_TRUE(test::allTextOf(card).contains(QStringLiteral("waits")));
  EXPECT_FALSE(test::allTextOf(card).contains(QStringLiteral("failed")));
  ASSERT_TRUE(queue->isVisibleTo(&card));
  EXPECT_TRUE(test::nextSignal(&card, &OutcomeCard::queueRequested,
                               [&] { QTest::mouseClick(queue, Qt::LeftButton); }));
  card.showAnswer(settled({}), tables::own());
  EXPECT_FALSE(queue->isVisibleTo(&card));
}

}  // namespace
}  // namespace onceover::cases
