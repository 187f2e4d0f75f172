// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/metrics/chart.h"
#include "tests/support/console_page.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/source.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

// The dashboard as the console makes it: over what services counted in a real store.
class CountersPageTest : public test::ConsolePageTest {
 protected:
  // An hour of counting with an incident in it, and ten minutes in which nobody counted.
  void seed() {
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT "
        "now() - i * interval '10 seconds', gen_random_uuid(), i, CASE WHEN i % 3 = 0 THEN 'globex' ELSE "
        "'acme' END,   'POST /payments', c.name, NULL,   greatest(1, c.base * (1 + 0.3 * sin(i / 25.0)) + "
        "CASE WHEN i BETWEEN 60 AND 105 THEN c.incident ELSE 0 END)::int FROM generate_series(1, 350) i, "
        "(VALUES ('created', 240, 0), ('replayed', 18, 160), ('conflict', 3, 70), ('mismatch', 1, 2),   "
        "('completed', 230, -60), ('failed', 4, 8), ('released', 1, 6), ('reaped', 90, 0), "
        "('settled.succeeded', 1, 9),   ('needs_human', 1, 2), ('taken_over', 1, 5)) AS c (name, base, "
        "incident) WHERE i NOT BETWEEN 195 AND 255");
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT "
        "now() - i * interval '10 seconds', gen_random_uuid(), i, 'acme', 'POST /payments', h.name, "
        "b.upper,   (h.n * exp(-((b.place - 4 - CASE WHEN i BETWEEN 60 AND 105 THEN 2 ELSE sin(i / 40.0) "
        "END) ^ 2) / 3))::int FROM generate_series(1, 350) i, (VALUES ('time_to_completion_ms', 90), "
        "('lease_age_at_settling_ms', 6), ('retry_delay_ms', 20))   AS h (name, n), (VALUES (10::float8, 1), "
        "(25, 2), (50, 3), (100, 4), (250, 5), (500, 6), (1000, 7), (2500, 8)) AS b (upper, place) WHERE i "
        "NOT BETWEEN 195 AND 255");
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
  QObject::connect(source, &Source::answered, &page, [&](int tag, const Chart& chart) {
    if (tag == 0) answer = chart;  // those of a change come after it
  });
  page.findChild<Board*>()->setMore(true);
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
      const double value = answer->line(line.metric)->values[i],
                   drawn = line.series.points[static_cast<qsizetype>(i)].y;
      EXPECT_TRUE(value == drawn || (std::isnan(value) && std::isnan(drawn))) << line.metric << ' ' << i;
      if (line.metric == "created" && !std::isnan(drawn)) created += drawn;
    }
  }
  EXPECT_EQ(widgets::text(raw.scalar("SELECT sum(n) FROM onceover.counter_deltas WHERE name = 'created'")),
            QString::number(created, 'f', 0));
  const std::string counted =
      raw.scalar("SELECT sum(n) FROM onceover.counter_deltas WHERE name = 'time_to_completion_ms'");
  const QString all = test::allTextOf(*board->card(QStringLiteral("completion")));
  EXPECT_TRUE(all.contains(QStringLiteral(" %1 in total").arg(widgets::number(std::stoll(counted)))))
      << all.toStdString();
  EXPECT_TRUE(
      board->card(QStringLiteral("events"))->caption().contains(QStringLiteral("Counters cannot show this")));
  test::takePictures(page, QStringLiteral("metrics-counters"), {1072, 740});
}

TEST_F(CountersPageTest, ATenantNobodyHasFindsNothingAndTheFilterIsKept) {
  seed();
  ASSERT_TRUE(connectSession());
  MetricsPage page(session);
  page.addSource(new CountersSource(session));
  page.show();
  ASSERT_TRUE(shown(page));
  const auto* card =
      static_cast<const LinesCard*>(page.findChild<Board*>()->card(QStringLiteral("outcomes")));
  const auto sum = [&] {
    double all = 0;
    for (const charts::ChartPoint& point : card->lines().value(0).series.points)
      all += std::isnan(point.y) ? 0 : point.y;
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
  EXPECT_TRUE(test::allTextOf(page).contains(
      QStringLiteral("Nothing of this was counted for tenant “nobody” in this range.")))
      << test::allTextOf(page).toStdString();
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
