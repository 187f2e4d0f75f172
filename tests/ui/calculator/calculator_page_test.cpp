// SPDX-License-Identifier: GPL-3.0-or-later
// Fields are typed into, figures read off the screen; what is measured is a real table.
#include "ui/calculator/calculator_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "tests/support/chart_canvas.h"
#include "tests/support/file_dialog.h"
#include "tests/ui/calculator/page_fixture.h"
#include "ui/calculator/grid.h"
#include "ui/calculator/layers_tab.h"
#include "ui/calculator/schedule_tab.h"
#include "ui/calculator/size_tab.h"
#include "ui/calculator/storm_tab.h"
#include "ui/calculator/words.h"
#include "ui/charts/plot_chart.h"
#include "ui/shell/pages.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::calculator {
namespace {

TEST(Spans, AreReadAsPeopleTypeThem) {
  const std::pair<const char*, Duration> spans[] = {{"500ms", std::chrono::milliseconds(500)},
                                                    {"1.5 s", std::chrono::milliseconds(1500)},
                                                    {"30", std::chrono::seconds(30)},
                                                    {"5 min", std::chrono::minutes(5)},
                                                    {"5m", std::chrono::minutes(5)},
                                                    {"1 h 30 min", std::chrono::minutes(90)},
                                                    {"3 D", std::chrono::hours(72)},
                                                    {"2w", std::chrono::hours(336)},
                                                    {" 0 ", Duration::zero()}};
  for (const auto& [text, span] : spans) {
    const auto read = parseSpan(QString::fromLatin1(text));
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, span) << text;
    EXPECT_EQ(parseSpan(spanText(*read)), read) << spanText(*read).toStdString();
  }
  for (const char* text :
       {"", "soon", "5 minutes", "-1 s", "1 s!", "1e3", "200 y", "99999999999 d", "1.2.3 s"})
    EXPECT_FALSE(parseSpan(QString::fromLatin1(text))) << text;
  EXPECT_EQ(spanText(std::chrono::minutes(90)), QStringLiteral("1 h 30 min"));
}

TEST_F(CalculatorTest, SizesFollowWhatIsTypedAtOnceEachWithItsSum) {
  typeNumber(QStringLiteral("New keys a second"), QStringLiteral("200"));
  typeSpan(QStringLiteral("Retention window"), QStringLiteral("3 d"));
  EXPECT_EQ(figure(QStringLiteral("Rows")), QStringLiteral("51,840,000 rows"));
  EXPECT_TRUE(figure(QStringLiteral("Rows"), 2)
                  .contains(QStringLiteral("200/s × 259,200 s of window = 51,840,000 rows")));
  EXPECT_EQ(figure(QStringLiteral("Cost")), QString()) << "no price was told";
  typeNumber(QStringLiteral("Price per GB-month"), QStringLiteral("0.12"));
  type(named<QLineEdit>(QStringLiteral("Currency")), QStringLiteral("EUR"));
  EXPECT_TRUE(figure(QStringLiteral("Cost")).endsWith(QStringLiteral("EUR a month")))
      << figure(QStringLiteral("Cost")).toStdString();
  // The sum of the figure that is chosen, by the keyboard.
  auto* table = named<widgets::TableView>(QStringLiteral("Figures"));
  table->setFocus();
  table->selectRow(0);
  QTest::keyClick(table, Qt::Key_Down);
  EXPECT_TRUE(label(QStringLiteral("Arithmetic of the chosen figure")).contains(QStringLiteral("pages")))
      << label(QStringLiteral("Arithmetic of the chosen figure")).toStdString();
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  for (const QLabel* each : page->findChildren<QLabel*>())
    EXPECT_EQ(each->textFormat(), Qt::PlainText) << each->text().toStdString();
  test::takePictures(*page, QStringLiteral("calculator-size"));
  test::takePictures(*page, QStringLiteral("calculator-size-small"), {844, 560});
}

