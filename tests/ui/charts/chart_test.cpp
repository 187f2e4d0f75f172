// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAccessible>
#include <QAccessibleTableInterface>
#include <QApplication>
#include <QEventLoop>
#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/chart_canvas.h"
#include "tests/support/console_page.h"
#include "ui/charts/axis.h"
#include "ui/charts/heat_map.h"
#include "ui/charts/plot_chart.h"
#include "ui/widgets/text.h"

namespace onceover::charts {
namespace {

TEST(Decimated, KeepsTheLowestAndHighestOfEveryColumnInOrder) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  QVector<ChartPoint> points;
  for (int i = 0; i < 10'000; ++i)
    points.append({static_cast<double>(i), static_cast<double>(random() % 1000)});
  const int columns = 100;
  const QVector<ChartPoint> few = decimated(points, 0, 10'000, columns);
  EXPECT_LE(few.size(), 2 * columns);
  for (qsizetype i = 1; i < few.size(); ++i) EXPECT_LT(few[i - 1].x, few[i].x);
  for (int column = 0; column < columns; ++column) {
    double low = INFINITY, high = -INFINITY, keptLow = INFINITY, keptHigh = -INFINITY;
    for (const ChartPoint& p : points) {
      if (static_cast<int>(p.x / 100) == column) low = std::min(low, p.y), high = std::max(high, p.y);
    }
    for (const ChartPoint& p : few) {
      if (static_cast<int>(p.x / 100) == column)
        keptLow = std::min(keptLow, p.y), keptHigh = std::max(keptHigh, p.y);
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

// Samples every second step, for one: as many gaps as values.
TEST(Decimated, GapsAndValuesThatTakeTurnsAreBoundedToo) {
  QVector<ChartPoint> points;
  for (int i = 0; i < 40'000; ++i) points.append({static_cast<double>(i), i % 2 == 0 ? NAN : i % 100});
  const QVector<ChartPoint> few = decimated(points, 0, 40'000, 100);
  EXPECT_LE(few.size(), 5 * 100);
  double high = 0;
  for (const ChartPoint& point : few) high = std::fmax(high, point.y);
  EXPECT_EQ(high, 99);
}

TEST(Decimated, FewPointsAreLeftAlone) {
  const QVector<ChartPoint> points{{0, 1}, {1, 2}};
  EXPECT_EQ(decimated(points, 0, 1, 100).size(), 2);
  EXPECT_EQ(decimated({}, 0, 1, 100).size(), 0);
}

bool hasColour(const QImage& picture, QRgb colour) {
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      if (picture.pixel(x, y) == colour) return true;
    }
  }
  return false;
}

QVector<ChartSeries> twoLines() {
  return {{QStringLiteral("replayed"), {{0, 1}, {60, 5}, {120, NAN}, {180, 3}}, {}},
          {QStringLiteral("conflict"), {{0, 0}, {180, 2}}, {}}};
}

TEST(TimeChart, TellsAssistiveTechnologyWhatItShows) {
  TimeChart chart(QStringLiteral("Requests"), QStringLiteral("/min"));
  chart.setDescription(QStringLiteral("The last hour."));
  chart.replace(twoLines(), 0, 180);
  QStringList described;
  for (const QWidget* widget : chart.findChildren<QWidget*>())
    described.append(widget->accessibleDescription());
  const QString all = described.join(' ');
  EXPECT_TRUE(all.contains(QStringLiteral("The last hour."))) << all.toStdString();
  EXPECT_TRUE(all.contains(QStringLiteral("replayed: now 3, lowest 1, highest 5"))) << all.toStdString();
}

TEST(TimeChart, HasATableWithEveryPointAndAGapInIt) {
  TimeChart chart(QStringLiteral("Requests"));
  chart.replace(twoLines(), 0, 180);
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
    chart.replace(twoLines(), 0, 180);
    chart.replace({{QStringLiteral("other"), {{0, 1}, {1, 2}}, Tone::danger}}, 0, 1);
    chart.replace({}, 0, 0);
  }
  EXPECT_FALSE(chart.grab().isNull());
  EXPECT_TRUE(chart.svg(QSize(400, 200)).contains("<svg"));
}

// A chart in a window of its own, and what it tells.
class TimeChartKeys : public testing::Test {
 protected:
  void SetUp() override {
    test::wear(widgets::lightTokens());
    chart.resize(600, 300);
    chart.setStep(60);
    chart.setZoom(true, false);
    QVector<ChartSeries> lines{{QStringLiteral("replayed"), {}, {}}, {QStringLiteral("conflict"), {}, {}}};
    for (int i = 0; i < 60; ++i) {
      lines[0].points.append({60.0 * i, 10.0 + i});
      lines[1].points.append({60.0 * i, i >= 20 && i < 30 ? NAN : 2.0});
    }
    chart.replace(lines, 0, 3600);
    QObject::connect(&chart, &TimeChart::zoomed, &chart, [this](double from, double to) {
      zoomed = {from, to};
    });
    QObject::connect(&chart, &TimeChart::zoomedBack, &chart, [this] { ++backs; });
    QObject::connect(&chart, &TimeChart::pointClicked, &chart,
                     [this](const QString& line, double from, double to) {
                       clicked.append(QStringLiteral("%1 %2 %3").arg(line).arg(from).arg(to));
                     });
    chart.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&chart));
    canvas = test::canvasOf(chart);
    ASSERT_NE(canvas, nullptr);
    canvas->setFocus();
  }
  QString said() const {
    QStringList all;
    for (const QLabel* label : chart.findChildren<QLabel*>()) all.append(label->text());
    return all.join(QLatin1Char('\n'));
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(canvas, key, modifiers);
  }
  void drag(double from, double to) {
    const int y = canvas->height() / 2, a = static_cast<int>(canvas->width() * from),
              b = static_cast<int>(canvas->width() * to);
    QTest::mousePress(canvas->viewport(), Qt::LeftButton, {}, {a, y});
    QTest::mouseMove(canvas->viewport(), {(a + b) / 2, y});
    QTest::mouseMove(canvas->viewport(), {b, y});
    QTest::mouseRelease(canvas->viewport(), Qt::LeftButton, {}, {b, y});
  }

  TimeChart chart{QStringLiteral("Requests"), QStringLiteral("keys")};
  QAbstractScrollArea* canvas = nullptr;
  std::optional<std::pair<double, double>> zoomed;
  int backs = 0;
  QStringList clicked;
};

TEST_F(TimeChartKeys, EveryPointIsReadStepByStep) {
  press(Qt::Key_Home);
  EXPECT_TRUE(said().contains(QStringLiteral("00:00:00 · replayed 10 · conflict 2"))) << said().toStdString();
  press(Qt::Key_Right);
  EXPECT_TRUE(said().contains(QStringLiteral("00:01:00 · replayed 11 · conflict 2"))) << said().toStdString();
  press(Qt::Key_End);
  EXPECT_TRUE(said().contains(QStringLiteral("00:59:00 · replayed 69"))) << said().toStdString();
  press(Qt::Key_Left);
  EXPECT_TRUE(said().contains(QStringLiteral("00:58:00 · replayed 68"))) << said().toStdString();
}

TEST_F(TimeChartKeys, InAGapNothingIsSaidAsAZeroAndTheReasonIs) {
  chart.setGaps({{20 * 60.0, 30 * 60.0, QStringLiteral("nothing was counting")}});
  press(Qt::Key_Home);
  for (int i = 0; i < 25; ++i) press(Qt::Key_Right);
  EXPECT_TRUE(said().contains(QStringLiteral("00:25:00 · replayed 35 · unknown: nothing was counting")))
      << said().toStdString();
  EXPECT_FALSE(said().contains(QStringLiteral("conflict 0")));
}

TEST_F(TimeChartKeys, ADragAsksForThatRange) {
  drag(0.3, 0.6);
  ASSERT_TRUE(zoomed);
  EXPECT_NEAR(zoomed->first, 0.3 * 3600, 300);
  EXPECT_NEAR(zoomed->second, 0.6 * 3600, 300);
  EXPECT_TRUE(clicked.isEmpty()) << "it was no click";
  zoomed.reset();
  drag(0.6, 0.3);
  ASSERT_TRUE(zoomed);
  EXPECT_LT(zoomed->first, zoomed->second) << "to the left, too";
}

TEST_F(TimeChartKeys, EscLeavesTheRangeThatIsBeingChosenAndThenTheZoom) {
  press(Qt::Key_Home);
  press(Qt::Key_Right, Qt::ShiftModifier);
  press(Qt::Key_Escape);
  press(Qt::Key_Return);
  EXPECT_FALSE(zoomed);
  EXPECT_EQ(backs, 0);
  chart.setZoom(true, true);
  press(Qt::Key_Escape);
  EXPECT_EQ(backs, 1);
}

TEST_F(TimeChartKeys, AClickTellsLineAndStep) {
  press(Qt::Key_Home);
  press(Qt::Key_Right);
  press(Qt::Key_Return);
  EXPECT_EQ(clicked, QStringList{QStringLiteral("replayed 60 120")});
  press(Qt::Key_Down);
  press(Qt::Key_Down);
  press(Qt::Key_Return);
  EXPECT_EQ(clicked.last(), QStringLiteral("conflict 60 120"));
  // Near the bottom lies the line of the small numbers.
  QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, {canvas->width() * 3 / 4, canvas->height() - 30});
  EXPECT_TRUE(clicked.last().startsWith(QStringLiteral("conflict "))) << clicked.last().toStdString();
}

// Otherwise going back would open rows on the way.
TEST_F(TimeChartKeys, ADoubleClickGoesBackAndIsNoClick) {
  const int usual = QApplication::doubleClickInterval();
  QApplication::setDoubleClickInterval(20);
  chart.setZoom(true, true);
  const QPoint middle(canvas->width() / 2, canvas->height() / 2);
  QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, middle);
  QTest::mouseDClick(canvas->viewport(), Qt::LeftButton, {}, middle);
  EXPECT_EQ(backs, 1);
  QEventLoop loop;
  QTimer::singleShot(3 * QApplication::doubleClickInterval(), &loop, &QEventLoop::quit);
  loop.exec();
  QApplication::setDoubleClickInterval(usual);
  EXPECT_TRUE(clicked.isEmpty()) << clicked.join(QLatin1Char(',')).toStdString();
}

TEST_F(TimeChartKeys, AMarkerIsReachedSaidAndListed) {
  chart.setMarkers({{1800, QStringLiteral("sweep"), QStringLiteral("12 settled")},
                    {600, QStringLiteral("plan"), QStringLiteral("release")}});
  press(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_TRUE(said().contains(QStringLiteral("plan: release"))) << said().toStdString();
  press(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_TRUE(said().contains(QStringLiteral("sweep: 12 settled"))) << said().toStdString();
  press(Qt::Key_Left, Qt::ControlModifier);
  EXPECT_TRUE(said().contains(QStringLiteral("plan: release"))) << said().toStdString();
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("sweep at 00:30:00: 12 settled")));
}

TEST_F(TimeChartKeys, OfManyGapsTheNewestAreListedAndTheRestCounted) {
  QVector<ChartGap> gaps;
  for (int i = 0; i < 200; ++i) gaps.append({10.0 * i, 10.0 * i + 5, QStringLiteral("sample missed")});
  chart.setGaps(gaps);
  EXPECT_EQ(canvas->accessibleDescription().count(QStringLiteral("sample missed")), 10);
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("Unknown at 190 earlier times.")));
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("Unknown from 00:33:10 to 00:33:15")));
}

