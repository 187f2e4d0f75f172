// SPDX-License-Identifier: GPL-3.0-or-later
// The hand-over note: read, worded, copied and saved.
#include <QClipboard>
#include <QGuiApplication>
#include <QTemporaryDir>

#include "tests/ui/shift/fixture.h"
#include "ui/shift/handover_page.h"

namespace onceover::shift {
namespace {

TEST_F(QueueTest, TheHandOverNoteIsCopiedAndSavedWithThePersonsWords) {
  filed("refund_1", "needs_human", "5 hours", "Asked 8 times.");
  ASSERT_TRUE(connectAs(nullptr));
  HandoverPage note(*desk);
  note.resize(1280, 800);
  note.show();
  note.refresh();
  ASSERT_TRUE(idle());
  EXPECT_TRUE(note.markdown().contains(QStringLiteral("needs a person; refund_1")))
      << note.markdown().toStdString();
  EXPECT_TRUE(note.markdown().contains(QStringLiteral("1 key is stuck in onceover.keys (125.00 EUR).")))
      << note.markdown().toStdString();
  const QString read = named<QTextEdit>(note, QStringLiteral("Hand-over note"))->toPlainText();
  EXPECT_TRUE(read.contains(QStringLiteral("Open cases\nneeds a person; refund_1"))) << read.toStdString();
  EXPECT_TRUE(note.unsaved().isEmpty());
  auto* words = named<QPlainTextEdit>(note, QStringLiteral("Your words"));
  ASSERT_NE(words, nullptr);
  words->setFocus();
  QTest::keyClicks(words, QStringLiteral("call the bank"));
  EXPECT_FALSE(note.unsaved().isEmpty());
  QTest::mouseClick(button(note, QStringLiteral("Copy")), Qt::LeftButton);
  EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("> call the bank\n")));
  EXPECT_TRUE(note.unsaved().isEmpty());
  // A further reading keeps the words.
  note.refresh();
  ASSERT_TRUE(idle());
  EXPECT_TRUE(note.markdown().contains(QStringLiteral("> call the bank\n")));
  const QTemporaryDir folder;
  note.exportTo(folder.filePath(QStringLiteral("handover.md")));
  QFile file(folder.filePath(QStringLiteral("handover.md")));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(QString::fromUtf8(file.readAll()), note.markdown());
  EXPECT_EQ(test::namelessControls(note), QStringList());
  test::takePictures(note, QStringLiteral("handover"));
}

}  // namespace
}  // namespace onceover::shift