TEST_F(CalculatorTest, HoursInsteadOfARate) {
  type(named<QLineEdit>(QStringLiteral("Per hour")), QStringLiteral("3600, 7200"));
  EXPECT_TRUE(figure(QStringLiteral("Rows"), 2).contains(QStringLiteral("10,800 rows in 2 hours")))
      << figure(QStringLiteral("Rows"), 2).toStdString();
  type(named<QLineEdit>(QStringLiteral("Per hour")), QStringLiteral("3600, many"));
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("\"many\" is not a number")))
      << label(QStringLiteral("Note")).toStdString();
}

TEST_F(CalculatorTest, TheWindowIsJudgedInWords) {
  EXPECT_TRUE(
      label(QStringLiteral("Verdict on the window")).contains(QStringLiteral("Enter the longest retry")));
  typeSpan(QStringLiteral("Longest retry"), QStringLiteral("2 d"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("TOO SHORT")));
  EXPECT_TRUE(label(QStringLiteral("Verdict on the window"))
                  .contains(QStringLiteral("the effect happens a second time")));
  typeSpan(QStringLiteral("Longest retry"), QStringLiteral("13 h"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("TIGHT")));
  typeSpan(QStringLiteral("Longest retry"), QStringLiteral("1 h"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("LONG ENOUGH")));
  typeSpan(QStringLiteral("Gateway's window"), QStringLiteral("30 min"));
  EXPECT_TRUE(label(QStringLiteral("Verdict on the window"))
                  .contains(QStringLiteral("The gateway forgets a key after 30 min")));
  typeSpan(QStringLiteral("Longest retry"), QStringLiteral("none"));
  EXPECT_TRUE(label(QStringLiteral("Verdict on the window")).contains(QStringLiteral("without end")));
}

TEST_F(CalculatorTest, WhatCannotBeReadIsSaidAndTheFiguresStay) {
  const QString rows = figure(QStringLiteral("Rows"));
  typeSpan(QStringLiteral("Retention window"), QStringLiteral("a while"));
  const QString note = label(QStringLiteral("Note"));
  EXPECT_TRUE(note.contains(QStringLiteral("Retention window: must be a time such as")))
      << note.toStdString();
  EXPECT_TRUE(note.contains(QStringLiteral("out of date")));
  EXPECT_EQ(figure(QStringLiteral("Rows")), rows);
  typeSpan(QStringLiteral("Retention window"), QStringLiteral("2 d"));
  EXPECT_NE(figure(QStringLiteral("Rows")), rows);
  typeNumber(QStringLiteral("New keys a second"), QStringLiteral("0"));
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("give a rate")));
}

TEST_F(CalculatorTest, IndexesAreEditedInTheirList) {
  auto* grid = page->findChild<SizeTab*>()->findChild<Grid*>();
  auto* view = grid->view();
  EXPECT_NE(figure(QStringLiteral("Index primary key")), QString());
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Add to Indexes")), Qt::LeftButton);
  ASSERT_EQ(grid->model()->rowCount(), 2);
  view->setFocus();
  view->setCurrentIndex(grid->model()->index(1, 0));
  const auto put = [&](int column, const QString& text) {
    type(*view, grid->model()->index(1, column), Qt::Key_Return, text);
  };
  put(0, QStringLiteral("by <b>expiry</b>"));
  EXPECT_NE(figure(QStringLiteral("Index by <b>expiry</b>")), QString());
  const QString before = figure(QStringLiteral("Index by <b>expiry</b>"));
  put(1, QStringLiteral("large"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("a number from 8 to 2700 is needed")));
  EXPECT_EQ(figure(QStringLiteral("Index by <b>expiry</b>")), before);
  put(1, QStringLiteral("640"));
  EXPECT_NE(figure(QStringLiteral("Index by <b>expiry</b>")), before);
  view->setCurrentIndex(grid->model()->index(1, 0));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Remove from Indexes")), Qt::LeftButton);
  EXPECT_EQ(figure(QStringLiteral("Index by <b>expiry</b>")), QString());
}

