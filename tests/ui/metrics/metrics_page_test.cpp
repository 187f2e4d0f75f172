// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/metrics_page.h"

#include <QAccessible>
#include <QAccessibleTableInterface>
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <cmath>

#include "tests/ui/bridge/spin.h"
#include "tests/ui/metrics/page_fixture.h"
#include "ui/metrics/board.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST_F(DashboardTest, EveryNumberOnALineIsTheNumberOfTheSource) {
  source->gap =
      Gap{session.estimatedNow() - minutes(40), session.estimatedNow() - minutes(20), "nothing was counting"};
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
  const Chart chart = source->answer(lastAsked());
  int checked = 0, gaps = 0;
  for (const ChartCard* card : board().shownCards()) {
    const auto* drawn = qobject_cast<const LinesCard*>(card);
    if (drawn == nullptr) continue;
    ASSERT_EQ(drawn->lines().size(), drawn->spec().metrics.size()) << drawn->spec().id.toStdString();
    for (const DrawnLine& line : drawn->lines()) {
      const Line* known = chart.line(line.metric);
      ASSERT_NE(known, nullptr);
      ASSERT_EQ(line.series.points.size(), static_cast<qsizetype>(known->values.size()));
      for (std::size_t i = 0; i < known->values.size(); ++i) {
        const charts::ChartPoint& point = line.series.points[static_cast<qsizetype>(i)];
        EXPECT_DOUBLE_EQ(point.x, charts::secondsOf(chart.at(i)));
        if (std::isnan(known->values[i])) {
          EXPECT_TRUE(std::isnan(point.y)) << "a gap is not a zero";
          ++gaps;
        } else {
          EXPECT_EQ(point.y, known->values[i]);
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 5'000);
  EXPECT_GT(gaps, 1'000);
}

// Six cards are taken in at a glance; the others are one press away, and that is remembered.
TEST_F(DashboardTest, SixCardsAreShownAndTheRestIsBehindMore) {
  kept.remove(QStringLiteral("metrics/more"));
  board().setMore(false);
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(board().shownCards().size(), 6);
  QPushButton* more = nullptr;
  for (auto* button : board().findChildren<QPushButton*>()) {
    if (button->isVisibleTo(&board()) && button->text() == QStringLiteral("More: 10 cards")) more = button;
  }
  ASSERT_NE(more, nullptr);
  test::takePictures(*page, QStringLiteral("metrics-six"));
  ASSERT_TRUE(shownAfter([more] { QTest::mouseClick(more, Qt::LeftButton); }));
  EXPECT_EQ(board().shownCards().size(), 16);
  EXPECT_EQ(more->text(), QStringLiteral("Fewer cards"));
  EXPECT_EQ(kept.value(QStringLiteral("metrics/more")), QStringLiteral("yes"));
}

// The sentence above the charts is made from what is drawn, and says where once that is known.
TEST_F(DashboardTest, ASentenceSaysWhatChangedSinceWhenAndWhere) {
  source->valuesOf = [this](const std::string& metric, Timestamp at, std::size_t group) {
    const bool isAfter = at >= session.estimatedNow() - minutes(20);
    if (metric != "conflict") return 40.0;
    return group == 0 ? (isAfter ? 18.0 : 3.0) : 1.0;
  };
  source->groups = {"POST /refunds", "POST /payments"};
  ASSERT_TRUE(refreshed());
  const auto says = [this](const char* words) {
    return test::allTextOf(*page).contains(QString::fromLatin1(words));
  };
  ASSERT_TRUE(test::spinUntil([&] { return says(": POST /refunds"); }))
      << test::allTextOf(*page).toStdString();
  EXPECT_TRUE(says("Conflicts")) << test::allTextOf(*page).toStdString();
  EXPECT_TRUE(says("since "));
  test::takePictures(*page, QStringLiteral("metrics-sentence"));
  source->valuesOf = [](const std::string&, Timestamp, std::size_t) { return 40.0; };
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(says("Nothing doubled or halved in this range."));
}

// What is wider than the page cannot be reached: it scrolls only up and down.
TEST_F(DashboardTest, NoCardReachesBeyondThePageHoweverLongItsNamesAre) {
  alerts::Settings rules;
  for (const alerts::Rule rule : alerts::all_rules) rules.of(rule) = {1e6, 1e9};
  page->setRules(rules);
  auto* wordy = new FakeSource(QString(30, QLatin1Char('w')) + QStringLiteral(" of the relation ") +
                               QString(120, QLatin1Char('n')));
  wordy->groups = {std::string(200, 'g'), "a tenant with a name of " + std::string(90, 't')};
  wordy->error = std::string(200, 'e');
  wordy->gap =
      Gap{session.estimatedNow() - minutes(40), session.estimatedNow() - minutes(20), std::string(150, 'y')};
  page->addSource(wordy);
  choose(QStringLiteral("Source of the numbers"), 1);
  const auto fits = [this](const char* what) {
    // As wide as the page is in a window of 960 pixels (icons only), of 1280 and of 1366.
    for (const int width : {904, 1072, 1158}) {
      page->resize(width, 740);
      test::settleLayout();
      ASSERT_EQ(page->width(), width) << what;
      const QWidget* view = board().parentWidget();
      EXPECT_LE(board().width(), view->width()) << what << " at " << width;
      for (ChartCard* card : board().shownCards()) {
        EXPECT_LE(card->mapTo(view, QPoint(card->width(), 0)).x(), view->width())
            << what << ' ' << card->spec().id.toStdString();
        EXPECT_LE(card->minimumSizeHint().width(), 400) << what << ' ' << card->spec().id.toStdString();
        for (const auto* button : card->findChildren<QToolButton*>()) {
          if (!button->isVisible()) continue;
          EXPECT_LE(button->mapTo(view, QPoint(button->width(), 0)).x(), view->width()) << what;
        }
      }
    }
  };
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(
      test::allTextOf(*lines(QStringLiteral("oldest")).chart()).contains(QStringLiteral("(off the scale)")));
  fits("limits");
  choose(QStringLiteral("Split by"), 1);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return lines(QStringLiteral("refused")).lines().size() == 3; }));
  fits("split");
  choose(QStringLiteral("Split by"), 0);
  wordy->knows = {};
  ASSERT_TRUE(refreshed());
  fits("nothing is known");
}

// As somebody who cannot see the chart reads it.
TEST_F(DashboardTest, TheTableOfAChartIsReadThroughTheAccessibilityTree) {
  source->gap =
      Gap{session.estimatedNow() - minutes(40), session.estimatedNow() - minutes(20), "nothing was counting"};
  ASSERT_TRUE(refreshed());
  const Chart chart = source->answer(lastAsked());
  LinesCard& card = lines(QStringLiteral("outcomes"));
  const QString said = canvasOf(*card.chart())->accessibleDescription();
  EXPECT_TRUE(said.contains(QStringLiteral("nothing was counting"))) << said.toStdString();
  EXPECT_TRUE(said.contains(QStringLiteral("completed: now "))) << said.toStdString();
  for (QToolButton* button : card.findChildren<QToolButton*>()) {
    if (button->accessibleName() == QStringLiteral("Created, completed, failed as a table"))
      QTest::mouseClick(button, Qt::LeftButton);
  }
  ASSERT_TRUE(card.chart()->isTableShown());
  QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(card.findChild<QTableWidget*>());
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->text(QAccessible::Name), QStringLiteral("Created, completed, failed"));
  QAccessibleTableInterface* table = tree->tableInterface();
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rowCount(), std::min(static_cast<int>(chart.steps), charts::chartTableRows));
  ASSERT_EQ(table->columnCount(), 4);
  EXPECT_EQ(table->columnDescription(2), QStringLiteral("completed"));
  int unknown = 0;
  for (int row = 0; row < table->rowCount(); row += 7) {
    const std::size_t step = chart.steps - 1 - static_cast<std::size_t>(row);  // the newest first
    const double value = chart.line("completed")->values[step];
    const QString cell = table->cellAt(row, 2)->text(QAccessible::Name);
    EXPECT_EQ(cell, std::isnan(value) ? QStringLiteral("–") : widgets::number(std::llround(value))) << row;
    unknown += std::isnan(value);
  }
  EXPECT_GT(unknown, 0);
}