TEST_F(TimeChartKeys, WhatIsNotOverSaysSo) {
  chart.setOngoing(59 * 60.0);
  press(Qt::Key_End);
  EXPECT_TRUE(said().contains(QStringLiteral("so far"))) << said().toStdString();
  chart.setTableShown(true);
  const auto* table = chart.findChild<QTableWidget*>();
  EXPECT_TRUE(table->item(0, 0)->text().endsWith(QStringLiteral("(so far)")));
  EXPECT_FALSE(table->item(1, 0)->text().endsWith(QStringLiteral("(so far)")));
}

TEST_F(TimeChartKeys, TheTableHoldsTheEarlierTimeToo) {
  chart.setEarlier(QStringLiteral("yesterday"), {{QStringLiteral("replayed"), {{0, 7}, {60, 8}}, {}}});
  chart.setTableShown(true);
  const auto* table = chart.findChild<QTableWidget*>();
  ASSERT_EQ(table->columnCount(), 4);
  EXPECT_EQ(table->horizontalHeaderItem(3)->text(), QStringLiteral("replayed, yesterday"));
  EXPECT_EQ(table->item(58, 3)->text(), QStringLiteral("8"));
  EXPECT_EQ(table->item(58, 1)->text(), QStringLiteral("11"));
}

TEST_F(TimeChartKeys, OfManyPointsTheTableHoldsTheNewest) {
  QVector<ChartSeries> many{{QStringLiteral("a"), {}, {}}};
  for (int i = 0; i < 43'200; ++i) many[0].points.append({60.0 * i, static_cast<double>(i)});
  chart.setTableShown(true);
  chart.replace(many, 0, 43'200 * 60);
  const auto* table = chart.findChild<QTableWidget*>();
  EXPECT_EQ(table->rowCount(), chartTableRows);
  EXPECT_EQ(table->item(0, 1)->text(), widgets::number(43'199));
}

TEST(TimeChart, ALimitIsALineAcrossWhereItIsNotFarAway) {
  test::wear(widgets::lightTokens());
  TimeChart chart(QStringLiteral("Oldest"));
  QVector<ChartPoint> points;
  for (int i = 0; i < 50; ++i) points.append({i * 60.0, 10.0});
  const QColor warn = widgets::lightTokens().colour(Tone::warn);
  const auto inked = [&] {
    const QImage image = chart.image({600, 300});
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        count += std::abs(c.red() - warn.red()) + std::abs(c.green() - warn.green()) +
                             std::abs(c.blue() - warn.blue()) <
                         60
                     ? 1
                     : 0;
      }
    }
    return count;
  };
  chart.replace({{QStringLiteral("a"), points}}, 0, 3000);
  const int before = inked();
  chart.setThresholds({{20, QStringLiteral("warning above 20"), Tone::warn, QStringLiteral("a")}});
  chart.replace({{QStringLiteral("a"), points}}, 0, 3000);
  EXPECT_GT(inked(), before + 120) << "a dashed line from left to right";
  EXPECT_TRUE(
      test::canvasOf(chart)->accessibleDescription().contains(QStringLiteral("A rule: warning above 20")));
  // Far above it would press the line flat: it is named instead.
  chart.setThresholds({{5000, QStringLiteral("warning above 5000"), Tone::warn, QStringLiteral("a")}});
  chart.replace({{QStringLiteral("a"), points}}, 0, 3000);
  EXPECT_LT(inked(), before + 50);
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("warning above 5000 (off the scale)")));
  // Where nothing was higher than 0 the lowest limit shows how far it is.
  for (ChartPoint& point : points) point.y = 0;
  chart.replace({{QStringLiteral("a"), points}}, 0, 3000);
  EXPECT_GT(inked(), before + 120);
}

