#include "ui/metrics/metrics_page.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "tests/support/console_page.h"
#include "ui/metrics/chart_card.h"

namespace onceover::metrics {
namespace {

using test::ConsolePageTest;

class MetricsPageTest : public ConsolePageTest {
 protected:
  // An hour of counting with an incident in it and ten minutes in which nobody counted.
  void seed() {
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) "
        "SELECT now() - i * interval '15 seconds', gen_random_uuid(), i, 'acme', 'POST /payments', c.name, NULL, "
        "  greatest(0, (c.base * (1 + 0.3 * sin(i / 9.0)) + CASE WHEN i BETWEEN 40 AND 70 THEN c.incident ELSE 0 END)::int) "
        "FROM generate_series(0, 235) i, (VALUES ('created', 240, 0), ('replayed', 18, 160), ('conflict', 3, 70), ('mismatch', 1, 0), "
        "  ('completed', 230, -60), ('failed', 4, 8), ('released', 1, 6), ('reaped', 90, 0), ('settled.succeeded', 0, 9), "
        "  ('settled.released', 0, 4), ('settled.failed', 0, 1), ('needs_human', 0, 2), ('taken_over', 0, 5), ('lost_ownership', 0, 1)) "
        "  AS c (name, base, incident) "
        "WHERE i NOT BETWEEN 130 AND 170 AND c.base + c.incident > 0");
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) "
        "SELECT now() - interval '5 minutes', gen_random_uuid(), 1, 'acme', 'POST /payments', h.name, b.upper, (h.n * b.share)::int "
        "FROM (VALUES ('time_to_completion_ms', 42000), ('lease_age_at_settling_ms', 480), ('retry_delay_ms', 9000)) AS h (name, n), "
        "(VALUES (25::float8, 0.02), (50, 0.11), (100, 0.34), (250, 0.29), (500, 0.12), (1000, 0.07), (2500, 0.03), (5000, 0.01), (30000, "
        "0.01)) "
        "AS b (upper, share)");
  }
};

TEST_F(MetricsPageTest, AnEmptyRangeSaysWhatWouldBeHere) {
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.show();
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::loading);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("core/metrics")));
  auto* span = page.findChild<QComboBox*>();
  EXPECT_TRUE(span->isVisible()) << "the range can still be changed";
}

TEST_F(MetricsPageTest, WhatWasCountedIsDrawnAndSaidInNumbers) {
  seed();
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::content);
  EXPECT_TRUE(page.asOf());
  EXPECT_FALSE(page.shownSql().isEmpty());
  int lines = 0;
  for (const auto* card : page.findChildren<LinesCard*>()) lines += static_cast<int>(card->lines().size());
  EXPECT_EQ(lines, 14) << "every counter is in one chart";
  for (const auto* card : page.findChildren<BarsCard*>()) EXPECT_TRUE(card->quantiles().startsWith(QStringLiteral("p50 ")));
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("metrics"));
}

TEST_F(MetricsPageTest, ATenantNobodyHasFindsNothingAndTheFilterIsKept) {
  seed();
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  auto* tenant = page.findChildren<QComboBox*>().at(1);
  ASSERT_EQ(tenant->accessibleName(), QStringLiteral("Filter by tenant"));
  tenant->setFocus();
  QTest::keyClicks(tenant, QStringLiteral("nobody"));
  QTest::keyClick(tenant, Qt::Key_Return);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); }));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_EQ(tenant->currentText(), QStringLiteral("nobody"));
}

TEST_F(MetricsPageTest, PausedIsNotLive) {
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  EXPECT_TRUE(page.wantsLive());
  for (QAction* action : page.actions()) {
    if (action->isCheckable()) action->trigger();
  }
  EXPECT_TRUE(page.isPaused());
  EXPECT_FALSE(page.wantsLive());
}

TEST_F(MetricsPageTest, AChartIsSavedAsPictureDrawingAndNumbers) {
  seed();
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.resize(1280, 800);
  page.show();
  ASSERT_TRUE(refreshed(page));
  const QTemporaryDir folder;
  for (const auto* card : page.findChildren<ChartCard*>()) {
    const std::vector<std::pair<QString, QByteArray>> kinds{{QStringLiteral("c.png"), QByteArray("\x89PNG")},
                                                            {QStringLiteral("c.svg"), QByteArray("<?xml")},
                                                            {QStringLiteral("c.csv"), QByteArray()}};
    for (const auto& [name, magic] : kinds) {
      ASSERT_TRUE(card->exportTo(folder.filePath(name)));
      QFile file(folder.filePath(name));
      ASSERT_TRUE(file.open(QIODevice::ReadOnly));
      EXPECT_GT(file.size(), 20);
      EXPECT_TRUE(file.peek(magic.size()) == magic) << name.toStdString();
      EXPECT_FALSE(file.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther));
    }
  }
}

TEST_F(MetricsPageTest, AStoreThatCannotBeReadSaysSo) {
  raw.exec("ALTER TABLE onceover.counter_deltas RENAME TO moved");
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::error);
}

}  // namespace
}  // namespace onceover::metrics