TEST_F(DashboardTest, ADragZoomsEveryCardAndADoubleClickGoesBack) {
  source->asOf = session.estimatedNow();
  ASSERT_TRUE(refreshed());
  const Request before = lastAsked();
  auto* canvas = canvasOf(*lines(QStringLiteral("refused")).chart());
  const int y = canvas->height() / 2;
  ASSERT_TRUE(shownAfter([&] {
    QTest::mousePress(canvas->viewport(), Qt::LeftButton, {}, {canvas->width() / 2, y});
    QTest::mouseMove(canvas->viewport(), {canvas->width() / 2 + 30, y});
    QTest::mouseMove(canvas->viewport(), {canvas->width() * 3 / 4, y});
    QTest::mouseRelease(canvas->viewport(), Qt::LeftButton, {}, {canvas->width() * 3 / 4, y});
  }));
  const Request zoomed = lastAsked();
  EXPECT_GT(zoomed.from, before.from + minutes(20));
  EXPECT_LT(zoomed.to, before.to - minutes(8));
  EXPECT_LT(zoomed.step, before.step) << "closer is finer";
  for (const ChartCard* card : board().shownCards()) {
    if (const auto* drawn = qobject_cast<const LinesCard*>(card)) {
      EXPECT_EQ(drawn->lines().first().series.points.first().x, charts::secondsOf(zoomed.from))
          << drawn->spec().id.toStdString();
    }
  }
  EXPECT_FALSE(page->wantsLive()) << "what is over does not change";
  ASSERT_TRUE(shownAfter([&] {
    QTest::mouseDClick(canvas->viewport(), Qt::LeftButton, {}, {canvas->width() / 2, y});
  }));
  EXPECT_EQ(lastAsked().to - lastAsked().from, before.to - before.from);
  EXPECT_EQ(lastAsked().step, before.step);
  EXPECT_TRUE(page->wantsLive());
}