TEST(TimeAxis, ValuesAndSecondsAreCutRoundly) {
  EXPECT_DOUBLE_EQ(valueScale(87, ChartUnit::number).top, 100);
  EXPECT_DOUBLE_EQ(valueScale(0, ChartUnit::number).top, 1);
  EXPECT_DOUBLE_EQ(valueScale(250, ChartUnit::seconds).ticks[1].at, 60) << "whole minutes";
  EXPECT_EQ(chartText(90, ChartUnit::seconds), QStringLiteral("1 min 30 s"));
  EXPECT_EQ(chartText(NAN, ChartUnit::seconds), QStringLiteral("–"));
  const auto ticks = timeTicks(100, 7300, 6, ClockChoice::utc);
  ASSERT_FALSE(ticks.isEmpty());
  for (const Tick& tick : ticks) EXPECT_EQ(std::fmod(tick.at, 600), 0) << tick.at;
}

HeatData someHeat() {
  const double more = std::numeric_limits<double>::infinity();
  // Two steps and a gap; the lowest bound holds nothing.
  return {0, 60, {10, 100, 1000, more}, {0, 3, 4, 0, 0, 1, 0, 2, NAN, NAN, NAN, NAN}};
}

TEST(HeatMap, TellsEachNumberInWordsAndInATable) {
  HeatMap map(QStringLiteral("Time to completion"), QStringLiteral("keys"));
  map.resize(600, 300);
  map.setGaps({{120, 180, QStringLiteral("nothing was counting")}});
  map.replace(someHeat(), {{QStringLiteral("p50"), {110, 700, NAN}}}, 0, 180);
  map.show();
  QWidget* canvas = test::canvasOf(map);
  ASSERT_NE(canvas, nullptr);
  EXPECT_EQ(canvas->accessibleName(), QStringLiteral("Time to completion"));
  EXPECT_TRUE(canvas->accessibleDescription().contains(
      QStringLiteral("p50: now 700 ms, lowest 110 ms, highest 700 ms")))
      << canvas->accessibleDescription().toStdString();
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("nothing was counting")));
  const auto said = [&] {
    QStringList all;
    for (const QLabel* label : map.findChildren<QLabel*>()) all.append(label->text());
    return all.join(QLatin1Char('\n'));
  };
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Up);
  EXPECT_TRUE(said().contains(QStringLiteral("▸≤ 100 ms: 3 · p50 110 ms · 7 in total")))
      << said().toStdString();
  QTest::keyClick(canvas, Qt::Key_Right);
  EXPECT_TRUE(said().contains(QStringLiteral("▸≤ 100 ms: 1 · p50 700 ms · 3 in total")))
      << said().toStdString();
  std::optional<std::pair<double, double>> clicked;
  QObject::connect(&map, &HeatMap::stepClicked, &map, [&](double from, double to) { clicked = {from, to}; });
  QTest::keyClick(canvas, Qt::Key_Return);
  EXPECT_EQ(clicked, (std::pair<double, double>(60, 120)));
  map.setTableShown(true);
  QAccessibleTableInterface* table =
      QAccessible::queryAccessibleInterface(map.findChild<QTableWidget*>())->tableInterface();
  ASSERT_EQ(table->rowCount(), 3);
  QStringList headings, newest, oldest;
  for (int column = 0; column < table->columnCount(); ++column) {
    headings.append(table->columnDescription(column));
    newest.append(table->cellAt(0, column)->text(QAccessible::Name));
    oldest.append(table->cellAt(2, column)->text(QAccessible::Name));
  }
  EXPECT_EQ(headings.mid(1).join('|'), QStringLiteral("Total|p50|≤ 100 ms|≤ 1.0 s|more"))
      << headings.join('|').toStdString();
  EXPECT_EQ(newest.mid(1).join('|'), QStringLiteral("–|–|–|–|–")) << "a gap is not a zero";
  EXPECT_EQ(oldest.mid(1).join('|'), QStringLiteral("7|110 ms|3|4|0")) << oldest.join('|').toStdString();
  EXPECT_FALSE(map.grab().isNull());
  EXPECT_TRUE(map.svg(QSize(400, 200)).contains("<svg"));
}

