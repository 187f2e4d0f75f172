#include "ui/widgets/chart.h"

#include <gtest/gtest.h>

#include <QTableWidget>
#include <QToolButton>
#include <cmath>
#include <random>

namespace onceover::widgets {
namespace {

TEST(Decimated, KeepsTheLowestAndHighestOfEveryColumnInOrder) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  QVector<ChartPoint> points;
  for (int i = 0; i < 10'000; ++i) points.append({static_cast<double>(i), static_cast<double>(random() % 1000)});
  const int columns = 100;
  const QVector<ChartPoint> few = decimated(points, 0, 10'000, columns);
  EXPECT_LE(few.size(), 2 * columns);
  for (qsizetype i = 1; i < few.size(); ++i) EXPECT_LT(few[i - 1].t, few[i].t);
  for (int column = 0; column < columns; ++column) {
    double low = INFINITY, high = -INFINITY, keptLow = INFINITY, keptHigh = -INFINITY;
    for (const ChartPoint& p : points) {
      if (static_cast<int>(p.t / 100) == column) low = std::min(low, p.y), high = std::max(high, p.y);
    }
    for (const ChartPoint& p : few) {
      if (static_cast<int>(p.t / 100) == column) keptLow = std::min(keptLow, p.y), keptHigh = std::max(keptHigh, p.y);
    }
    EXPECT_EQ(low, keptLow);
    EXPECT_EQ(high, keptHigh);
  }
}

TEST(Decimated, AGapStaysAGap) {
  QVector<ChartPoint> points;
  for (int i = 0; i < 1000; ++i) points.append({static_cast<double>(i), i >= 400 && i < 600 ? NAN : 1.0});
  const QVector<ChartPoint> few = decimated(points, 0, 1000, 10);
  EXPECT_EQ(std::count_if(few.begin(), few.end(), [](const ChartPoint& p) { return std::isnan(p.y); }), 1);
}

TEST(Decimated, FewPointsAreLeftAlone) {
  const QVector<ChartPoint> points{{0, 1}, {1, 2}};
  EXPECT_EQ(decimated(points, 0, 1, 100).size(), 2);
  EXPECT_EQ(decimated({}, 0, 1, 100).size(), 0);
}

QVector<ChartSeries> twoLines() {
  return {{QStringLiteral("replayed"), {{0, 1}, {60, 5}, {120, NAN}, {180, 3}}, {}}, {QStringLiteral("conflict"), {{0, 0}, {180, 2}}, {}}};
}

TEST(TimeChart, TellsAssistiveTechnologyWhatItShows) {
  TimeChart chart(QStringLiteral("Requests"), QStringLiteral("/min"));
  chart.setDescription(QStringLiteral("The last hour."));
  chart.replace(twoLines());
  QStringList described;
  for (const QWidget* widget : chart.findChildren<QWidget*>()) described.append(widget->accessibleDescription());
  const QString all = described.join(' ');
  EXPECT_TRUE(all.contains(QStringLiteral("The last hour."))) << all.toStdString();
  EXPECT_TRUE(all.contains(QStringLiteral("replayed: now 3, lowest 1, highest 5"))) << all.toStdString();
}

TEST(TimeChart, HasATableWithEveryPointAndAGapInIt) {
  TimeChart chart(QStringLiteral("Requests"));
  chart.replace(twoLines());
  chart.setTableShown(true);
  const auto* table = chart.findChild<QTableWidget*>();
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->rowCount(), 4);
  EXPECT_EQ(table->columnCount(), 3);
  EXPECT_EQ(table->item(1, 1)->text(), QStringLiteral("–"));
  EXPECT_EQ(table->item(0, 2)->text(), QStringLiteral("2"));
}

TEST(TimeChart, CanBeReplacedAgainAndAgainWithOtherLines) {
  TimeChart chart(QStringLiteral("Requests"));
  chart.resize(600, 300);
  chart.show();
  for (int i = 0; i < 5; ++i) {
    chart.replace(twoLines());
    chart.replace({{QStringLiteral("other"), {{0, 1}, {1, 2}}, Tone::danger}});
    chart.replace({});
  }
  EXPECT_FALSE(chart.grab().isNull());
  EXPECT_TRUE(chart.svg(QSize(400, 200)).contains("<svg"));
}

TEST(TimeChart, EachLineCanBeHiddenFromTheLegend) {
  TimeChart chart(QStringLiteral("Requests"));
  chart.replace(twoLines());
  QString name;
  bool visible = true;
  QObject::connect(&chart, &TimeChart::seriesToggled, &chart, [&](const QString& toggled, bool on) {
    name = toggled;
    visible = on;
  });
  for (QToolButton* button : chart.findChildren<QToolButton*>()) {
    if (button->text() == QStringLiteral("conflict")) button->click();
  }
  EXPECT_EQ(name, QStringLiteral("conflict"));
  EXPECT_FALSE(visible);
}

TEST(BarChart, HasATableToo) {
  BarChart chart(QStringLiteral("Ages"), QStringLiteral("keys"));
  chart.replace({{QStringLiteral("1 s"), 3, {}}, {QStringLiteral("10 s"), 1, Tone::warn}});
  chart.setTableShown(true);
  EXPECT_EQ(chart.findChild<QTableWidget*>()->rowCount(), 2);
}

}  // namespace
}  // namespace onceover::widgets
