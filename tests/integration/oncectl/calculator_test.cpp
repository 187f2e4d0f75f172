// SPDX-License-Identifier: Apache-2.0
// The calculator's commands: they need no store, say the same in both forms, and end with a code that a
// script can go by.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

Ran calculator(std::vector<std::string> words) {
  words.insert(words.begin(), "calculator");
  return run(words);
}

Ran calculator_json(std::vector<std::string> words) {
  words.insert(words.begin(), "--json");
  return calculator(std::move(words));
}

Json with_name(const Json& list, const std::string& member, const std::string& name) {
  for (const Json& one : list) {
    if (one[member] == name) return one;
  }
  return nullptr;
}

TEST(OncectlCalculator, SizeShowsEachFigureWithItsSumAndJudgesTheWindow) {
  const std::vector<std::string> words{
      "size", "--rate",  "100", "--heap-bytes", "200", "--index", "keys_pkey:48:0.7", "--longest-retry",
      "10m",  "--price", "0.1", "--currency",   "EUR"};
  const Ran text = calculator(words);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("100/s × 86,400 s of window = 8,640,000 rows"));
  EXPECT_THAT(text.out, HasSubstr("long enough"));
  const Json json = calculator_json(words).json();
  EXPECT_EQ(with_name(json["figures"], "name", "rows")["value"], 8'640'000);
  EXPECT_EQ(with_name(json["figures"], "name", "index:keys_pkey")["unit"], "bytes");
  EXPECT_THAT(with_name(json["figures"], "name", "money")["text"].get<std::string>(),
              HasSubstr("EUR a month"));
  EXPECT_EQ(json["window"]["fit"], "enough");
}

TEST(OncectlCalculator, OutboxAndInboxAreSizedFromWhatAnEventHas) {
  const std::vector<std::string> outbox{
      "outbox", "--rate", "100", "--payload-bytes", "3000", "--retention", "3d", "--partition", "12h"};
  const Ran text = calculator(outbox);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("100/s × 302,400 s of window = 30,240,000 rows"));
  EXPECT_THAT(text.out, HasSubstr("payload (pointer) 18"));
  EXPECT_THAT(text.out, HasSubstr("a relay is enough"));
  Json json = calculator_json(outbox).json();
  EXPECT_EQ(with_name(json["figures"], "name", "partitions")["value"], 7);
  EXPECT_EQ(with_name(json["figures"], "name", "partitions")["unit"], "partitions");
  EXPECT_EQ(with_name(json["figures"], "name", "index:outbox_by_xid")["unit"], "bytes");
  EXPECT_EQ(json["change_data_capture"]["advised"], false);
  json = calculator_json({"outbox", "--by-hour", "1,72000000"}).json();
  EXPECT_EQ(json["change_data_capture"]["advised"], true) << "the busiest hour has 20,000 a second";
  const auto heap = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"inbox", "--rate", "100", "--payload-bytes", "800"});
    return with_name(calculator_json(words).json()["figures"], "name", "heap")["value"].get<double>();
  };
  EXPECT_EQ(heap({}), heap({"--reception", "accept"}));
  EXPECT_GT(heap({"--reception", "attempt"}), heap({}));
  EXPECT_GT(heap({"--reception", "store"}), 3 * heap({"--reception", "store", "--no-payload"}));
  json = calculator_json({"inbox", "--rate", "100"}).json();
  EXPECT_EQ(json["change_data_capture"]["advised"], nullptr);
  EXPECT_GT(with_name(json["figures"], "name", "index:inbox_pkey")["value"],
            with_name(calculator_json({"inbox", "--rate", "100", "--growing-ids"}).json()["figures"], "name",
                      "index:inbox_pkey")["value"]);
}

TEST(OncectlCalculator, AWindowThatIsTooShortIsACodeOfItsOwn) {
  const Ran ran =
      calculator_json({"size", "--rate", "1", "--window", "1h", "--longest-retry", "10m", "--manual", "1h"});
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.json()["window"]["fit"], "too_short");
  EXPECT_EQ(calculator({"size", "--rate", "1", "--window", "1h", "--longest-retry", "none"}).code, 5);
  EXPECT_EQ(calculator({"size", "--rate", "1", "--window", "1h"}).code, 0);
}