TEST(HeatMap, EachPercentileHasAColourOfItsOwn) {
  HeatMap map(QStringLiteral("Time to completion"));
  map.replace({0, 10, {100, 200}, {1, 2, 3, 4}},
              {{QStringLiteral("p50"), {50, 60}},
               {QStringLiteral("p95"), {150, 160}},
               {QStringLiteral("p99"), {190, 195}}},
              0, 20);
  const QByteArray picture = map.svg({600, 300});
  for (const widgets::Tone tone : {widgets::Tone::neutral, widgets::Tone::warn, widgets::Tone::danger}) {
    const QByteArray stroke = "stroke=\"" + widgets::lightTokens().colour(tone).name().toLatin1() + '"';
    EXPECT_TRUE(picture.contains(stroke)) << stroke.constData();
  }
}

TEST(HeatMap, IsZoomedAsLinesAre) {
  HeatMap map(QStringLiteral("Time to completion"));
  map.resize(600, 300);
  map.setZoom(true, true);
  map.replace(someHeat(), {}, 0, 180);
  map.show();
  QWidget* canvas = test::canvasOf(map);
  std::optional<std::pair<double, double>> zoomed;
  int backs = 0;
  QObject::connect(&map, &HeatMap::zoomed, &map, [&](double from, double to) { zoomed = {from, to}; });
  QObject::connect(&map, &HeatMap::zoomedBack, &map, [&] { ++backs; });
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(canvas, Qt::Key_Return);
  EXPECT_EQ(zoomed, (std::pair<double, double>(0, 60)));
  QTest::keyClick(canvas, Qt::Key_Escape);
  EXPECT_EQ(backs, 1);
}