TEST_F(CalculatorTest, TheRowIsMeasuredFromTheTableThatIsRead) {
  EXPECT_FALSE(button(QStringLiteral("Measure from the table"))->isEnabled()) << "there is no connection";
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "response_code, response_version, response_body, completed_at, expires_at) SELECT 'acme', 'pay', "
      "'pay-' || md5(i::text), 'succeeded', i, 'raw-sha256', sha256(i::text::bytea), 201, 1, 'done', now(), "
      "now() + interval '3 days' FROM generate_series(1, 3000) i; ANALYZE onceover.keys");
  ASSERT_TRUE(connectSession());
  auto* measure = button(QStringLiteral("Measure from the table"));
  ASSERT_TRUE(measure->isEnabled());
  auto* tab = page->findChild<SizeTab*>();
  ASSERT_TRUE(test::nextSignal(tab, &SizeTab::measured, [&] { QTest::mouseClick(measure, Qt::LeftButton); }));
  const QString note = label(QStringLiteral("What was measured"));
  EXPECT_TRUE(note.contains(QStringLiteral("about ") + widgets::number(3000) + QStringLiteral(" rows")))
      << note.toStdString();
  EXPECT_TRUE(note.contains(QStringLiteral("From the server: full_page_writes is o"))) << note.toStdString();
  // What the server says of the tuples themselves.
  const double stored = std::stod(raw.scalar("SELECT avg(pg_column_size(k.*))::text FROM onceover.keys k"));
  EXPECT_NEAR(named<QDoubleSpinBox>(QStringLiteral("Bytes of a row"))->value(), stored, 0.12 * stored);
  EXPECT_EQ(
      QString::number(page->findChild<SizeTab*>()->findChild<Grid*>()->model()->rowCount()).toStdString(),
      raw.scalar("SELECT count(*)::text FROM pg_index WHERE indrelid = 'onceover.keys'::regclass"));
  EXPECT_NE(figure(QStringLiteral("Index keys_pkey")), QString());
  EXPECT_EQ(named<QDoubleSpinBox>(QStringLiteral("New keys a second"))->value(), 10)
      << "nobody counts: a person knows";
  raw.exec(
      "INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, n) VALUES "
      "(gen_random_uuid(), 1, 'acme', 'pay', 'created', 216000)");
  ASSERT_TRUE(test::nextSignal(tab, &SizeTab::measured, [&] { QTest::mouseClick(measure, Qt::LeftButton); }));
  EXPECT_EQ(named<QDoubleSpinBox>(QStringLiteral("New keys a second"))->value(), 2.5);
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("pg_stats")));
  test::takePictures(*page, QStringLiteral("calculator-measured"));
}

TEST_F(CalculatorTest, ATableOfWhichNothingIsKnownSaysSo) {
  ASSERT_TRUE(connectSession());
  auto* tab = page->findChild<SizeTab*>();
  ASSERT_TRUE(test::nextSignal(tab, &SizeTab::measured, [&] {
    QTest::mouseClick(button(QStringLiteral("Measure from the table")), Qt::LeftButton);
  }));
  EXPECT_TRUE(label(QStringLiteral("What was measured"))
                  .contains(QStringLiteral("There are no statistics about the rows")))
      << label(QStringLiteral("What was measured")).toStdString();
  EXPECT_TRUE(button(QStringLiteral("Measure from the table"))->isEnabled());
}

TEST_F(CalculatorTest, WhatIsTypedIsRememberedOnThisDesktop) {
  typeNumber(QStringLiteral("New keys a second"), QStringLiteral("77"));
  typeSpan(QStringLiteral("Retention window"), QStringLiteral("9 d"));
  goTo(QStringLiteral("Retry schedule"));
  typeSpan(QStringLiteral("Base"), QStringLiteral("333 ms"));
  page->hide();
  ASSERT_FALSE(kept[QStringLiteral("calculator/size")].isEmpty());
  open();
  EXPECT_EQ(page->findChild<QTabWidget*>()->currentIndex(), 1);
  EXPECT_EQ(named<SpanEdit>(QStringLiteral("Base"))->text(), QStringLiteral("333 ms"));
  goTo(QStringLiteral("Window and size"));
  EXPECT_EQ(named<QDoubleSpinBox>(QStringLiteral("New keys a second"))->value(), 77);
  EXPECT_EQ(figure(QStringLiteral("Rows")), QStringLiteral("59,875,200 rows"));
}

