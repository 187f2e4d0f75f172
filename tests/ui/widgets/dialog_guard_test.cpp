// SPDX-License-Identifier: GPL-3.0-or-later
// What was typed is not lost by a slip: Enter never cancels, Esc and closing ask.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "ui/widgets/dialog_body.h"

namespace onceover::widgets {
namespace {

class DialogGuardTest : public testing::Test {
 protected:
  void SetUp() override {
    parent.show();
    dialog = new ConfirmDialog(
        {.title = QStringLiteral("Settle"), .button = QStringLiteral("&Settle"), .asksReason = true},
        &parent);
    dialog->open();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog));
    reason = dialog->findChild<QLineEdit*>();
    reason->setFocus();
  }
  ConfirmDialog* question() {
    for (auto* one : dialog->findChildren<ConfirmDialog*>()) {
      if (one->isVisible()) return one;
    }
    return nullptr;
  }
  static QPushButton* button(const QWidget& in, const QString& word) {
    for (auto* one : in.findChildren<QPushButton*>()) {
      if (one->text().remove(u'&') == word) return one;
    }
    return nullptr;
  }
  QWidget parent;
  QPointer<ConfirmDialog> dialog;
  QLineEdit* reason = nullptr;
};

TEST_F(DialogGuardTest, EnterDoesNotCancelWhatCannotBeDoneYet) {
  QSignalSpy rejected(dialog, &QDialog::rejected), accepted(dialog, &QDialog::accepted);
  QTest::keyClick(reason, Qt::Key_Return);
  EXPECT_EQ(rejected.count(), 0);
  EXPECT_TRUE(dialog && dialog->isVisible());
  QTest::keyClicks(reason, QStringLiteral("restart"));
  QTest::keyClick(reason, Qt::Key_Return);
  EXPECT_EQ(accepted.count(), 1) << "with everything there it is the dialog's own button";
}

TEST_F(DialogGuardTest, EnterPressesTheButtonThatHasTheFocus) {
  QSignalSpy rejected(dialog, &QDialog::rejected);
  QTest::keyClicks(reason, QStringLiteral("restart"));
  QPushButton* cancel = button(*dialog, QStringLiteral("Cancel"));
  ASSERT_NE(cancel, nullptr);
  cancel->setFocus();
  QTest::keyClick(cancel, Qt::Key_Return);
  EXPECT_EQ(rejected.count(), 1) << "it says what it does, and asks nothing";
}

TEST_F(DialogGuardTest, EscapeAsksBeforeWhatWasTypedIsLost) {
  QTest::keyClicks(reason, QStringLiteral("restart"));
  QTest::keyClick(reason, Qt::Key_Escape);
  ASSERT_NE(question(), nullptr);
  EXPECT_TRUE(dialog->isVisible());
  QTest::keyClick(question(), Qt::Key_Escape);
  EXPECT_TRUE(dialog->isVisible()) << "no is no";
  EXPECT_EQ(reason->text(), QStringLiteral("restart"));
  QTest::keyClick(reason, Qt::Key_Escape);
  ASSERT_NE(question(), nullptr);
  QSignalSpy rejected(dialog, &QDialog::rejected);
  button(*question(), QStringLiteral("Discard"))->click();
  EXPECT_EQ(rejected.count(), 1);
}

TEST_F(DialogGuardTest, EscapeAndThenEnterKeepWhatWasTyped) {
  QTest::keyClicks(reason, QStringLiteral("restart"));
  QTest::keyClick(reason, Qt::Key_Escape);
  ASSERT_NE(question(), nullptr);
  ASSERT_TRUE(QTest::qWaitForWindowExposed(question()));
  const QPointer<ConfirmDialog> asked = question();
  QWidget* focused = asked->focusWidget();
  ASSERT_NE(focused, nullptr);
  EXPECT_EQ(focused, button(*asked, QStringLiteral("Cancel")));
  QTest::keyClick(focused, Qt::Key_Return);
  EXPECT_TRUE(dialog && dialog->isVisible());
  EXPECT_EQ(reason->text(), QStringLiteral("restart"));
}

TEST_F(DialogGuardTest, ClosingAsksToo) {
  QTest::keyClicks(reason, QStringLiteral("restart"));
  dialog->close();
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_NE(question(), nullptr);
}

TEST_F(DialogGuardTest, WithoutAnythingTypedItJustCloses) {
  reason->setText(QStringLiteral("proposed by the program"));
  QSignalSpy rejected(dialog, &QDialog::rejected);
  QTest::keyClick(reason, Qt::Key_Escape);
  EXPECT_EQ(rejected.count(), 1);
}

}  // namespace
}  // namespace onceover::widgets