// The legend's entries are reached and pressed without a mouse.
TEST_F(TimeChartKeys, SpaceInTheLegendHidesALineFromEyesAndReading) {
  QToolButton* entry = nullptr;
  for (QToolButton* button : chart.findChildren<QToolButton*>()) {
    if (button->accessibleName() == QStringLiteral("Show conflict in Requests")) entry = button;
  }
  ASSERT_NE(entry, nullptr);
  const QRgb colour = widgets::lightTokens().series[1].rgb();
  ASSERT_TRUE(hasColour(chart.image({600, 300}), colour));
  QTest::keyClick(entry, Qt::Key_Space);
  EXPECT_FALSE(entry->isChecked());
  EXPECT_FALSE(hasColour(chart.image({600, 300}), colour));
  press(Qt::Key_Home);
  EXPECT_TRUE(said().contains(QStringLiteral("00:00:00 · replayed 10"))) << said().toStdString();
  EXPECT_FALSE(said().contains(QStringLiteral("conflict 2")));
  QTest::keyClick(entry, Qt::Key_Space);
  EXPECT_TRUE(hasColour(chart.image({600, 300}), colour));
}

TEST_F(TimeChartKeys, AGapIsNotBridgedByALine) {
  const QImage picture = chart.image({700, 300});
  const QRgb colour = widgets::lightTokens().series[1].rgb();
  EXPECT_TRUE(hasColour(picture.copy(150, 0, 50, 300), colour)) << "before the gap";
  EXPECT_FALSE(hasColour(picture.copy(275, 60, 50, 240), colour));
  EXPECT_TRUE(hasColour(picture.copy(450, 0, 50, 300), colour)) << "after it";
}

