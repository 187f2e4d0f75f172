// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ui/metrics/cards.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/controls.h"

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Chart threeSteps() {
  Chart chart;
  chart.source = "counters";
  chart.from = Timestamp{0};
  chart.step = seconds(30);
  chart.resolution = seconds(10);
  chart.steps = 3;
  chart.as_of = Timestamp{0} + seconds(90);
  chart.lines = {{"created", {}, false, {1, unknown, 3}}, {"completed", {}, false, {0, 0, 2}}};
  return chart;
}

TEST(ChartData, LinesAreInTheOrderOfTheCardAndUnknownStepsStayUnknown) {
  const auto lines = drawnLines(
      threeSteps(), {QStringLiteral("completed"), QStringLiteral("created"), QStringLiteral("failed")});
  ASSERT_EQ(lines.size(), 2) << "what the chart does not know gives no line";
  EXPECT_EQ(lines[0].series.name, QStringLiteral("completed"));
  EXPECT_EQ(lines[0].series.points[0].y, 0) << "a zero is no gap";
  EXPECT_TRUE(std::isnan(lines[1].series.points[1].y)) << "a gap is no zero";
  EXPECT_EQ(lines[1].series.points[2].x, 60);
}

TEST(ChartData, AnEarlierTimeIsMovedUnderThisOne) {
  const auto series = seriesOf(drawnLines(threeSteps(), {QStringLiteral("created")}), hours(24));
  EXPECT_EQ(series[0].points[0].x, 86400);
  EXPECT_EQ(series[0].points[2].y, 3);
}

TEST(ChartData, GroupsAreNamedAndTheRestSaysThatItIs) {
  Chart chart = threeSteps();
  chart.lines = {{"created", "a\tb", false, {1, 1, 1}},
                 {"created", "", false, {1, 1, 1}},
                 {"created", {}, true, {1, 1, 1}}};
  const auto lines = drawnLines(chart, {QStringLiteral("created")});
  ASSERT_EQ(lines.size(), 3);
  EXPECT_FALSE(lines[0].series.name.contains('\t')) << "what a client sent is made visible";
  EXPECT_EQ(lines[0].group, "a\tb");
  EXPECT_EQ(lines[1].series.name, QStringLiteral("(empty)"));
  EXPECT_EQ(lines[2].series.name, QStringLiteral("the rest"));
}

TEST(ChartData, TheStepThatRunsIsToldFromThoseThatAreOver) {
  Chart chart = threeSteps();
  EXPECT_FALSE(ongoingOf(chart)) << "all are over";
  chart.as_of = Timestamp{0} + seconds(75);
  EXPECT_EQ(ongoingOf(chart), 60);
  chart.as_of = Timestamp{0} + seconds(45);
  EXPECT_EQ(ongoingOf(chart), 30) << "the last has not begun";
}

TEST(ChartData, GapsOfOneReasonThatTouchAreOne) {
  Chart chart = threeSteps();
  chart.gaps = {{Timestamp{0}, Timestamp{0} + seconds(30), "down"},
                {Timestamp{0} + seconds(30), Timestamp{0} + seconds(60), "down"},
                {Timestamp{0} + seconds(60), Timestamp{0} + seconds(90), "not read"}};
  const auto gaps = gapsOf(chart);
  ASSERT_EQ(gaps.size(), 2);
  EXPECT_EQ(gaps[0].to, 60);
  EXPECT_EQ(gaps[1].why, QStringLiteral("not read"));
}

TEST(ChartData, ACaptionSaysSourceResolutionErrorAndWhatIsMissing) {
  Chart chart = threeSteps();
  EXPECT_EQ(captionOf(chart, {}), QStringLiteral("counters · steps of 30 s · resolution 10 s · exact"));
  chart.error = "each value is up to 10 s old";
  chart.gaps = {{Timestamp{0}, Timestamp{0} + seconds(30), "down"}};
  chart.warnings = {"Counters do not know “x”."};
  const QString caption = captionOf(chart, QStringLiteral("lag"));
  for (const char* part :
       {"up to 10 s old", "unknown: 30 s in total", "not available: lag", "do not know “x”"}) {
    EXPECT_TRUE(caption.contains(QString::fromUtf8(part))) << caption.toStdString();
  }
  EXPECT_FALSE(caption.contains(QStringLiteral("exact")));
  EXPECT_TRUE(captionDetails(chart, {}, widgets::ClockChoice::utc)
                  .contains(QStringLiteral("00:00:30.000 UTC: down")));
}