TEST_F(DashboardTest, TheKeysZoomAndGoBackToo) {
  ASSERT_TRUE(refreshed());
  const Request before = lastAsked();
  auto* canvas = canvasOf(*lines(QStringLiteral("refused")).chart());
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  for (int i = 0; i < 10; ++i) QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
  ASSERT_TRUE(shownAfter([&] { QTest::keyClick(canvas, Qt::Key_Return); }));
  EXPECT_EQ(lastAsked().from, before.from);
  EXPECT_NEAR(static_cast<double>((lastAsked().to - lastAsked().from).count()),
              static_cast<double>(Duration(minutes(12)).count()), 20e6);
  ASSERT_TRUE(shownAfter([&] { QTest::keyClick(canvas, Qt::Key_Escape); }));
  EXPECT_EQ(lastAsked().to - lastAsked().from, before.to - before.from);
  const auto count = source->asked.size();
  QTest::keyClick(canvas, Qt::Key_Escape);
  EXPECT_EQ(source->asked.size(), count) << "there is nothing further back";
}

TEST_F(DashboardTest, AnEarlierTimeLiesUnderThisOne) {
  ASSERT_TRUE(refreshed());
  source->asked.clear();
  choose(QStringLiteral("Compare with"), 1);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return source->waiting.empty() && !source->asked.empty(); }));
  const Request now = lastAsked(0), before = lastAsked(1);
  EXPECT_EQ(now.from - before.from, Duration(hours(24)));
  EXPECT_TRUE(before.distributions.empty());
  const LinesCard& card = lines(QStringLiteral("outcomes"));
  ASSERT_EQ(card.earlier().size(), 3);
  EXPECT_EQ(card.earlier()[0].name, QStringLiteral("created"));
  const Chart chart = source->answer(before);
  for (std::size_t i = 0; i < chart.steps; i += 50) {
    const charts::ChartPoint& point = card.earlier()[0].points[static_cast<qsizetype>(i)];
    EXPECT_DOUBLE_EQ(point.x, charts::secondsOf(chart.at(i) + hours(24)));
    EXPECT_EQ(point.y, chart.line("created")->values[i]);
  }
  EXPECT_TRUE(canvasOf(*lines(QStringLiteral("outcomes")).chart())
                  ->accessibleDescription()
                  .contains(QStringLiteral("Dashed: yesterday")));
  choose(QStringLiteral("Compare with"), 0);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown, [&] { return card.earlier().isEmpty(); }));
}

TEST_F(DashboardTest, PausedIsNotLiveUntilItIsResumed) {
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(page->wantsLive());
  action(QStringLiteral("Pause the charts"))->trigger();
  EXPECT_TRUE(page->isPaused());
  EXPECT_FALSE(page->wantsLive());
  ASSERT_TRUE(shownAfter([&] { action(QStringLiteral("Pause the charts"))->trigger(); }));
  EXPECT_TRUE(page->wantsLive());
}