TEST_F(CalculatorTest, ItHasRoomBesideTheRailAtLargeScale) {
  auto* tabs = page->findChild<QTabWidget*>();
  for (int i = 0; i < tabs->count(); ++i) EXPECT_LE(tabs->widget(i)->minimumSizeHint().width(), 784) << i;
  EXPECT_LE(page->minimumSizeHint().width(), 816);
  EXPECT_LE(page->minimumSizeHint().height(), 560);
}

TEST_F(CalculatorTest, TabsAreReachedByTheKeyboard) {
  auto* bar = page->findChild<QTabWidget*>()->tabBar();
  bar->setFocus();
  QTest::keyClick(bar, Qt::Key_Right);
  EXPECT_EQ(page->findChild<QTabWidget*>()->currentIndex(), 1);
}

TEST_F(CalculatorTest, AScheduleIsDrawnAndReadAsATable) {
  ASSERT_TRUE(atSchedule());
  typeNumber(QStringLiteral("Random seed"), QStringLiteral("7"));
  auto* strategy = named<QComboBox>(QStringLiteral("Strategy"));
  strategy->setFocus();
  ASSERT_TRUE(drawn([&] {
    while (strategy->currentText() != QStringLiteral("Exponential")) QTest::keyClick(strategy, Qt::Key_Up);
    typeSpan(QStringLiteral("Attempt's timeout"), QStringLiteral("none"));
  }));
  ASSERT_TRUE(test::waitFor(&schedule(), &ScheduleTab::drawn, [this] {
    return label(QStringLiteral("The policy in words")).startsWith(QStringLiteral("exponential"));
  }));
  // 100, 200, 400, 800 ms: begins at 0, 100, 300, 700, 1500.
  auto* table = tableOf(QStringLiteral("Attempts"));
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rowCount(), 5);
  EXPECT_EQ(table->item(3, 1)->text(), QStringLiteral("700 ms"));
  EXPECT_EQ(table->item(4, 1)->text(), QStringLiteral("1.5 s"));
  auto* what = named<QComboBox>(QStringLiteral("What is drawn by attempt"));
  what->setFocus();
  QTest::keyClick(what, Qt::Key_Down);
  table = tableOf(QStringLiteral("Attempts"));
  EXPECT_EQ(table->item(4, 1)->text(), QStringLiteral("800 ms"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("Remedy:")))
      << "without jitter there is something to say";
  EXPECT_TRUE(label(QStringLiteral("Summary")).contains(QStringLiteral("Longest retry:")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
}

TEST_F(CalculatorTest, ArrowsReadAChartOut) {
  ASSERT_TRUE(atSchedule());
  auto* chart = page->findChild<ScheduleTab*>()->findChild<charts::PlotChart*>();
  QWidget* canvas = test::canvasOf(*chart);
  ASSERT_NE(canvas, nullptr);
  EXPECT_FALSE(canvas->accessibleName().isEmpty());
  EXPECT_TRUE(canvas->accessibleDescription().contains(QStringLiteral("begins: first 0")))
      << canvas->accessibleDescription().toStdString();
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_Right);
  QTest::keyClick(canvas, Qt::Key_Right);
  EXPECT_TRUE(test::allTextOf(*chart).contains(QStringLiteral("Attempt 2 · begins 1.")));
}

TEST(CalculatorEntry, ThePageIsListedForEveryTable) {
  const auto entries = shell::pageEntries();
  const auto found = std::ranges::find(entries, QStringLiteral("calculator"), &shell::PageEntry::id);
  ASSERT_NE(found, entries.end());
  EXPECT_FALSE(found->isFor);
  EXPECT_FALSE(widgets::icon(found->icon).isNull());
}