TEST_F(TimeChartKeys, APictureHasItsAxesAndItsLegend) {
  chart.setMarkers({{1800, QStringLiteral("sweep"), QStringLiteral("12 settled")}});
  const QByteArray drawing = chart.svg({1200, 480});
  for (const char* words : {"Requests", "keys", "conflict", "00:30", ">S<"})
    EXPECT_TRUE(drawing.contains(words)) << words << drawing.toStdString();
}

TEST_F(TimeChartKeys, NoonOfEachDayIsLabelled) {
  chart.replace({{QStringLiteral("a"), {{0, 1}, {3 * 86'400, 2}}}}, 0, 3 * 86'400);
  EXPECT_GE(chart.svg({1200, 480}).count("12:00"), 3);
}

TEST_F(TimeChartKeys, ASpikeOfOneMinuteInAMonthIsSeen) {
  QVector<ChartSeries> month{{QStringLiteral("a"), {}}};
  for (int i = 0; i < 43'200; ++i) month[0].points.append({60.0 * i, i == 20'000 ? 500.0 : 1.0});
  chart.replace(month, 0, 43'200 * 60);
  EXPECT_TRUE(
      hasColour(chart.image({700, 300}).copy(0, 60, 700, 100), widgets::lightTokens().series[0].rgb()));
}

TEST_F(TimeChartKeys, AThemeThatChangesColoursTheLinesAnew) {
  test::wear(widgets::darkTokens());
  EXPECT_TRUE(hasColour(chart.grab().toImage(), widgets::darkTokens().series[0].rgb()));
  test::wear(widgets::lightTokens());
  EXPECT_FALSE(hasColour(chart.grab().toImage(), widgets::darkTokens().series[0].rgb()));
}

TEST_F(TimeChartKeys, TheWheelScrollsThePage) {
  const QPointF middle(canvas->viewport()->rect().center());
  QWheelEvent wheel(middle, canvas->viewport()->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(canvas->viewport(), &wheel);
  EXPECT_FALSE(wheel.isAccepted());
}

TEST(PlotChart, ReadsAPlaceWithItsBandByKeysAndMouse) {
  PlotChart chart(QStringLiteral("Attempts"), {QStringLiteral("Attempt")},
                  {QStringLiteral("Begins"), ChartUnit::milliseconds});
  chart.resize(600, 300);
  chart.replace({{QStringLiteral("begins"), {{1, 0}, {2, 1500, 1000, 1900}, {3, 4000}}}});
  chart.show();
  QAbstractScrollArea* canvas = test::canvasOf(chart);
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Right);
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("Attempt 2 · begins 1.5 s (1 s to 1.9 s)")))
      << test::allTextOf(chart).toStdString();
  QTest::mouseMove(canvas->viewport(), {canvas->width() - 40, canvas->height() / 2});
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("Attempt 3 · ▸begins 4 s")))
      << test::allTextOf(chart).toStdString();
  chart.setTableShown(true);
  const auto* table = chart.findChild<QTableWidget*>();
  ASSERT_EQ(table->columnCount(), 4);
  EXPECT_EQ(table->item(1, 2)->text(), QStringLiteral("1 s"));
  EXPECT_EQ(table->item(0, 0)->text(), QStringLiteral("1"));
}

