#include "ui/metrics/counters_source.h"

#include <cmath>

#include "core/metrics/counters_source.h"
#include "tests/support/console_page.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

// The dashboard as the console makes it: over what services counted in a real store.
class CountersPageTest : public test::ConsolePageTest {
 protected:
  void seed() {
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) "
        "SELECT now() - i * interval '15 seconds', gen_random_uuid(), i, CASE WHEN i % 3 = 0 THEN 'globex' ELSE 'acme' END, "
        "  'POST /payments', c.name, NULL, greatest(1, (c.base * (1 + 0.3 * sin(i / 9.0)))::int) "
        "FROM generate_series(1, 235) i, (VALUES ('created', 240), ('replayed', 18), ('conflict', 3), ('completed', 230)) AS c (name, "
        "base)");
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) "
        "SELECT now() - interval '5 minutes', gen_random_uuid(), 1, 'acme', 'POST /payments', 'time_to_completion_ms', b.upper, 100 "
        "FROM (VALUES (25::float8), (50), (100)) AS b (upper)");
  }
  [[nodiscard]] bool shown(MetricsPage& page) {
    return test::nextSignal(&page, &MetricsPage::shown, [&] { page.refresh(); });
  }
};

TEST_F(CountersPageTest, WhatWasCountedStandsOnTheCardsNumberForNumber) {
  seed();
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  auto* source = new CountersSource(session);
  page.addSource(source);
  page.resize(1072, 740);
  page.show();
  std::optional<Chart> answer;
  QObject::connect(source, &Source::answered, &page, [&](int, const Chart& chart) { answer = chart; });
  ASSERT_TRUE(shown(page));
  ASSERT_TRUE(answer);
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::content);
  EXPECT_FALSE(page.shownSql().isEmpty());
  double created = 0;
  const auto* board = page.findChild<Board*>();
  const auto* card = static_cast<const LinesCard*>(board->card(QStringLiteral("outcomes")));
  ASSERT_EQ(card->lines().size(), 3);
  for (const DrawnLine& line : card->lines()) {
    for (std::size_t i = 0; i < answer->steps; ++i) {
      const double value = answer->line(line.metric)->values[i], drawn = line.series.points[static_cast<qsizetype>(i)].y;
      EXPECT_TRUE(value == drawn || (std::isnan(value) && std::isnan(drawn))) << line.metric << ' ' << i;
      if (line.metric == "created" && !std::isnan(drawn)) created += drawn;
    }
  }
  EXPECT_EQ(widgets::text(raw.scalar("SELECT sum(n) FROM onceover.counter_deltas WHERE name = 'created'")),
            QString::number(created, 'f', 0));
  EXPECT_TRUE(
      static_cast<const SpreadCard*>(board->card(QStringLiteral("completion")))->quantiles().endsWith(QStringLiteral("300 in all")));
  EXPECT_TRUE(board->card(QStringLiteral("events"))->caption().contains(QStringLiteral("Counters cannot know this")));
  test::takePictures(page, QStringLiteral("metrics-counters"), {1072, 740});
}

TEST_F(CountersPageTest, ATenantNobodyHasFindsNothingAndTheFilterIsKept) {
  seed();
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.addSource(new CountersSource(session));
  page.show();
  ASSERT_TRUE(shown(page));
  const auto* card = static_cast<const LinesCard*>(page.findChild<Board*>()->card(QStringLiteral("outcomes")));
  const auto sum = [&] {
    double all = 0;
    for (const widgets::ChartPoint& point : card->lines().value(0).series.points) all += std::isnan(point.y) ? 0 : point.y;
    return all;
  };
  EXPECT_GT(sum(), 0);
  QComboBox* tenant = nullptr;
  for (QComboBox* one : page.findChildren<QComboBox*>()) {
    if (one->accessibleName() == QStringLiteral("Filter by tenant")) tenant = one;
  }
  ASSERT_NE(tenant, nullptr);
  ASSERT_TRUE(test::nextSignal(&page, &MetricsPage::shown, [&] {
    tenant->setEditText(QStringLiteral("nobody"));
    emit tenant->lineEdit()->returnPressed();
  }));
  EXPECT_EQ(sum(), 0);
  EXPECT_EQ(tenant->currentText(), QStringLiteral("nobody"));
}

TEST_F(CountersPageTest, AStoreThatCannotBeReadSaysSo) {
  raw.exec("ALTER TABLE onceover.counter_deltas RENAME TO moved");
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.addSource(new CountersSource(session));
  ASSERT_TRUE(shown(page));
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::error);
}

TEST_F(CountersPageTest, WithoutTheSchemaItSaysHowToGetIt) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.addSource(new CountersSource(session));
  page.refresh();
  EXPECT_EQ(page.paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("oncectl schema install")));
}

TEST_F(CountersPageTest, ACancelledQuestionIsNotAnswered) {
  seed();
  ASSERT_TRUE(connectSession());
  CountersSource source(session);
  int answers = 0;
  QObject::connect(&source, &Source::answered, &source, [&] { ++answers; });
  QObject::connect(&source, &Source::failed, &source, [&] { ++answers; });
  Request request;
  request.to = session.estimatedNow();
  request.from = request.to - std::chrono::minutes(10);
  request.step = std::chrono::minutes(1);
  request.metrics = {"created"};
  source.ask(0, request);
  source.ask(1, request);
  source.cancel();
  source.ask(0, request);
  source.ask(0, request);  // the one before is superseded
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::busyChanged, [&] { return !session.isBusy(); }));
  EXPECT_EQ(answers, 1);
}

}  // namespace
}  // namespace onceover::metrics
