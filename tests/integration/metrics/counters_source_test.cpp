// SPDX-License-Identifier: Apache-2.0
// Charts of what was counted, against histories whose every sum is known: at each grain, before, between and
// after rolling up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

#include "core/base/random.h"
#include "core/metrics/chart.h"
#include "core/metrics/counters.h"
#include "core/metrics/flusher.h"
#include "core/metrics/history.h"
#include "core/metrics/rollup.h"
#include "core/sql/statements.h"
#include "tests/support/counted.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using metrics::By;
using metrics::Chart;
using metrics::Delta;
using metrics::Request;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Duration day = hours(24);

// Every row that counts, as it was meant: what the store must say.
struct Counted {
  Timestamp at;
  Delta delta;
};

class CountersSourceTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open();
  std::vector<Counted> counted;

  CountersSourceTest() {
    // Flushes are the real ones; only when they are is the test's to say.
    // A zone whose hours are not those of UTC.
    raw.exec("ALTER DATABASE " + quoted_name(database.name()) + " SET timezone = 'Asia/Kolkata'");
    connection = open();
    raw.exec(
        "CREATE FUNCTION public.at_will() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS "
        "'BEGIN NEW.at := current_setting(''test.at'')::timestamptz; RETURN NEW; END'; CREATE TRIGGER "
        "at_will BEFORE INSERT ON onceover.counter_deltas FOR EACH ROW EXECUTE FUNCTION public.at_will()");
  }
  pg::Connection open() {
    auto opened = pg::Connection::open({.conninfo = database.conninfo()});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  Timestamp now() {
    return pg::Connection::open({.conninfo = database.conninfo()})
        .value()
        .exec("SELECT clock_timestamp()")
        .value()
        .timestamp(0, 0);
  }
  void flush(const std::string& source, std::int64_t number, Timestamp at, const std::vector<Delta>& deltas) {
    ASSERT_TRUE(connection.exec("SELECT set_config('test.at', $1, false)", pg::Params().text(iso(at))));
    const auto done = metrics::flush(connection, source, number, deltas);
    ASSERT_TRUE(done) << done.error().sentence();
  }
  void count(Timestamp at, const Delta& delta) {
    flush(new_uuid(), 1, at, {delta});
    counted.push_back({at, delta});
  }
  void roll_all() {
    for (std::int64_t moved = 1; moved != 0;) {
      const auto done = metrics::roll_up(connection);
      ASSERT_TRUE(done) << done.error().sentence();
      moved = *done;
    }
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.counter_deltas"), "0");
  }
  Chart read(const Request& request) {
    auto chart = metrics::read_counters(connection, request);
    EXPECT_TRUE(chart) << chart.error().sentence();
    EXPECT_FALSE(connection.in_transaction());
    return chart ? *chart : Chart{};
  }
  void expect_known(const Request& request);
};

std::string words(const Request& request) {
  return "from " + iso(request.from) + " to " + iso(request.to) + " step " +
         std::to_string(request.step / seconds(1)) + " tenant '" + request.tenant + "' operation '" +
         request.operation + "' by " + std::string(word(request.by)) + " top " + std::to_string(request.top);
}

// What the history says about one name, step by step of the chart; of one group, or of all.
std::vector<double> known_of(const std::vector<Counted>& counted, const Chart& chart, const Request& request,
                             const std::string& name, double bucket,
                             const std::function<bool(const Delta&)>& belongs) {
  std::vector<double> sums(chart.steps, 0);
  const Timestamp end = ceil_to(request.to, chart.resolution);
  for (const auto& [at, delta] : counted) {
    if (delta.name != name || delta.bucket != bucket || at < chart.from || at >= end || !belongs(delta))
      continue;
    if (!request.tenant.empty() && delta.tenant != request.tenant) continue;
    if (!request.operation.empty() && delta.operation != request.operation) continue;
    sums[static_cast<std::size_t>((at - chart.from) / chart.step)] += static_cast<double>(delta.n);
  }
  return sums;
}

void expect_same(const std::vector<double>& values, const std::vector<double>& wanted,
                 const std::string& what) {
  ASSERT_EQ(values.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Where nothing at all was counted it may be that nothing was counting.
    if (std::isnan(values[i])) {
      ASSERT_EQ(wanted[i], 0) << what << " step " << i;
    } else {
      ASSERT_EQ(values[i], wanted[i]) << what << " step " << i;
    }
  }
}

