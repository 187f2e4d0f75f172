// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>

#include "tests/support/console_page.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/dialog_body.h"

namespace onceover::shell {
namespace {

class ArmingTest : public WindowTest {
 protected:
  ArmDialog* askToArm() {
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    return window.findChild<ArmDialog*>();
  }
  static QPushButton* armButton(const ArmDialog& dialog) {
    for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
      if (button->text().contains(QStringLiteral("Arm"))) return button;
    }
    return nullptr;
  }
  bridge::ConnectionProfile production() const {
    bridge::ConnectionProfile made = profile(database.conninfo());
    made.environment = QStringLiteral("live-eu");
    made.isProduction = true;
    return made;
  }
};

TEST_F(ArmingTest, ProductionIsArmedOnlyByTypingItsName) {
  connectNow(production());
  ArmDialog* dialog = askToArm();
  ASSERT_NE(dialog, nullptr);
  QPushButton* arm = armButton(*dialog);
  ASSERT_NE(arm, nullptr);
  EXPECT_FALSE(arm->isEnabled());
  test::takePictures(*dialog, QStringLiteral("arm-dialog"), dialog->sizeHint());
  QLineEdit* typed = nullptr;
  for (QLineEdit* edit : dialog->findChildren<QLineEdit*>()) {
    if (edit->accessibleName().contains(QStringLiteral("live-eu"))) typed = edit;
  }
  ASSERT_NE(typed, nullptr);
  QTest::keyClicks(typed, QStringLiteral("live"));
  EXPECT_FALSE(arm->isEnabled());
  QTest::keyClick(typed, Qt::Key_Return);
  EXPECT_TRUE(dialog->isVisible()) << "Enter does not get past it either";
  QTest::keyClicks(typed, QStringLiteral("-eu"));
  ASSERT_TRUE(arm->isEnabled());
  QTest::mouseClick(arm, Qt::LeftButton);
  EXPECT_TRUE(test::spinUntil([this] { return session.isArmed(); }));
  test::settleLayout();
  test::takePictures(window, QStringLiteral("armed"));
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(session.isArmed());
}

TEST_F(ArmingTest, ElsewhereOneStepIsEnough) {
  connectNow(profile(database.conninfo()));
  ArmDialog* dialog = askToArm();
  ASSERT_NE(dialog, nullptr);
  ASSERT_TRUE(armButton(*dialog)->isEnabled());
  QTest::mouseClick(armButton(*dialog), Qt::LeftButton);
  EXPECT_TRUE(test::spinUntil([this] { return session.isArmed(); }));
}

TEST_F(ArmingTest, TheDialogComesUpAsAWhole) {
  const auto isWhole = [this](const QSize& size) {
    window.resize(size);
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window)) return false;
    test::settleLayout();
    ArmDialog* dialog = askToArm();
    if (dialog == nullptr || !QTest::qWaitForWindowExposed(dialog)) return false;
    test::settleLayout();
    const int scrolls = dialog->findChild<widgets::DialogBody*>()->verticalScrollBar()->maximum();
    EXPECT_EQ(scrolls, 0) << dialog->width() << " x " << dialog->height();
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return scrolls == 0;
  };
  connectNow(profile(database.conninfo()));
  EXPECT_TRUE(isWhole({1280, 800}));
  EXPECT_TRUE(isWhole({960, 600}));
  connectNow(production());
  EXPECT_TRUE(isWhole({1280, 800}));
}

TEST_F(ArmingTest, CancellingArmsNothing) {
  connectNow(profile(database.conninfo()));
  ArmDialog* dialog = askToArm();
  ASSERT_NE(dialog, nullptr);
  QTest::keyClick(dialog, Qt::Key_Escape);
  EXPECT_FALSE(session.isArmed());
  EXPECT_FALSE(session.isArming());
}

}  // namespace
}  // namespace onceover::shell
