// SPDX-License-Identifier: GPL-3.0-or-later
// An incident bundle opened in the window, with and without a connection.
#include "core/bundle/bundle.h"

#include <QAction>
#include <QPushButton>
#include <QTemporaryDir>

#include "tests/support/console_page.h"
#include "tests/support/file_dialog.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/bundle/bundle_page.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/connect_page.h"

namespace onceover::shell {
namespace {

class BundleWindowTest : public WindowTest {
 protected:
  QTemporaryDir folder;
  QString path = folder.filePath(QStringLiteral("inc.md"));

  void SetUp() override {
    WindowTest::SetUp();
    bundle::Bundle bundle;
    bundle.chosen = "plan INC-4711";
    bundle.sections = {
        {.id = "plan", .title = "The plan", .notes = {"20 items"}, .fields = {}, .tables = {}, .charts = {}}};
    ASSERT_TRUE(bundle::to_file(bundle, path.toStdString()));
  }
  bundle::BundlePage* page() { return window.findChild<bundle::BundlePage*>(); }
  void chooseFile() {
    ASSERT_TRUE(test::nextSignal(page(), &bundle::BundlePage::opened,
                                 [this] { ASSERT_TRUE(test::nameFile(window, path)); }));
    window.activateWindow();  // no window manager does it here
  }
  bool isListed() {
    for (QAction* action : window.actions()) {
      if (action->text() == QStringLiteral("Incident bundle"))
        return action->isVisible() && action->isEnabled();
    }
    return false;
  }
};

TEST_F(BundleWindowTest, TheFirstPageOpensOneWithoutAConnection) {
  EXPECT_FALSE(isListed()) << "not before there is one";
  test::takePictures(window, QStringLiteral("bundle-start"));
  QPushButton* button = nullptr;
  for (auto* each : window.connectPage().findChildren<QPushButton*>()) {
    if (each->text().remove('&') == QStringLiteral("Open incident bundle…")) button = each;
  }
  ASSERT_NE(button, nullptr);
  QTest::mouseClick(button, Qt::LeftButton);
  chooseFile();
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("bundle"));
  EXPECT_TRUE(test::allTextOf(window).contains(QStringLiteral("plan INC-4711")));
  EXPECT_EQ(session.state(), bridge::SessionState::disconnected);
  EXPECT_TRUE(isListed());
  test::takePictures(window, QStringLiteral("bundle-window"));
}

TEST_F(BundleWindowTest, TheShortcutOpensOneBesideAConnectionAndItStaysListed) {
  connectNow(profile(database.conninfo()));
  press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
  chooseFile();
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("bundle"));
  window.showPage(0);
  EXPECT_NE(window.pageId(window.currentPage()), QStringLiteral("bundle"));
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  press(Qt::Key_K, Qt::ControlModifier);
  const QStringList shown = listed();
  EXPECT_TRUE(shown.contains(QStringLiteral("Incident bundle"))) << shown.join(',').toStdString();
  EXPECT_TRUE(shown.contains(QStringLiteral("Open incident bundle"))) << shown.join(',').toStdString();
  press(Qt::Key_Escape);
  session.disconnectFromServer();
  ASSERT_TRUE(test::spinUntil([this] { return session.state() == bridge::SessionState::disconnected; }));
  EXPECT_TRUE(isListed()) << "it needs no connection";
}

}  // namespace
}  // namespace onceover::shell
