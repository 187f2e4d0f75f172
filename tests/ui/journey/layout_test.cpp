// SPDX-License-Identifier: GPL-3.0-or-later
// A walk over all pages and dialogs: what is cut, outside, covered, unnamed, out of reach or out of order is
// named by the failure.
#include <QAction>
#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

#include "tests/ui/journey/fixture.h"
#include "ui/manual/manual_window.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/notices.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"

namespace onceover::shell {
namespace {

// The large one as well, where the walk is the whole test.
std::vector<Look> allLooks() {
  auto all = looks();
  if (qEnvironmentVariableIsEmpty("QT_SCALE_FACTOR")) {
    for (const Look& one : inThemes({{QSize(1920, 1080), true}})) all.push_back(one);
  }
  return all;
}

class LayoutTest : public WalkedTest {};

TEST_P(LayoutTest, OnEveryPageEveryControlCanBeUsed) {
  fillStore();
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  walkPages("page");
}

TEST_P(LayoutTest, OnEveryPageOfADatabaseWithoutAStoreEveryControlCanBeUsed) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  walkPages("bare");
}

TEST_P(LayoutTest, TheDialogsOfTheWindowFitAndTheirControlsCanBeUsed) {
  fillStore();
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  openEach(window.actions(), "dialog");
  press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_NE(dialog(), nullptr);
  look("dialog-sql");
  closeAll();
}

TEST_P(LayoutTest, ANarrowWindowShowsIconsWhoseNamesStay) {
  fillStore();
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  auto* rail = window.findChild<NavRail*>();
  EXPECT_EQ(rail->isNamed(), window.width() >= 1100);
  const auto buttons = rail->findChildren<NavButton*>();
  const int wide = rail->width();
  press(Qt::Key_F9);
  EXPECT_NE(rail->width(), wide);
  if (rail->isNamed()) press(Qt::Key_F9);
  for (const NavButton* button : buttons) {
    if (!button->isVisible()) continue;
    EXPECT_FALSE(button->accessibleName().isEmpty());
    EXPECT_TRUE(button->toolTip().contains(button->text().toHtmlEscaped()))
        << button->toolTip().toStdString();
  }
}

TEST_P(LayoutTest, ANoticeCoversNothingIsWholeAndCanBeHidden) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  auto* notices = window.findChild<Notices*>();
  ASSERT_GE(notices->count(), 1);
  ASSERT_TRUE(notices->isVisible());
  test::settleLayout();
  picture(window, "notice");
  const auto rectOf = [this](const QWidget& of) { return QRect(of.mapTo(&window, QPoint()), of.size()); };
  const QRect page = rectOf(*current());
  EXPECT_FALSE(page.intersects(rectOf(*notices))) << "it covers the page";
  auto* banner = notices->findChild<widgets::Banner*>();
  const auto* words = banner->findChild<widgets::PlainLabel*>();
  EXPECT_GE(words->height(), words->heightForWidth(words->width())) << "cut: " << words->text().toStdString();
  EXPECT_LE(rectOf(*notices).bottom(), window.height());
  // By the keyboard: hidden, and back again. What is above stays where it is.
  press(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(notices->isVisible());
  test::settleLayout();
  EXPECT_EQ(rectOf(*current()).topLeft(), page.topLeft());
  EXPECT_GT(rectOf(*current()).height(), page.height()) << "the room is the page's again";
  press(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(notices->isVisible());
  QTest::mouseClick(banner->findChild<QToolButton*>(), Qt::LeftButton);
  EXPECT_EQ(notices->hidden(), 1);
}

// In one window: what it says depends on no size.
class ManualTest : public WalkedTest {};

TEST_P(ManualTest, F1OpensTheManualAtThePage) {
  fillStore();
  ASSERT_NO_FATAL_FAILURE(connectTo(database.conninfo()));
  for (int i = 0; i < window.pageCount(); ++i) {
    window.showPage(i);
    if (window.currentPage() != i) continue;
    ASSERT_TRUE(idle());
    press(Qt::Key_F1);
    auto* manual = window.findChild<manual::ManualWindow*>();
    ASSERT_NE(manual, nullptr);
    EXPECT_TRUE(manual->isVisible());
    EXPECT_EQ(manual->place().page.toStdString(), "console");
    EXPECT_TRUE(manual->findChild<manual::ManualView*>()->goToHeading(manual->place().heading))
        << "no section for " << manual->place().heading.toStdString();
    manual->close();
    back();
  }
  // What explains a term has the glossary's words.
  for (const QToolButton* button : window.findChildren<QToolButton*>()) {
    if (button->accessibleName().startsWith(QStringLiteral("What is meant by"))) {
      EXPECT_FALSE(button->accessibleDescription().contains(QStringLiteral(": .")))
          << button->accessibleName().toStdString();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Looks, LayoutTest, testing::ValuesIn(allLooks()));
INSTANTIATE_TEST_SUITE_P(Look, ManualTest, testing::Values(looks().front()));

// The walk itself finds what it is for.
class WalkTest : public testing::Test {
 protected:
  void SetUp() override {
    test::wear(widgets::lightTokens());
    box.resize(400, 200);
    first.setGeometry(10, 10, 150, 32);
    second.setGeometry(10, 60, 150, 32);
    first.setText(QStringLiteral("First"));
    second.setText(QStringLiteral("Second"));
    box.show();
    box.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&box));
  }
  std::string found() { return test::ControlWalk(box).all().toStdString(); }
  QWidget box;
  QPushButton first{&box}, second{&box};
};

TEST_F(WalkTest, NothingIsWrong) { EXPECT_EQ(found(), ""); }

TEST_F(WalkTest, AControlThatIsCut) {
  second.resize(30, 12);
  EXPECT_NE(found().find("\"Second\""), std::string::npos) << found();
  EXPECT_NE(found().find("is cut"), std::string::npos);
}

TEST_F(WalkTest, AControlOutside) {
  second.move(350, 60);
  EXPECT_NE(found().find("is outside the window"), std::string::npos) << found();
}

TEST_F(WalkTest, AControlThatIsCovered) {
  QFrame over(&box);
  over.setGeometry(0, 50, 300, 60);
  over.show();
  EXPECT_NE(found().find("is covered by"), std::string::npos) << found();
}

TEST_F(WalkTest, AControlWithoutAName) {
  second.setText({});
  EXPECT_NE(found().find("has no name"), std::string::npos) << found();
}

TEST_F(WalkTest, AControlThatShowsNoFocus) {
  class Silent : public QWidget {
   public:
    using QWidget::QWidget;
  } silent(&box);
  silent.setFocusPolicy(Qt::StrongFocus);
  silent.setAccessibleName(QStringLiteral("Silent"));
  silent.setGeometry(10, 110, 150, 32);
  silent.show();
  EXPECT_NE(found().find("\"Silent\""), std::string::npos) << found();
  EXPECT_NE(found().find("shows no focus"), std::string::npos);
}

TEST_F(WalkTest, AControlOutOfOrder) {
  second.move(10, 110);
  QPushButton third(QStringLiteral("Third"), &box);
  third.setGeometry(10, 60, 150, 32);
  third.show();
  EXPECT_NE(found().find("comes after"), std::string::npos) << found();
  // Where it begins is of no account: Tab goes around.
  first.move(10, 60), second.move(10, 110), third.move(10, 10);
  EXPECT_EQ(found(), "");
}

TEST_F(WalkTest, ALabelThatIsCut) {
  QLabel words(QStringLiteral("words that need two lines where there is room for one"), &box);
  words.setWordWrap(true);
  words.setGeometry(10, 110, 150, 16);
  words.show();
  EXPECT_NE(found().find("its last line is missing"), std::string::npos) << found();
}

TEST_F(WalkTest, ALabelOfOneLineThatIsCutWithoutATip) {
  widgets::PlainLabel words(QStringLiteral("words that need more room than there is in this line"), &box);
  words.setElided(true);
  words.setGeometry(10, 110, 150, 20);
  words.show();
  EXPECT_NE(found().find("its tip has not all of it"), std::string::npos) << found();
  QObject owner;
  widgets::wholeTextInTips(&owner);
  EXPECT_EQ(found(), "");
}

TEST_F(WalkTest, ALabelThatIsCovered) {
  QLabel words(QStringLiteral("words"), &box);
  words.setGeometry(10, 110, 150, 20);
  words.show();
  QFrame over(&box);
  over.setGeometry(0, 105, 300, 60);
  over.show();
  EXPECT_NE(found().find("is covered by"), std::string::npos) << found();
}

}  // namespace
}  // namespace onceover::shell
