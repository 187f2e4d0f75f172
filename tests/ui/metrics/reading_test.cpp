// SPDX-License-Identifier: GPL-3.0-or-later
// How the dashboard is read: one place in all charts, readouts of what is shown, limits of rules, typed
// ranges, and what is not compared.
#include <QLineEdit>
#include <QSignalSpy>

#include "tests/ui/metrics/page_fixture.h"
#include "ui/metrics/controls.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using widgets::ClockChoice;

class ReadingTest : public DashboardTest {
 protected:
  QLineEdit* range() { return box(QStringLiteral("Time range"))->lineEdit(); }
  void type(const QString& words) {
    range()->setFocus();
    range()->selectAll();
    QTest::keyClicks(range(), words);
    QTest::keyClick(range(), Qt::Key_Return);
  }
};

TEST_F(ReadingTest, OnePlaceIsReadInAllCharts) {
  ASSERT_TRUE(refreshed());
  auto* canvas = canvasOf(*lines(QStringLiteral("refused")).chart());
  canvas->setFocus();
  for (const ChartCard* card : board().shownCards())
    EXPECT_TRUE(card->readout().isEmpty()) << card->spec().id.toStdString();
  QTest::keyClick(canvas, Qt::Key_Home);
  for (int i = 0; i < 20; ++i) QTest::keyClick(canvas, Qt::Key_Right);
  const QString time = lines(QStringLiteral("refused")).readout().section(QStringLiteral(" · "), 0, 0);
  ASSERT_FALSE(time.isEmpty());
  for (const ChartCard* card : board().shownCards()) {
    EXPECT_TRUE(card->readout().startsWith(time + QStringLiteral(" · ")))
        << card->spec().id.toStdString() << ": " << card->readout().toStdString();
  }
  test::takePictures(*page, QStringLiteral("metrics-crosshair"), {1280, 800});
  // The pointer leaves: nothing is read anywhere.
  canvas->clearFocus();
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(canvas->viewport(), &leave);
  for (const ChartCard* card : board().shownCards())
    EXPECT_TRUE(card->readout().isEmpty()) << card->spec().id.toStdString();
}

TEST_F(ReadingTest, WhatIsReadOutFollowsSplitAndZoom) {
  ASSERT_TRUE(refreshed());
  const LinesCard& card = lines(QStringLiteral("refused"));
  auto* canvas = canvasOf(*card.chart());
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Right);
  EXPECT_TRUE(card.readout().contains(QStringLiteral("conflicts "))) << card.readout().toStdString();
  choose(QStringLiteral("Split by"), 1);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return card.lines().size() == 3 && card.lines()[0].group; }));
  EXPECT_TRUE(card.readout().contains(QStringLiteral("globex "))) << card.readout().toStdString();
  EXPECT_FALSE(card.readout().contains(QStringLiteral("conflicts "))) << card.readout().toStdString();
  // The last quarter: the place is not in it.
  const Request before = lastAsked();
  ASSERT_TRUE(shownAfter([&] {
    emit card.chart()->zoomed(charts::secondsOf(before.to - minutes(15)), charts::secondsOf(before.to));
  }));
  EXPECT_TRUE(card.readout().isEmpty()) << card.readout().toStdString();
}

TEST_F(ReadingTest, AnEarlierTimeWithoutDataIsSaidAndNotDrawn) {
  ASSERT_TRUE(refreshed());
  source->gap = Gap{lastAsked().from - hours(72), lastAsked().from - hours(2), "nothing was counting"};
  source->asked.clear();
  choose(QStringLiteral("Compare with"), 1);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return source->waiting.empty() && !source->asked.empty(); }));
  const auto& chart = *lines(QStringLiteral("outcomes")).chart();
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("no data yesterday")))
      << test::allTextOf(chart).toStdString();
  EXPECT_FALSE(canvasOf(chart)->accessibleDescription().contains(QStringLiteral("Dashed")));
  test::takePictures(*page, QStringLiteral("metrics-no-data-yesterday"), {1280, 800});
  choose(QStringLiteral("Split by"), 1);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return lines(QStringLiteral("refused")).lines().size() == 3; }));
  EXPECT_TRUE(test::allTextOf(*lines(QStringLiteral("refused")).chart())
                  .contains(QStringLiteral("not compared with yesterday")));
  choose(QStringLiteral("Split by"), 0);
  choose(QStringLiteral("Compare with"), 0);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return !test::allTextOf(chart).contains(QStringLiteral("yesterday")); }));
}

TEST_F(ReadingTest, LimitsOfRulesAreDrawnWhereTheWholeTableIsShown) {
  alerts::Settings rules;
  rules.of(alerts::Rule::stuck_age) = {100, 1'000'000};
  page->setRules(rules);
  ASSERT_TRUE(refreshed());
  const auto& chart = *lines(QStringLiteral("oldest")).chart();
  const auto description = [&] { return canvasOf(chart)->accessibleDescription(); };
  EXPECT_TRUE(description().contains(QStringLiteral("oldest stuck: warning above 1 min 40 s")))
      << description().toStdString();
  EXPECT_TRUE(test::allTextOf(chart).contains(QStringLiteral("(off the scale)")))
      << "a limit that is not drawn is named";
  EXPECT_FALSE(canvasOf(*lines(QStringLiteral("outcomes")).chart())
                   ->accessibleDescription()
                   .contains(QStringLiteral("A rule")));
  // Of a tenant alone no rule speaks.
  box(QStringLiteral("Filter by tenant"))->setEditText(QStringLiteral("acme"));
  ASSERT_TRUE(shownAfter(
      [&] { QTest::keyClick(box(QStringLiteral("Filter by tenant"))->lineEdit(), Qt::Key_Return); }));
  EXPECT_FALSE(description().contains(QStringLiteral("A rule"))) << description().toStdString();
}