void CountersSourceTest::expect_known(const Request& request) {
  SCOPED_TRACE(words(request));
  const Chart chart = read(request);
  ASSERT_GT(chart.steps, 0U);
  EXPECT_LE(chart.from, request.from);
  EXPECT_LT(request.from - chart.from, chart.resolution);
  EXPECT_GE(chart.at(chart.steps), request.to);
  EXPECT_LE(chart.resolution, chart.step);
  EXPECT_GE(chart.step, request.step);
  EXPECT_LT(chart.step - request.step, chart.resolution);
  const auto group_of = [&](const Delta& delta) {
    return request.by == By::tenant ? delta.tenant : delta.operation;
  };
  std::vector<std::pair<double, std::string>> ranked;
  if (request.by != By::nothing) {
    std::set<std::string> groups;
    for (const Counted& one : counted) groups.insert(group_of(one.delta));
    // By the first metric that anybody has.
    for (auto metric = request.metrics.begin(); ranked.empty() && metric != request.metrics.end(); ++metric) {
      for (const std::string& group : groups) {
        const auto values = known_of(counted, chart, request, *metric, -1,
                                     [&](const Delta& d) { return group_of(d) == group; });
        const double sum = std::accumulate(values.begin(), values.end(), 0.0);
        if (sum > 0) ranked.emplace_back(-sum, group);
      }
    }
    std::sort(ranked.begin(), ranked.end());
  }
  const std::size_t top = std::min(ranked.size(), static_cast<std::size_t>(request.top));
  std::size_t line = 0;
  for (const std::string& metric : request.metrics) {
    if (request.by == By::nothing) {
      ASSERT_LT(line, chart.lines.size());
      EXPECT_EQ(chart.lines[line].metric, metric);
      EXPECT_FALSE(chart.lines[line].group);
      expect_same(chart.lines[line++].values,
                  known_of(counted, chart, request, metric, -1, [](const Delta&) { return true; }), metric);
      continue;
    }
    std::set<std::string> named;
    for (std::size_t i = 0; i < top; ++i) {
      ASSERT_LT(line, chart.lines.size());
      EXPECT_EQ(chart.lines[line].metric, metric);
      EXPECT_EQ(chart.lines[line].group, ranked[i].second);
      named.insert(ranked[i].second);
      expect_same(chart.lines[line++].values,
                  known_of(counted, chart, request, metric, -1,
                           [&](const Delta& d) { return group_of(d) == ranked[i].second; }),
                  metric);
    }
    const auto rest = known_of(counted, chart, request, metric, -1,
                               [&](const Delta& d) { return !named.contains(group_of(d)); });
    if (ranked.size() <= top && std::ranges::all_of(rest, [](double n) { return n == 0; })) continue;
    ASSERT_LT(line, chart.lines.size());
    EXPECT_EQ(chart.lines[line].metric, metric);
    EXPECT_TRUE(chart.lines[line].is_rest);
    expect_same(chart.lines[line++].values, rest, metric + ", the rest");
  }
  EXPECT_EQ(line, chart.lines.size());
  ASSERT_EQ(chart.distributions.size(), request.distributions.size());
  for (const auto& distribution : chart.distributions) {
    ASSERT_EQ(distribution.upper_ms.size(), metrics::bounds_ms.size() + 1);
    for (std::size_t bound = 0; bound < distribution.upper_ms.size(); ++bound) {
      std::vector<double> values;
      for (std::size_t i = 0; i < chart.steps; ++i) values.push_back(distribution.at(i, bound));
      expect_same(values,
                  known_of(counted, chart, request, distribution.name, distribution.upper_ms[bound],
                           [](const Delta&) { return true; }),
                  distribution.name);
    }
  }
}

Delta some_delta(Random& random) {
  static const std::vector<std::string> tenants{"acme", "globex", "it's", "", "initech"},
      operations{"POST /refunds", "ship", ""};
  Delta delta;
  delta.tenant = tenants[random.below(tenants.size())];
  delta.operation = operations[random.below(operations.size())];
  delta.n = static_cast<std::int64_t>(random.below(20) + 1);
  if (random.chance(0.3)) {
    delta.name = random.chance(0.7) ? "time_to_completion_ms" : "retry_delay_ms";
    delta.bucket =
        random.chance(0.1) ? INFINITY : metrics::bounds_ms[random.below(metrics::bounds_ms.size())];
  } else {
    delta.name = std::string(metrics::name(static_cast<metrics::Counter>(random.below(4))));
  }
  return delta;
}

