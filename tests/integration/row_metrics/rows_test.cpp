// SPDX-License-Identifier: Apache-2.0
// A table's own rows as a source of metrics: for a history whose numbers are known, every series equals it,
// read directly, from what was from earlier counts, from both, and after rows were removed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/metrics/counters.h"
#include "core/pg/connection.h"
#include "core/row_metrics/row_metrics.h"
#include "tests/integration/row_metrics/ledger.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using ledger::Event;
using metrics::By;
using metrics::Request;
using row_metrics::Cell;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

std::uint64_t fresh_seed() {
  if (const char* given = std::getenv("ONCEOVER_SEED")) return std::strtoull(given, nullptr, 10);
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count() % 1'000'000);
}

pg::Connection opened(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

class RowsTest : public testing::TestWithParam<std::string> {
 protected:
  RowsTest() {
    for (ledger::Shape& one : ledger::shapes()) {
      if (one.name == GetParam()) shape = std::move(one);
    }
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    if (!shape.setup.empty()) raw.exec(shape.setup);
    now = *parse_iso(
        raw.scalar("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
    // Whole hours, all of them over.
    until = row_metrics::hour_of(now) - hours(1);
  }

  void add(int rows, Timestamp from, Timestamp to) {
    const auto more = ledger::history(random, static_cast<int>(events.size()) + 1, rows, from, to);
    ledger::fill(raw, shape, more);
    events.insert(events.end(), more.begin(), more.end());
  }

  Request request(Timestamp from, Timestamp to, Duration step, By by = By::nothing) const {
    return {.from = from,
            .to = to,
            .step = step,
            .metrics = {"created", "completed", "failed"},
            .distributions = by == By::nothing ? std::vector<std::string>{"time_to_completion_ms"}
                                               : std::vector<std::string>{},
            .by = by,
            .top = 2};
  }

  row_metrics::Reading read(const Request& asked, const std::vector<Cell>& kept,
                            row_metrics::Options options = {}) {
    options.asked = true;
    options.on_cell = [this](const Cell& cell) { counted.push_back(cell); };
    auto reading = row_metrics::read_rows(connection, shape.profile, asked, kept, options);
    if (!reading) throw std::runtime_error(reading.error().sentence() + " " + reading.error().detail);
    EXPECT_FALSE(connection.in_transaction());
    return std::move(*reading);
  }

  // Every number of the chart, and nothing else. The chart may begin before the oldest row that has finished:
  // nothing is known there.
  void expect_equal(const metrics::Chart& chart, Request asked, const std::string& how,
                    bool rows_are_gone = false) const {
    // By something, hours are counted in steps of five minutes.
    if (chart.step == row_metrics::group_grain) asked.step = std::max(asked.step, chart.step);
    SCOPED_TRACE(fmt::format("{} of {}, step {} s, by {}, seed {}", how, shape.name, asked.step / seconds(1),
                             metrics::word(asked.by), seed));
    const ledger::Answer answer(shape, events, asked);
    const auto groups = answer.groups();
    ASSERT_EQ(chart.from, asked.from);
    ASSERT_EQ(chart.step, asked.step);
    ASSERT_EQ(chart.steps, static_cast<std::size_t>(*metrics::steps_of(asked)));
    std::vector<std::string> wanted{"created", "completed"};
    if (shape.has_failures) wanted.emplace_back("failed");
    if (asked.by == By::code) wanted.erase(wanted.begin());
    std::size_t lines = 0, compared = 0;
    // A gap is where nothing is known; completions may begin later than the rows do.
    std::vector<bool> is_known(chart.steps);
    for (const std::string& metric : wanted) {
      std::vector<std::string> named;
      for (const metrics::Line& line : chart.lines) {
        if (line.metric != metric) continue;
        ++lines;
        ASSERT_EQ(line.values.size(), chart.steps);
        if (line.group) named.push_back(*line.group);
        for (std::size_t i = 0; i < chart.steps; ++i) {
          double expected = 0;
          if (line.is_rest) {
            for (const std::string& group : groups) {
              if (std::ranges::find(named, group) == named.end()) expected += answer.at(metric, group, i);
            }
          } else {
            expected = answer.at(metric, line.group, i);
          }
          if (std::isnan(line.values[i])) {
            ASSERT_TRUE(chart.at(i + 1) <= first_finish)
                << metric << " is not told in step " << i << ", " << iso(chart.at(i));
            continue;
          }
          ++compared;
          is_known[i] = true;
          ASSERT_EQ(line.values[i], expected)
              << metric << ' ' << line.group.value_or("") << " step " << i << ' ' << iso(chart.at(i));
        }
      }
      expect_ranked(answer, named, asked, wanted.front());
    }
    EXPECT_EQ(lines, wanted.size() * (asked.by == By::nothing ? 1 : chart.lines.size() / wanted.size()));
    EXPECT_GT(compared, 0U);
    EXPECT_EQ(chart.gaps.empty(), std::ranges::find(is_known, false) == is_known.end());
    if (!asked.distributions.empty() && (shape.dates_success || shape.dates_failure)) {
      ASSERT_EQ(chart.distributions.size(), 1U);
      const auto& took = chart.distributions[0];
      ASSERT_EQ(took.upper_ms.size(), metrics::bounds_ms.size() + 1);
      for (std::size_t i = 0; i < chart.steps; ++i) {
        for (std::size_t b = 0; b < took.upper_ms.size(); ++b) {
          if (std::isnan(took.at(i, b))) continue;
          ASSERT_EQ(took.at(i, b), answer.took(i, b)) << "step " << i << " bound " << took.upper_ms[b];
        }
      }
    }
    if (rows_are_gone) {
      EXPECT_THAT(chart.source, testing::HasSubstr("from earlier counts"));
    }
  }

  static void expect_ranked(const ledger::Answer& answer, const std::vector<std::string>& named,
                            const Request& asked, const std::string& first) {
    if (asked.by == By::nothing) return;
    const auto groups = answer.groups();
    ASSERT_EQ(named.size(), std::min<std::size_t>(groups.size(), static_cast<std::size_t>(asked.top)));
    for (const std::string& group : groups) {
      if (std::ranges::find(named, group) != named.end()) continue;
      EXPECT_LE(answer.sum(first, group), answer.sum(first, named.back())) << group;
    }
  }

  std::vector<By> ways() const {
    std::vector<By> out{By::nothing};
    if (!shape.profile.tenant.empty()) out.push_back(By::tenant);
    if (!shape.profile.operation.empty()) out.push_back(By::operation);
    if (!shape.profile.response_code.empty()) out.push_back(By::code);
    return out;
  }

  // Oldest first, each hour as it was counted last.
  std::vector<Cell> kept() const {
    std::vector<Cell> out;
    for (auto cell = counted.rbegin(); cell != counted.rend(); ++cell) {
      const bool is_known = std::ranges::any_of(
          out, [&](const Cell& c) { return c.axis == cell->axis && c.from == cell->from; });
      if (!is_known) out.push_back(*cell);
    }
    return out;
  }

  void note_first_finish() {
    const Request all{.from = now - hours(1000), .to = now, .step = hours(1)};
    first_finish = ledger::Answer(shape, events, all).oldest().value_or(now);
  }

  std::uint64_t seed = fresh_seed();
  Random random{seed};
  ledger::Shape shape;
  TestDatabase database{GetParam() == "own" ? installed_schema() : empty_database()};
  RawConnection raw = database.connect();
  pg::Connection connection = opened(database.conninfo());
  Timestamp now, until, first_finish;
  std::vector<Event> events;
  std::vector<Cell> counted;
};

TEST_P(RowsTest, ReadDirectlyEverySeriesEqualsTheHistory) {
  add(1'500, until - hours(5), until);
  note_first_finish();
  for (const Duration step :
       {Duration(seconds(1)), Duration(seconds(7)), Duration(minutes(3)), Duration(minutes(45))}) {
    for (const By by : ways()) {
      const Timestamp from = until - std::min<Duration>(hours(5), step * 2'000) - seconds(random.below(600));
      const Request asked = request(from, until - seconds(random.below(600)), step, by);
      const auto reading = read(asked, {}, {.counts_hours = false});
      expect_equal(reading.chart, asked, "direct");
      const bool tells_all = shape.dates_success && (shape.dates_failure || !shape.has_failures);
      if (step > minutes(1)) {
        EXPECT_EQ(reading.chart.error.empty(), tells_all && shape.name != "hooks") << reading.chart.error;
      }
      EXPECT_EQ(reading.not_read, 0);
    }
  }
  EXPECT_TRUE(counted.empty());
}

TEST_P(RowsTest, ATenantAndAnOperationAreToldApart) {
  add(800, until - hours(3), until);
  note_first_finish();
  for (const bool hours_are_counted : {false, true}) {
    for (const By by : ways()) {
      Request asked = request(until - hours(3), until, minutes(5), by);
      if (!shape.profile.tenant.empty()) {
        asked.tenant = "2";
        expect_equal(read(asked, {}, {.counts_hours = hours_are_counted}).chart, asked, "of a tenant");
      }
      asked.operation = "it's \"odd\"";
      expect_equal(read(asked, {}, {.counts_hours = hours_are_counted}).chart, asked, "of an operation");
      asked.distributions.clear();
      asked.tenant.clear();
      expect_equal(read(asked, {}, {.counts_hours = hours_are_counted}).chart, asked,
                   "of an operation, no times");
    }
  }
}

TEST_P(RowsTest, CountedByTheHourEverySeriesEqualsTheHistory) {
  add(1'500, until - hours(5), until);
  note_first_finish();
  const Request all = request(until - hours(6), until, minutes(1));
  expect_equal(read(all, {}).chart, all, "counted now");
  counted.clear();
  // Busy hours, each in several statements.
  expect_equal(read(all, {}, {.rows_at_once = 40}).chart, all, "counted in parts");
  const auto cells = kept();
  ASSERT_GE(cells.size(), 5U);
  for (const Duration step : {Duration(minutes(1)), Duration(minutes(7)), Duration(hours(2))}) {
    for (const By by : ways()) {
      const Duration begins = minutes(5) * static_cast<std::int64_t>(random.below(10));
      const Request asked =
          request(until - hours(5) - begins, until - minutes(5) * static_cast<std::int64_t>(random.below(10)),
                  step, by);
      expect_equal(read(asked, cells).chart, asked, "from cells");
      // Those that are not final are looked at again, and say the same.
      expect_equal(read(asked, cells, {.ages = {.fresh_for = Duration{0}}}).chart, asked,
                   "from cells and rows");
    }
  }
}

TEST_P(RowsTest, WhatCameAndFinishedSinceIsCounted) {
  add(700, until - hours(5), until - hours(1));
  note_first_finish();
  const Request all = request(until - hours(6), until + hours(1), minutes(1));
  read(all, {});
  const auto cells = kept();
  // Others come, in hours that are over and in new ones.
  add(300, until - hours(1), until + minutes(30));
  for (const By by : ways()) {
    const Request asked = request(until - hours(6), until + minutes(30), minutes(2), by);
    std::vector<Cell> old;
    for (const Cell& cell : cells) {
      if (cell.from < until - hours(1)) old.push_back(cell);
    }
    ASSERT_FALSE(old.empty());
    expect_equal(read(asked, old, {.ages = {.fresh_for = Duration{0}}}).chart, asked, "mixed");
  }
}

TEST_P(RowsTest, RowsThatWereRemovedStillCount) {
  add(1'200, until - hours(6), until);
  note_first_finish();
  const Request all = request(until - hours(6), until, minutes(1));
  read(all, {});
  // A reaper: finished rows alone, the older half of them, and then all.
  for (const Duration age : {Duration(hours(3)), Duration(hours(-2))}) {
    std::string ids = "0";
    for (const Event& event : events) {
      const bool finished =
          event.end == ledger::End::succeeded || (event.end == ledger::End::failed && shape.has_failures);
      if (finished && event.created < until - age) ids += fmt::format(", {}", event.id);
    }
    raw.tamper(shape.remove + " IN (" + ids + ")");
    const auto cells = kept();
    for (const By by : ways()) {
      const Request asked = request(until - hours(6), until, minutes(10), by);
      expect_equal(read(asked, cells).chart, asked, "removed", true);
      expect_equal(read(asked, cells, {.ages = {.fresh_for = Duration{0}}}).chart, asked,
                   "removed, and looked at again", true);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RowsTest,
                         testing::Values("rides", "actions", "mailroom", "hooks", "bus", "log", "orders",
                                         "seconds", "own"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace onceover::test
