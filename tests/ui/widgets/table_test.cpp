// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table.h"

#include <gtest/gtest.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "ui/widgets/badge.h"
#include "ui/widgets/code_view.h"

namespace onceover::widgets {
namespace {

class TableTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int row = 0; row < 3; ++row) {
      auto* key = new QStandardItem(QStringLiteral("key-%1").arg(row));
      auto* body = new QStandardItem(QStringLiteral("secret"));
      body->setData(QStringLiteral("(masked)"), CopyRole);
      model.appendRow({key, body});
    }
    table.setModel(&model);
    table.show();
    table.setCurrentIndex(model.index(1, 0));
  }
  QStandardItemModel model;
  TableView table{QStringLiteral("Keys")};
};

TEST_F(TableTest, EnterOpensTheRow) {
  QSignalSpy opened(&table, &TableView::opened);
  QTest::keyClick(&table, Qt::Key_Return);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened[0][0].toModelIndex().row(), 1);
}

TEST_F(TableTest, CopyingHonoursTheMask) {
  QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("key-1\t(masked)"));
  QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("key-1"));
}

TEST_F(TableTest, AHiddenColumnIsNotCopiedAndComesBackWithItsState) {
  const QByteArray before = table.headerState();
  table.setColumnHidden(1, true);
  EXPECT_EQ(table.rowText(0), QStringLiteral("key-0"));
  table.restoreHeader(before);
  EXPECT_EQ(table.rowText(0), QStringLiteral("key-0\t(masked)"));
}

TEST(Badge, EveryStateHasAWordAndAShapeOfItsOwn) {
  QSet<QString> words, shapes;
  for (const key::State state :
       {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed}) {
    words.insert(badgeOf(state).word);
    shapes.insert(badgeOf(state).icon);
  }
  EXPECT_EQ(words.size(), 4);
  EXPECT_EQ(shapes.size(), 4);
}

TEST(Badge, AWordTheProfileDoesNotKnowIsShownAsItIs) {
  browse::KeyRow row;
  row.state_known = false;
  row.state_word = "<i>PENDING?</i>";
  EXPECT_EQ(badgeOf(row, {}).word, QStringLiteral("<i>PENDING?</i>"));
}

TEST(Badge, WhatAPersonGaveUpIsNoSuccess) {
  browse::KeyRow row;
  row.state = key::State::succeeded;
  row.state_word = "discarded";
  EXPECT_EQ(badgeOf(row, {}), badgeOf(key::State::succeeded));
  row.discarded = true;
  EXPECT_EQ(badgeOf(row, {}).word, QStringLiteral("discarded"));
  EXPECT_EQ(badgeOf(row, {}).tone, Tone::neutral);
}

TEST(Badge, AnExpiredLeaseIsStuckAndNotMerelyInProgress) {
  browse::KeyRow row;
  row.locked_until = Timestamp{10};
  EXPECT_EQ(badgeOf(row, Timestamp{11}).word, QStringLiteral("stuck"));
  EXPECT_EQ(badgeOf(row, Timestamp{9}).word, QStringLiteral("in progress"));
}

TEST(JsonView, ABodyIsMaskedUntilItIsRevealedAndSoIsItsCopy) {
  JsonView view(QStringLiteral("Stored response"));
  view.setBody(R"({"iban":"DE89"})");
  EXPECT_TRUE(view.isMasked());
  EXPECT_FALSE(view.copyText().contains(QStringLiteral("DE89")));
  view.setMasked(false);
  EXPECT_EQ(view.copyText(), QStringLiteral(R"({"iban":"DE89"})"));
  view.setBody(R"({"iban":"DE89"})");
  EXPECT_FALSE(view.isMasked()) << "the same body, read again";
  view.setBody(R"({"iban":"FR76"})");
  EXPECT_TRUE(view.isMasked()) << "another body hides again";
}

// A megabyte in one line: laid out as a whole it would stop the window for a minute.
TEST(JsonView, AMegabyteInOneLineIsShownAtOnceAndCopiedAsItIs) {
  const std::string body = "ERROR " + std::string(1'000'000, 'x');
  for (const std::string& bytes : {body, '{' + std::string("\"log\":\"") + body + "\"}"}) {
    JsonView view(QStringLiteral("Stored response"));
    view.resize(400, 300);
    view.show();
    view.setBody(bytes);
    view.setMasked(false);
    EXPECT_EQ(view.copyText().toStdString(), bytes);
    for (const QString& line : view.findChild<QPlainTextEdit*>()->toPlainText().split(u'\n'))
      EXPECT_LE(line.size(), 4000);
    for (QTreeWidgetItemIterator it(view.findChild<QTreeWidget*>()); *it != nullptr; ++it)
      EXPECT_LE((*it)->text(1).size(), 4002);
  }
}

TEST(JsonView, BytesThatAreNotTextAreShownAsHexadecimal) {
  JsonView view(QStringLiteral("Body"));
  view.setBody(std::string("\xff\x00", 2));
  view.setMasked(false);
  EXPECT_EQ(view.copyText(), QStringLiteral("ff00"));
}

}  // namespace
}  // namespace onceover::widgets
