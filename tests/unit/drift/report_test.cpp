// SPDX-License-Identifier: Apache-2.0
// What is handed out of a comparison, in each form.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/drift/drift.h"

namespace onceover::drift {
namespace {

using testing::Eq;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Report report() {
  Report out;
  out.from = Timestamp{0};
  out.to = Timestamp{3'600'000'000};
  out.rows = 3;
  out.finished = out.asked = 2;
  out.open["HTTP 503"] = 1;
  Ours ours;
  ours.id = {"acme", "POST /refunds", "=HYPERLINK(\"x\")"};
  ours.state = key::State::succeeded;
  ours.gateway_key = "K1";
  ours.subject = {std::nullopt, "12.50", "EUR", std::nullopt};
  Theirs theirs;
  theirs.finding = gateway::Finding::done;
  theirs.id = "ch_9";
  theirs.key = "a|stranger's <key>";
  out.found = {{Kind::succeeded_without_effect, ours, std::nullopt, "The gateway knows no such key."},
               {Kind::effect_without_key, std::nullopt, theirs, "No row of ours has this key."}};
  out.counts = {{Kind::succeeded_without_effect, 1}, {Kind::effect_without_key, 1}};
  return out;
}

TEST(DriftReport, CsvHasALineAFindingAndNoCellThatASpreadsheetWouldRun) {
  const std::string csv = to_csv(report(), 10);
  EXPECT_THAT(csv, StartsWith("finding,tenant,operation,key,state,"));
  EXPECT_THAT(std::count(csv.begin(), csv.end(), '\n'), Eq(3));
  EXPECT_THAT(csv, HasSubstr("'=HYPERLINK"));
  EXPECT_THAT(csv, Not(HasSubstr(",\"=HYPERLINK")));
  EXPECT_THAT(csv, HasSubstr("12.50,EUR"));
  const std::string one = to_csv(report(), 1);
  EXPECT_THAT(std::count(one.begin(), one.end(), '\n'), Eq(2));
}

TEST(DriftReport, JsonCountsAllAndSaysWhereMoreWasFoundThanIsShown) {
  const auto json = nlohmann::json::parse(to_json(report(), 1));
  EXPECT_EQ(json["found"].size(), 1U);
  EXPECT_EQ(json["more"], true);
  EXPECT_EQ(json["counts"]["effect_without_key"], 1);
  EXPECT_EQ(json["counts"]["duplicate_effects"], 0);
  EXPECT_EQ(json["open"]["HTTP 503"], 1);
  EXPECT_EQ(json["found"][0]["ours"]["key"], "=HYPERLINK(\"x\")");
  EXPECT_EQ(json["found"][0]["theirs"], nullptr);
  EXPECT_EQ(nlohmann::json::parse(to_json(report(), 2))["more"], false);
}

TEST(DriftReport, JsonIsAscii) {
  Report hostile = report();
  hostile.found[0].ours->id.key = "\xff\x00";
  hostile.found[1].theirs->key = "caf\xc3\xa9 \xe2\x80\xae";
  const std::string text = to_json(hostile, 10);
  for (const char c : text) EXPECT_TRUE(c >= 0x20 && c < 0x7f);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["found"][0]["ours"]["key"]["hex"], "ff");
  EXPECT_EQ(json["found"][1]["theirs"]["key"], "caf\xc3\xa9 \xe2\x80\xae");
}

TEST(DriftReport, MarkdownKeepsItsTableWhateverAKeyHolds) {
  const std::string markdown = to_markdown(report(), 10);
  EXPECT_THAT(markdown, StartsWith("# Drift"));
  EXPECT_THAT(markdown, Not(HasSubstr("a|stranger")));
  EXPECT_THAT(markdown, Not(HasSubstr("<key>")));
  EXPECT_THAT(to_markdown(report(), 1), HasSubstr("and 1 more"));
  EXPECT_THAT(to_markdown({}, 1), HasSubstr("Nothing was found."));
}

TEST(DriftReport, AFindingIsNamedByItsRowOrByTheGatewaysKey) {
  EXPECT_EQ(named(report().found[0]), "POST /refunds, key =HYPERLINK(\"x\"), tenant acme");
  EXPECT_EQ(named(report().found[1]), "a|stranger's <key>");
  EXPECT_EQ(ours_of(report().found[0]), "succeeded 12.50 EUR");
  EXPECT_EQ(theirs_of(report().found[0]), "no such key");
  EXPECT_EQ(ours_of(report().found[1]), "no row");
}

}  // namespace
}  // namespace onceover::drift