TEST_F(ReadingTest, ARangeIsTyped) {
  ASSERT_TRUE(refreshed());
  ASSERT_TRUE(shownAfter([&] { type(QStringLiteral("45m")); }));
  EXPECT_EQ(lastAsked().to - lastAsked().from, Duration(minutes(45)));
  EXPECT_EQ(range()->text(), QStringLiteral("Last 45 min"));
  EXPECT_EQ(kept.value(QStringLiteral("metrics/span")), QStringLiteral("2700"));
  EXPECT_TRUE(page->wantsLive());
  const auto count = source->asked.size();
  type(QStringLiteral("tomorrowish"));
  EXPECT_EQ(source->asked.size(), count);
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("This is not a time range.")));
  const QString since = widgets::exact(session.estimatedNow() - minutes(70), ClockChoice::utc).left(16);
  ASSERT_TRUE(shownAfter([&] { type(QStringLiteral("since ") + since); }));
  EXPECT_GE(lastAsked().to - lastAsked().from, Duration(minutes(69)));
  EXPECT_LE(lastAsked().to - lastAsked().from, Duration(minutes(75)));
  EXPECT_TRUE(range()->text().startsWith(QStringLiteral("Since ") + since)) << range()->text().toStdString();
  EXPECT_TRUE(page->wantsLive()) << "it goes on";
  EXPECT_EQ(kept.value(QStringLiteral("metrics/span")), QStringLiteral("2700"))
      << "one incident's range is not the next one's";
}

TEST_F(ReadingTest, WallChartsFillTheWall) {
  ASSERT_TRUE(refreshed());
  for (const int hidden : {0, 1, 2, 3, 5}) {
    Arrangement arrangement;
    for (int i = 0; i < hidden; ++i) arrangement.setShown(cardSpecs()[i].id, false);
    board().setArrangement(arrangement);
    page->setOnWall(true);
    board().window()->resize(1920, 1080);
    test::settleLayout();
    board().settle();
    test::settleLayout();
    // Every row reaches the right edge, and the last one the bottom.
    std::map<int, int> rightOfRow;
    int bottom = 0;
    for (const ChartCard* card : board().shownCards()) {
      rightOfRow[card->y()] = std::max(rightOfRow[card->y()], card->geometry().right());
      bottom = std::max(bottom, card->geometry().bottom());
    }
    for (const auto& [y, right] : rightOfRow)
      EXPECT_GT(right, board().width() - 40) << hidden << " hidden, row at " << y;
    EXPECT_GT(bottom, board().height() - 40) << hidden << " hidden";
    if (hidden == 1) test::takePictures(*board().window(), QStringLiteral("metrics-wall"), {1920, 1080});
    page->setOnWall(false);
  }
}

std::string rangeOf(const char* typed, ClockChoice clock = ClockChoice::utc) {
  const Timestamp now = *parse_iso("2026-11-24T14:30:00Z");
  const auto frame = typedRange(QString::fromUtf8(typed), now, clock);
  if (!frame) return "?";
  if (frame->isPart()) return iso(*frame->from).substr(0, 16) + " " + iso(*frame->to).substr(0, 16);
  return frame->isSince() ? "since " + iso(*frame->from).substr(0, 16) : "last " + human(frame->span);
}

TEST(TypedRange, IsHowLongOrSinceWhenOrFromWhenToWhen) {
  const std::pair<const char*, const char*> table[] = {
      {"45m", "last 45 min"},
      {" last 90 MIN ", "last 1 h 30 min"},
      {"2h30m", "last 2 h 30 min"},
      {"1.5h", "last 1 h 30 min"},
      {"3 days", "last 3 d"},
      {"2s", "last 10 s"},
      {"since 14:05", "since 2026-11-24T14:05"},
      {"14:05", "since 2026-11-24T14:05"},
      {"since 23:10", "since 2026-11-23T23:10"},
      {"since 2026-11-20", "since 2026-11-20T00:00"},
      {"2026-11-20 09:15", "since 2026-11-20T09:15"},
      {"14:05 to 14:20", "2026-11-24T14:05 2026-11-24T14:20"},
      {"14:05-14:20", "2026-11-24T14:05 2026-11-24T14:20"},
      {"22:00 to 01:00", "2026-11-23T22:00 2026-11-24T01:00"},
      {"2026-11-20 09:15 - 2026-11-21 08:00", "2026-11-20T09:15 2026-11-21T08:00"},
      {"2026-11-20 09:15:00 to 10:15:00", "2026-11-20T09:15 2026-11-20T10:15"},
      {"2026-11-20 23:30 to 00:30", "2026-11-20T23:30 2026-11-21T00:30"},
      {"", "?"},
      {"0m", "?"},
      {"45", "?"},
      {"45 parsecs", "?"},
      {"25:00", "?"},
      {"2027-01-01", "?"},
      {"since", "?"},
      {"2026-11-21 to 2026-11-20", "?"},
      {"99999999999999999999d", "?"},
  };
  for (const auto& [typed, range] : table) EXPECT_EQ(rangeOf(typed), range) << typed;
}

}  // namespace
}  // namespace onceover::metrics