TEST_F(CalculatorTest, AClientsLogIsLaidOverAndNoRowIsLost) {
  ASSERT_TRUE(atSchedule());
  auto* log = named<QPlainTextEdit>(QStringLiteral("A client's retry log"));
  QGuiApplication::clipboard()->setText(QStringLiteral(
      "attempt,delay_ms,status,code,notes\n1,0,timeout,,initial <b>timeout</b>\n2,90,5xx,502,proxy "
      "error\n3,5000,5xx,503,late\nnonsense\n4,100,400,400,refused\n5,1,200,200,ok\n"));
  log->setFocus();
  QTest::keyClick(log, Qt::Key_V, Qt::ControlModifier);
  const auto* model = page->findChild<LogModel*>();
  ASSERT_EQ(model->rowCount(), 6);
  EXPECT_EQ(model->index(3, LogModel::Line).data().toString(), QStringLiteral("5"));
  EXPECT_EQ(model->index(3, LogModel::FitColumn).data().toString(), QStringLiteral("not read"));
  EXPECT_TRUE(model->index(3, LogModel::Why).data().toString().contains(QStringLiteral("The row: nonsense")));
  EXPECT_EQ(model->index(1, LogModel::FitColumn).data().toString(), QStringLiteral("fits"));
  EXPECT_EQ(model->index(2, LogModel::FitColumn).data().toString(), QStringLiteral("too late"));
  EXPECT_EQ(model->index(5, LogModel::FitColumn).data().toString(), QStringLiteral("not retryable"));
  const QString says = label(QStringLiteral("What the log shows"));
  EXPECT_TRUE(says.contains(QStringLiteral("Requests: 1, attempts: 5"))) << says.toStdString();
  EXPECT_TRUE(says.contains(QStringLiteral("Rows that could not be read: 1")));
  QStringList lines;
  for (const auto& one : page->findChildren<charts::PlotChart*>()) {
    for (const auto& series : one->series()) lines << series.name;
  }
  EXPECT_TRUE(lines.contains(QStringLiteral("log: fits")) &&
              lines.contains(QStringLiteral("log: does not fit")));
  test::takePictures(*page, QStringLiteral("calculator-schedule"));
  test::takePictures(*page, QStringLiteral("calculator-schedule-small"), {844, 560});
  test::takePictures(*page, QStringLiteral("calculator-schedule-tall"), {1280, 1500});
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Clear the log")), Qt::LeftButton);
  EXPECT_EQ(model->rowCount(), 0);
}

