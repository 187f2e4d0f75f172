// SPDX-License-Identifier: Apache-2.0
// Levels in the store: once a minute by whichever process is first, unknown kept as unknown, and deleted when
// they are old.
#include "core/samples/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/pg/transaction.h"
#include "core/sweeper/reaper.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::samples {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class SamplesTest : public testing::Test {
 protected:
  pg::Connection opened() {
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    return std::move(*connection);
  }
  Timestamp now() { return pg::server_time(connection).value(); }
  // As a sweeper stored it, so long ago.
  void sampled(const std::string& ago, const std::string& levels,
               const std::string& relation = "onceover.keys") {
    raw.exec(
        "INSERT INTO onceover.samples (relation, minute, at, levels) SELECT $1, date_bin('1 minute', t.at, "
        "'epoch'), t.at, $3::jsonb FROM (SELECT now() - $2::interval AS at) t",
        {relation, ago, levels});
  }
  std::string stored() {
    return raw.scalar(
        "SELECT coalesce(string_agg(relation || ' ' || levels::text, ' | ' ORDER BY minute, relation), '') "
        "FROM onceover.samples");
  }
  // A minute is not about to end.
  void within_a_minute() {
    raw.exec(
        "SELECT pg_sleep(CASE WHEN extract(second FROM clock_timestamp()) > 50 THEN 60.05 - extract(second "
        "FROM clock_timestamp()) ELSE 0 END)");
  }

  test::TestDatabase database{test::installed_schema()};
  test::RawConnection raw = database.connect();
  pg::Connection connection = opened();
};

TEST_F(SamplesTest, AMinuteHasOneSampleOfATableByWhicheverProcessIsFirst) {
  within_a_minute();
  pg::Connection other = opened();
  EXPECT_EQ(add(connection, "onceover.keys", {now(), {{"stuck", 3}, {"oldest_stuck_s", 61.5}}}), true);
  EXPECT_EQ(add(other, "onceover.keys", {now(), {{"stuck", 4}}}), false);
  EXPECT_EQ(add(other, "onceover.outbox", {now(), {{"relay_lag", 0}}}), true) << "another table";
  EXPECT_EQ(stored(),
            R"(onceover.keys {"stuck": 3, "oldest_stuck_s": 61.5} | onceover.outbox {"relay_lag": 0})");
}

TEST_F(SamplesTest, ASamplerReadsOnceAMinuteAndNotWhereAnotherProcessHas) {
  within_a_minute();
  int reads = 0;
  const auto read = [&]() -> Result<std::optional<Levels>> {
    ++reads;
    return Levels{now(), {{"stuck", std::nullopt}}};
  };
  std::vector<std::string> told;
  const LogSink log = [&](const LogRecord& record) { told.push_back(record.message); };
  Sampler first("onceover.keys", log), second("onceover.keys", log);
  EXPECT_TRUE(first.sample(connection, read));
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(first.sample(connection, read));
  EXPECT_FALSE(second.sample(connection, read));
  EXPECT_EQ(reads, 1);
  EXPECT_EQ(stored(), R"(onceover.keys {"stuck": null})") << "unknown is stored as unknown";
  EXPECT_THAT(told, testing::IsEmpty());
}

TEST_F(SamplesTest, WithoutATableOfSamplesNothingElseIsKeptFromBeingDoneAndItIsSaidOnce) {
  raw.exec("DROP TABLE onceover.samples");
  std::vector<std::string> told;
  Sampler sampler("onceover.keys", [&](const LogRecord& record) { told.push_back(record.message); });
  const auto read = []() -> Result<std::optional<Levels>> { return std::nullopt; };
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(sampler.sample(connection, read));
  EXPECT_THAT(told, testing::ElementsAre("No sample of levels was stored."));
  EXPECT_EQ(reap(connection), 0);
  const auto history =
      samples::read(connection, "onceover.keys", {"stuck"}, now() - minutes(5), now(), seconds(60));
  ASSERT_TRUE(history);
  EXPECT_FALSE(history->are_kept);
}

