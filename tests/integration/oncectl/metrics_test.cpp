// SPDX-License-Identifier: Apache-2.0
// `oncectl metrics`: what was counted, for people and for scripts; and rolling it up by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;
using testing::Not;

class MetricsTest : public OncectlTest {
 protected:
  MetricsTest() {
    raw_.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT "
        "now() - interval '10 minutes', gen_random_uuid(), 1, t, 'refund', name, bucket, n FROM (VALUES "
        "('acme', 'created', NULL::float8, 7), ('globex', 'created', NULL, 5), (E'\\u202eevil', 'created', "
        "NULL, 3), ('acme', 'time_to_completion_ms', 100, 10)) v (t, name, bucket, n)");
  }
  static double sum(const Json& values) {
    double sum = 0;
    for (const Json& value : values) sum += value.is_null() ? 0 : value.get<double>();
    return sum;
  }
};

TEST_F(MetricsTest, SaysTheSameBeforeAndAfterRollingUp) {
  const auto look = [&] {
    const Ran ran = ctl_json(
        {"metrics", "--from", "1h", "--step", "1m", "--by", "tenant", "--top", "2", "--metric", "created"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.json();
  };
  for (const bool rolled : {false, true}) {
    SCOPED_TRACE(rolled);
    if (rolled) {
      const Ran ran = ctl_json({"metrics", "roll-up"});
      EXPECT_EQ(ran.code, 0) << ran.err;
      EXPECT_EQ(ran.json()["rolled_up"], 4);
      EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.counter_deltas"), "0");
    }
    const Json chart = look();
    ASSERT_EQ(chart["lines"].size(), 3U);
    EXPECT_EQ(chart["lines"][0]["group"], "acme");
    EXPECT_EQ(sum(chart["lines"][0]["values"]), 7);
    EXPECT_EQ(sum(chart["lines"][1]["values"]), 5);
    EXPECT_EQ(chart["lines"][2]["rest"], true);
    EXPECT_EQ(sum(chart["lines"][2]["values"]), 3);
    EXPECT_EQ(chart["step_s"], 60);
    EXPECT_FALSE(chart["gaps"].empty());
    EXPECT_EQ(chart["gaps"][0]["why"], "nothing was counting");
  }
  EXPECT_EQ(ctl({"metrics", "roll-up"}).out, "0 rows rolled up.\n");
}

TEST_F(MetricsTest, ATableAndACsvForPeople) {
  Ran ran =
      ctl({"metrics", "--by", "tenant", "--metric", "created", "--distribution", "time_to_completion_ms"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("created of acme"));
  EXPECT_THAT(ran.out, HasSubstr("time_to_completion_ms p95"));
  EXPECT_THAT(ran.out, HasSubstr("–"));
  EXPECT_THAT(ran.out, HasSubstr("nothing was counting"));
  EXPECT_THAT(ran.out, Not(HasSubstr("\u202e"))) << "no text from the store acts on a terminal";
  ran = ctl({"metrics", "--csv", "--step", "10m", "--from", "30m"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out,
              testing::StartsWith("time_utc,created,completed,failed,replayed,conflict,mismatch\r\n"));
  EXPECT_THAT(ran.out, HasSubstr(",15,0,0,0,0,0\r\n"));
}

TEST_F(MetricsTest, WhatCannotBeAskedIsRefused) {
  EXPECT_EQ(ctl({"metrics", "--by", "code"}).code, 2);
  EXPECT_NE(ctl({"metrics", "--from", "1h", "--to", "2h"}).code, 0);
  const Ran ran = ctl({"metrics", "--metric", "oldest_stuck_s", "--metric", "created"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("oldest stuck"));
  raw_.exec("DELETE FROM onceover.schema_version");
  EXPECT_THAT(ctl({"metrics"}).err, HasSubstr("schema install"));
}

// A queue of somebody else's, made over the last eight hours; each row took three seconds, every tenth
// failed.
class RowsMetricsTest : public MetricsTest {
 protected:
  RowsMetricsTest() {
    raw_.exec(
        "CREATE TABLE work (id int PRIMARY KEY, made timestamptz NOT NULL, done timestamptz, shop text NOT "
        "NULL, phase text NOT NULL, code int) WITH (autovacuum_enabled = off)");
    std::ofstream(file_) << R"(format = 1
[[profile]]
name = "work"
kind = "idempotency"
table = { schema = "public", name = "work" }
identity = ["id"]
never_null = ["id", "made", "shop", "phase"]
key = "id"
tenant = "shop"
operation_name = "ship"
response_code = "code"
[profile.state]
column = "phase"
words = { RUNNING = "in_progress", DONE = "succeeded", ERROR = "failed" }
[profile.times]
created_at = "made"
completed_at = "done"
)";
  }
  ~RowsMetricsTest() override { std::filesystem::remove(file_); }
  void make(int rows) {
    const std::string n = std::to_string(rows);
    raw_.exec(
        "INSERT INTO work SELECT i, m, m + interval '3 seconds', 'shop ' || i % 3, CASE WHEN i % 10 = 0 THEN "
        "'ERROR' ELSE 'DONE' END, CASE WHEN i % 10 = 0 THEN 422 ELSE 200 END FROM (SELECT i, now() - "
        "interval '8 hours' + i * interval '8 hours' / " +
        n + " - interval '4 seconds' AS m FROM generate_series(1, " + n + ") i) x; ANALYZE work");
  }
  Ran rows(std::vector<std::string> words) {
    words.insert(words.begin(), {"metrics", "--source", "rows", "--profile", file_.string(), "--from", "9h"});
    return ctl_json(std::move(words));
  }
  std::string all() { return raw_.scalar("SELECT count(*) FROM work"); }

  const std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) / ("work-" + database_.name() + ".toml");
};

TEST_F(RowsMetricsTest, OurOwnKeysAreCountedWithoutAProfile) {
  stuck("r-1");
  stuck("r-2", "globex");
  finished("r-3");
  raw_.tamper(
      // before it rows may have been reaped
      "UPDATE onceover.keys SET created_at = now() - interval '30 minutes' WHERE key = 'r-3'");
  const Ran ran = ctl_json(
      {"metrics", "--source", "rows", "--metric", "created", "--metric", "stuck", "--metric", "replayed"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json chart = ran.json();
  EXPECT_THAT(chart["source"].get<std::string>(), HasSubstr("rows of onceover.keys"));
  ASSERT_EQ(chart["lines"].size(), 2U);
  EXPECT_EQ(sum(chart["lines"][0]["values"]), 3);
  EXPECT_EQ(sum(chart["lines"][1]["values"]), 2);
  EXPECT_EQ(chart["rows_not_read"], 0);
  EXPECT_THAT(chart["warnings"].dump(), HasSubstr("do not record replayed"));
}

TEST_F(RowsMetricsTest, ATableOfAnotherMakeTellsWhatItsProfileMaps) {
  make(300);
  raw_.exec("CREATE INDEX ON work (made)");
  Ran ran = rows({"--distribution", "time_to_completion_ms"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(sum(ran.json()["distributions"][0]["counts"]), 300);
  ASSERT_EQ(ran.json()["lines"].size(), 3U);
  EXPECT_EQ(ran.json()["lines"][0]["metric"], "created");
  EXPECT_EQ(sum(ran.json()["lines"][0]["values"]), 300);
  EXPECT_EQ(sum(ran.json()["lines"][1]["values"]), 270);
  EXPECT_EQ(sum(ran.json()["lines"][2]["values"]), 30);
  ran = rows({"--by", "code", "--metric", "failed"});
  EXPECT_EQ(ran.json()["lines"][0]["group"], "422");
  EXPECT_EQ(sum(ran.json()["lines"][0]["values"]), 30);
  for (const char* whole : {"", "--whole"}) {
    std::vector<std::string> words{"--tenant", "shop 1", "--operation", "ship", "--metric", "created"};
    if (*whole != 0) words.emplace_back(whole);
    ran = rows(words);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(sum(ran.json()["lines"][0]["values"]), 100) << "all of its rows are of the one operation";
  }

  const std::vector<std::string> people{"metrics",      "--source", "rows", "--profile",
                                        file_.string(), "--from",   "9h"};
  auto words = people;
  const Ran table = ctl(words);
  EXPECT_THAT(table.out, HasSubstr("rows of public.work"));
  EXPECT_THAT(table.out, HasSubstr("no finished row is as old"));
  words.emplace_back("--csv");
  EXPECT_THAT(ctl(words).out, testing::StartsWith("time_utc,created,completed,failed\r\n"));
}

TEST_F(RowsMetricsTest, WhatIsLargeIsReadOnlyWhereSomebodyAsks) {
  make(160'000);
  raw_.exec("CREATE INDEX ON work (made)");
  const std::vector<std::string> words{"--metric", "created"};
  const Ran little = rows(words);
  ASSERT_EQ(little.code, 0) << little.err;
  EXPECT_GT(little.json()["rows_not_read"].get<double>(), 30'000);
  EXPECT_GT(sum(little.json()["lines"][0]["values"]), 20'000) << "the newest, as far as it may";
  EXPECT_LT(sum(little.json()["lines"][0]["values"]), 110'000);
  EXPECT_THAT(little.json()["gaps"].dump(), HasSubstr("not read: about "));
  EXPECT_THAT(little.err, HasSubstr("--whole"));
  const Ran whole = rows({"--metric", "created", "--whole"});
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(std::to_string(static_cast<int>(sum(whole.json()["lines"][0]["values"]))), all());
  EXPECT_EQ(whole.json()["rows_not_read"], 0);
  EXPECT_THAT(whole.json()["gaps"].dump(), Not(HasSubstr("not read: about ")));
  EXPECT_THAT(whole.err, Not(HasSubstr("--whole")));
}

TEST_F(RowsMetricsTest, WithoutAnIndexTheOneThatHelpsIsNamed) {
  make(110'000);
  const Ran none = rows({"--metric", "created"});
  ASSERT_EQ(none.code, 0) << none.err;
  EXPECT_EQ(sum(none.json()["lines"][0]["values"]), 0);
  EXPECT_THAT(none.json()["gaps"].dump(), HasSubstr("CREATE INDEX CONCURRENTLY ON"));
  EXPECT_THAT(none.err, HasSubstr("--whole"));
  const Ran whole = rows({"--metric", "created", "--whole"});
  EXPECT_EQ(std::to_string(static_cast<int>(sum(whole.json()["lines"][0]["values"]))), all());
}

TEST_F(RowsMetricsTest, WhatRowsCannotBeAskedIsRefused) {
  EXPECT_EQ(ctl({"metrics", "--whole"}).code, 2);
  const Ran counters = ctl({"metrics", "--profile", file_.string()});
  EXPECT_EQ(counters.code, 1);
  EXPECT_THAT(counters.err, HasSubstr("--source rows"));
  for (const std::vector<std::string>& words : std::initializer_list<std::vector<std::string>>{
           {"--by", "operation"}, {"--operation", "refund"}, {"--metric", "replayed"}}) {
    const Ran ran = rows(words);
    EXPECT_EQ(ran.code, 2) << words[1] << ran.out << ran.err;
  }
  EXPECT_THAT(rows({"--metric", "replayed"}).error()["next"].get<std::string>(),
              HasSubstr("created, completed, failed"));
}

}  // namespace
}  // namespace onceover::oncectl
