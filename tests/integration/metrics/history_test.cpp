// SPDX-License-Identifier: Apache-2.0
// What was counted, read back: against a history whose sums are known, and through servers that go away.
#include "core/metrics/history.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "core/base/random.h"
#include "core/metrics/flusher.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using metrics::Counter;
using metrics::Counters;
using metrics::Flusher;
using metrics::Histogram;
using std::chrono::milliseconds;
using std::chrono::seconds;

class HistoryTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open();
  std::string source = new_uuid();

  pg::Connection open() {
    auto opened = pg::Connection::open({.conninfo = database.conninfo()});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  void put(Timestamp at, const std::string& tenant, const std::string& operation, const std::string& name,
           double bucket, std::int64_t n) {
    static std::int64_t flush = 0;
    raw.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) VALUES "
        "($1, $2, $3, $4, $5, $6, nullif($7, '-1')::float8, $8)",
        {iso(at), source, std::to_string(++flush), tenant, operation, name,
         std::isinf(bucket) ? "infinity"
         : bucket < 0       ? "-1"
                            : std::to_string(bucket),
         std::to_string(n)});
  }
  std::string stored(const std::string& name) {
    return raw.scalar("SELECT coalesce(sum(n), 0) FROM onceover.counter_deltas WHERE name = $1", {name});
  }
  const Timestamp from = *parse_iso("2026-11-21T10:00:03Z");
};

