// `oncectl metrics`: what was counted, for people and for scripts; and rolling it up by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;
using testing::Not;

class MetricsTest : public OncectlTest {
 protected:
  MetricsTest() {
    raw_.exec(
        "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT now() - interval '10 minutes', "
        "gen_random_uuid(), 1, t, 'refund', name, bucket, n FROM (VALUES ('acme', 'created', NULL::float8, 7), ('globex', 'created', NULL, "
        "5), (E'\\u202eevil', "
        "'created', NULL, 3), ('acme', 'time_to_completion_ms', 100, 10)) v (t, name, bucket, n)");
  }
  static double sum(const Json& values) {
    double sum = 0;
    for (const Json& value : values) sum += value.is_null() ? 0 : value.get<double>();
    return sum;
  }
};

TEST_F(MetricsTest, SaysTheSameBeforeAndAfterRollingUp) {
  const auto look = [&] {
    const Ran ran = ctl_json({"metrics", "--from", "1h", "--step", "1m", "--by", "tenant", "--top", "2", "--metric", "created"});
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
  Ran ran = ctl({"metrics", "--by", "tenant", "--metric", "created", "--distribution", "time_to_completion_ms"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("created of acme"));
  EXPECT_THAT(ran.out, HasSubstr("time_to_completion_ms p95"));
  EXPECT_THAT(ran.out, HasSubstr("–"));
  EXPECT_THAT(ran.out, HasSubstr("nothing was counting"));
  EXPECT_THAT(ran.out, Not(HasSubstr("\u202e"))) << "no text from the store acts on a terminal";
  ran = ctl({"metrics", "--csv", "--step", "10m", "--from", "30m"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::StartsWith("time_utc,created,completed,failed,replayed,conflict,mismatch\r\n"));
  EXPECT_THAT(ran.out, HasSubstr(",15,0,0,0,0,0\r\n"));
}

TEST_F(MetricsTest, WhatCannotBeAskedIsRefused) {
  EXPECT_EQ(ctl({"metrics", "--by", "code"}).code, 2);
  EXPECT_NE(ctl({"metrics", "--from", "1h", "--to", "2h"}).code, 0);
  const Ran ran = ctl({"metrics", "--metric", "oldest_stuck_s", "--metric", "created"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("oldest stuck"));
  raw_.exec("DROP TABLE onceover.counter_rollup CASCADE; DELETE FROM onceover.schema_version WHERE version >= 10");
  EXPECT_THAT(ctl({"metrics"}).err, HasSubstr("schema install"));
}

}  // namespace
}  // namespace onceover::oncectl