Request some_request(Random& random, Timestamp now) {
  static const std::vector<std::pair<Duration, Duration>> spans{
      {minutes(5), seconds(1)}, {minutes(90), seconds(7)}, {hours(3), seconds(90)},
      {hours(24), minutes(1)},  {day * 3, minutes(7)},     {day * 30, hours(1)},
      {day * 60, hours(6)},     {day * 33, minutes(61)},   {day * 50, minutes(30)}};
  const auto [span, step] = spans[random.below(spans.size())];
  Request request;
  request.to = now - Duration(static_cast<std::int64_t>(
                         random.below(2) * random.below(static_cast<std::uint64_t>(span.count()))));
  request.from = request.to - span + Duration(static_cast<std::int64_t>(random.below(60'000'000)));
  request.step = step;
  if (random.chance(0.25)) request.tenant = "acme";
  if (random.chance(0.25)) request.operation = "ship";
  request.metrics = {"created", "conflict", "replayed", "failed"};
  request.distributions = {"time_to_completion_ms"};
  request.by = random.chance(0.5) ? By::nothing : random.chance(0.5) ? By::tenant : By::operation;
  request.top = static_cast<int>(random.below(4) + 1);
  return request;
}

TEST_F(CountersSourceTest, SaysWhatAGeneratedHistoryHoldsAtEveryGrainHoweverItWasRolledUp) {
  const char* more = std::getenv("ONCEOVER_METRICS_SEEDS");
  const int seeds = more != nullptr ? std::max(1, std::atoi(more)) : 2;
  for (int seed = 1; seed <= seeds; ++seed) {
    std::printf("seed %d\n", seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(static_cast<std::uint64_t>(seed));
    counted.clear();
    raw.exec(
        "TRUNCATE onceover.counter_deltas, onceover.counter_sources, onceover.counter_series, "
        "onceover.counter_minutes, onceover.counter_hours; UPDATE onceover.counter_rollup SET seconds_from = "
        "'-infinity', minutes_from = '-infinity', rolled_at = '-infinity'");
    const Timestamp end = now();
    struct Process {
      std::string source = new_uuid();
      std::int64_t number = 0;
      std::vector<Delta> last{};
      Timestamp last_at{};
    };
    std::vector<Process> processes(3);
    for (int i = 0; i < 400; ++i) {
      Process& process = processes[random.below(processes.size())];
      if (random.chance(0.02)) process = Process{};  // restarted
      const Duration reach = random.chance(0.4)   ? Duration(hours(2))
                             : random.chance(0.6) ? day * 3
                                                  : day * 60;
      const Timestamp at =
          end - Duration(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(reach.count()))));
      std::vector<Delta> batch;
      std::set<std::tuple<std::string, std::string, std::string, double>> in_batch;
      for (std::uint64_t n = random.below(6); n < 7; ++n) {
        const Delta delta = some_delta(random);
        if (in_batch.insert({delta.tenant, delta.operation, delta.name, delta.bucket}).second)
          batch.push_back(delta);
      }
      flush(process.source, ++process.number, at, batch);
      for (const Delta& delta : batch) counted.push_back({at, delta});
      // Answers that were lost: sent again at once, or after it was moved on; and once more when newer ones
      // had come.
      if (random.chance(0.1)) {
        ASSERT_TRUE(metrics::roll_up(connection, static_cast<std::int64_t>(random.below(500) + 1)));
      }
      if (random.chance(0.3)) flush(process.source, process.number, at, batch);
      if (random.chance(0.1) && process.number > 1)
        flush(process.source, process.number - 1, process.last_at, process.last);
      process.last = batch;
      process.last_at = at;
      if (i % 100 == 50) expect_known(some_request(random, end));
    }
    for (int i = 0; i < 6; ++i) expect_known(some_request(random, end));
    roll_all();
    for (int i = 0; i < 25 && !HasFatalFailure(); ++i) expect_known(some_request(random, end));
    if (HasFatalFailure()) return;
  }
}

