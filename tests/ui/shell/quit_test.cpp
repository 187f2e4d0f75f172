// SPDX-License-Identifier: GPL-3.0-or-later
// Closing the window asks first where a plan is running.
#include <gtest/gtest.h>

#include <QApplication>
#include <QPushButton>
#include <QTest>

#include "ui/shell/main_window.h"
#include "ui/shell/pages.h"
#include "ui/shell/theme.h"
#include "ui/widgets/dialog_body.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {
namespace {

class WorkingPage : public widgets::Page {
 public:
  using Page::Page;
  void refresh() override {}
  QString underWay() const override { return work; }
  QString unsaved() const override { return typed; }
  QString work = QStringLiteral("The plan “INC-4711” is running: 12 rows left."), typed;
};

class QuitTest : public testing::Test {
 protected:
  void SetUp() override {
    QList<PageEntry> entries = pageEntries();
    entries.append({.id = QStringLiteral("working"),
                    .title = "Working",
                    .icon = QStringLiteral("case"),
                    .make = [this](bridge::Session& of, QWidget* parent) {
                      return page = new WorkingPage(of, parent);
                    }});
    window = std::make_unique<MainWindow>(session, *memory, theme, entries);
    window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  }
  widgets::ConfirmDialog* question(const QString& title) const {
    for (auto* dialog : window->findChildren<widgets::ConfirmDialog*>()) {
      if (dialog->isVisible() && dialog->windowTitle() == title) return dialog;
    }
    return nullptr;
  }
  static void press(const QWidget* in, const QString& word) {
    for (auto* button : in->findChildren<QPushButton*>()) {
      if (button->text().remove(u'&') == word) return button->click();
    }
    FAIL() << word.toStdString();
  }
  const QString quit = QStringLiteral("Quit?"), discard = QStringLiteral("Discard the changes?");
  std::unique_ptr<workspace::Workspace> memory = std::move(*workspace::Workspace::open({}));
  ThemeController theme{*qApp, ThemeChoice::light};
  bridge::Session session;
  WorkingPage* page = nullptr;
  std::unique_ptr<MainWindow> window;
};

TEST_F(QuitTest, ARunningPlanIsNotLeftWithoutAWord) {
  EXPECT_FALSE(window->close());
  ASSERT_NE(question(quit), nullptr);
  EXPECT_TRUE(window->isVisible());
  QWidget* focused = question(quit)->focusWidget();
  ASSERT_NE(focused, nullptr);
  QTest::keyClick(focused, Qt::Key_Return);
  EXPECT_EQ(question(quit), nullptr) << "Enter stays";
  EXPECT_TRUE(window->isVisible());
  EXPECT_FALSE(window->close());
  ASSERT_NE(question(quit), nullptr);
  press(question(quit), QStringLiteral("Quit"));
  EXPECT_FALSE(window->isVisible());
}

TEST_F(QuitTest, WithoutOneItJustCloses) {
  page->work.clear();
  EXPECT_TRUE(window->close());
  EXPECT_FALSE(window->isVisible());
}

TEST_F(QuitTest, WhoStaysIsAskedAboutTypedTextAgain) {
  page->typed = QStringLiteral("The mapping has changes.");
  EXPECT_FALSE(window->close());
  ASSERT_NE(question(discard), nullptr);
  press(question(discard), QStringLiteral("Discard"));
  ASSERT_NE(question(quit), nullptr);
  press(question(quit), QStringLiteral("Cancel"));
  EXPECT_FALSE(window->close());
  EXPECT_NE(question(discard), nullptr);
}

}  // namespace
}  // namespace onceover::shell
