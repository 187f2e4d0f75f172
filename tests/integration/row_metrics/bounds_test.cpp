// SPDX-License-Identifier: Apache-2.0
// What is read of a table, and what is not unless somebody asks.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/pg/connection.h"
#include "core/row_metrics/row_metrics.h"
#include "tests/support/database.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using metrics::Request;
using row_metrics::Cell;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;

class BoundsTest : public testing::Test {
 protected:
  // Made over the last eight hours and no more, each finished three seconds later but every hundredth.
  void make(int rows, bool with_index, bool analyzed = true) {
    raw.exec(
        "CREATE TABLE work (id int PRIMARY KEY, made timestamptz NOT NULL, done timestamptz, shop text NOT "
        "NULL, padding text DEFAULT repeat('x', 200)) WITH (autovacuum_enabled = off)");
    if (with_index) raw.exec("CREATE INDEX ON work (made)");
    if (!analyzed)
      raw.exec("INSERT INTO work SELECT -1, now() - interval '9 hours', now(), 'a'; ANALYZE work");
    // All of them in the eight hours before what the tests take as now, however long it takes to write them.
    const std::string at =
        raw.scalar("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')");
    now = *parse_iso(at);
    raw.exec(
        fmt::format("INSERT INTO work SELECT i, m, CASE WHEN i % 100 > 0 THEN m + interval '3 seconds' END, "
                    "'shop ' || i % 3 FROM (SELECT i, timestamptz '{1}' - interval '4 seconds' - ({0} - i) * "
                    "interval '28796 seconds' / {0} AS m FROM generate_series(1, {0}) i) x",
                    rows, at));
    if (analyzed) raw.exec("ANALYZE work");
  }

  Request last(Duration span, Duration step) const {
    return {.from = now - span, .to = now, .step = step, .metrics = {"created", "completed"}};
  }
  row_metrics::Reading read(const Request& request, row_metrics::Options options,
                            const std::vector<Cell>& kept = {}) {
    options.on_cell = [this](const Cell& cell) { counted.push_back(cell); };
    auto reading = row_metrics::read_rows(connection, work, request, kept, options);
    if (!reading) throw std::runtime_error(reading.error().sentence() + " " + reading.error().detail);
    return std::move(*reading);
  }
  static double total(const metrics::Chart& chart) {
    double sum = 0;
    for (const double value : chart.lines.at(0).values) sum += std::isnan(value) ? 0 : value;
    return sum;
  }
  static std::size_t unknown(const metrics::Chart& chart) {
    return static_cast<std::size_t>(
        std::ranges::count_if(chart.lines.at(0).values, [](double value) { return std::isnan(value); }));
  }
  std::vector<std::string> plans_of(const std::string& asked) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < asked.size();) {
      const auto end = std::min(asked.find(";\n\n", at), asked.size());
      std::string plan;
      for (const auto& row : raw.exec("EXPLAIN " + asked.substr(at, end - at))) plan += *row[0] + "\n";
      out.push_back(plan);
      at = end + 3;
    }
    return out;
  }
  static tables::Profile work_profile() {
    tables::Profile p{.name = "work",
                      .schema = "public",
                      .table = "work",
                      .identity = {"id"},
                      .key = "id",
                      .tenant = "shop",
                      .never_null = {"id", "made", "shop"},
                      .created_at = {.column = "made"},
                      .completed_at = {.column = "done"}};
    p.states.rules = {
        {{{.column = "done", .is = tables::Condition::Is::not_null}}, key::State::succeeded, "done"}};
    p.states.otherwise = tables::StateRule{{}, key::State::in_progress, "open"};
    return p;
  }

  TestDatabase database;
  RawConnection raw = database.connect();
  pg::Connection connection = *pg::Connection::open({.conninfo = database.conninfo()});
  tables::Profile work = work_profile();
  Timestamp now;
  std::vector<Cell> counted;
};