TEST_F(CountersSourceTest, WhoHasOnlyAnotherMetricIsInTheRestAndRankedWhereNobodyHasTheFirst) {
  const Timestamp end = now();
  count(end - minutes(2), {"acme", "o", "created", -1, 5});
  count(end - minutes(2), {"globex", "o", "conflict", -1, 3});
  Request request{.from = end - minutes(10),
                  .to = end,
                  .step = minutes(1),
                  .tenant = "",
                  .operation = "",
                  .metrics = {"created", "conflict"},
                  .by = By::tenant};
  const auto lines = [&] {
    std::string all;
    for (const metrics::Line& line : read(request).lines) {
      double sum = 0;
      for (const double n : line.values) sum += std::isnan(n) ? 0 : n;
      all += line.metric + " of " + (line.is_rest ? "the rest" : line.group.value_or("all")) + " " +
             std::to_string(static_cast<int>(sum)) + "; ";
    }
    return all;
  };
  for (const bool rolled : {false, true}) {
    SCOPED_TRACE(rolled);
    if (rolled) roll_all();
    request.metrics = {"created", "conflict"};
    EXPECT_EQ(lines(), "created of acme 5; conflict of acme 0; conflict of the rest 3; ");
    request.metrics = {"failed", "conflict", "created"};
    EXPECT_EQ(lines(),
              "failed of globex 0; conflict of globex 3; created of globex 0; created of the rest 5; ");
    request.metrics = {"failed", "mismatch"};
    EXPECT_EQ(lines(), "");
    request.metrics = {"conflict"};
    EXPECT_EQ(lines(), "conflict of globex 3; ");
  }
}

// Plans and people count nothing themselves: what they settled is in the audit trail. A sweeper counts its
// own, and is not counted twice.
TEST_F(CountersSourceTest, WhatPlansAndPeopleSettledCountsAsSettled) {
  const Timestamp end = now() + minutes(1);
  count(end - minutes(2), {"acme", "pay", "settled.succeeded", -1, 4});
  const auto settled = [&](const std::string& program, const std::string& tenant, const std::string& to) {
    raw.exec(
        "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, "
        "to_state, reason) VALUES ('settle', 'me', 'here', $1, $2, 'pay', 'k', 'in_progress', $3, 'INC-7')",
        {program, tenant, to});
  };
  settled("onceover 1.0", "acme", "succeeded");
  settled("oncectl 1.0", "globex", "succeeded");
  settled("oncectl 1.0", "globex", "failed");
  settled("oncectl-sweep 1.0", "acme", "succeeded");
  Request request{.from = end - minutes(10),
                  .to = end,
                  .step = minutes(1),
                  .metrics = {"settled.succeeded", "settled.failed"}};
  const auto sums = [&] {
    std::string all;
    for (const metrics::Line& line : read(request).lines) {
      double sum = 0;
      for (const double n : line.values) sum += std::isnan(n) ? 0 : n;
      all += line.metric + ' ' + std::to_string(static_cast<int>(sum)) + "; ";
    }
    return all;
  };
  EXPECT_EQ(sums(), "settled.succeeded 6; settled.failed 1; ");
  request.tenant = "globex";
  EXPECT_EQ(sums(), "settled.succeeded 1; settled.failed 1; ");
}

TEST_F(CountersSourceTest, EachGrainIsReadWhereItStandsAndNothingElse) {
  const Timestamp end = now();
  count(end - minutes(3), {"t", "o", "created", -1, 5});
  count(end - hours(5), {"t", "o", "created", -1, 7});
  count(end - day * 40, {"t", "o", "created", -1, 11});
  const auto all = [&](Duration span, Duration step) {
    Request request{
        .from = end - span, .to = end, .step = step, .tenant = "", .operation = "", .metrics = {"created"}};
    const Chart chart = read(request);
    double sum = 0;
    for (const double n : chart.lines.at(0).values) sum += std::isnan(n) ? 0 : n;
    return std::pair{chart.resolution, sum};
  };
  EXPECT_EQ(all(hours(1), seconds(10)), (std::pair<Duration, double>{seconds(1), 5}));
  EXPECT_EQ(all(day, seconds(30)), (std::pair<Duration, double>{seconds(1), 12}))
      << "nothing was rolled up yet";
  roll_all();
  EXPECT_EQ(all(hours(1), seconds(10)), (std::pair<Duration, double>{seconds(1), 5}));
  EXPECT_EQ(all(hours(1), minutes(2)), (std::pair<Duration, double>{minutes(1), 5}));
  EXPECT_EQ(all(day, seconds(30)), (std::pair<Duration, double>{minutes(1), 12}));
  EXPECT_EQ(all(day * 30, minutes(1)), (std::pair<Duration, double>{minutes(1), 12}));
  EXPECT_EQ(all(day * 50, minutes(30)), (std::pair<Duration, double>{hours(1), 23}));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.counter_minutes WHERE at < clock_timestamp() - "
                       "interval '2 hours 1 minute'"),
            "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.counter_hours WHERE minutes IS NOT NULL AND at < "
                       "clock_timestamp() - interval '36 days'"),
            "0");
}