Distribution someTimes() {
  return {"time_to_completion_ms",
          {10, 100, std::numeric_limits<double>::infinity()},
          {0, 98, 2, unknown, unknown, unknown, 0, 0, 0}};
}

TEST(ChartData, ADistributionIsHandedOnAsItIs) {
  Chart chart = threeSteps();
  const auto heat = heatOf(chart, someTimes());
  EXPECT_EQ(heat.steps(), 3);
  EXPECT_EQ(heat.at(0, 1), 98);
  EXPECT_TRUE(std::isnan(heat.sum(1))) << "nothing is known of it";
  EXPECT_EQ(heat.sum(2), 0) << "nothing was counted";
  const auto lines = quantileLines(someTimes());
  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(QVector<double>(lines[1].values_ms)[0], quantile_by_step(someTimes(), 0.95)[0]);
  EXPECT_TRUE(std::isnan(lines[0].values_ms[1]));
  const auto bars = barsOf(someTimes());
  ASSERT_EQ(bars.size(), 2);
  EXPECT_EQ(bars[0].label, QStringLiteral("≤ 100 ms"));
  EXPECT_EQ(bars[1].label, QStringLiteral("more"));
  EXPECT_TRUE(quantilesOf(someTimes()).endsWith(QStringLiteral("100 in total")))
      << quantilesOf(someTimes()).toStdString();
  EXPECT_EQ(quantilesOf({"x", {10}, {0, 0}}), QStringLiteral("nothing counted"));
}

TEST(ChartData, WhereEveryStepIsUnknownNothingIsKnown) {
  Chart chart = threeSteps();
  EXPECT_TRUE(knowsAnything(chart));
  chart.lines = {{"created", {}, false, {unknown, unknown, unknown}}};
  EXPECT_FALSE(knowsAnything(chart));
  chart.lines = {{"created", {}, false, {0, 0, 0}}};
  EXPECT_TRUE(knowsAnything(chart)) << "a quiet hour is known";
}

TEST(ChartData, AFilterThatMatchesNothingSaysSoInsteadOfZeros) {
  Chart chart = threeSteps();
  chart.lines = {{"created", {}, false, {0, 0, unknown}}};
  EXPECT_EQ(whyNothingMatches({}, chart), QString()) << "a quiet hour of the whole store is known";
  Request request;
  request.tenant = "acmee";
  request.operation = "POST /payments";
  EXPECT_EQ(whyNothingMatches(request, chart),
            QStringLiteral("Nothing of this was counted for operation “POST /payments”, tenant “acmee” in "
                           "this range. Check the filter, or choose a longer range."));
  chart.lines.push_back({"completed", {}, false, {0, 1, 0}});
  EXPECT_EQ(whyNothingMatches(request, chart), QString());
}

