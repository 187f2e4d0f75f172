// SPDX-License-Identifier: Apache-2.0
// What comes with the service for those who look after it: metrics by Prometheus' rules, and the reaper for
// pg_cron. Its alerts and its dashboard are in alerts_test.cpp.
#include <algorithm>
#include <csignal>
#include <regex>

#include "tests/integration/service/exposed.h"
#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/large_store.h"

namespace onceover::oncectl {
namespace {

using test::eventually;
using testing::HasSubstr;

class ExpositionTest : public ServiceFileTest {
 protected:
  // Everything that can be there, is.
  std::string whole_metrics() {
    make_shop();
    stuck("k-1");
    stuck_row("r-1");
    gateway_.knows_done();
    configured(simple() + sweep_text("shop", "profile = \"shop.toml\"\n") + reap_text("keys"));
    test::Process child = serve();
    EXPECT_TRUE(eventually([&] { return sample("onceover_reap_last_run_timestamp_seconds").has_value(); }))
        << child.err();
    EXPECT_TRUE(eventually([&] {
      return sample("onceover_sweep_stuck_keys", {"sweep=\"keys\""}) &&
             sample("onceover_sweep_stuck_keys", {"sweep=\"shop\""});
    })) << child.err();
    const Got got = get("/metrics");
    EXPECT_EQ(got.status, 200);
    child.kill(SIGTERM);
    EXPECT_EQ(child.wait(), (test::Exit{0, 0}));
    return got.body;
  }
};

TEST_F(ExpositionTest, MetricsKeepPrometheussRules) {
  const std::string text = whole_metrics();
  const Exposed metrics = read_metrics(text);
  EXPECT_TRUE(metrics.twice.empty()) << metrics.twice.front();
  ASSERT_GE(metrics.type.size(), 20U);
  for (const auto& [name, type] : metrics.type) {
    EXPECT_TRUE(std::regex_match(name, std::regex("onceover_[a-z]+(_[a-z]+)*"))) << name;
    EXPECT_FALSE(metrics.help.at(name).empty()) << name;
    EXPECT_EQ(type == "counter", name.ends_with("_total")) << name;
    EXPECT_TRUE(type == "counter" || type == "gauge" || type == "histogram") << name << ' ' << type;
    EXPECT_TRUE(type != "histogram" || name.ends_with("_seconds")) << name;
    for (const char* unit : {"_ms", "_milliseconds", "_minutes", "_us"})
      EXPECT_FALSE(name.ends_with(unit)) << name;
  }
  const std::regex infinite("(.*)_bucket\\{(.*),?le=\"\\+Inf\"\\}");
  int histograms = 0;
  for (const auto& [series, value] : metrics.samples) {
    std::string family = series.substr(0, series.find('{'));
    for (const char* suffix : {"_bucket", "_count", "_sum"}) {
      if (!metrics.type.contains(family) && family.ends_with(suffix))
        family.resize(family.size() - std::string(suffix).size());
    }
    EXPECT_TRUE(metrics.type.contains(family)) << series;
    std::smatch part;
    if (!std::regex_match(series, part, infinite)) continue;
    ++histograms;
    std::string labels = part[2];
    if (labels.ends_with(',')) labels.pop_back();
    EXPECT_EQ(metrics.samples.at(part[1].str() + "_count{" + labels + "}"), value) << series;
  }
  EXPECT_GE(histograms, 4);
}

// A transaction that was there before keeps the first frontier from being made.
TEST_F(ExpositionTest, WhatIsNotKnownIsLeftOutAndIsSaidToBeUnknown) {
  test::TestDatabase large(test::large_store());
  test::RawConnection raw = large.connect(), open = large.connect();
  open.exec(
      "BEGIN; SET LOCAL session_replication_role = replica; UPDATE onceover.keys SET updated_at = now() "
      "WHERE key = 'k1'");
  std::string text = simple();
  text.replace(text.find(database_.conninfo()), database_.conninfo().size(), large.conninfo());
  configured(text);
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] { return sample("onceover_sweep_last_pass_timestamp_seconds").has_value(); }))
      << child.err();
  EXPECT_EQ(sample("onceover_sweep_stuck_known"), 0);
  EXPECT_EQ(sample("onceover_sweep_stuck_keys"), std::nullopt);
  EXPECT_EQ(sample("onceover_sweep_oldest_stuck_age_seconds"), std::nullopt);
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (test::Exit{0, 0}));
}

