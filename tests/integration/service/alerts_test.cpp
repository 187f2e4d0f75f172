// SPDX-License-Identifier: Apache-2.0
// The alert rules and the dashboard: whether they name what the service exposes, also while its store is
// away, and whether an alert stays while a store or a destination is down. tests/prometheus has the rules by
// themselves.
#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <regex>

#include "core/kafka/client.h"
#include "core/metrics/totals.h"
#include "tests/integration/service/exposed.h"
#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/kafka/kafka.h"

namespace onceover::oncectl {
namespace {

using test::eventually;
using test::Exit;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class AlertsTest : public ServiceFileTest {
 protected:
  AlertsTest() {
    write_file("secret", "whsec_YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=");
    if (kafka::is_built_in()) topic_ = broker_.emplace().make_topic("orders", 1);
  }
  // Everything that a service can do. Nothing listens at the relay's destination.
  std::string everything(const std::string& store) const {
    std::string text = head + store + gateway_text() + sweep_text("keys") + reap_text("keys") +
                       "[[relay]]\nname = \"shop\"\nstore = \"main\"\ntopics = [\"*\"]\n"
                       "webhook = { url = \"http://127.0.0.1:1/\", secret_files = [\"secret\"] }\n"
                       "[[receive]]\nname = \"bank\"\nstore = \"main\"\nconsumer = \"ledger\"\nsource = "
                       "\"bank\"\nlisten = \"127.0.0.1:0\"\n"
                       "secret_files = [\"secret\"]\n";
    if (broker_)
      text += "[[consume]]\nname = \"orders\"\nstore = \"main\"\ntopics = [\"" + topic_ +
              "\"]\n[consume.kafka]\nbrokers = \"" + broker_->bootstrap() + "\"\n";
    return text;
  }
  static std::string away_text() {
    return "[[store]]\nname = \"main\"\ndsn = \"host=/nonexistent dbname=away\"\n";
  }
  std::vector<std::string> kinds() const {
    std::vector<std::string> all{"onceover_", "onceover_reap_", "onceover_relay_", "onceover_receive_"};
    if (broker_) all.emplace_back("onceover_consume_");
    return all;
  }
  bool all_stores_are(double up) const {
    return std::ranges::all_of(kinds(),
                               [&](const std::string& kind) { return sample(kind + "store_up") == up; });
  }
  std::string metrics_when(const std::string& store, const std::function<bool()>& is_ready) {
    configured(everything(store));
    test::Process child = serve();
    EXPECT_TRUE(eventually(is_ready)) << child.err() << get("/metrics").body;
    std::string text = get("/metrics").body;
    child.kill(SIGTERM);
    EXPECT_EQ(child.wait(), (Exit{0, 0}));
    return text;
  }
  std::string metrics_at_work() {
    return metrics_when(store_text(), [&] {
      return all_stores_are(1) && sample("onceover_sweep_stuck_known") == 1 &&
             sample("onceover_reap_last_run_timestamp_seconds") && sample("onceover_relay_lag_known") == 1 &&
             sample("onceover_relay_owned") == 1 && sample("onceover_receive_inbox_known") == 1 &&
             (!broker_ ||
              (sample("onceover_consume_source_up") == 1 && sample("onceover_consume_inbox_known") == 1));
    });
  }
  std::string metrics_without_store() {
    return metrics_when(away_text(), [&] { return all_stores_are(0); });
  }
  void allow_connections(bool allowed) {
    test::RawConnection admin(test::shared_server().conninfo("postgres"));
    admin.exec("ALTER DATABASE " + test::quoted_name(database_.name()) + " ALLOW_CONNECTIONS " +
               (allowed ? "true" : "false"));
    if (!allowed)
      admin.exec(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'oncectl%' AND "
          "datname = $1",
          {database_.name()});
  }

  std::optional<test::Broker> broker_;
  std::string topic_;
};

TEST_F(AlertsTest, RulesAndDashboardNameWhatIsThere) {
  if (!broker_) GTEST_SKIP() << "built without Kafka, so the names of [[consume]] are not there";
  auto there = read_metrics(metrics_at_work()).names();
  metrics::Totals of_a_service;  // in C++, with its own /metrics
  of_a_service.add({.part = metrics::EventPart::serve, .operation = "POST /refunds", .outcome = "stored"});
  of_a_service.add({.part = metrics::EventPart::call, .operation = "gateway", .outcome = "retried"});
  there.merge(read_metrics(of_a_service.text()).names());
  const std::string dashboard = text_of(packaging / "grafana/onceover-sweeper.json"),
                    alerts = text_of(packaging / "prometheus/onceover.rules.yml");
  EXPECT_GE(Json::parse(dashboard)["panels"].size(), 20U);
  const std::regex metric("onceover_[a-z_]+");
  for (const std::string* text : {&dashboard, &alerts}) {
    std::set<std::string> named;
    for (std::sregex_iterator at(text->begin(), text->end(), metric), end; at != end; ++at)
      named.insert(at->str());
    for (const std::string& name : named) EXPECT_TRUE(there.contains(name)) << name;
    for (const char* kind :
         {"onceover_sweep_", "onceover_reap_", "onceover_relay_", "onceover_receive_", "onceover_consume_"})
      EXPECT_THAT(named, Contains(HasSubstr(kind)));
  }
}

// Whatever aggregates keeps the store, or the job of a service that claims keys; one without a name in its
// alert helps no one.
TEST_F(AlertsTest, EachAggregationKeepsTheStore) {
  const std::regex by("by \\(([^)]*)\\)"), of_store("\\bstore\\b|^job, (operation|service)\\b");
  for (const char* file : {"grafana/onceover-sweeper.json", "prometheus/onceover.rules.yml"}) {
    const std::string text = text_of(packaging / file);
    for (std::sregex_iterator at(text.begin(), text.end(), by), end; at != end; ++at) {
      const std::string labels = (*at)[1];
      EXPECT_TRUE(labels == "job, instance" || std::regex_search(labels, of_store)) << file << ": " << labels;
    }
  }
}

TEST_F(AlertsTest, WithoutTheStoreOnlyWhatIsUnknownIsLeftOut) {
  const Exposed whole = read_metrics(metrics_at_work()), away = read_metrics(metrics_without_store());
  for (const auto& [family, help] : whole.help) {
    EXPECT_TRUE(away.type.contains(family) || help.find("Left out") != std::string::npos) << family;
  }
  std::set<std::string> zero;
  for (const auto& [series, value] : away.samples) {
    const std::string name = series.substr(0, series.find('{'));
    if (name.ends_with("store_up") || name.ends_with("_known") || name.ends_with("_owned")) {
      EXPECT_EQ(value, 0) << series;
      zero.insert(name);
    }
    EXPECT_FALSE(name.ends_with("source_up") || name.ends_with("destination_up")) << series << ": unknown";
  }
  EXPECT_EQ(zero.size(), kinds().size() + (broker_ ? 5U : 4U));
}

// F44: a store goes away under a relay.
TEST_F(AlertsTest, ARelayWithoutItsStoreOwnsNothingAndItsDestinationIsUnknown) {
  configured(everything(store_text()));
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] { return all_stores_are(1) && sample("onceover_relay_destination_up") == 1; }))
      << child.err();
  allow_connections(false);
  EXPECT_TRUE(eventually([&] { return all_stores_are(0); })) << get("/metrics").body;
  EXPECT_EQ(sample("onceover_relay_owned"), 0);
  EXPECT_EQ(sample("onceover_relay_destination_up"), std::nullopt);
  EXPECT_EQ(sample("onceover_consume_source_up"), std::nullopt);
  allow_connections(true);
  EXPECT_TRUE(eventually([&] { return all_stores_are(1) && sample("onceover_relay_owned") == 1; }))
      << child.err();
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

