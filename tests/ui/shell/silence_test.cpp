// SPDX-License-Identifier: GPL-3.0-or-later
// The UI thread never waits: the server falls silent, and the window still paints, cancels and closes.
#include <QElapsedTimer>

#include "tests/support/patience.h"
#include "tests/support/proxy.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/widgets/card.h"

namespace onceover::shell {
namespace {

class PaintCounter : public QObject {
 public:
  int count = 0;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++count;
    return false;
  }
};

class SilenceTest : public WindowTest {
 protected:
  void connectAndSilence() {
    connectNow(profile(proxy.conninfo(database.name())));
    // what reads in the background too
    ASSERT_TRUE(test::spinUntil([this] { return session.jobs().isEmpty(); }));
    // From the next question on: it is on its way when this returns.
    proxy.trap(test::TrapAt::text, test::TrapThen::silent_before, "READ ONLY");
    press(Qt::Key_F5);
    ASSERT_TRUE(proxy.wait_sprung());
    ASSERT_TRUE(session.isBusy());
  }
  test::PgProxy proxy{test::shared_server().socket_dir()};
};

TEST_F(SilenceTest, TheWindowStillPaintsAndGoesFromPageToPage) {
  connectAndSilence();
  PaintCounter paints;
  window.page(1)->installEventFilter(&paints);
  QElapsedTimer elapsed;
  elapsed.start();
  press(Qt::Key_2, Qt::AltModifier);
  window.page(1)->update();
  ASSERT_TRUE(test::spinUntil([&paints] { return paints.count > 0; }));
  EXPECT_EQ(window.currentPage(), 1);
  EXPECT_LT(elapsed.elapsed(), test::well_before_half_a_minute.count());
  EXPECT_TRUE(session.isBusy()) << "the answer is still waited for, elsewhere";
}

TEST_F(SilenceTest, CancelEndsTheWaitAndSaysThatTheConnectionIsGone) {
  connectAndSilence();
  press(Qt::Key_Period, Qt::ControlModifier);
  ASSERT_TRUE(test::spinUntil([this] { return session.state() == bridge::SessionState::lost; },
                              std::chrono::seconds(30)));
  ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy(); }));
  const auto banners = window.findChildren<widgets::Banner*>();
  const bool told = std::any_of(banners.begin(), banners.end(), [](const widgets::Banner* banner) {
    return banner->isVisible() && banner->text().contains(QStringLiteral("connection was lost"));
  });
  EXPECT_TRUE(told);
}

TEST_F(SilenceTest, ClosingDoesNotWait) {
  connectAndSilence();
  QElapsedTimer elapsed;
  elapsed.start();
  EXPECT_TRUE(window.close());
  EXPECT_FALSE(window.isVisible());
  EXPECT_LT(elapsed.elapsed(), test::well_before_half_a_minute.count());
}

}  // namespace
}  // namespace onceover::shell
