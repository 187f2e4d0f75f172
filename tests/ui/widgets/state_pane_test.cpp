// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include "ui/widgets/page.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

class StatePaneTest : public testing::Test {
 protected:
  void SetUp() override {
    auto* column = new QVBoxLayout(&window);
    column->addWidget(before = new QLineEdit);
    column->addWidget(pane = new StatePane);
    auto* inside = new QVBoxLayout(pane->content());
    inside->addWidget(first = new QLineEdit);
    inside->addWidget(second = new QLineEdit);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
  }
  static Error lost() { return {ErrorKind::connection, "The connection was lost.", "", ""}; }
  QPushButton* retry() { return pane->findChild<QPushButton*>(); }
  QWidget window;
  QLineEdit *before = nullptr, *first = nullptr, *second = nullptr;
  StatePane* pane = nullptr;
};

TEST_F(StatePaneTest, TheFocusReturnsWithTheContent) {
  second->setFocus();
  pane->showLoading(QStringLiteral("Reading…"));
  EXPECT_TRUE(pane->isAncestorOf(QApplication::focusWidget())) << "it does not wander off";
  pane->showContent();
  EXPECT_EQ(QApplication::focusWidget(), second);
  pane->showLoading(QStringLiteral("Reading…"));
  before->setFocus();
  pane->showContent();
  EXPECT_EQ(QApplication::focusWidget(), before) << "who went elsewhere meanwhile stays there";
}

TEST_F(StatePaneTest, WithoutAConnectionWhatIsShownStays) {
  pane->showContent();
  pane->setOffline(true);
  pane->showError(lost());
  EXPECT_EQ(pane->state(), StatePane::State::content);
  pane->showEmpty(QStringLiteral("No key matches."), QString());
  pane->showError(lost());
  EXPECT_EQ(pane->state(), StatePane::State::empty);
  pane->showError({ErrorKind::io, "The file could not be written.", "", ""});
  EXPECT_EQ(pane->state(), StatePane::State::error) << "another error is not hidden by a lost connection";
  EXPECT_FALSE(retry()->isVisible()) << "there is one Retry, and it is the window's";
}

TEST_F(StatePaneTest, WhatWasLoadingSaysWhyItIsNotThereAndLoadsAgain) {
  pane->showLoading(QStringLiteral("Reading plans…"));
  pane->setOffline(true);
  EXPECT_EQ(pane->state(), StatePane::State::error);
  EXPECT_FALSE(retry()->isVisible());
  pane->setOffline(false);
  EXPECT_EQ(pane->state(), StatePane::State::loading);
  pane->showError({ErrorKind::database, "It failed.", "", ""});
  EXPECT_TRUE(retry()->isVisible());
  pane->setOffline(true);
  pane->setOffline(false);
  EXPECT_EQ(pane->state(), StatePane::State::error) << "an error of its own is still one";
}

}  // namespace
}  // namespace onceover::widgets