TEST_F(CountersSourceTest, WhatIsKeptNoLongerIsAGapAndWhatIsKeptStaysExact) {
  const Timestamp end = now();
  count(end - day * 50, {"t", "o", "created", -1, 100});
  count(end - day * 50, {"gone", "o", "created", -1, 1});
  count(end - day * 20, {"t", "o", "created", -1, 7});
  count(end - hours(3), {"t", "o", "created", -1, 3});
  roll_all();
  raw.exec("UPDATE onceover.counter_rollup SET minutes_kept = '10 days', hours_kept = '30 days'");
  roll_all();
  const Chart chart = read({.from = end - day * 60,
                            .to = end,
                            .step = day,
                            .tenant = "",
                            .operation = "",
                            .metrics = {"created"}});
  double sum = 0;
  for (const double n : chart.lines.at(0).values) sum += std::isnan(n) ? 0 : n;
  EXPECT_EQ(sum, 10);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.counter_series WHERE tenant = 'gone'"), "0")
      << "of what is kept no longer";
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.counter_series s WHERE NOT EXISTS (SELECT FROM "
                       "onceover.counter_hours h WHERE h.series = s.id)"),
            "0");
  ASSERT_FALSE(chart.gaps.empty());
  EXPECT_EQ(chart.gaps.front().why, "kept no longer");
  EXPECT_EQ(chart.gaps.front().from, chart.from);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.counter_hours h JOIN onceover.counter_series s ON s.id "
                       "= h.series WHERE s.name = 'created' AND s.grouped = 'all' AND h.minutes IS NULL"),
            "1");
  // Kept longer again: what is gone stays gone, and is told by the hour.
  raw.exec("UPDATE onceover.counter_rollup SET minutes_kept = '35 days'");
  count(end - day * 20, {"t", "o", "created", -1, 5});
  roll_all();
  const Chart hourly = read({.from = end - day * 25,
                             .to = end,
                             .step = minutes(30),
                             .tenant = "",
                             .operation = "",
                             .metrics = {"created"}});
  EXPECT_EQ(hourly.resolution, hours(1));
  sum = 0;
  for (const double n : hourly.lines.at(0).values) sum += std::isnan(n) ? 0 : n;
  EXPECT_EQ(sum, 15);
}

TEST_F(CountersSourceTest, SilenceIsAGapWhereNobodySaidThatHeCounts) {
  const Timestamp start = floor_to(now(), hours(1)) - hours(1);
  raw.exec("UPDATE onceover.counter_rollup SET watched_from = '-infinity'");
  for (int minute = 0; minute < 20; ++minute) {
    if (minute >= 5 && minute < 8) continue;
    flush(new_uuid(), 1, start + minutes(minute) + seconds(30), {{"", "", "heartbeat", -1, 1}});
  }
  count(start + minutes(2), {"t", "o", "created", -1, 5});
  const Request by_second{.from = start,
                          .to = start + minutes(20),
                          .step = seconds(15),
                          .tenant = "",
                          .operation = "",
                          .metrics = {"created"},
                          .distributions = {"retry_delay_ms"}};
  Request by_minute = by_second, by_five = by_second;
  by_minute.step = minutes(1);
  by_five.step = minutes(5);
  for (const bool rolled : {false, true}) {
    SCOPED_TRACE(rolled);
    if (rolled) roll_all();
    for (const Request& request : {by_second, by_minute}) {
      const Chart chart = read(request);
      ASSERT_EQ(chart.gaps.size(), 1U);
      EXPECT_EQ(chart.gaps[0].from, start + minutes(5));
      EXPECT_EQ(chart.gaps[0].to, start + minutes(8));
      EXPECT_EQ(chart.gaps[0].why, "nothing was counting");
      for (std::size_t i = 0; i < chart.steps; ++i) {
        const bool in_gap = chart.at(i) >= start + minutes(5) && chart.at(i) < start + minutes(8);
        EXPECT_EQ(std::isnan(chart.lines[0].values[i]), in_gap) << i;
        EXPECT_EQ(std::isnan(chart.distributions[0].at(i, 0)), in_gap) << i;
      }
      EXPECT_EQ(chart.line("created")->values[static_cast<std::size_t>(minutes(2) / chart.step)], 5);
    }
    const Chart coarse = read(by_five);
    EXPECT_TRUE(coarse.gaps.empty()) << "three minutes of five are no gap, but told";
    ASSERT_FALSE(coarse.warnings.empty());
    EXPECT_NE(coarse.warnings[0].find("In 1 of 4 steps"), std::string::npos) << coarse.warnings[0];
    EXPECT_EQ(coarse.warnings.size(), rolled ? 1U : 2U) << "rows this old should have been rolled up";
  }
}