TEST_F(SamplesTest, OnlyAFewNumbersByNameAndOnlyOfThisMinuteAreTaken) {
  for (const char* levels :
       {R"({"stuck": "acme"})", R"({"stuck": {"key": 1}})", R"([1])", R"({"stuck": true})"})
    EXPECT_EQ(
        raw.sqlstate_of("SELECT onceover.add_sample('t', clock_timestamp(), '" + std::string(levels) + "')"),
        "22023")
        << levels;
  EXPECT_EQ(raw.sqlstate_of("SELECT onceover.add_sample('t', clock_timestamp() - interval '2 min', '{}')"),
            "22023");
  EXPECT_EQ(raw.sqlstate_of("SELECT onceover.add_sample(repeat('t', 300), clock_timestamp(), '{}')"),
            "22023");
  EXPECT_EQ(stored(), "");
}

TEST_F(SamplesTest, AChartShowsWhatWasKnownAndAGapWhereItWasNot) {
  sampled("10 min", R"({"stuck": 5})");
  sampled("7 min", R"({"stuck": null})");
  sampled("4 min", R"({"stuck": 0, "in_progress": 2})");
  sampled("4 min", R"({"stuck": 99})", "other.table");
  metrics::Request request;
  request.to = floor_to(now(), minutes(1));
  request.from = request.to - minutes(12);
  request.step = minutes(1);
  request.metrics = {"stuck", "in_progress"};
  const auto chart = read_samples(connection, "onceover.keys", request);
  ASSERT_TRUE(chart) << chart.error().sentence();
  ASSERT_EQ(chart->lines.size(), 2U);
  const auto count = [&](std::size_t line, auto is) {
    return std::ranges::count_if(chart->lines[line].values, is);
  };
  EXPECT_GE(count(0, [](double v) { return v == 5; }), 1);
  EXPECT_GE(count(0, [](double v) { return v == 0; }), 1) << "a zero that was read is a zero";
  EXPECT_GE(count(0, [](double v) { return std::isnan(v); }), 4);
  EXPECT_EQ(count(0, [](double v) { return v != 5 && v != 0 && !std::isnan(v); }), 0);
  EXPECT_EQ(count(1, [](double v) { return v == 2; }), count(0, [](double v) { return v == 0; }));
  EXPECT_FALSE(chart->gaps.empty());
  ASSERT_EQ(chart->warnings.size(), 1U);
  EXPECT_THAT(chart->warnings[0], testing::HasSubstr("more than could be counted"));
  request.tenant = "acme";
  EXPECT_FALSE(read_samples(connection, "onceover.keys", request)) << "samples know no tenant";
}

TEST_F(SamplesTest, ShortStepsHaveTheSampleOfTheirMinute) {
  sampled("3 min", R"({"stuck": 5})");
  const Timestamp until = now();
  const auto history =
      samples::read(connection, "onceover.keys", {"stuck"}, until - minutes(6), until, seconds(10));
  ASSERT_TRUE(history);
  ASSERT_TRUE(history->are_kept);
  ASSERT_EQ(history->lines.size(), 1U);
  std::size_t uncounted = 0;
  const auto values = by_step(history->lines[0], until - minutes(6), seconds(10), 36, until, uncounted);
  EXPECT_TRUE(std::isnan(values[16]));
  for (std::size_t i = 18; i < 24; ++i) EXPECT_EQ(values[i], 5) << i;
  EXPECT_TRUE(std::isnan(values[35])) << "three minutes later it is not known";
}

TEST_F(SamplesTest, TheReaperDeletesWhatIsKeptNoLonger) {
  sampled("34 days", R"({"stuck": 1})");
  sampled("36 days", R"({"stuck": 2})");
  sampled("400 days", R"({"stuck": 3})");
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_EQ(reap(connection), 0) << "while the stop switch is on";
  raw.exec("UPDATE onceover.control SET stopped = false");
  const auto reaped = sweeper::reap(connection, {}, nullptr);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(stored(), R"(onceover.keys {"stuck": 1})");
}

}  // namespace
}  // namespace onceover::samples