TEST_F(DashboardTest, AClickLeadsToTheRowsOfThatStep) {
  ASSERT_TRUE(refreshed());
  std::optional<browse::Filter> found;
  QObject::connect(page.get(), &widgets::Page::rowsRequested, page.get(),
                   [&](const browse::Filter& filter) { found = filter; });
  auto* canvas = canvasOf(*lines(QStringLiteral("outcomes")).chart());
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Right);
  QTest::keyClick(canvas, Qt::Key_Down);
  QTest::keyClick(canvas, Qt::Key_Down);  // created, then completed
  QTest::keyClick(canvas, Qt::Key_Return);
  ASSERT_TRUE(found);
  const Request asked = lastAsked();
  EXPECT_EQ(found->from, asked.from + asked.step);
  EXPECT_EQ(found->to, asked.from + asked.step * 2);
  EXPECT_EQ(found->states, std::vector{key::State::succeeded});
  found.reset();
  QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, {canvas->width() / 2, 20});
  ASSERT_TRUE(found) << "the mouse leads there, too";
  EXPECT_GT(found->from, asked.from + minutes(15));
}

TEST_F(DashboardTest, WhereNoRowStandsBehindAPointThePageSaysWhy) {
  ASSERT_TRUE(refreshed());
  const QSignalSpy rows(page.get(), &widgets::Page::rowsRequested);
  auto* canvas = canvasOf(*lines(QStringLiteral("refused")).chart());
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Return);
  EXPECT_TRUE(rows.isEmpty());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("leaves no row of its own")));
}

TEST_F(DashboardTest, SplitEachCardShowsOneMetricByItsTopAndTheRest) {
  ASSERT_TRUE(refreshed());
  choose(QStringLiteral("Split by"), 1);
  const LinesCard& card = lines(QStringLiteral("refused"));
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return card.lines().size() == 3 && card.lines()[0].group; }));
  EXPECT_EQ(card.lines()[0].series.name, QStringLiteral("acme"));
  EXPECT_EQ(card.lines()[2].series.name, QStringLiteral("the rest"));
  EXPECT_EQ(card.lines()[0].metric, "replayed");
  auto* metric = box(QStringLiteral("What is split in Replays, conflicts, mismatches"));
  ASSERT_NE(metric, nullptr);
  EXPECT_TRUE(metric->isVisible());
  metric->setCurrentIndex(1);
  emit metric->activated(1);
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [&] { return !card.lines().isEmpty() && card.lines()[0].metric == "conflict"; }));
  // The rows behind a point are those of its tenant.
  std::optional<browse::Filter> found;
  QObject::connect(page.get(), &widgets::Page::rowsRequested, page.get(),
                   [&](const browse::Filter& filter) { found = filter; });
  auto* canvas = canvasOf(*card.chart());
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Home);
  QTest::keyClick(canvas, Qt::Key_Down);
  QTest::keyClick(canvas, Qt::Key_Down);
  QTest::keyClick(canvas, Qt::Key_Return);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tenant, "globex");
  test::takePictures(*page, QStringLiteral("metrics-split"), {1072, 740});
}

TEST_F(DashboardTest, ACardSaysWhatItsSourceCannotKnow) {
  source->knows.metrics = {QStringLiteral("created"), QStringLiteral("completed"), QStringLiteral("failed"),
                           QStringLiteral("replayed")};
  source->knows.distributions.clear();
  source->knows.by = {By::tenant};
  emit source->offerChanged();
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(lines(QStringLiteral("events")).showsMessage());
  EXPECT_TRUE(lines(QStringLiteral("events"))
                  .caption()
                  .contains(QStringLiteral("Fake cannot show this: dead letters, backlog")));
  EXPECT_TRUE(board().card(QStringLiteral("completion"))->showsMessage());
  EXPECT_FALSE(lines(QStringLiteral("outcomes")).showsMessage());
  EXPECT_TRUE(lines(QStringLiteral("refused"))
                  .caption()
                  .contains(QStringLiteral("not available: conflicts, mismatches")));
  // What is known stands in front, in its order; the rest is low and behind it, and not on a wall.
  test::settleLayout();
  test::settleLayout();
  EXPECT_EQ(board().shownCards().mid(0, 2),
            (QVector<ChartCard*>{&lines(QStringLiteral("refused")), &lines(QStringLiteral("outcomes"))}));
  EXPECT_LT(lines(QStringLiteral("events")).height(), 150);
  EXPECT_GT(lines(QStringLiteral("events")).y(), lines(QStringLiteral("outcomes")).y());
  page->setOnWall(true);
  EXPECT_FALSE(lines(QStringLiteral("events")).isVisible());
  EXPECT_TRUE(lines(QStringLiteral("outcomes")).isVisible());
  page->setOnWall(false);
  EXPECT_TRUE(lines(QStringLiteral("events")).isVisible());
  for (const std::string& metric : lastAsked().metrics)
    EXPECT_TRUE(source->knows.metrics.contains(widgets::text(metric))) << metric;
  EXPECT_EQ(box(QStringLiteral("Split by"))->count(), 2);
}