TEST_F(CountersSourceTest, OldSilenceIsAGapOnlyWhereItIsLong) {
  const Timestamp start = floor_to(now(), hours(1)) - hours(2);
  for (const int minute : {0, 1, 2, 4, 5, 15, 16})
    count(start + minutes(minute), {"t", "o", "created", -1, 1});
  const Chart chart = read({.from = start,
                            .to = start + minutes(17),
                            .step = minutes(1),
                            .tenant = "",
                            .operation = "",
                            .metrics = {"created"}});
  ASSERT_EQ(chart.gaps.size(), 1U);
  EXPECT_EQ(chart.gaps[0].from, start + minutes(6));
  EXPECT_EQ(chart.gaps[0].to, start + minutes(15));
  EXPECT_EQ(chart.lines[0].values[3], 0);
}

TEST_F(CountersSourceTest, TheMinuteThatIsNotOverIsWatchedAsTheOneBeforeAndTheFutureIsNotKnown) {
  raw.exec("UPDATE onceover.counter_rollup SET watched_from = '-infinity'");
  const Timestamp current = floor_to(now(), minutes(1));
  flush(new_uuid(), 1, current - seconds(10), {{"", "", "heartbeat", -1, 1}});
  const Chart chart = read({.from = current - minutes(3),
                            .to = current + minutes(10),
                            .step = minutes(1),
                            .tenant = "",
                            .operation = "",
                            .metrics = {"created"}});
  if (floor_to(chart.as_of, minutes(1)) != current) GTEST_SKIP() << "the minute went over meanwhile";
  const auto& values = chart.lines.at(0).values;
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(values[3], 0);
  for (std::size_t i = 4; i < values.size(); ++i) EXPECT_TRUE(std::isnan(values[i])) << i;
  ASSERT_EQ(chart.gaps.size(), 1U);
  EXPECT_EQ(chart.gaps[0].to, current - minutes(1));
}

TEST_F(CountersSourceTest, HeartbeatsAreNoMetricAnywhere) {
  const Timestamp at = now() - seconds(20);
  flush(new_uuid(), 1, at, {{"", "", "heartbeat", -1, 1}, {"t", "o", "created", -1, 2}});
  for (const bool rolled : {false, true}) {
    if (rolled) roll_all();
    const auto history =
        metrics::history(connection, {at - minutes(1), at + minutes(1), seconds(10), "", ""});
    ASSERT_TRUE(history) << history.error().sentence();
    EXPECT_EQ(history->series.size(), static_cast<std::size_t>(metrics::counter_count));
    const auto totals = metrics::totals(connection, minutes(5));
    ASSERT_TRUE(totals) << totals.error().sentence();
    EXPECT_EQ(totals->size(), static_cast<std::size_t>(metrics::counter_count));
    EXPECT_EQ(totals->front().now, 2);
    const Chart chart = read({.from = at - minutes(1),
                              .to = at + minutes(1),
                              .step = seconds(10),
                              .tenant = "",
                              .operation = "",
                              .metrics = {"heartbeat", "alive", "created"},
                              .by = By::tenant});
    ASSERT_EQ(chart.lines.size(), 1U);
    EXPECT_EQ(chart.lines[0].group, "t");
    EXPECT_EQ(chart.warnings.size(), 2U);
  }
}