TEST_F(CalculatorTest, ALogIsOpenedOrDropped) {
  ASSERT_TRUE(atSchedule());
  const QString path = folder.filePath(QStringLiteral("retries.csv"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("1,0,timeout,,\n2,50,200,200,\n");
  file.close();
  QTest::mouseClick(button(QStringLiteral("Open a log …")), Qt::LeftButton);
  ASSERT_TRUE(test::nameFile(schedule(), path));
  const auto* model = page->findChild<LogModel*>();
  EXPECT_EQ(model->rowCount(), 2);
  auto* log = page->findChild<LogEdit*>();
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Clear the log")), Qt::LeftButton);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(log->viewport(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(log->viewport(), &drop);
  EXPECT_EQ(model->rowCount(), 2);
  log->takeFile(folder.filePath(QStringLiteral("gone.csv")));
  EXPECT_TRUE(
      label(QStringLiteral("What the log shows")).contains(QStringLiteral("gone.csv could not be read")));
  EXPECT_EQ(model->rowCount(), 2) << "what stood there stays";
}

TEST_F(CalculatorTest, TheLongestRetryComesFromTheSchedule) {
  ASSERT_TRUE(atSchedule());
  auto* attempts = named<QLineEdit>(QStringLiteral("Attempts"));
  ASSERT_NE(attempts, nullptr);
  type(attempts, QStringLiteral("none"));
  typeSpan(QStringLiteral("Total"), QStringLiteral("none"));
  goTo(QStringLiteral("Window and size"));
  QTest::mouseClick(button(QStringLiteral("From the retry schedule")), Qt::LeftButton);
  EXPECT_EQ(named<SpanEdit>(QStringLiteral("Longest retry"))->text(), QStringLiteral("none"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("TOO SHORT")));
}

TEST_F(CalculatorTest, WhatIsTypedWhileAnEarlierDrawingRunsWins) {
  ASSERT_TRUE(atSchedule());
  type(named<QLineEdit>(QStringLiteral("Attempts")), QStringLiteral("1000"));
  typeSpan(QStringLiteral("Total"), QStringLiteral("none"));
  type(named<QLineEdit>(QStringLiteral("Attempts")), QStringLiteral("3"));
  ASSERT_TRUE(test::waitFor(&schedule(), &ScheduleTab::drawn,
                            [this] { return schedule().schedule()->attempts.size() == 3; }));
  EXPECT_TRUE(label(QStringLiteral("The policy in words")).contains(QStringLiteral("3 attempts")));
}

TEST_F(CalculatorTest, AStormIsSimulatedAndItsCurvesShowThePublishedOrder) {
  goTo(QStringLiteral("Storm"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("Nothing has been simulated yet")));
  ASSERT_TRUE(simulated());
  ASSERT_TRUE(storm().outcome());
  const auto* model = page->findChild<StormModel*>();
  ASSERT_EQ(model->rowCount(), 5);
  EXPECT_EQ(model->index(0, StormModel::Succeeded).data().toString(), QStringLiteral("100"));
  // Calls at 100 clients: without a wait most, then exponential; jitter least.
  const auto calls = [&](Backoff backoff) {
    const StormOutcome& outcome = *storm().outcome();
    const auto at = std::ranges::find(outcome.wanted.backoffs, backoff) - outcome.wanted.backoffs.begin();
    return outcome.storms[static_cast<std::size_t>(at)].calls;
  };
  EXPECT_GT(calls(Backoff::none), calls(Backoff::exponential));
  EXPECT_GT(calls(Backoff::exponential), calls(Backoff::full_jitter));
  auto* table = tableOf(QStringLiteral("Calls"));
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rowCount(), 10);
  EXPECT_EQ(table->item(0, 0)->text(), QStringLiteral("10"));
  EXPECT_EQ(table->item(9, 0)->text(), QStringLiteral("190"));
  EXPECT_EQ(table->columnCount(), 6);
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  QTest::mouseClick(named<QToolButton>(QStringLiteral("Calls as a table")), Qt::LeftButton);
  test::takePictures(*page, QStringLiteral("calculator-storm"));
  test::takePictures(*page, QStringLiteral("calculator-storm-small"), {844, 560});
  test::takePictures(*page, QStringLiteral("calculator-storm-tall"), {1280, 1200});
}

TEST_F(CalculatorTest, TheSameSeedIsTheSameStorm) {
  goTo(QStringLiteral("Storm"));
  tick(QStringLiteral("Curves from 10 to 190 clients"));
  typeNumber(QStringLiteral("Random seed"), QStringLiteral("42"));
  ASSERT_TRUE(simulated());
  const auto* model = page->findChild<StormModel*>();
  const QString first = model->index(2, StormModel::Calls).data().toString() +
                        model->index(2, StormModel::Time).data().toString();
  ASSERT_TRUE(simulated());
  EXPECT_EQ(model->index(2, StormModel::Calls).data().toString() +
                model->index(2, StormModel::Time).data().toString(),
            first);
  EXPECT_TRUE(label(QStringLiteral("What was simulated")).contains(QStringLiteral("seed 42")));
  EXPECT_TRUE(storm().outcome()->curves.empty());
  typeNumber(QStringLiteral("Random seed"), QStringLiteral("43"));
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("fields have changed")));
  ASSERT_TRUE(simulated());
  EXPECT_NE(model->index(2, StormModel::Calls).data().toString() +
                model->index(2, StormModel::Time).data().toString(),
            first);
}

TEST_F(CalculatorTest, BudgetAndBreakerStandBeforeAServerOfGivenCapacity) {
  goTo(QStringLiteral("Storm"));
  tick(QStringLiteral("Curves from 10 to 190 clients"));
  auto* server = named<QComboBox>(QStringLiteral("Kind"));
  server->setFocus();
  QTest::keyClick(server, Qt::Key_Down);
  EXPECT_TRUE(named<QDoubleSpinBox>(QStringLiteral("Serves"))->isEnabled());
  typeSpan(QStringLiteral("Outage at first"), QStringLiteral("3 s"));
  type(named<QLineEdit>(QStringLiteral("Attempts")), QStringLiteral("8"));
  ASSERT_TRUE(simulated());
  const std::uint64_t without = storm().outcome()->storms[0].calls;
  EXPECT_EQ(storm().outcome()->storms[0].stopped_by_breaker, 0U);
  tick(QStringLiteral("A retry budget"));
  tick(QStringLiteral("A circuit breaker"));
  ASSERT_TRUE(simulated());
  EXPECT_LT(storm().outcome()->storms[0].calls, without);
  EXPECT_GT(storm().outcome()->storms[0].stopped_by_breaker, 0U);
}

