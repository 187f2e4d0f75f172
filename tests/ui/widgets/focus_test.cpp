// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of control shows that it has the focus, in light and dark, and a dialog in a small window keeps
// its buttons in view.
#include <QCheckBox>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QToolButton>

#include "tests/support/control_walk.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"

namespace onceover::widgets {
namespace {

class Shown : public QWidget {
 public:
  explicit Shown(std::initializer_list<QWidget*> controls) {
    auto* column = new QVBoxLayout(this);
    for (QWidget* control : controls) column->addWidget(control);
    resize(400, 500);
    show();
    activateWindow();
    isActive = QTest::qWaitForWindowActive(this);
  }
  bool isActive = false;
};

class FocusTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { test::wear(GetParam() ? darkTokens() : lightTokens()); }
  void TearDown() override { test::wear(lightTokens()); }
};

TEST_P(FocusTest, EveryKindOfControlShowsItsFocus) {
  auto* dangerous = new QPushButton(QStringLiteral("Dangerous"));
  dangerous->setProperty("dangerous", true);
  auto* spin = new QSpinBox;
  spin->setAccessibleName(QStringLiteral("Spin"));
  auto* text = new QPlainTextEdit;
  text->setAccessibleName(QStringLiteral("Text"));
  text->setTabChangesFocus(true);
  auto* inside = new QWidget;
  inside->setMinimumSize(100, 400);
  Shown window({new QPushButton(QStringLiteral("Button")), dangerous, new QCheckBox(QStringLiteral("Check")),
                comboBox(QStringLiteral("Choice"), {{QStringLiteral("one"), 1}, {QStringLiteral("two"), 2}}),
                editableBox(QStringLiteral("Typed")), lineEdit(QStringLiteral("Line")), spin,
                iconButton(QStringLiteral("close"), QStringLiteral("Close")), text,
                scrolled(inside, QStringLiteral("Scrolled"))});
  ASSERT_TRUE(window.isActive);
  EXPECT_EQ(test::ControlWalk(window).all().toStdString(), "");
}

TEST_P(FocusTest, ALowDialogScrollsKeepsItsButtonsAndIsReadInOrder) {
  QObject app;
  keepFocusInView(&app);
  QWidget owner;
  owner.resize(960, 540);
  ConfirmDialog dialog({.title = QStringLiteral("Do it?"),
                        .text = QStringLiteral("It is done."),
                        .detail = QStringLiteral("UPDATE"),
                        .button = QStringLiteral("Do it"),
                        .typed = QStringLiteral("production"),
                        .asksReason = true,
                        .ticket = QStringLiteral("Ticket")},
                       &owner);
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  for (int i = 0; i < 8; ++i) dialog.addWidget(lineEdit(QStringLiteral("Field %1").arg(i)));
  dialog.resize(500, 900);
  dialog.show();
  dialog.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
  EXPECT_LE(dialog.height(), 540);
  dialog.resize(500, 340);
  EXPECT_EQ(test::ControlWalk(dialog).all().toStdString(), "");
}

INSTANTIATE_TEST_SUITE_P(LightAndDark, FocusTest, testing::Bool());

}  // namespace
}  // namespace onceover::widgets