TEST_F(ExpositionTest, WhatWasCountedBeforeThePassesFailedIsNotSaidAnyMore) {
  configured(simple());
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] { return sample("onceover_sweep_stuck_known") == 1; })) << child.err();
  EXPECT_EQ(sample("onceover_sweep_stuck_keys"), 0);
  EXPECT_TRUE(sample("onceover_sweep_stuck_as_of_timestamp_seconds").has_value());
  raw_.exec("ALTER TABLE onceover.keys RENAME TO keys_elsewhere");
  EXPECT_TRUE(eventually([&] { return sample("onceover_sweep_stuck_known") == 0; })) << child.err();
  for (const char* name :
       {"onceover_sweep_stuck_keys", "onceover_sweep_oldest_stuck_age_seconds",
        "onceover_sweep_waiting_for_human_keys", "onceover_sweep_stuck_as_of_timestamp_seconds"})
    EXPECT_EQ(sample(name), std::nullopt) << name;
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (test::Exit{0, 0}));
}

TEST_F(ExpositionTest, ThePackagesConfigurationIsSoundOnceItsGatewayIsThere) {
  std::string text = text_of(packaging / "systemd/sweep.toml");
  const std::string gateway = "/etc/onceover/gateway.toml";
  text.replace(text.find(gateway), gateway.size(), gateway_.config_path());
  const Ran ran = run({"sweep", "--check-config", "--config", configured(text)});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("keys"));
}

TEST_F(ExpositionTest, TheReaperForPgCronDeletesFinishedKeysPastTheirWindowAlone) {
  const std::string text = text_of(packaging / "pg_cron/reap.sql");
  const std::string mark = "$job$";
  const auto from = text.find(mark) + mark.size();
  const std::string job = text.substr(from, text.find(mark, from) - from);
  finished("old", "x", "now() - interval '1 day'");
  finished("new");
  stuck("stuck");
  raw_.tamper("UPDATE onceover.keys SET expires_at = now() - interval '1 day' WHERE key = 'stuck'");
  raw_.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, fence, status, attempts, verdict, reason) SELECT "
      "tenant, operation, key, fence, 'settled', 1, 'settle_succeeded', 'test' FROM onceover.keys WHERE key "
      "IN ('old', 'new')");
  raw_.exec("UPDATE onceover.control SET stopped = true, reason = 'INC-1'");
  raw_.exec(job);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys"), "3") << "the switch is heeded";
  raw_.exec("UPDATE onceover.control SET stopped = false");
  raw_.exec(job);
  EXPECT_EQ(raw_.scalar("SELECT string_agg(key, ',' ORDER BY key) FROM onceover.keys"), "new,stuck");
  EXPECT_EQ(raw_.scalar("SELECT string_agg(key, ',') FROM onceover.cases"), "new");
}

TEST_F(ExpositionTest, TheRollUpForPgCronMovesWhatWasCounted) {
  const std::string text = text_of(packaging / "pg_cron/roll_up.sql");
  const std::string mark = "$job$";
  const auto from = text.find(mark) + mark.size();
  raw_.exec(
      "INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, n) VALUES "
      "(gen_random_uuid(), 1, 't', 'o', 'created', 5)");
  EXPECT_EQ(raw_.scalar(text.substr(from, text.find(mark, from) - from)), "1");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.counter_deltas"), "0");
}

}  // namespace
}  // namespace onceover::oncectl
