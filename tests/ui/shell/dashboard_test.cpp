
#include "tests/support/raw.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/shell/command_palette.h"

namespace onceover::shell {
namespace {

TEST_F(WindowTest, APointOfTheDashboardLeadsToItsRowsAndThePaletteToTheWall) {
  database.connect().exec(
      "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) "
      "SELECT now() - i * interval '15 seconds', gen_random_uuid(), i, 'acme', 'POST /payments', 'created', NULL, 5 "
      "FROM generate_series(1, 235) i");
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("metrics"));
  auto* page = window.findChild<metrics::MetricsPage*>();
  auto* board = page->findChild<metrics::Board*>();
  const auto* card = static_cast<const metrics::LinesCard*>(board->card(QStringLiteral("outcomes")));
  ASSERT_TRUE(test::spinUntil([&] { return !card->lines().isEmpty() && page->paneState() == widgets::StatePane::State::content; }));
  press(Qt::Key_K, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("wall"));
  press(Qt::Key_Return);
  ASSERT_TRUE(page->isOnWall());
  QTest::keyClick(board->window(), Qt::Key_Escape);
  ASSERT_FALSE(page->isOnWall());
  EXPECT_EQ(board->window(), &window);
  QWidget* canvas = nullptr;
  for (QWidget* child : card->chart()->findChildren<QWidget*>()) {
    if (child->inherits("onceover::widgets::TimePlot")) canvas = child;
  }
  ASSERT_NE(canvas, nullptr);
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Return);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("keys"));
}

// What somebody arranged stands so in the next window of this desktop.
TEST_F(WindowTest, AnArrangedDashboardIsKept) {
  auto* board = window.findChild<metrics::Board*>();
  emit board->card(QStringLiteral("lag"))->hideAsked();
  bridge::Session another;
  MainWindow next(another, *memory, theme, pageEntries());
  const auto* again = next.findChild<metrics::Board*>();
  EXPECT_EQ(again->arrangement(), board->arrangement());
  EXPECT_NE(again->arrangement(), metrics::Arrangement());
}

}  // namespace
}  // namespace onceover::shell
