// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>

#include "tests/support/raw.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/audit/audit_page.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/shell/command_palette.h"

namespace onceover::shell {
namespace {

TEST_F(WindowTest, APointOfTheDashboardLeadsToItsRowsAndThePaletteToTheWall) {
  database.connect().exec(
      "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT "
      "now() - i * interval '15 seconds', gen_random_uuid(), i, 'acme', 'POST /payments', name, NULL, 5 FROM "
      "generate_series(1, 235) i, unnest(ARRAY['created', 'settled.succeeded']) name");
  connectNow(profile(database.conninfo()));
  window.goTo(QStringLiteral("metrics"));
  auto* page = window.findChild<metrics::MetricsPage*>();
  auto* board = page->findChild<metrics::Board*>();
  const auto* card = static_cast<const metrics::LinesCard*>(board->card(QStringLiteral("outcomes")));
  ASSERT_TRUE(test::spinUntil(
      [&] { return !card->lines().isEmpty() && page->paneState() == widgets::StatePane::State::content; }));
  press(Qt::Key_K, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("wall"));
  press(Qt::Key_Return);
  ASSERT_TRUE(page->isOnWall());
  QTest::keyClick(board->window(), Qt::Key_Escape);
  ASSERT_FALSE(page->isOnWall());
  EXPECT_EQ(board->window(), &window);
  const auto open = [](const metrics::LinesCard& on, int lineUp) {
    for (QWidget* canvas : on.chart()->findChildren<QWidget*>()) {
      if (!canvas->inherits("onceover::charts::Plane")) continue;
      canvas->setFocus();
      QTest::keyClick(canvas, Qt::Key_Home);
      for (int i = 0; i < lineUp; ++i) QTest::keyClick(canvas, Qt::Key_Down);
      QTest::keyClick(canvas, Qt::Key_Return);
    }
  };
  open(*card, 0);
  EXPECT_EQ(window.pageId(window.currentPage()), QStringLiteral("keys"));
  // Of what was settled, that is what was done in the step: of twelve steps of 10 s, since little was counted.
  window.goTo(QStringLiteral("metrics"));
  const auto* settled = static_cast<const metrics::LinesCard*>(board->card(QStringLiteral("settled")));
  ASSERT_TRUE(test::spinUntil([&] { return !settled->lines().isEmpty(); }));
  open(*settled, 2);
  ASSERT_EQ(window.pageId(window.currentPage()), QStringLiteral("audit"));
  const auto* time = window.findChild<audit::AuditPage*>()->findChild<QComboBox*>(QStringLiteral("time"));
  EXPECT_TRUE(time->currentText().endsWith(QStringLiteral(", 2 min"))) << time->currentText().toStdString();
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