TEST_F(HistoryTest, SumsAreThoseOfTheKnownHistory) {
  constexpr std::uint64_t seed = 4711;
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  const metrics::Request range{from, from + seconds(995), seconds(10), "acme", ""};
  std::map<std::pair<std::string, std::int64_t>, std::int64_t> wanted;
  std::map<double, std::int64_t> bins;
  for (int i = 0; i < 600; ++i) {
    const Timestamp at =
        from - seconds(100) + Duration(static_cast<std::int64_t>(random.below(1'200'000'000)));
    const std::string tenant = random.chance(0.7) ? "acme" : "globex",
                      operation = random.chance(0.5) ? "a" : "b";
    const auto n = static_cast<std::int64_t>(random.below(50) + 1);
    const bool counts = tenant == "acme" && at >= range.from && at < range.to;
    if (random.chance(0.3)) {
      const double bucket =
          random.chance(0.1) ? INFINITY : metrics::bounds_ms[random.below(metrics::bounds_ms.size())];
      put(at, tenant, operation, "time_to_completion_ms", bucket, n);
      if (counts) bins[bucket] += n;
    } else {
      const std::string name(metrics::name(static_cast<Counter>(random.below(metrics::counter_count))));
      put(at, tenant, operation, name, -1, n);
      if (counts) wanted[{name, (at - from) / seconds(10)}] += n;
    }
  }
  const auto history = metrics::history(connection, range);
  ASSERT_TRUE(history) << history.error().sentence();
  ASSERT_EQ(history->series.size(), static_cast<std::size_t>(metrics::counter_count));
  for (const auto& series : history->series) {
    ASSERT_EQ(series.points.size(), 100U) << series.name;
    for (std::int64_t i = 0; i < 100; ++i) {
      const auto& point = series.points[static_cast<std::size_t>(i)];
      EXPECT_EQ(point.at, from + seconds(10) * i);
      const auto found = wanted.find({series.name, i});
      EXPECT_EQ(point.n, found == wanted.end() ? 0 : found->second) << series.name << ' ' << i;
    }
  }
  ASSERT_EQ(history->time_to_completion.size(), metrics::bounds_ms.size() + 1);
  for (const auto& bin : history->time_to_completion) EXPECT_EQ(bin.n, bins[bin.upper_ms]) << bin.upper_ms;
  for (const auto& bin : history->retry_delay) EXPECT_EQ(bin.n, 0);
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(HistoryTest, TheRangeIsHalfOpenToTheMicrosecond) {
  put(from - Duration{1}, "t", "o", "created", -1, 1);
  put(from, "t", "o", "created", -1, 10);
  put(from + seconds(5) - Duration{1}, "t", "o", "created", -1, 100);
  put(from + seconds(5), "t", "o", "created", -1, 1000);
  put(from + seconds(10) - Duration{1}, "t", "o", "created", -1, 10'000);
  put(from + seconds(10), "t", "o", "created", -1, 100'000);
  const auto history = metrics::history(connection, {from, from + seconds(10), seconds(5), "", ""});
  ASSERT_TRUE(history);
  const auto& points = history->series[0].points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].n, 110);
  EXPECT_EQ(points[1].n, 11'000);
}

TEST_F(HistoryTest, TenantAndOperationFilterAndNeedNoQuoting) {
  put(from, "it's", "o", "created", -1, 1);
  put(from, "it's", "p", "created", -1, 2);
  put(from, "x", "o", "created", -1, 4);
  const auto sum = [&](const std::string& tenant, const std::string& operation) {
    return metrics::history(connection, {from, from + seconds(10), seconds(10), tenant, operation})
        .value()
        .series[0]
        .points[0]
        .n;
  };
  EXPECT_EQ(sum("", ""), 7);
  EXPECT_EQ(sum("it's", ""), 3);
  EXPECT_EQ(sum("", "o"), 5);
  EXPECT_EQ(sum("it's", "o"), 1);
  EXPECT_EQ(sum("' OR true --", ""), 0);
}

TEST_F(HistoryTest, NamesOfAnotherVersionAreShownToo) {
  put(from, "t", "o", "from_the_future", -1, 3);
  const auto history = metrics::history(connection, {from, from + seconds(10), seconds(10), "", ""});
  ASSERT_TRUE(history);
  EXPECT_EQ(history->series.back().name, "from_the_future");
  EXPECT_EQ(history->series.back().points[0].n, 3);
}

TEST_F(HistoryTest, ImpossibleRangesAreRefused) {
  for (const metrics::Request& range : {metrics::Request{from, from, seconds(1), "", ""},
                                        metrics::Request{from, from - seconds(1), seconds(1), "", ""},
                                        metrics::Request{from, from + seconds(1), milliseconds(999), "", ""},
                                        metrics::Request{from, Timestamp::infinity(), seconds(1), "", ""},
                                        metrics::Request{from, from + seconds(20'001), seconds(1), "", ""}}) {
    const auto refused = metrics::history(connection, range);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::invalid_input);
  }
  EXPECT_FALSE(metrics::totals(connection, Duration{0}));
  EXPECT_FALSE(metrics::totals(connection, Duration::max()));
}

TEST_F(HistoryTest, TheSqlThatIsShownIsWhatWasAskedAndNoNameEscapesItsComment) {
  const auto history =
      metrics::history(connection, {from, from + seconds(10), seconds(10), "a\nDROP TABLE x", ""});
  ASSERT_TRUE(history);
  EXPECT_NE(history->sql.find("counter_deltas"), std::string::npos);
  EXPECT_NE(history->sql.find("2026-11-21T10:00:03.000000Z"), std::string::npos);
  EXPECT_EQ(history->sql.find("\nDROP"), std::string::npos);
}

TEST_F(HistoryTest, TotalsKnowTheTimeBefore) {
  const Timestamp now = *parse_iso(raw.scalar(
      "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
  put(now - seconds(10), "t", "o", "replayed", -1, 5);
  put(now - std::chrono::minutes(50), "t", "o", "replayed", -1, 7);
  put(now - std::chrono::minutes(70), "t", "o", "replayed", -1, 11);
  put(now - std::chrono::minutes(150), "t", "o", "replayed", -1, 1000);
  put(now + std::chrono::minutes(150), "t", "o", "replayed", -1, 1000);
  put(now - seconds(10), "t", "o", "retry_delay_ms", 5, 1000);
  const auto totals = metrics::totals(connection, std::chrono::hours(1));
  ASSERT_TRUE(totals) << totals.error().sentence();
  ASSERT_EQ(totals->size(), static_cast<std::size_t>(metrics::counter_count));
  for (const auto& total : *totals) {
    EXPECT_EQ(total.now, total.name == "replayed" ? 12 : 0) << total.name;
    EXPECT_EQ(total.before, total.name == "replayed" ? 11 : 0) << total.name;
  }
}

TEST_F(HistoryTest, ABatchFlushedTwiceUnderOneNumberCountsOnce) {
  const std::vector<metrics::Delta> batch{{"t", "o", "created", -1, 3},
                                          {"t", "o", "retry_delay_ms", 2.5, 4},
                                          {"t", "o", "retry_delay_ms", INFINITY, 5},
                                          {"it's", "{\"}", "created", -1, 1}};
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(metrics::flush(connection, source, 1, batch));
  EXPECT_EQ(stored("created"), "4");
  EXPECT_EQ(stored("retry_delay_ms"), "9");
  ASSERT_TRUE(metrics::flush(connection, source, 2, batch));
  EXPECT_EQ(stored("created"), "8");
  EXPECT_EQ(
      raw.scalar(
          "SELECT string_agg(DISTINCT bucket::text, ',' ORDER BY bucket::text) FROM onceover.counter_deltas"),
      "2.5,Infinity");
}

TEST_F(HistoryTest, TheFlusherWritesByItselfAndOnceMoreAtItsEnd) {
  Counters counters;
  {
    Flusher flusher(counters, {.conninfo = database.conninfo()}, milliseconds(10));
    counters.add(Counter::created, "t", "o", 2);
    EXPECT_TRUE(eventually([&] { return stored("created") == "2"; }));
  }
  {
    Flusher flusher(counters, {.conninfo = database.conninfo()}, std::chrono::hours(1));
    counters.add(Counter::created, "t", "o", 40);
  }
  EXPECT_EQ(stored("created"), "42");
}

struct LostFlush {
  const char* name;
  TrapThen then;
};

class FlushLost : public HistoryTest, public testing::WithParamInterface<LostFlush> {};

INSTANTIATE_TEST_SUITE_P(Ways, FlushLost,
                         testing::Values(LostFlush{"CutBefore", TrapThen::cut_before},
                                         LostFlush{"CutAfter", TrapThen::cut_after},
                                         LostFlush{"Swallowed", TrapThen::swallow}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(FlushLost, CountsOnceWhetherOrNotItHadArrived) {
  PgProxy proxy(shared_server().socket_dir());
  Counters counters;
  proxy.trap(TrapAt::text, GetParam().then, "counter_deltas");
  {
    Flusher flusher(counters, {.conninfo = proxy.conninfo(database.name()), .deadline = milliseconds(300)},
                    milliseconds(10));
    counters.add(Counter::created, "t", "o", 2);
    EXPECT_TRUE(proxy.wait_sprung());
    counters.add(Counter::created, "t", "o", 40);
    if (GetParam().then == TrapThen::swallow) {
      EXPECT_TRUE(eventually([&] { return stored("created") == "42"; }));
    }
  }
  EXPECT_EQ(stored("created"), "42");
}

TEST_F(HistoryTest, TheFlusherOutlivesARestartOfTheServer) {
  auto server = try_it::PrivateServer::start();
  ASSERT_TRUE(server) << server.error().sentence();
  installed_schema().fill((*server)->conninfo());
  Counters counters;
  std::atomic<int> complaints = 0;
  const auto sum = [&] {
    return RawConnection((*server)->conninfo())
        .scalar("SELECT coalesce(sum(n), 0) FROM onceover.counter_deltas WHERE name = 'created'");
  };
  {
    Flusher flusher(counters, {.conninfo = (*server)->conninfo()}, milliseconds(10),
                    [&](const LogRecord&) { ++complaints; });
    counters.add(Counter::created, "t", "o", 1);
    ASSERT_TRUE(eventually([&] { return sum() == "1"; }));
    ASSERT_TRUE((*server)->stop(try_it::StopMode::immediate));
    counters.add(Counter::created, "t", "o", 2);
    ASSERT_TRUE(eventually([&] { return complaints > 2; }));
    counters.add(Counter::created, "t", "o", 4);
    ASSERT_TRUE((*server)->start_again());
    EXPECT_TRUE(eventually([&] { return sum() == "7"; }));
  }
  // Idle through a restart: the stale connection is found out at the end and what was gathered is still
  // written.
  {
    Flusher flusher(counters, {.conninfo = (*server)->conninfo()}, std::chrono::hours(1));
    counters.add(Counter::created, "t", "o", 8);
  }
  EXPECT_EQ(sum(), "15");
}

TEST_F(HistoryTest, WhatNeverFoundAServerIsGivenBack) {
  Counters counters;
  {
    Flusher flusher(counters, {.conninfo = "host=/nonexistent"}, std::chrono::hours(1));
    counters.add(Counter::created, "t", "o", 3);
  }
  { Flusher flusher(counters, {.conninfo = database.conninfo()}, std::chrono::hours(1)); }
  EXPECT_EQ(stored("created"), "3");
}

}  // namespace
}  // namespace onceover::test