TEST(OncectlCalculator, ScheduleLaysALogOverThePolicy) {
  const auto file =
      std::filesystem::path(testing::TempDir()) / ("onceover-log-" + std::to_string(::getpid()) + ".csv");
  std::ofstream(file) << "attempt,delay_ms,status,code,notes\n1,0,timeout,,\n2,137,5xx,502,proxy "
                         "error\n3,281,200,201,success\n";
  const std::vector<std::string> equal{"schedule", "--backoff", "equal_jitter", "--first-power", "1",
                                       "--log",    file};
  Ran ran = calculator_json(equal);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["log"]["outside"], 0);
  EXPECT_EQ(ran.json()["horizon_ms"], 3000);
  EXPECT_EQ(ran.json()["attempts"].size(), 5U);
  EXPECT_THAT(calculator(equal).out, HasSubstr("outside the policy: 0."));
  ran = calculator_json({"schedule", "--log", file});
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.json()["log"]["rows"][1]["fit"], "too_late");
  std::ofstream(file, std::ios::app) << "x,y\n";
  ran = calculator(equal);
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out, HasSubstr("line 5: \"x\" is not an attempt number"));
  std::filesystem::remove(file);
}

TEST(OncectlCalculator, StormIsThePublishedExperimentAndOneSeedIsOneStorm) {
  const Ran ran = calculator_json({"storm"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json storms = ran.json()["storms"];
  ASSERT_EQ(storms.size(), 5U);
  EXPECT_LT(with_name(storms, "backoff", "full_jitter")["calls"],
            with_name(storms, "backoff", "none")["calls"]);
  EXPECT_FALSE(storms[0]["load"].empty());
  EXPECT_EQ(ran.out, calculator_json({"storm", "--seed", "1"}).out);
  EXPECT_NE(ran.out, calculator_json({"storm", "--seed", "2"}).out);
  const Json curves =
      calculator_json({"storm", "--curve", "10,20", "--backoffs", "none,full_jitter"}).json()["curves"];
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[1]["points"][1]["clients"], 20);
  EXPECT_THAT(calculator({"storm", "--server", "capacity", "--attempts", "3", "--outage", "1h"}).out,
              HasSubstr("100"));
}

TEST(OncectlCalculator, LintNamesRulesAndShowsTheTree) {
  Ran ran = calculator_json({"lint"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.json()["findings"].empty());
  ran = calculator_json({"lint", "--backoff", "exponential", "--retries", "400", "--retries",
                         "409:CONFLICT.idempotency.in_progress"});
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.json()["findings"][0]["rule"], "retries_permanent");
  EXPECT_EQ(ran.json()["findings"][1]["rule"], "no_jitter");
  EXPECT_EQ(ran.json()["findings"].size(), 2U);
  EXPECT_EQ(calculator({"lint", "--total", "none"}).code, 0);  // a note alone
  ran =
      calculator({"lint", "--layer", "edge:3:20s", "--layer", "orders:3:4s", "--layer", "payments:3:1s:0.1"});
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out, HasSubstr("3 × 3 × 3 = 27 calls at worst, 9.9 lasting"));
}

TEST(OncectlCalculator, WhatIsNoNumberIsUsage) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"size"},
                                                {"size", "--rate", "1", "--index", "a"},
                                                {"size", "--rate", "1", "--index", "a:48:0.7:1:9"},
                                                {"outbox"},
                                                {"outbox", "--rate", "1", "--payload-bytes", "1000001"},
                                                {"inbox", "--rate", "1", "--reception", "twice"},
                                                {"schedule", "--cap", "soon"},
                                                {"schedule", "--attempts", "0"},
                                                {"schedule", "--failure", "2"},
                                                {"storm", "--clients", "0"},
                                                {"lint", "--layer", "edge"},
                                                {"lint", "--layer", "edge:0"},
                                                {"lint", "--retries", "999"},
                                                {"lint", "--key", "twice"}}) {
    const Ran ran = calculator(words);
    EXPECT_EQ(ran.code, 2) << words[0] << " " << words.back() << ran.err;
    EXPECT_TRUE(ran.out.empty());
  }
}

}  // namespace
}  // namespace onceover::oncectl