// F44: a destination is down; then its store, too.
TEST_F(AlertsTest, ADestinationThatIsDownStaysDownUntilItTakesAnEvent) {
  raw_.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('t', 'a', now() - interval '1 "
      "hour')");
  configured(everything(store_text()));
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] { return sample("onceover_relay_destination_up") == 0; })) << child.err();
  EXPECT_TRUE(eventually([&] { return sample("onceover_relay_lag_seconds").value_or(0) > 3500; }))
      << get("/metrics").body;
  allow_connections(false);
  EXPECT_TRUE(eventually([&] { return sample("onceover_relay_store_up") == 0; })) << get("/metrics").body;
  EXPECT_EQ(sample("onceover_relay_destination_up"), 0);
  allow_connections(true);
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

// More rows of other topics than are looked at: whether some of them are the relay's is unknown.
TEST_F(AlertsTest, AnUnknownAgeOfTheOldestEventIsNotZero) {
  std::string text = everything(store_text());
  text.replace(text.find("[\"*\"]"), 5, "[\"t\"]");
  configured(text);
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] { return sample("onceover_relay_lag_seconds") == 0; })) << child.err();
  ASSERT_EQ(ctl({"relay", "pause", "shop", "--reason", "INC-1"}).code, 0);
  ASSERT_TRUE(eventually([&] { return sample("onceover_relay_owned") == 0; })) << child.err();
  raw_.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'a' FROM generate_series(1, 10001)");
  EXPECT_TRUE(eventually([&] { return sample("onceover_relay_lag_known") == 0; }))
      << child.err() << get("/metrics").body;
  EXPECT_EQ(sample("onceover_relay_lag_seconds"), std::nullopt);
  EXPECT_EQ(sample("onceover_relay_paused"), 1);
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