TEST_F(CalculatorTest, AStormOfThousandsRunsInTheBackgroundAndIsCancelled) {
  goTo(QStringLiteral("Storm"));
  typeNumber(QStringLiteral("Clients"), QStringLiteral("100000"));
  typeNumber(QStringLiteral("Runs per point"), QStringLiteral("1000"));
  ASSERT_TRUE(test::nextSignal(&storm(), &StormTab::simulated, [&] {
    QTest::mouseClick(named<QPushButton>(QStringLiteral("Simulate the storm")), Qt::LeftButton);
    EXPECT_TRUE(storm().isRunning()) << "the click came back while it runs";
    EXPECT_FALSE(storm().runAction()->isEnabled());
    EXPECT_TRUE(label(QStringLiteral("How far the simulation is")).startsWith(QStringLiteral("Simulating")));
    test::takePictures(*page, QStringLiteral("calculator-storm-running"));
    QTest::mouseClick(named<QPushButton>(QStringLiteral("Cancel the simulation")), Qt::LeftButton);
  }));
  EXPECT_FALSE(storm().isRunning());
  EXPECT_FALSE(storm().outcome());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("The simulation was cancelled")));
  EXPECT_TRUE(storm().runAction()->isEnabled());
}

TEST_F(CalculatorTest, AStormWithoutAStrategySaysWhatIsMissing) {
  goTo(QStringLiteral("Storm"));
  for (const Backoff each : all_backoffs) {
    if (each != Backoff::fixed) tick(titleOf(each));
  }
  EXPECT_FALSE(storm().runAction()->isEnabled());
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("Choose at least one strategy")));
}

TEST_F(CalculatorTest, ThePageMayGoWhileAStormRuns) {
  goTo(QStringLiteral("Storm"));
  typeNumber(QStringLiteral("Clients"), QStringLiteral("100000"));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Simulate the storm")), Qt::LeftButton);
  ASSERT_TRUE(storm().isRunning());
  page.reset();
}

TEST(Layers, AreAChainUnlessACallerIsNamed) {
  const auto row = [](const char* name, const char* caller) {
    return QStringList{QString::fromLatin1(name), QString::fromLatin1(caller), QStringLiteral("2"),
                       QStringLiteral("none"),    QStringLiteral("0"),         {},
                       QStringLiteral("0")};
  };
  const auto tree =
      tree_of({row("edge", ""), row("orders", ""), row("payments", ""), row("stock", "orders")});
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->calls.size(), 1U);
  const Service& orders = tree->calls.front();
  ASSERT_EQ(orders.calls.size(), 2U);
  EXPECT_EQ(orders.calls[0].name, "payments");
  EXPECT_EQ(orders.calls[1].name, "stock");
  EXPECT_FALSE(orders.timeout);
  EXPECT_FALSE(tree_of({}));
  const auto unknown = tree_of({row("edge", ""), row("orders", "nobody")});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().what, "\"orders\" is called by \"nobody\", and no row above has that name.");
  EXPECT_FALSE(tree_of({row("edge", ""), row("orders", "orders")})) << "nobody calls himself";
}