TEST_F(CountersSourceTest, WhatCountersCannotKnowIsSaid) {
  const Timestamp end = now();
  Request request{.from = end - minutes(5),
                  .to = end,
                  .step = seconds(10),
                  .tenant = "",
                  .operation = "",
                  .metrics = {"oldest_stuck_s", "created"}};
  const Chart chart = read(request);
  ASSERT_EQ(chart.lines.size(), 1U);
  EXPECT_EQ(chart.warnings, std::vector<std::string>{"Counters have no \"oldest stuck\"."});
  request.by = By::tenant;
  request.tenant = "a\nDROP TABLE x";
  const std::string sql = read(request).asked;
  for (const char* part : {"counter_minutes", "counter_deltas", "LIMIT $8", "alive"})
    EXPECT_NE(sql.find(part), std::string::npos) << part;
  EXPECT_EQ(sql.find("\nDROP"), std::string::npos) << "no name escapes its comment";
  request.by = By::code;
  EXPECT_EQ(metrics::read_counters(connection, request).error().kind, ErrorKind::unsupported);
  request.by = By::nothing;
  request.step = hours(24 * 365 * 10);
  request.from = *parse_iso("0500-01-01T00:00:00Z");
  EXPECT_EQ(metrics::read_counters(connection, request).error().kind, ErrorKind::invalid_input);
  request.to = request.from;
  EXPECT_EQ(metrics::read_counters(connection, request).error().kind, ErrorKind::invalid_input);
}

