#include "ui/metrics/chart_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

Series seriesOf(const std::string& name, const std::vector<std::int64_t>& counts, Duration step) {
  Series series{name, {}};
  Timestamp at{0};
  for (const std::int64_t n : counts) {
    series.points.push_back({at, n});
    at = at + step;
  }
  return series;
}

History historyOf(std::vector<Series> series) {
  History history;
  history.as_of = Timestamp::latest();
  history.series = std::move(series);
  return history;
}

TEST(ChartData, AStepFitsItsRange) {
  for (const Duration span : {Duration(minutes(5)), Duration(hours(1)), Duration(hours(6)), Duration(hours(24))}) {
    const Duration step = stepFor(span);
    EXPECT_LE(span / step, 120) << human(span);
    EXPECT_GE(span / step, 60) << human(span);
  }
  EXPECT_EQ(stepFor(seconds(1)), seconds(1));
  EXPECT_EQ(stepFor(hours(24 * 365)), hours(1));
}

TEST(ChartData, TheRangeEndsWithTheStepThatRunsNow) {
  const Timestamp now{1'000'000'007'000'000};
  const Range range = rangeFor(now, hours(1));
  EXPECT_EQ(range.step, seconds(30));
  EXPECT_GT(range.to, now);
  EXPECT_LE(range.to - now, range.step);
  EXPECT_EQ(range.to.us % range.step.count(), 0) << "a range that moved with every refresh would make the line tremble";
  EXPECT_EQ(range.to - range.from, Duration(hours(1)));
}

TEST(ChartData, CountsBecomeKeysAMinute) {
  const auto lines = linesOf(historyOf({seriesOf("replayed", {10, 0, 5}, seconds(30))}), {"replayed"}, seconds(30));
  ASSERT_EQ(lines.size(), 1);
  EXPECT_DOUBLE_EQ(lines[0].points[0].y, 20);
  EXPECT_DOUBLE_EQ(lines[0].points[1].y, 0) << "one quiet step is a zero, not a gap";
  EXPECT_DOUBLE_EQ(lines[0].points[2].y, 10);
}

TEST(ChartData, TheStepThatRunsIsNotDrawnAsAFall) {
  History history = historyOf({seriesOf("replayed", {10, 5}, seconds(30))});
  history.as_of = Timestamp{0} + seconds(59);
  EXPECT_TRUE(std::isnan(linesOf(history, {"replayed"}, seconds(30))[0].points[1].y));
  history.as_of = Timestamp{0} + seconds(60);
  EXPECT_DOUBLE_EQ(linesOf(history, {"replayed"}, seconds(30))[0].points[1].y, 10);
}

TEST(ChartData, AMinuteInWhichNothingAtAllWasCountedIsAGap) {
  const auto silent = [](const QVector<widgets::ChartSeries>& lines, int i) { return std::isnan(lines[0].points[i].y); };
  const auto quiet = linesOf(historyOf({seriesOf("created", {1, 0, 0, 0, 0, 1}, seconds(30))}), {"created"}, seconds(30));
  EXPECT_FALSE(silent(quiet, 0));
  for (const int i : {1, 2, 3, 4}) EXPECT_TRUE(silent(quiet, i)) << i;
  EXPECT_FALSE(silent(quiet, 5));
  const auto shortly = linesOf(historyOf({seriesOf("created", {1, 0, 0, 1}, seconds(30))}), {"created"}, seconds(30));
  EXPECT_FALSE(silent(shortly, 1)) << "two steps are no gap";
  const auto fine = linesOf(historyOf({seriesOf("created", {1, 0, 0, 0, 0, 1}, seconds(5))}), {"created"}, seconds(5));
  EXPECT_FALSE(silent(fine, 1)) << "20 seconds are no gap";
  // Another counter shows that somebody was counting.
  const auto other =
      linesOf(historyOf({seriesOf("created", {0, 0, 0, 0, 0, 0}, seconds(30)), seriesOf("replayed", {1, 1, 1, 1, 1, 1}, seconds(30))}),
              {"created"}, seconds(30));
  EXPECT_FALSE(silent(other, 2));
}

TEST(ChartData, NamesNobodyCountedGiveNoLine) { EXPECT_TRUE(linesOf(historyOf({}), {"created"}, seconds(1)).isEmpty()); }

TEST(ChartData, BarsReachFromTheFirstToTheLastThatHoldsAnything) {
  const std::vector<HistogramBin> bins{{1, 0}, {10, 3}, {100, 0}, {1000, 2}, {std::numeric_limits<double>::infinity(), 0}};
  const auto bars = barsOf(bins);
  ASSERT_EQ(bars.size(), 3);
  EXPECT_EQ(bars[0].label, QStringLiteral("≤ 10 ms"));
  EXPECT_DOUBLE_EQ(bars[1].value, 0);
  EXPECT_EQ(bars[2].label, QStringLiteral("≤ 1.0 s"));
  EXPECT_TRUE(barsOf({{1, 0}}).isEmpty());
  EXPECT_EQ(barsOf({{std::numeric_limits<double>::infinity(), 1}})[0].label, QStringLiteral("more"));
}

TEST(ChartData, QuantilesSayWhatIsNotKnown) {
  EXPECT_EQ(quantilesOf({{10, 0}}), QStringLiteral("nothing counted"));
  const QString all = quantilesOf({{100, 98}, {std::numeric_limits<double>::infinity(), 2}});
  EXPECT_TRUE(all.contains(QStringLiteral("100 in all"))) << all.toStdString();
  EXPECT_TRUE(quantilesOf({{604'800'000, 0}, {std::numeric_limits<double>::infinity(), 2}}).contains(QStringLiteral("more than")))
      << all.toStdString();
}

TEST(ChartData, AnEmptyHistoryIsEmpty) {
  EXPECT_TRUE(isEmpty(historyOf({seriesOf("created", {0, 0}, seconds(1))})));
  EXPECT_FALSE(isEmpty(historyOf({seriesOf("created", {0, 1}, seconds(1))})));
  History only_times = historyOf({});
  only_times.retry_delay = {{10, 1}};
  EXPECT_FALSE(isEmpty(only_times));
}

TEST(ChartData, CsvLeavesGapsEmptyAndNeutralisesNames) {
  QVector<widgets::ChartSeries> lines{{QStringLiteral("=evil"), {{0, 1}, {30, std::numeric_limits<double>::quiet_NaN()}}, {}}};
  EXPECT_EQ(csvOf(lines), "time_utc,'=evil\r\n1970-01-01T00:00:00.000Z,1\r\n1970-01-01T00:00:30.000Z,\r\n");
  EXPECT_EQ(csvOf(QVector<widgets::Bar>{{QStringLiteral("≤ 1 ms"), 3, {}}}), "up_to,n\r\n≤ 1 ms,3\r\n");
}

}  // namespace
}  // namespace onceover::metrics