TEST_F(DashboardTest, WhatTheChosenSourceDoesNotKnowIsShownByTheFirstThatDoes) {
  const QStringList levels{QStringLiteral("stuck"), QStringLiteral("oldest_stuck_s")};
  for (const QString& level : levels) source->knows.metrics.removeAll(level);
  source->knows.metrics.removeAll(QStringLiteral("in_progress"));
  source->knows.metrics.removeAll(QStringLiteral("awaiting_human"));
  auto* never = new FakeSource(QStringLiteral("Never"));
  never->knows.whyNot = QStringLiteral("It is not configured.");
  auto* samples = new FakeSource(QStringLiteral("Samples"));
  samples->knows = {.metrics = levels, .distributions = {}, .by = {}, .whyNot = {}};
  for (FakeSource* one : {never, samples}) page->addSource(one);
  ASSERT_TRUE(refreshed());
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [this] { return !lines(QStringLiteral("stuck")).showsMessage(); }));
  EXPECT_TRUE(never->asked.empty());
  EXPECT_TRUE(lines(QStringLiteral("stuck")).caption().startsWith(QStringLiteral("Samples")))
      << "a chart says whose numbers it shows";
  EXPECT_TRUE(lines(QStringLiteral("refused")).caption().startsWith(QStringLiteral("Fake")));
  for (const auto& [tag, request] : source->asked) {
    EXPECT_EQ(std::count(request.metrics.begin(), request.metrics.end(), "stuck"), 0);
  }
  // Its failure is said where its numbers would be, and takes nothing else away.
  samples->problem = Error{ErrorKind::io, "The file is damaged.", "Nothing was read.", "Remove it.", "", ""};
  ASSERT_TRUE(test::nextSignal(page.get(), &MetricsPage::shown, [this] { page->refresh(); }));
  ASSERT_TRUE(test::waitFor(page.get(), &MetricsPage::shown,
                            [this] { return lines(QStringLiteral("stuck")).showsMessage(); }));
  EXPECT_TRUE(
      lines(QStringLiteral("stuck")).caption().contains(QStringLiteral("The file is damaged")) ||
      test::allTextOf(lines(QStringLiteral("stuck"))).contains(QStringLiteral("The file is damaged")));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
  EXPECT_FALSE(lines(QStringLiteral("refused")).showsMessage());
}

TEST_F(DashboardTest, WhereTheChosenSourceKnowsNothingOfTheTableOthersShowIt) {
  source->knows.whyNot = QStringLiteral("Another table is read.");
  page->refresh();
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
  page->addSource(new FakeSource(QStringLiteral("Rows")));
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
  EXPECT_TRUE(lines(QStringLiteral("refused")).caption().startsWith(QStringLiteral("Rows")));
}

TEST_F(DashboardTest, WhatIsTooMuchToReadIsOfferedAndReadWhenAsked) {
  source->unread = 9'000'000;
  ASSERT_TRUE(refreshed());
  QPushButton* read = nullptr;
  for (QPushButton* one : page->findChildren<QPushButton*>()) {
    if (one->text().startsWith(QStringLiteral("Read about"))) read = one;
  }
  ASSERT_NE(read, nullptr);
  ASSERT_TRUE(read->isVisible());
  EXPECT_EQ(read->text(), QStringLiteral("Read about %1 rows").arg(widgets::number(9'000'000)));
  EXPECT_TRUE(source->readWhole.empty()) << "nobody asked";
  ASSERT_TRUE(shownAfter([&] { QTest::mouseClick(read, Qt::LeftButton); }));
  EXPECT_EQ(source->readWhole, std::vector<int>{0});
  EXPECT_FALSE(read->isVisible());
}