TEST(PlotChart, ALogarithmicAxisIsCutByDecades) {
  const Scale scale = decadeScale(12, 70'000, ChartUnit::milliseconds);
  EXPECT_EQ(scale.bottom, 1);
  EXPECT_EQ(scale.top, 5);
  EXPECT_EQ(scale.ticks.front().label, QStringLiteral("10 ms"));
  EXPECT_EQ(scale.ticks.back().label, QStringLiteral("100 s")) << "decades of seconds";
  EXPECT_DOUBLE_EQ(scale.place(100), 2);
  EXPECT_DOUBLE_EQ(scale.place(0), 1) << "nothing lies below the lowest decade";
}

TEST(BarChart, IsReadByKeysAndMouse) {
  BarChart chart(QStringLiteral("Ages"), QStringLiteral("keys"));
  chart.resize(600, 300);
  chart.replace({{QStringLiteral("1 s"), 3}, {QStringLiteral("10 s"), 1}});
  chart.show();
  QAbstractScrollArea* canvas = test::canvasOf(chart);
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("1 s: 3. 10 s: 1.")));
  QTest::keyClick(canvas, Qt::Key_End);
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("10 s · 1 keys")))
      << test::allTextOf(chart).toStdString();
  QTest::mouseMove(canvas->viewport(), {canvas->width() / 4, canvas->height() / 2});
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("1 s · 3 keys")))
      << test::allTextOf(chart).toStdString();
  EXPECT_TRUE(chart.svg({600, 300}).contains("10 s"));
}

TEST(BarChart, HasATableToo) {
  BarChart chart(QStringLiteral("Ages"), QStringLiteral("keys"));
  chart.replace({{QStringLiteral("1 s"), 3}, {QStringLiteral("10 s"), 1}});
  chart.setTableShown(true);
  EXPECT_EQ(chart.findChild<QTableWidget*>()->rowCount(), 2);
}

}  // namespace
}  // namespace onceover::charts