TEST_F(CountersSourceTest, HistoryAndTotalsAreTheSameBeforeAndAfter) {
  Random random(7);
  const Timestamp end = now();
  for (int i = 0; i < 200; ++i) {
    count(floor_to(end, seconds(1)) - seconds(static_cast<std::int64_t>(random.below(3'000))),
          some_delta(random));
    count(floor_to(end, minutes(1)) - minutes(static_cast<std::int64_t>(random.below(4'000))),
          some_delta(random));
  }
  struct Picture {
    std::vector<std::int64_t> fine, coarse, bins;
  };
  const auto picture = [&] {
    Picture seen;
    const auto fine =
        metrics::history(connection, {floor_to(end, seconds(1)) - minutes(30), end, seconds(7), "acme", ""})
            .value();
    for (const auto& series : fine.series) {
      for (const auto& point : series.points) seen.fine.push_back(point.n);
    }
    const auto coarse =
        metrics::history(connection, {floor_to(end, minutes(1)) - day * 2, end, minutes(15), "", "ship"})
            .value();
    for (const auto& series : coarse.series) {
      for (const auto& point : series.points) seen.coarse.push_back(point.n);
    }
    for (const auto& bin : coarse.time_to_completion) seen.bins.push_back(bin.n);
    return seen;
  };
  const auto totals = [&](Duration span) {
    std::int64_t sum = 0;
    const auto all = metrics::totals(connection, span).value();
    for (const auto& total : all) sum += total.now + total.before;
    return sum;
  };
  const auto wanted = [&](Duration span) {
    std::int64_t sum = 0;
    for (const Counted& one : counted) {
      if (one.delta.bucket < 0 && one.at >= end - span) sum += one.delta.n;
    }
    return sum;
  };
  const Picture before = picture();
  EXPECT_EQ(totals(day * 10), wanted(day * 20));
  roll_all();
  const Picture after = picture();
  EXPECT_EQ(after.fine, before.fine);
  EXPECT_EQ(after.coarse, before.coarse);
  EXPECT_EQ(after.bins, before.bins);
  EXPECT_EQ(totals(day * 10), wanted(day * 20));
  // An hour's totals are by the second: they end where the second before the last hour began.
  std::int64_t sum = 0;
  const Timestamp as_of = now();
  const auto recent = metrics::totals(connection, minutes(55)).value();
  for (const auto& total : recent) sum += total.now;
  std::int64_t least = 0, most = 0;
  for (const Counted& one : counted) {
    if (one.delta.bucket >= 0) continue;
    if (one.at >= as_of - minutes(54)) least += one.delta.n;
    if (one.at >= as_of - minutes(56)) most += one.delta.n;
  }
  EXPECT_GE(sum, least);
  EXPECT_LE(sum, most);
}

TEST_F(CountersSourceTest, WhatAlertsLookAtIsTheSameBeforeAndAfter) {
  Random random(11);
  const Timestamp end = now();
  for (int i = 0; i < 60; ++i) {
    // Apart from every border.
    for (const Duration back : {Duration(minutes(5)), Duration(minutes(90)), Duration(hours(8))}) {
      count(end - back - Duration(static_cast<std::int64_t>(random.below(60'000'000))), some_delta(random));
    }
  }
  const auto look = [&](Duration window) {
    std::map<std::pair<std::string, std::string>, std::vector<std::int64_t>> by_pair;
    const auto rows = connection.exec(sql::alerts_counted, pg::Params().interval(window));
    EXPECT_TRUE(rows) << rows.error().sentence();
    for (int row = 0; rows && row < rows->size(); ++row) {
      for (int column = 2; column < rows->columns(); ++column)
        by_pair[{rows->text(row, 0), rows->text(row, 1)}].push_back(rows->integer(row, column));
    }
    return by_pair;
  };
  const Duration windows[] = {minutes(20), hours(1), hours(4), hours(12)};
  std::vector<decltype(look(hours(1)))> before;
  for (const Duration window : windows) before.push_back(look(window));
  std::int64_t created = 0;
  for (const Counted& one : counted)
    created += one.delta.name == "created" && one.at >= end - minutes(20) ? one.delta.n : 0;
  std::int64_t seen = 0;
  for (const auto& [pair, numbers] : before.front()) seen += numbers.front();
  EXPECT_EQ(seen, created);
  roll_all();
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(look(windows[i]), before[i]) << windows[i] / minutes(1);
}

// The plans of a chart are those of a large table: nothing of the roll-up is read from end to end.
TEST(CountersSourcePlans, NeverScanTheRollUp) {
  TestDatabase database{installed_schema()};
  {
    auto filler = database.connect();
    fill_counted(filler, {.days = 3, .tenants = 6, .operations = 3, .density = 1});
  }
  auto raw = database.connect();
  const auto scans = [&] {
    return raw.scalar(
        "SELECT string_agg(relname || ' ' || seq_scan, ', ' ORDER BY relname) FROM pg_stat_user_tables WHERE "
        "relname IN ('counter_hours', 'counter_minutes')");
  };
  // Statistics come when a session ends.
  { database.connect().exec("SELECT pg_stat_reset()"); }
  const std::string none = "counter_hours 0, counter_minutes 0";
  ASSERT_EQ(scans(), none);
  {
    auto connection = pg::Connection::open({.conninfo = database.conninfo()}).value();
    const Timestamp end = connection.exec("SELECT now()").value().timestamp(0, 0);
    const std::pair<Duration, Duration> ranges[] = {
        {minutes(15), seconds(1)}, {hours(24), minutes(1)}, {day * 30, hours(1)}, {day * 30, minutes(1)}};
    // More often than a prepared statement is planned for its parameters.
    for (int round = 0; round < 7; ++round) {
      for (const auto& [span, step] : ranges) {
        for (const By by : {By::nothing, By::tenant, By::operation}) {
          const auto chart = metrics::read_counters(connection, {.from = end - span,
                                                                 .to = end,
                                                                 .step = step,
                                                                 .tenant = "",
                                                                 .operation = "",
                                                                 .metrics = {"created", "conflict"},
                                                                 .distributions = {"time_to_completion_ms"},
                                                                 .by = by,
                                                                 .top = 3});
          ASSERT_TRUE(chart) << chart.error().sentence();
        }
        ASSERT_TRUE(
            metrics::history(connection, {end - span, end, std::max(step, Duration(span / 10'000)), "", ""}));
        ASSERT_TRUE(metrics::totals(connection, span));
        ASSERT_TRUE(
            connection.exec_prepared(sql::alerts_counted, pg::Params().interval(std::min(span, day))));
      }
    }
  }
  EXPECT_TRUE(eventually([&] {
    return raw.scalar("SELECT idx_scan > 100 FROM pg_stat_user_tables WHERE relname = 'counter_hours'") ==
           "t";
  }));
  EXPECT_EQ(scans(), none);
  // That one would have been seen.
  { database.connect().exec("SELECT sum(n) FROM onceover.counter_hours"); }
  EXPECT_TRUE(eventually([&] { return scans() != none; }));
}

}  // namespace
}  // namespace onceover::test