TEST_F(AlertsTest, TheStopSwitchIsSeenByARelay) {
  raw_.exec("UPDATE onceover.control SET stopped = true, reason = 'INC-1'");
  configured(everything(store_text()));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return sample("onceover_relay_store_stopped") == 1; }))
      << child.err() << get("/metrics").body;
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

TEST_F(AlertsTest, WhatWaitsInTheInboxIsCountedForItsConsumer) {
  raw_.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, dead_at) VALUES ('ledger', 's', 'd1', "
      "'dead', now()), ('ledger', 's', 'd2', 'dead', now()), ('other', 's', 'd3', 'dead', now())");
  raw_.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, next_try_at) VALUES ('ledger', "
      "'s', 'w1', 'in_progress', true, now() - interval '11 minutes'), ('ledger', 's', 'w2', 'in_progress', "
      "true, now())");
  configured(everything(store_text()));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return sample("onceover_receive_inbox_known") == 1; })) << child.err();
  EXPECT_EQ(sample("onceover_receive_dead_events"), 2);
  EXPECT_EQ(sample("onceover_receive_not_taken_events"), 1);
  if (broker_) {
    EXPECT_TRUE(eventually([&] { return sample("onceover_consume_inbox_known") == 1; })) << child.err();
    EXPECT_EQ(sample("onceover_consume_dead_events"), 0);
  }
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

// By Prometheus' own tool: $ONCEOVER_PROMTOOL, or in the PATH.
class PromtoolTest : public AlertsTest {
 protected:
  void SetUp() override {
    const char* named = std::getenv("ONCEOVER_PROMTOOL");
    promtool_ = named != nullptr ? named : "promtool";
    auto found = test::Process::spawn({"/bin/sh", "-c", "command -v \"$1\"", "sh", promtool_});
    if (found.wait() != Exit{0, 0})
      GTEST_SKIP() << promtool_ << " was not found: install Debian's prometheus, or set ONCEOVER_PROMTOOL";
  }
  // Empty: it found nothing wrong.
  std::string judged(const std::vector<std::string>& words, const std::string& input = {}) const {
    const std::string file = write_file("input", input);
    std::vector<std::string> all{"/bin/sh", "-c", "exec \"$@\" < \"$0\"", file, promtool_};
    all.insert(all.end(), words.begin(), words.end());
    auto judge = test::Process::spawn(all);
    const auto verdict = judge.wait(std::chrono::seconds(60));
    return verdict == Exit{0, 0} ? "" : "promtool: " + judge.out() + judge.err();
  }
  // The series of a scrape that stays as it is for two hours.
  static std::string constant_series(const std::string& metrics) {
    std::string text = "      - {series: 'up{job=\"onceover\",instance=\"a\"}', values: '1x120'}\n";
    for (const auto& [series, value] : read_metrics(metrics).samples) {
      const auto brace = series.find('{');
      const std::string labels = brace == std::string::npos ? "}" : "," + series.substr(brace + 1);
      text += "      - {series: '" + series.substr(0, brace) + "{job=\"onceover\",instance=\"a\"" + labels +
              "', values: '" + fmt::format("{}", value) + "x120'}\n";
    }
    return text;
  }
  std::string promtool_;
};

TEST_F(PromtoolTest, FindsTheMetricsSound) {
  EXPECT_THAT(judged({"check", "metrics"}, metrics_at_work()), IsEmpty());
  EXPECT_THAT(judged({"check", "metrics"}, metrics_without_store()), IsEmpty());
}

TEST_F(PromtoolTest, WhatAServiceWithoutItsStoreExposesKeepsAlertsFiring) {
  std::string text = "rule_files: [" + (packaging / "prometheus/onceover.rules.yml").string() +
                     "]\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n" +
                     constant_series(metrics_without_store()) + "    promql_expr_test:\n";
  std::map<std::string, int> fire{{"OnceoverStoreAway", 1},       {"OnceoverStuckUnknown", 1},
                                  {"OnceoverNoPass", 1},          {"OnceoverRelayNotPublishing", 1},
                                  {"OnceoverRelayLagUnknown", 1}, {"OnceoverInboxUnknown", broker_ ? 2 : 1}};
  for (const char* at : {"30m", "110m"}) {
    text += std::string(
                "      - expr: count by (alertname) (ALERTS{alertstate=\"firing\"})\n        eval_time: ") +
            at + "\n        exp_samples:\n";
    for (const auto& [alert, count] : fire)
      text += fmt::format("          - {{labels: '{{alertname=\"{}\"}}', value: {}}}\n", alert, count);
  }
  EXPECT_THAT(judged({"test", "rules", write_file("rules_test.yml", text)}), IsEmpty());
}

}  // namespace
}  // namespace onceover::oncectl