TEST_F(DashboardTest, CardsAreHiddenMovedAndMadeLargeAndThatIsRemembered) {
  ASSERT_TRUE(refreshed());
  const auto menuAction = [](ChartCard* card, const QString& text) -> QAction* {
    for (QMenu* menu : card->findChildren<QMenu*>()) {
      for (QAction* one : menu->actions()) {
        if (one->text() == text) return one;
      }
    }
    return nullptr;
  };
  const auto order = [](const Board& of) {
    QStringList ids;
    for (const ChartCard* card : of.shownCards()) ids.append(card->spec().id);
    return ids;
  };
  ChartCard* first = board().card(QStringLiteral("refused"));
  ChartCard* second = board().card(QStringLiteral("outcomes"));
  EXPECT_FALSE(menuAction(first, QStringLiteral("Move forward"))->isEnabled());
  menuAction(second, QStringLiteral("Move forward"))->trigger();
  EXPECT_EQ(order(board()).mid(0, 2), (QStringList{QStringLiteral("outcomes"), QStringLiteral("refused")}));
  menuAction(second, QStringLiteral("Large"))->trigger();
  test::settleLayout();
  EXPECT_GT(second->width(), first->width() * 3 / 2);
  menuAction(first, QStringLiteral("Hide"))->trigger();
  EXPECT_FALSE(first->isVisible());
  EXPECT_FALSE(order(board()).contains(QStringLiteral("refused")));
  // Another window of this desktop.
  MetricsPage again(session);
  again.addSource(new FakeSource);
  again.setMemory({[this](const QString& name) { return kept.value(name); }, {}});
  const auto* other = again.findChild<Board*>();
  EXPECT_EQ(order(*other), order(board()));
  EXPECT_EQ(other->arrangement(), board().arrangement());
  // And back, from the menu of cards.
  QMenu* cards = nullptr;
  for (QMenu* menu : page->findChildren<QMenu*>()) {
    if (menu->accessibleName() == QStringLiteral("Cards that are shown")) cards = menu;
  }
  ASSERT_NE(cards, nullptr);
  for (QAction* one : cards->actions()) {
    if (one->text() == first->spec().title) one->trigger();
  }
  EXPECT_TRUE(first->isVisible());
  EXPECT_EQ(lastAsked().metrics.front(), "created") << "in the order of the cards";
}

TEST_F(DashboardTest, TheWallFillsTheScreenWithoutControlsUntilEsc) {
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(page->actions().contains(action(QStringLiteral("Wall: charts in full screen"))))
      << "the palette lists it";
  page->activateWindow();
  page->setFocus();
  QTest::keyClick(page.get(), Qt::Key_F11);
  ASSERT_TRUE(page->isOnWall());
  QWidget* wall = board().window();
  ASSERT_NE(wall, page->window());
  EXPECT_TRUE(wall->isFullScreen());
  EXPECT_FALSE(page->wantsLive()) << "the wall reads by itself";
  test::settleLayout();
  for (const QToolButton* button : board().findChildren<QToolButton*>()) {
    // The legend stays: without it nobody knows which line is which.
    const bool isLegend = button->accessibleName().startsWith(QStringLiteral("Show "));
    EXPECT_TRUE(!button->isVisible() || isLegend) << button->accessibleName().toStdString();
  }
  for (const QComboBox* one : wall->findChildren<QComboBox*>()) EXPECT_FALSE(one->isVisible());
  wall->resize(1920, 1080);
  test::settleLayout();
  EXPECT_EQ(wall->size(), QSize(1920, 1080)) << "nothing pushes it over the edge";
  for (const ChartCard* card : board().shownCards())
    EXPECT_TRUE(wall->rect().contains(QRect(card->mapTo(wall, QPoint()), card->size())));
  if (const QString folder = qEnvironmentVariable("ONCEOVER_PICTURES"); !folder.isEmpty())
    wall->grab().save(folder + QStringLiteral("/metrics-wall.png"));
  source->problem = Error{.kind = ErrorKind::io, .what = "The server is away."};
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(test::allTextOf(*wall).contains(QStringLiteral("Not current: The server is away.")));
  source->problem.reset();
  ASSERT_TRUE(refreshed());
  EXPECT_FALSE(test::allTextOf(*wall).contains(QStringLiteral("Not current")));
  QTest::keyClick(wall, Qt::Key_Escape);
  EXPECT_FALSE(page->isOnWall());
  EXPECT_EQ(board().window(), page->window());
  EXPECT_TRUE(board().isVisible());
}

TEST_F(DashboardTest, TheWallSaysWhatFires) {
  ASSERT_TRUE(refreshed());
  page->setAlarm(QStringLiteral("Critical: 12 stuck"), widgets::Tone::danger);
  page->setOnWall(true);
  const Wall* wall = page->findChild<Wall*>();
  ASSERT_NE(wall, nullptr);
  EXPECT_TRUE(wall->status().startsWith(QStringLiteral("Critical: 12 stuck")))
      << wall->status().toStdString();
  page->setAlarm({}, widgets::Tone::neutral);
  EXPECT_FALSE(wall->status().contains(QStringLiteral("stuck")));
  page->setOnWall(false);
}

