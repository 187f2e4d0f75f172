// SPDX-License-Identifier: GPL-3.0-or-later
// A whole console on a private store, offscreen.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QListWidget>
#include <QTest>

#include "tests/support/database.h"
#include "tests/support/schema_template.h"
#include "tests/ui/bridge/spin.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pages.h"
#include "ui/shell/theme.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

class WindowTest : public testing::Test {
 protected:
  void SetUp() override {
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
  }
  bridge::ConnectionProfile profile(const std::string& conninfo) const {
    bridge::ConnectionProfile made;
    made.name = QStringLiteral("payments");
    made.conninfo = QString::fromStdString(conninfo);
    return made;
  }
  void connectNow(const bridge::ConnectionProfile& to) {
    window.connectTo(to, {});
    ASSERT_TRUE(test::spinUntil([this] { return session.state() != bridge::SessionState::connecting; }));
    ASSERT_TRUE(session.isReady()) << session.lastError().sentence();
    window.setLive(false);
  }
  // As a person types: to whatever has the focus.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWidget* target = QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &window;
    QTest::keyClick(target, key, modifiers);
  }
  // What the palette lists now.
  QStringList listed() const {
    QStringList texts;
    const auto* list = window.findChild<CommandPalette*>()->findChild<QListWidget*>();
    for (int i = 0; i < list->count(); ++i) texts.append(list->item(i)->text());
    return texts;
  }
  template <class W>
  W* named(const QString& name) {
    for (W* widget : window.findChildren<W*>()) {
      if (widget->accessibleName() == name) return widget;
    }
    return nullptr;
  }

  test::TestDatabase database{test::installed_schema()};
  std::unique_ptr<workspace::Workspace> memory = std::move(*workspace::Workspace::open({}));
  ThemeController theme{*qApp, ThemeChoice::light};
  bridge::Session session;
  MainWindow window{session, *memory, theme, pageEntries()};
};

}  // namespace onceover::shell
