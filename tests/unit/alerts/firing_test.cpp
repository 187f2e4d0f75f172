// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/alerts/rules.h"

namespace onceover::alerts {
namespace {

Alert at(Rule rule, Level level, std::string text = "words") {
  return {.rule = rule, .level = level, .value = 1.0, .text = std::move(text)};
}
Timestamp minute(int n) { return Timestamp{n * 60'000'000LL}; }

TEST(FiringTest, ItIsKnownSinceWhenARuleFiresAndItClears) {
  std::vector<Firing> firing =
      follow({}, {at(Rule::stuck_age, Level::ok), at(Rule::lag, Level::ok)}, minute(1));
  EXPECT_TRUE(firing.empty());
  firing = follow(firing, {at(Rule::stuck_age, Level::warning, "old"), at(Rule::lag, Level::ok)}, minute(2));
  ASSERT_EQ(firing.size(), 1U);
  EXPECT_EQ(firing[0].since, minute(2));
  firing =
      follow(firing, {at(Rule::stuck_age, Level::critical, "new"), at(Rule::lag, Level::warning)}, minute(3));
  ASSERT_EQ(firing.size(), 2U);
  EXPECT_EQ(firing[0].since, minute(2)) << "it got worse and did not begin anew";
  EXPECT_EQ(firing[0].alert.text, "new");
  EXPECT_EQ(firing[1].since, minute(3));
  firing = follow(firing, {at(Rule::stuck_age, Level::ok), at(Rule::lag, Level::warning)}, minute(4));
  ASSERT_EQ(firing.size(), 1U);
  EXPECT_EQ(firing[0].alert.rule, Rule::lag);
  firing = follow(firing, {at(Rule::stuck_age, Level::warning), at(Rule::lag, Level::ok)}, minute(5));
  ASSERT_EQ(firing.size(), 1U);
  EXPECT_EQ(firing[0].since, minute(5)) << "it cleared between";
}

TEST(FiringTest, WhatIsNoLongerKnownIsNoAllClear) {
  std::vector<Firing> firing = follow({}, {at(Rule::stuck_age, Level::critical, "old")}, minute(1));
  firing = follow(firing, {at(Rule::stuck_age, Level::unknown, "not known")}, minute(2));
  ASSERT_EQ(firing.size(), 1U);
  EXPECT_FALSE(firing[0].is_known);
  EXPECT_EQ(firing[0].alert.text, "old");
  firing = follow(firing, {at(Rule::stuck_age, Level::critical)}, minute(3));
  EXPECT_TRUE(firing[0].is_known);
  EXPECT_EQ(firing[0].since, minute(1));
  EXPECT_TRUE(follow(firing, {}, minute(4)).empty()) << "the rule was turned off";
  EXPECT_TRUE(follow({}, {at(Rule::stuck_age, Level::unknown)}, minute(4)).empty())
      << "unknown is no alarm either";
}

TEST(FiringTest, MutedItIsQuietUntilItClearsOrGetsWorse) {
  std::vector<Firing> firing = follow({}, {at(Rule::lag, Level::warning)}, minute(1));
  ASSERT_NE(gravest(firing), nullptr);
  firing[0].is_muted = true;
  EXPECT_EQ(gravest(firing), nullptr);
  firing = follow(firing, {at(Rule::lag, Level::warning)}, minute(2));
  EXPECT_EQ(gravest(firing), nullptr);
  firing = follow(firing, {at(Rule::lag, Level::critical)}, minute(3));
  ASSERT_NE(gravest(firing), nullptr) << "it got worse";
  firing[0].is_muted = true;
  firing = follow(firing, {at(Rule::lag, Level::warning)}, minute(4));
  EXPECT_EQ(gravest(firing), nullptr);
  firing = follow(firing, {at(Rule::lag, Level::ok)}, minute(5));
  firing = follow(firing, {at(Rule::lag, Level::warning)}, minute(6));
  EXPECT_NE(gravest(firing), nullptr) << "it cleared between";
}

TEST(FiringTest, TheGravestComesFirstAndOfTwoTheOlder) {
  std::vector<Firing> firing = follow({}, {at(Rule::stuck_age, Level::warning)}, minute(1));
  firing = follow(firing, {at(Rule::conflict_share, Level::warning), at(Rule::stuck_age, Level::warning)},
                  minute(2));
  EXPECT_EQ(gravest(firing)->alert.rule, Rule::stuck_age);
  firing = follow(firing, {at(Rule::conflict_share, Level::critical), at(Rule::stuck_age, Level::warning)},
                  minute(3));
  EXPECT_EQ(gravest(firing)->alert.rule, Rule::conflict_share);
}

TEST(FiringTest, SettingsAreWrittenAsTheyAreRead) {
  Settings settings;
  settings.of(Rule::lag) = {};
  settings.of(Rule::stuck_age) = {std::nullopt, 34.5};
  Settings read;
  for (const Rule rule : all_rules)
    ASSERT_TRUE(set_from_text(read, to_text(settings, rule))) << to_text(settings, rule);
  for (const Rule rule : all_rules) EXPECT_EQ(read.of(rule), settings.of(rule)) << name(rule);
  EXPECT_EQ(to_text(settings, Rule::stuck_age), "stuck-age=,34.5");
}

}  // namespace
}  // namespace onceover::alerts