TEST_F(BoundsTest, WhatIsLargeIsNotReadUnaskedAndSaysHowManyRowsItHas) {
  make(8'000, true);
  const Request request = last(hours(8), minutes(10));
  const auto little = read(request, {.most_rows = 2'500});
  EXPECT_GT(little.not_read, 3'000);
  EXPECT_LT(little.not_read, 8'000);
  EXPECT_GT(total(little.chart), 500);
  EXPECT_LT(total(little.chart), 2'600);
  ASSERT_EQ(little.chart.gaps.size(), 1U);
  EXPECT_THAT(little.chart.gaps[0].why, HasSubstr("not read: about "));
  EXPECT_EQ(little.chart.gaps[0].from, little.chart.from);
  EXPECT_THAT(little.chart.error, HasSubstr("created before"));
  // Asked again and again it reads no further back: else the whole table would be read in the end.
  const auto known = unknown(little.chart);
  for (int i = 0; i < 5; ++i) {
    const auto again = read(request, {.most_rows = 2'500}, std::vector<Cell>(counted));
    EXPECT_GE(unknown(again.chart), known);
  }
  std::vector<std::int64_t> progress;
  row_metrics::Options asked{.asked = true, .most_rows = 2'500};
  asked.on_progress = [&](std::int64_t done, std::int64_t all) {
    progress.push_back(done);
    EXPECT_LE(done, all);
  };
  const auto all = read(request, asked);
  EXPECT_EQ(total(all.chart), 8'000);
  EXPECT_EQ(all.not_read, 0);
  EXPECT_TRUE(all.chart.gaps.empty());
  EXPECT_GE(progress.size(), 3U) << "in slices";
  EXPECT_TRUE(std::ranges::is_sorted(progress));
}

TEST_F(BoundsTest, NoStatementThatNobodyAskedForReadsALargeTableWhole) {
  make(60'000, true);
  for (const Duration step : {Duration(seconds(5)), Duration(minutes(1))}) {
    const auto reading = read({.from = now - minutes(50),
                               .to = now,
                               .step = step,
                               .metrics = {"created", "completed"},
                               .distributions = {"time_to_completion_ms"},
                               .by = metrics::By::nothing},
                              {.most_rows = 20'000});
    EXPECT_EQ(unknown(reading.chart), 0U) << reading.chart.asked;
    const auto plans = plans_of(reading.chart.asked);
    ASSERT_GE(plans.size(), 2U);
    for (const std::string& plan : plans) {
      EXPECT_THAT(plan, HasSubstr("Index")) << plan;
      EXPECT_THAT(plan, testing::Not(HasSubstr("Seq Scan"))) << plan;
    }
  }
}

TEST_F(BoundsTest, ABusyHourIsReadInSeveralStatements) {
  make(60'000, true);
  const Request request = last(minutes(50), minutes(1));
  const auto count = [](const std::string& text) {
    std::size_t n = 0;
    for (auto at = text.find("GROUPING SETS"); at != std::string::npos;
         at = text.find("GROUPING SETS", at + 1))
      ++n;
    return n;
  };
  const auto one = read(request, {.most_rows = 20'000, .rows_at_once = 20'000});
  const auto many = read(request, {.most_rows = 20'000, .rows_at_once = 1'000});
  EXPECT_EQ(total(many.chart), total(one.chart));
  EXPECT_GT(count(many.chart.asked), count(one.chart.asked) + 4);
}

TEST_F(BoundsTest, WithoutAnIndexNothingIsReadUnaskedAndTheOneThatHelpsIsNamed) {
  make(30'000, false);
  const auto nothing = read(last(hours(2), minutes(10)), {.most_rows = 5'000});
  EXPECT_EQ(total(nothing.chart), 0);
  EXPECT_EQ(unknown(nothing.chart), nothing.chart.steps);
  ASSERT_EQ(nothing.chart.gaps.size(), 1U);
  EXPECT_THAT(nothing.chart.gaps[0].why,
              HasSubstr("CREATE INDEX CONCURRENTLY ON \"public\".\"work\" (\"made\")"));
  EXPECT_EQ(nothing.chart.asked, "");
  EXPECT_TRUE(counted.empty());
  const auto all = read(last(hours(8), minutes(10)), {.asked = true, .most_rows = 5'000});
  EXPECT_EQ(total(all.chart), 30'000);
  // A small table needs none.
  const auto small = read(last(hours(8), minutes(10)), {.most_rows = 50'000});
  EXPECT_EQ(total(small.chart), 30'000);
}

TEST_F(BoundsTest, StatisticsThatAreOldDoNotMakeItReadMore) {
  make(20'000, true, false);
  const auto reading = read(last(hours(8), minutes(10)), {.most_rows = 2'000});
  EXPECT_LT(total(reading.chart), 4'000);
  EXPECT_GT(unknown(reading.chart), 0U);
  EXPECT_GT(reading.not_read, 1'000);
}

// Found by when they were touched last, and of no hour of completion: open ones, and those that a retry takes
// up again.
TEST_F(BoundsTest, AnHourOfWhichRowsHaveNotFinishedIsNotTakenAsWholeWhereItWasCutOff) {
  raw.exec(
      "CREATE TABLE work (id int PRIMARY KEY, made timestamptz NOT NULL, done timestamptz, shop text NOT "
      "NULL, state text NOT NULL) WITH (autovacuum_enabled = off); CREATE INDEX ON work (made); CREATE INDEX "
      "ON work (done); INSERT INTO work SELECT -1, now() - interval '9 hours', now() - interval '9 hours', "
      "'a', 'done'; ANALYZE work; INSERT INTO work SELECT i, t - interval '10 hours', t, 'shop ' || i % 3, "
      "CASE i % 100 WHEN 0 THEN 'open' WHEN 1 THEN 'again' ELSE 'done' END FROM (SELECT i, "
      "date_trunc('hour', now(), 'UTC') - interval '2 hours' + i * interval '800 ms' AS t FROM "
      "generate_series(0, 3999) i) x");
  now =
      *parse_iso(raw.scalar("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
  work.completed_at = {};
  work.updated_at = {.column = "done"};
  work.states = {.column = "state",
                 .rules = {{{{.column = "state", .is = tables::Condition::Is::one_of, .values = {"done"}}},
                            key::State::succeeded,
                            "done"},
                           {{{.column = "state", .is = tables::Condition::Is::one_of, .values = {"again"}}},
                            key::State::failed,
                            "again",
                            true}},
                 .otherwise = tables::StateRule{{}, key::State::in_progress, "open"}};
  Request request = last(hours(4), minutes(10));
  request.metrics = {"completed"};
  const auto reading = read(request, {.most_rows = 20'000, .rows_at_once = 1'000});
  EXPECT_EQ(unknown(reading.chart), 0U) << "there is enough to be paid with for all of it";
  EXPECT_EQ(total(reading.chart), 3'920);
  std::int64_t kept = 0;
  for (const Cell& cell : counted) {
    if (cell.axis == row_metrics::Axis::finished) kept += cell.rows;
  }
  EXPECT_EQ(kept, 3'920);
  // What cannot be paid for is a gap, and nothing of it is kept.
  counted.clear();
  const auto little = read(request, {.most_rows = 1'000});
  EXPECT_EQ(total(little.chart), 0);
  EXPECT_GT(unknown(little.chart), 0U);
  EXPECT_TRUE(std::ranges::none_of(counted, [](const Cell& cell) { return cell.rows > 0; }));
}

TEST_F(BoundsTest, WhereStatisticsAreOldTheNewestHoursAreReadAllTheSame) {
  make(20'000, true, false);
  for (const Duration step : {Duration(seconds(1)), Duration(minutes(1))}) {
    const auto reading = read(last(minutes(20), step), {.most_rows = 7'000});
    EXPECT_EQ(unknown(reading.chart), 0U) << reading.chart.asked;
    EXPECT_NEAR(total(reading.chart), 833, 60);
  }
}

TEST_F(BoundsTest, AShortTimeOfAnHourThatTurnedOutTooLargeIsReadByItself) {
  make(80'000, true, false);
  const auto reading = read({.from = now - minutes(10),
                             .to = now - minutes(4),
                             .step = minutes(1),
                             .metrics = {"created", "completed"}},
                            {.most_rows = 3'000});
  EXPECT_EQ(unknown(reading.chart), 0U);
  EXPECT_NEAR(total(reading.chart), 1'166, 200);
}

TEST_F(BoundsTest, AShortTimeIsReadThoughItsHourIsTooLarge) {
  make(80'000, true);
  // Of an hour that is over: the one that runs has few enough rows to be counted while it is young.
  const Timestamp hour{now.us - now.us % Duration(hours(1)).count()};
  const auto reading =
      read({.from = hour - minutes(30), .to = hour - minutes(24), .step = minutes(1), .metrics = {"created"}},
           {.most_rows = 3'000});
  EXPECT_EQ(unknown(reading.chart), 0U);
  EXPECT_TRUE(counted.empty()) << "no hour was counted";
}

TEST_F(BoundsTest, ACancelEndsItAndKeepsWhatWasCounted) {
  make(8'000, true);
  row_metrics::Options options{.asked = true, .most_rows = 1'000};
  options.on_progress = [&](std::int64_t, std::int64_t) { connection.cancel_handle().cancel(); };
  options.on_cell = [this](const Cell& cell) { counted.push_back(cell); };
  const auto ended = row_metrics::read_rows(connection, work, last(hours(8), minutes(10)), {}, options);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().kind, ErrorKind::cancelled);
  EXPECT_FALSE(counted.empty());
  connection.rearm();
  EXPECT_EQ(total(read(last(hours(8), minutes(10)), {.asked = true}, std::vector<Cell>(counted)).chart),
            8'000);
}

TEST_F(BoundsTest, AClockThatWentBackIsSaidAndTheRowsAreCountedAgain) {
  make(2'000, true);
  const Request request = last(hours(8), minutes(10));
  read(request, {.asked = true});
  auto ahead = counted;
  for (Cell& cell : ahead) cell.read_at = now + hours(20);
  raw.exec(
      "INSERT INTO work SELECT 100000 + i, now() - interval '5 hours', now(), 'b' FROM generate_series(1, 7) "
      "i");
  const auto reading = read(request, {.asked = true}, ahead);
  EXPECT_EQ(total(reading.chart), 2'007);
  EXPECT_THAT(reading.chart.warnings, testing::Contains(HasSubstr("clock was set back")));
}

TEST_F(BoundsTest, ATruncatedTableKeepsItsHistoryAndSaysSo) {
  make(2'000, true);
  // From behind the oldest row on: nothing was counted, and is known later, of an hour before it.
  const Request request = last(hours(7), minutes(10));
  const double before = total(read(request, {.asked = true}).chart);
  EXPECT_GE(before, 1'750);
  const auto kept = std::exchange(counted, {});
  raw.exec("TRUNCATE work");
  const auto reading = read(request, {.asked = true}, kept);
  EXPECT_EQ(total(reading.chart), before);
  EXPECT_THAT(reading.chart.source, HasSubstr("from earlier counts"));
  const auto without = read(request, {.asked = true});
  EXPECT_EQ(total(without.chart), 0);
  EXPECT_EQ(unknown(without.chart), without.chart.steps)
      << "that there are no rows now does not say that there were none";
}

TEST_F(BoundsTest, CellsAreOfOneTableReadInOneWayByOneUser) {
  make(10, true);
  const auto subject = [&] { return row_metrics::subject_of(connection, work).value().value().key(); };
  const std::string first = subject();
  EXPECT_EQ(subject(), first);
  work.customer.column = "shop";
  EXPECT_EQ(subject(), first) << "what no chart rests on does not matter";
  work.states.rules[0].state = key::State::failed;
  EXPECT_NE(subject(), first);
  work = work_profile();
  work.created_at.column = "done";
  EXPECT_NE(subject(), first);
  work = work_profile();
  raw.exec("TRUNCATE work");
  EXPECT_EQ(subject(), first);
  raw.exec("CREATE TABLE other AS SELECT * FROM work; DROP TABLE work; ALTER TABLE other RENAME TO work");
  EXPECT_NE(subject(), first) << "a table made anew";
}

TEST_F(BoundsTest, RowsInAStateNobodyKnowsWereCreatedAndMayHaveFinished) {
  make(100, true);
  work.states.otherwise.reset();
  const auto reading = read(last(hours(8), minutes(10)), {.asked = true});
  EXPECT_EQ(total(reading.chart), 100) << "its creation is known";
  EXPECT_THAT(
      reading.chart.warnings,
      testing::Contains(HasSubstr(
          "1 row is in a state that the profile does not name: more may have finished than is shown")));
}

TEST_F(BoundsTest, HowItStandsIsKnownNowAndAtNoOtherTime) {
  auto inbox = consumed_events(raw);
  now =
      *parse_iso(raw.scalar("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
  Request request{.from = now - hours(1),
                  .to = now + minutes(10),
                  .step = minutes(10),
                  .metrics = {"backlog", "lag_s", "dead_letters"}};
  const auto reading = row_metrics::read_rows(connection, *inbox, request, {}).value();
  ASSERT_EQ(reading.chart.lines.size(), 3U);
  const double wanted[] = {2, 1'200, 1};
  for (std::size_t line = 0; line < 3; ++line) {
    EXPECT_EQ(reading.chart.lines[line].metric, request.metrics[line]);
    for (std::size_t i = 0; i < reading.chart.steps; ++i) {
      const double value = reading.chart.lines[line].values[i];
      if (reading.chart.at(i) <= reading.chart.as_of && reading.chart.as_of < reading.chart.at(i + 1)) {
        EXPECT_NEAR(value, wanted[line], line == 1 ? 60 : 0);
      } else {
        EXPECT_TRUE(std::isnan(value));
      }
    }
  }
  ASSERT_FALSE(reading.chart.gaps.empty());
  EXPECT_EQ(reading.chart.gaps[0].why, "a table shows its current state, not earlier ones");
}

TEST_F(BoundsTest, ATableWithoutTheTimeOfMakingSaysWhatItCannotTell) {
  make(10, true);
  work.created_at = {};
  const auto reading = read(last(hours(1), minutes(10)), {});
  EXPECT_TRUE(reading.chart.lines.empty());
  EXPECT_THAT(reading.chart.warnings, testing::Contains(HasSubstr("maps no time")));
}

}  // namespace
}  // namespace onceover::test