TEST_F(DashboardTest, AWallSaysThatTheConnectionIsGone) {
  ASSERT_TRUE(refreshed());
  page->setOnWall(true);
  const Wall* wall = page->findChild<Wall*>();
  ASSERT_NE(wall, nullptr);
  EXPECT_FALSE(wall->status().startsWith(QStringLiteral("Not current")));
  session.disconnectFromServer();
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::stateChanged, [this] { return !session.isReady(); }));
  page->setAlarm({}, widgets::Tone::neutral);
  EXPECT_TRUE(wall->status().startsWith(QStringLiteral("Not current: not connected")))
      << wall->status().toStdString();
  page->setOnWall(false);
}

TEST_F(DashboardTest, AStandInDoesNotHideThatTheChosenSourceFailed) {
  for (const char* level : {"stuck", "awaiting_human", "in_progress"})
    source->knows.metrics.removeAll(QString::fromLatin1(level));
  auto* samples = new FakeSource(QStringLiteral("Samples"));
  samples->knows = {.metrics = {QStringLiteral("stuck")}, .distributions = {}, .by = {}, .whyNot = {}};
  page->addSource(samples);
  samples->answersAtOnce = false;
  source->problem = Error{ErrorKind::timeout, "It took too long.", "Nothing was read.", "Ask again.", "", ""};
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::error);
  ASSERT_TRUE(shownAfter([&] { samples->answerAll(); }));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::error)
      << "stale charts must not pass for current ones";
  EXPECT_FALSE(page->asOf());
  source->problem.reset();
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
  // And the other way round.
  samples->problem =
      Error{ErrorKind::timeout, "Samples took too long.", "Nothing was read.", "Ask again.", "", ""};
  ASSERT_TRUE(shownAfter([&] { page->refresh(); }));
  ASSERT_TRUE(shownAfter([&] { samples->answerAll(); }));
  page->setOnWall(true);
  EXPECT_FALSE(page->findChild<Wall*>()->status().contains(QStringLiteral("Not current")));
  page->setOnWall(false);
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
}

TEST_F(DashboardTest, MarksStandOnEveryChartAndAreReachedByKeys) {
  ASSERT_TRUE(refreshed());
  const Request asked = lastAsked();
  page->showMarks(
      {{charts::secondsOf(asked.from + minutes(10)), QStringLiteral("plan"),
        QStringLiteral("release of 40 keys")},
       {charts::secondsOf(asked.from + minutes(30)), QStringLiteral("sweep"), QStringLiteral("12 settled")}});
  LinesCard& card = lines(QStringLiteral("stuck"));
  auto* canvas = canvasOf(*card.chart());
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("release of 40 keys")));
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_TRUE(test::allTextOf(card).contains(QStringLiteral("plan: release of 40 keys")));
  QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_TRUE(test::allTextOf(card).contains(QStringLiteral("sweep: 12 settled")));
}

TEST_F(DashboardTest, AQuestionThatIsWaitedForIsNotAskedAgain) {
  source->answersAtOnce = false;
  page->refresh();
  const auto asked = source->asked.size();
  ASSERT_GT(asked, 0);
  page->refresh();
  page->refresh();
  EXPECT_EQ(source->asked.size(), asked) << "a slow source would never come to answer";
  choose(QStringLiteral("Time range"), 3);
  EXPECT_GT(source->asked.size(), asked) << "another question is";
  EXPECT_EQ(source->cancelled, 1);
  ASSERT_TRUE(shownAfter([&] { source->answerAll(); }));
  EXPECT_EQ(lastAsked().to - lastAsked().from, Duration(hours(6)));
}

// A source reads what it had left out when somebody asks it to.
TEST_F(DashboardTest, AnAnswerThatComesOnceMoreIsShown) {
  ASSERT_TRUE(refreshed());
  Chart more = source->answer(lastAsked());
  more.source = "all of it";
  for (Line& line : more.lines) line.values.assign(more.steps, 7);
  ASSERT_TRUE(shownAfter([&] { emit source->answered(0, more); }));
  EXPECT_TRUE(lines(QStringLiteral("stuck")).caption().startsWith(QStringLiteral("all of it")));
  EXPECT_EQ(lines(QStringLiteral("stuck")).lines()[0].series.points[0].y, 7);
}

TEST_F(DashboardTest, TheRangeAsksForNoMorePointsThanACardHasPixels) {
  for (int index = 0; index < 7; ++index) {
    ASSERT_TRUE(shownAfter([&] { choose(QStringLiteral("Time range"), index); }));
    const auto steps = steps_of(lastAsked());
    ASSERT_TRUE(steps);
    EXPECT_LE(*steps, 702);
    EXPECT_GE(*steps, 80) << index;
  }
  EXPECT_EQ(kept.value(QStringLiteral("metrics/span")), QString::number(30 * 86400));
}