TEST(TimeFrame, TheLastSpanEndsWithTheStepThatRuns) {
  const Timestamp now{1'000'000'007'000'000};
  const Request asked = requestFor({hours(1), {}, {}}, now, 120);
  EXPECT_EQ(asked.step, seconds(30));
  EXPECT_GT(asked.to, now);
  EXPECT_LE(asked.to - now, asked.step);
  EXPECT_EQ(asked.to.us % asked.step.count(), 0)
      << "a range that moved with every refresh would make the line tremble";
  EXPECT_EQ(asked.to - asked.from, Duration(hours(1)));
}

TEST(TimeFrame, APartIsAskedInWholeStepsThatHoldIt) {
  TimeFrames frames;
  frames.setSpan(hours(24));
  EXPECT_FALSE(frames.canGoBack());
  frames.zoom(Timestamp{7'000'000}, Timestamp{607'000'000});
  frames.zoom(Timestamp{100'500'000}, Timestamp{101'000'000});
  EXPECT_EQ(frames.current().span, shortest_frame) << "no closer than that";
  frames.back();
  const Request asked = requestFor(frames.current(), Timestamp{0}, 100);
  EXPECT_LE(asked.from, Timestamp{7'000'000});
  EXPECT_GE(asked.to, Timestamp{607'000'000});
  EXPECT_LE(asked.to - asked.from, Duration(seconds(600)) + asked.step * 2);
  EXPECT_TRUE(steps_of(asked));
  frames.back();
  EXPECT_FALSE(frames.current().isPart());
  EXPECT_EQ(frames.current().span, Duration(hours(24)));
  frames.back();
  EXPECT_EQ(frames.current().span, Duration(hours(24)));
}

TEST(Cards, EveryMetricAndDistributionHasACardOfItsUnit) {
  QStringList shown;
  for (const CardSpec& spec : cardSpecs()) {
    shown += spec.metrics;
    for (const QString& metric : spec.metrics) {
      const Metric* known = metric_named(metric.toStdString());
      ASSERT_NE(known, nullptr) << metric.toStdString();
      EXPECT_EQ(known->unit, metric_named(spec.metrics.first().toStdString())->unit) << spec.id.toStdString();
      EXPECT_EQ(known->kind, metric_named(spec.metrics.first().toStdString())->kind) << spec.id.toStdString();
    }
  }
  for (const Metric& metric : all_metrics())
    EXPECT_EQ(shown.count(QString::fromLatin1(metric.name.data(), static_cast<int>(metric.name.size()))), 1)
        << metric.name;
}

TEST(Cards, WhatWasArrangedIsReadAgainAndNonsenseIsTheDefault) {
  Arrangement mine;
  ASSERT_TRUE(mine.move(QStringLiteral("lag"), -1));
  mine.setShown(QStringLiteral("refused"), false);
  mine.setLarge(QStringLiteral("stuck"), true);
  EXPECT_EQ(Arrangement::fromText(mine.toText()), mine);
  EXPECT_FALSE(mine.move(QStringLiteral("outcomes"), -1)) << "in front of it stands only what is hidden";
  EXPECT_EQ(Arrangement::fromText(QStringLiteral("{]")), Arrangement());
  const auto other = Arrangement::fromText(
      QStringLiteral("[{\"id\":\"lag\",\"large\":true},{\"id\":\"lag\"},{\"id\":\"gone\"}]"));
  EXPECT_EQ(other.places().size(), cardSpecs().size()) << "cards of a later version stand behind";
  EXPECT_EQ(other.places().first(), (CardPlace{QStringLiteral("lag"), true, true}));
}

TEST(Behind, TheStepAndTheFiltersAreHandedOn) {
  const Timestamp from{60'000'000}, to{120'000'000};
  const auto created = behind({"created", By::nothing, {}, from, to, "acme", ""}).rows;
  ASSERT_TRUE(created);
  EXPECT_EQ(created->from, from);
  EXPECT_EQ(created->to, to);
  EXPECT_EQ(created->tenant, "acme");
  EXPECT_TRUE(created->states.empty());
  const auto failed = behind({"failed", By::operation, "POST /refunds", from, to, "acme", ""}).rows;
  EXPECT_EQ(failed->states, std::vector{key::State::failed});
  EXPECT_EQ(failed->operation, "POST /refunds");
  EXPECT_EQ(behind({"completed", By::code, "201", from, to, "", ""}).rows->response_code, 201);
  EXPECT_EQ(behind({"failed", By::code, "card_declined", from, to, "", ""}).rows->error_code,
            "card_declined");
  EXPECT_TRUE(behind({"stuck", By::nothing, {}, from, to, "", ""}).rows->stuck);
  EXPECT_TRUE(behind({"dead_letters", By::nothing, {}, from, to, "", ""}).rows->dead);
  EXPECT_TRUE(behind({"awaiting_human", By::nothing, {}, from, to, "", ""}).rows->needs_human);
  EXPECT_TRUE(behind({"settled.failed", By::nothing, {}, from, to, "", ""}).acts);
}

TEST(Behind, EveryMetricLeadsSomewhereOrSaysWhyNot) {
  for (const Metric& metric : all_metrics()) {
    const Behind found =
        behind({std::string(metric.name), By::nothing, {}, Timestamp{0}, Timestamp{1}, "", ""});
    EXPECT_EQ(found.rows.has_value() + found.acts + !found.whyNot.isEmpty(), 1) << metric.name;
    EXPECT_FALSE(found.whyNot.contains(QStringLiteral("are unknown"))) << metric.name;
  }
}

}  // namespace
}  // namespace onceover::metrics
