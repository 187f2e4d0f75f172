// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of outbox and inbox.
#include <QComboBox>

#include "tests/ui/calculator/page_fixture.h"

namespace onceover::calculator {
namespace {

TEST_F(CalculatorTest, TheOutboxIsSizedByWhatAnEventHas) {
  goTo(QStringLiteral("Outbox size"));
  EXPECT_EQ(figure(QStringLiteral("Partitions")), QStringLiteral("8 partitions"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("RELAY")));
  typeNumber(QStringLiteral("Events a second"), QStringLiteral("20000"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("CAPTURE")));
  EXPECT_TRUE(label(QStringLiteral("Verdict on the relay"))
                  .contains(QStringLiteral("from 20,000 on, let change data capture")));
  EXPECT_EQ(figure(QStringLiteral("Rows")), QStringLiteral("13,824,000,000 rows"));
  typeSpan(QStringLiteral("Partition covers"), QStringLiteral("12 h"));
  EXPECT_EQ(figure(QStringLiteral("Partitions")), QStringLiteral("15 partitions"));
  EXPECT_EQ(figure(QStringLiteral("Out of line")), QStringLiteral("0 bytes"));
  typeNumber(QStringLiteral("Payload"), QStringLiteral("8000"));
  EXPECT_TRUE(figure(QStringLiteral("One event"), 2).contains(QStringLiteral("payload (pointer) 18")))
      << figure(QStringLiteral("One event"), 2).toStdString();
  EXPECT_NE(figure(QStringLiteral("Out of line")), QStringLiteral("0 bytes"));
  const QString total = figure(QStringLiteral("Total"));
  typeNumber(QStringLiteral("Compressed to"), QStringLiteral("20"));
  EXPECT_NE(figure(QStringLiteral("Total")), total);
  typeSpan(QStringLiteral("Retention"), QStringLiteral("soon"));
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("The results shown are out of date.")));
  typeSpan(QStringLiteral("Retention"), QStringLiteral("3 d"));
  EXPECT_FALSE(test::allTextOf(*page).contains(QStringLiteral("out of date")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("calculator-outbox"), {1280, 800});
}

TEST_F(CalculatorTest, TheInboxIsSizedByTheWayEventsAreReceived) {
  goTo(QStringLiteral("Inbox size"));
  EXPECT_EQ(figure(QStringLiteral("Dead rows")), QStringLiteral("864,000 rows a day"));
  const QString key = figure(QStringLiteral("Index inbox_pkey"));
  tick(QStringLiteral("Ids come in no order"));
  EXPECT_NE(figure(QStringLiteral("Index inbox_pkey")), key);
  const QString heap = figure(QStringLiteral("Stored rows"));
  typeNumber(QStringLiteral("Payload"), QStringLiteral("1500"));
  EXPECT_EQ(figure(QStringLiteral("Stored rows")), heap) << "no payload is kept";
  auto* received = named<QComboBox>(QStringLiteral("Received"));
  received->setFocus();
  QTest::keyClick(received, Qt::Key_End);
  EXPECT_EQ(received->currentText(), QStringLiteral("stored for a worker"));
  EXPECT_EQ(figure(QStringLiteral("Dead rows")), QStringLiteral("3,456,000 rows a day"));
  EXPECT_NE(figure(QStringLiteral("Stored rows")), heap);
  const QString full = figure(QStringLiteral("Stored rows"));
  tick(QStringLiteral("The payload is kept"));
  EXPECT_NE(figure(QStringLiteral("Stored rows")), full);
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("calculator-inbox"), {1280, 800});
}

}  // namespace
}  // namespace onceover::calculator