TEST_F(CalculatorTest, LayersAreDrawnAsATreeWithTheirProduct) {
  goTo(QStringLiteral("Amplification"));
  auto* tab = page->findChild<LayersTab*>();
  ASSERT_TRUE(tab->amplification());
  EXPECT_EQ(tab->amplification()->worst_leaf, 27);
  EXPECT_TRUE(label(QStringLiteral("Summary")).contains(QStringLiteral("payments gets most of them: 27")));
  auto* table = tableOf(QStringLiteral("Calls for one request"));
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rowCount(), 3);
  EXPECT_EQ(table->item(2, 0)->text(), QStringLiteral("edge > orders > payments"));
  EXPECT_EQ(table->item(2, 1)->text(), QStringLiteral("3 × 3 × 3 = 27"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("Remedy:")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  QTest::mouseClick(named<QToolButton>(QStringLiteral("Calls for one request as a table")), Qt::LeftButton);
  QString told;
  for (const auto* each : page->findChildren<QWidget*>()) told += each->accessibleDescription();
  EXPECT_TRUE(told.contains(QStringLiteral("payments, called by orders: 3 × 3 × 3 = 27 calls")))
      << told.toStdString();

  // A fourth, called by orders too.
  auto* view = tab->grid()->view();
  view->setFocus();
  view->setCurrentIndex(tab->grid()->model()->index(2, 0));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Add to Layers")), Qt::LeftButton);
  ASSERT_EQ(tab->grid()->model()->rowCount(), 4);
  const auto put = [&](int column, const QString& text) {
    type(*view, tab->grid()->model()->index(3, column), Qt::Key_F2, text);
  };
  put(layer::Name, QStringLiteral("stock"));
  put(layer::Caller, QStringLiteral("orders"));
  put(layer::Attempts, QStringLiteral("2"));
  table = tableOf(QStringLiteral("Calls for one request"));
  ASSERT_EQ(table->rowCount(), 4);
  EXPECT_EQ(table->item(3, 1)->text(), QStringLiteral("3 × 3 × 2 = 18"));
  QTest::mouseClick(named<QToolButton>(QStringLiteral("Calls for one request as a table")), Qt::LeftButton);
  test::takePictures(*page, QStringLiteral("calculator-layers"));
  test::takePictures(*page, QStringLiteral("calculator-layers-small"), {844, 560});
  put(layer::Attempts, QStringLiteral("0"));
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("a number from 1 is needed")));
  put(layer::Caller, QStringLiteral("nobody"));
  EXPECT_TRUE(label(QStringLiteral("Note")).contains(QStringLiteral("no row above has that name")));
  EXPECT_EQ(tab->amplification()->worst_leaf, 27);
}

TEST_F(CalculatorTest, HedgingShowsWhatTheTailGainsAndWhatItCosts) {
  goTo(QStringLiteral("Amplification"));
  auto* card = page->findChild<HedgingCard*>();
  ASSERT_TRUE(card->hedging());
  EXPECT_NEAR(card->hedging()->extra_load, 0.05, 1e-9);
  EXPECT_TRUE(label(QStringLiteral("Hedging result")).contains(QStringLiteral("adds 5.0 % load")));
  const Duration before = card->hedging()->hedged.p99;
  EXPECT_LT(before, card->hedging()->alone.p99);
  auto* together = named<QDoubleSpinBox>(QStringLiteral("Slow together"));
  ASSERT_NE(together, nullptr);
  together->setValue(100);
  EXPECT_EQ(card->hedging()->hedged.p99, card->hedging()->alone.p99)
      << "the second one meets what the first one met";
  ASSERT_EQ(card->findChild<charts::PlotChart*>()->series().size(), 2);
  auto* p99 = named<QLineEdit>(QStringLiteral("99 % by"));
  ASSERT_NE(p99, nullptr);
  p99->setText(QStringLiteral("10 ms"));
  EXPECT_TRUE(label(QStringLiteral("Note on hedging")).contains(QStringLiteral("not in ascending order")));
  EXPECT_EQ(card->hedging()->alone.p99, std::chrono::milliseconds(900)) << "what is shown is as it was";
  test::takePictures(*page, QStringLiteral("calculator-hedging"), {1072, 1400});
}

TEST_F(CalculatorTest, LayersAreMovedAndRemoved) {
  goTo(QStringLiteral("Amplification"));
  auto* tab = page->findChild<LayersTab*>();
  auto* view = tab->grid()->view();
  view->setCurrentIndex(tab->grid()->model()->index(2, 0));
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Move up in Layers")), Qt::LeftButton);
  EXPECT_EQ(tab->grid()->model()->rows()[1][layer::Name], QStringLiteral("payments"));
  EXPECT_EQ(view->currentIndex().row(), 1);
  QTest::mouseClick(named<QPushButton>(QStringLiteral("Remove from Layers")), Qt::LeftButton);
  EXPECT_EQ(tab->amplification()->worst_leaf, 9);
  page->hide();
  open();
  EXPECT_EQ(page->findChild<LayersTab*>()->amplification()->worst_leaf, 9) << "remembered";
}

}  // namespace
}  // namespace onceover::calculator