TEST_F(DashboardTest, SeveralSourcesAreChosenFromABox) {
  auto* other = new FakeSource(QStringLiteral("Rows"));
  other->error = "each value is up to 10 s old";
  page->addSource(other);
  QComboBox* sources = box(QStringLiteral("Source of the numbers"));
  ASSERT_TRUE(sources->isVisible());
  ASSERT_TRUE(refreshed());
  EXPECT_TRUE(lines(QStringLiteral("stuck")).caption().startsWith(QStringLiteral("Fake")));
  ASSERT_TRUE(shownAfter([&] { choose(QStringLiteral("Source of the numbers"), 1); }));
  EXPECT_EQ(page->source(), other);
  EXPECT_TRUE(lines(QStringLiteral("stuck")).caption().startsWith(QStringLiteral("Rows")));
  EXPECT_TRUE(lines(QStringLiteral("stuck")).caption().contains(QStringLiteral("up to 10 s old")));
  EXPECT_EQ(kept.value(QStringLiteral("metrics/source")), QStringLiteral("Rows"));
}

TEST_F(DashboardTest, AFailureIsShownWithARetry) {
  source->problem = Error{.kind = ErrorKind::io, .what = "The server is away."};
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::error);
  source->problem.reset();
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
}

TEST_F(DashboardTest, AConnectionLostWhileItReadsIsNotWaitedForForEver) {
  source->answersAtOnce = false;
  page->refresh();
  ASSERT_EQ(page->paneState(), widgets::StatePane::State::loading);
  source->problem = Error{.kind = ErrorKind::io, .what = "The server is away."};
  session.disconnectFromServer();
  ASSERT_TRUE(shownAfter([&] { source->answerAll(); }));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::error);
}

TEST_F(DashboardTest, ARangeOfWhichNothingIsKnownSaysWhatWouldBeHere) {
  source->gap =
      Gap{session.estimatedNow() - hours(48), session.estimatedNow() + hours(1), "nothing was counting"};
  ASSERT_TRUE(refreshed());
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("core/metrics")));
  EXPECT_TRUE(box(QStringLiteral("Time range"))->isVisible()) << "the range can still be changed";
}

TEST_F(DashboardTest, EverythingIsSavedAsPictureDrawingAndNumbers) {
  ASSERT_TRUE(refreshed());
  const QTemporaryDir folder;
  for (const ChartCard* card : board().cards()) {
    const std::vector<std::pair<QString, QByteArray>> kinds{
        {QStringLiteral("c.png"), QByteArray("\x89PNG")},
        {QStringLiteral("c.svg"), QByteArray("<?xml")},
        {QStringLiteral("c.csv"), QByteArray("time_utc")}};
    for (const auto& [name, magic] : kinds) {
      ASSERT_TRUE(card->exportTo(folder.filePath(name)));
      QFile file(folder.filePath(name));
      ASSERT_TRUE(file.open(QIODevice::ReadOnly));
      EXPECT_TRUE(file.peek(magic.size()) == magic) << name.toStdString();
      EXPECT_FALSE(file.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther));
    }
  }
  test::settleLayout();
  ASSERT_TRUE(page->exportTo(folder.filePath(QStringLiteral("all.png"))));
  const QImage all(folder.filePath(QStringLiteral("all.png")));
  EXPECT_GT(all.height(), page->height()) << "what is scrolled out of sight is on it";
  if (const QString pictures = qEnvironmentVariable("ONCEOVER_PICTURES"); !pictures.isEmpty()) {
    all.save(pictures + QStringLiteral("/metrics-all.png"));
    QFile::copy(folder.filePath(QStringLiteral("c.png")), pictures + QStringLiteral("/metrics-card.png"));
  }
}

TEST_F(DashboardTest, LooksAsItShould) {
  source->gap =
      Gap{session.estimatedNow() - minutes(40), session.estimatedNow() - minutes(30), "nothing was counting"};
  choose(QStringLiteral("Compare with"), 1);
  source->asOf = session.estimatedNow();
  ASSERT_TRUE(refreshed());
  const Request asked = lastAsked();
  page->showMarks({{charts::secondsOf(asked.from + minutes(10)), QStringLiteral("plan"),
                    QStringLiteral("release of 40 keys")}});
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("metrics"), {1072, 740});
}

}  // namespace
}  // namespace onceover::metrics
