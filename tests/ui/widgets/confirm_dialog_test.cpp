// SPDX-License-Identifier: GPL-3.0-or-later
// A question comes up as a whole: what must be filled in is in sight, and nothing scrolls where there is
// room.

#include <gtest/gtest.h>

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"

namespace onceover::widgets {
namespace {

class ConfirmDialogTest : public testing::TestWithParam<QSize> {
 protected:
  void SetUp() override {
    test::wear(lightTokens());
    keepFocusInView(&app);
    owner.resize(GetParam());
    owner.show();
  }
  void open(const ConfirmText& text, const std::function<void(ConfirmDialog&)>& furnish = {}) {
    dialog = new ConfirmDialog(text, &owner);
    if (furnish) furnish(*dialog);
    dialog->open();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog));
    test::settleLayout();
  }
  int scrolls() const { return dialog->findChild<DialogBody*>()->verticalScrollBar()->maximum(); }
  QLineEdit* field(const QString& name) const {
    for (auto* edit : dialog->findChildren<QLineEdit*>()) {
      if (edit->accessibleName().startsWith(name)) return edit;
    }
    return nullptr;
  }
  // All of it, not only a part.
  bool isSeen(const QWidget* widget) const {
    return widget != nullptr && widget->isVisible() &&
           widget->visibleRegion().boundingRect() == widget->rect();
  }
  QObject app;
  QWidget owner;
  ConfirmDialog* dialog = nullptr;
};

ConfirmText settle() {
  return {
      .title = QStringLiteral("Settle as succeeded"),
      .text = QStringLiteral(
          "The gateway performed it. Clients get the stored answer from now on, and its row is finished."),
      .detail = QStringLiteral("UPDATE onceover.keys\n").repeated(200),
      .button = QStringLiteral("&Settle"),
      .typed = QStringLiteral("live-eu"),
      .asksReason = true,
      .ticket = QStringLiteral("Ticket (optional)")};
}

void addManyRows(ConfirmDialog& dialog) {
  std::vector<FieldChange> rows(
      40, {QStringLiteral("state"), QStringLiteral("in_progress"), QStringLiteral("succeeded"), true});
  dialog
      .addFields(QStringLiteral("Row before and after"),
                 {{QStringLiteral("Field"), 16}, {QStringLiteral("Before"), 38}}, 40)
      ->setRows(rows);
  dialog.resize(760, 680);
}

TEST_P(ConfirmDialogTest, WhatMustBeFilledInIsInSightWhateverIsAbove) {
  open(settle(), addManyRows);
  for (const char* name : {"Reason", "Ticket", "Type"})
    EXPECT_TRUE(isSeen(field(QString::fromLatin1(name)))) << name;
  for (const auto* button : dialog->findChildren<QPushButton*>())
    EXPECT_TRUE(isSeen(button)) << button->text().toStdString();
  EXPECT_LE(dialog->height(), owner.height());
  EXPECT_GT(scrolls(), 0) << "the rest scrolls";
  EXPECT_TRUE(test::allTextOf(*dialog).contains(QStringLiteral("Give a reason.")))
      << "why the button cannot be pressed";
  QTest::keyClicks(field(QStringLiteral("Reason")), QStringLiteral("restart"));
  EXPECT_FALSE(test::allTextOf(*dialog).contains(QStringLiteral("Give a reason.")));
  EXPECT_TRUE(isSeen(field(QStringLiteral("Reason"))));
}

TEST_P(ConfirmDialogTest, TabGoesInReadingOrder) {
  open(settle(), [](ConfirmDialog& made) {
    made.addWidget(lineEdit(QStringLiteral("First")));
    made.addWidget(lineEdit(QStringLiteral("Second")));
  });
  QStringList names;
  for (const QWidget* each : inTabOrder(*dialog)) {
    if (qobject_cast<const QLineEdit*>(each) != nullptr ||
        qobject_cast<const QPlainTextEdit*>(each) != nullptr)
      names.append(each->accessibleName().section(u' ', 0, 0));
  }
  EXPECT_EQ(names.join(u'|'), QStringLiteral("Details|First|Second|Reason|Ticket|Type"));
  EXPECT_NE(qobject_cast<QPushButton*>(inTabOrder(*dialog).last()), nullptr) << "the buttons come last";
}

TEST_P(ConfirmDialogTest, WhatHasRoomComesUpWithoutAScrollBar) {
  open({.title = QStringLiteral("Stop plan “INC-4711”"),
        .text = QStringLiteral(
                    "Its runners end within one batch. What was written remains; what waits can be resumed. ")
                    .repeated(4),
        .button = QStringLiteral("&Stop"),
        .asksReason = true});
  EXPECT_EQ(scrolls(), 0) << dialog->height();
  // What is added before it is shown counts, and a size that was chosen too low is no reason.
  open({.title = QStringLiteral("Undo"),
        .text = QStringLiteral("The old values are restored."),
        .button = QStringLiteral("&Undo")},
       [](ConfirmDialog& made) {
         made.addFields(QStringLiteral("Values"),
                        {{QStringLiteral("Column"), 18}, {QStringLiteral("Then"), 30}}, 5);
         made.resize(720, 200);
       });
  EXPECT_EQ(scrolls(), 0) << dialog->height();
}

TEST_P(ConfirmDialogTest, ALongDetailGivesWayBeforeTheDialogScrolls) {
  open(settle(), [](ConfirmDialog& made) {
    for (const char* name : {"First", "Second", "Third"}) made.addWidget(lineEdit(QString::fromLatin1(name)));
  });
  EXPECT_EQ(scrolls(), 0) << dialog->height() << " " << dialog->findChild<QPlainTextEdit*>()->height();
}

INSTANTIATE_TEST_SUITE_P(Windows, ConfirmDialogTest, testing::Values(QSize(960, 600), QSize(1280, 800)));

}  // namespace
}  // namespace onceover::widgets
