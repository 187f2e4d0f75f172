// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceover::alerts {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Waiting = Observed::Waiting;

Observed quiet() {
  Observed o;
  o.window = std::chrono::minutes(5);
  o.counted = std::vector<Counted>{{"acme", "pay", 100, 5, 1, 0, 99}};
  o.stuck = o.not_retried = o.needs_human = o.dead = o.unsent = Waiting{};
  o.unpublished = o.parked = o.given_up = o.inbox_dead = o.topics_without_relay = Waiting{};
  return o;
}

Level level(const Observed& o, Rule rule, const Settings& settings = {}) {
  for (const Alert& a : judge(o, settings)) {
    if (a.rule == rule) return a.level;
  }
  throw std::runtime_error("the rule is off");
}

TEST(RulesTest, NothingFiresOnAQuietStore) {
  const auto alerts = judge(quiet(), {});
  ASSERT_EQ(alerts.size(), all_rules.size());
  for (const Alert& a : alerts) EXPECT_EQ(a.level, Level::ok) << name(a.rule) << ": " << a.text;
  EXPECT_EQ(overall(alerts), Level::ok);
}

struct Row {
  Rule rule;
  std::function<void(Observed&)> set;
  Level level;
};

TEST(RulesTest, CountsThatMayBeHiddenGiveNoAllClear) {
  Observed o = quiet();
  o.why_counted_less = "This server is a standby.";
  for (const Rule rule :
       {Rule::conflict_share, Rule::replay_share, Rule::mismatch_client, Rule::no_completions})
    EXPECT_EQ(level(o, rule), Level::unknown) << name(rule);
  o.counted = std::vector<Counted>{{"acme", "pay", 100, 0, 0, 90, 0}};
  EXPECT_EQ(level(o, Rule::mismatch_client), Level::critical) << "what was seen is enough";
  EXPECT_EQ(level(o, Rule::no_completions), Level::unknown) << "completions may be hidden";
}

TEST(RulesTest, EachFiresAboveItsLimitAndNotAtIt) {
  const auto requests = [](std::int64_t created, std::int64_t replayed, std::int64_t conflict,
                           std::int64_t mismatch, std::int64_t finished) {
    return [=](Observed& o) {
      o.counted = std::vector<Counted>{{"acme", "pay", created, replayed, conflict, mismatch, finished}};
    };
  };
  const auto waits = [](std::optional<Waiting> Observed::*what, std::int64_t n,
                        std::optional<Duration> oldest) {
    return [=](Observed& o) { o.*what = Waiting{.n = n, .oldest = oldest}; };
  };
  using std::chrono::seconds;
  const std::vector<Row> rows{
      {Rule::conflict_share, requests(80, 0, 20, 0, 80), Level::ok},
      {Rule::conflict_share, requests(79, 0, 21, 0, 79), Level::warning},
      {Rule::conflict_share, requests(50, 0, 50, 0, 50), Level::warning},
      {Rule::conflict_share, requests(49, 0, 51, 0, 49), Level::critical},
      {Rule::conflict_share, requests(0, 0, 49, 0, 0), Level::ok},  // too few requests to say more
      {Rule::conflict_share, requests(0, 0, 50, 0, 0), Level::critical},
      {Rule::replay_share, requests(50, 50, 0, 0, 50), Level::ok},
      {Rule::replay_share, requests(49, 51, 0, 0, 50), Level::warning},
      {Rule::replay_share, requests(19, 81, 0, 0, 19), Level::critical},
      {Rule::mismatch_client, requests(100, 0, 0, 5, 100), Level::ok},
      {Rule::mismatch_client, requests(100, 0, 0, 6, 100), Level::warning},
      {Rule::mismatch_client, requests(100, 0, 0, 51, 100), Level::critical},
      {Rule::no_completions, requests(10, 0, 0, 0, 0), Level::ok},
      {Rule::no_completions, requests(11, 0, 0, 0, 0), Level::warning},
      {Rule::no_completions, requests(101, 0, 0, 0, 0), Level::critical},
      {Rule::no_completions, requests(101, 0, 0, 0, 1), Level::ok},
      {Rule::stuck_age, waits(&Observed::stuck, 3, seconds(300)), Level::ok},
      {Rule::stuck_age, waits(&Observed::stuck, 3, seconds(301)), Level::warning},
      {Rule::stuck_age, waits(&Observed::stuck, 3, seconds(1801)), Level::critical},
      {Rule::stuck_age, waits(&Observed::stuck, 3, std::nullopt), Level::unknown},
      {Rule::not_retried, waits(&Observed::not_retried, 1, std::nullopt), Level::warning},
      {Rule::not_retried, waits(&Observed::not_retried, 10'001, std::nullopt), Level::critical},
      {Rule::needs_human, waits(&Observed::needs_human, 1, std::nullopt), Level::warning},
      {Rule::needs_human, waits(&Observed::needs_human, 11, std::nullopt), Level::critical},
      {Rule::dead_letters, waits(&Observed::dead, 1, seconds(1)), Level::warning},
      {Rule::dead_letters, waits(&Observed::dead, 101, seconds(1)), Level::critical},
      {Rule::lag, waits(&Observed::unsent, 9, seconds(60)), Level::ok},
      {Rule::lag, waits(&Observed::unsent, 9, seconds(61)), Level::warning},
      {Rule::lag, waits(&Observed::unsent, 9, seconds(601)), Level::critical},
      {Rule::outbox_lag, waits(&Observed::unpublished, 9, seconds(60)), Level::ok},
      {Rule::outbox_lag, waits(&Observed::unpublished, 9, seconds(61)), Level::warning},
      {Rule::outbox_lag, waits(&Observed::unpublished, 9, seconds(601)), Level::critical},
      {Rule::outbox_parked, waits(&Observed::parked, 1, std::nullopt), Level::warning},
      {Rule::outbox_parked, waits(&Observed::parked, 1001, std::nullopt), Level::critical},
      {Rule::outbox_dead, waits(&Observed::given_up, 1, std::nullopt), Level::warning},
      {Rule::outbox_dead, waits(&Observed::given_up, 101, std::nullopt), Level::critical},
      {Rule::inbox_dead, waits(&Observed::inbox_dead, 1, seconds(1)), Level::warning},
      {Rule::inbox_dead, waits(&Observed::inbox_dead, 101, seconds(1)), Level::critical},
      {Rule::topic_without_relay, waits(&Observed::topics_without_relay, 1, std::nullopt), Level::warning},
      {Rule::topic_without_relay, waits(&Observed::topics_without_relay, 11, std::nullopt), Level::critical},
  };
  for (const Row& row : rows) {
    Observed o = quiet();
    row.set(o);
    EXPECT_EQ(level(o, row.rule), row.level) << name(row.rule) << " in row " << &row - rows.data();
    for (const Rule other : all_rules) {
      // A store in which everything conflicts or is new has no completions either.
      const bool may =
          other == row.rule || (row.rule == Rule::mismatch_client && other == Rule::conflict_share);
      if (may) continue;
      EXPECT_EQ(level(o, other), Level::ok)
          << name(other) << " fires in row " << &row - rows.data() << " of " << name(row.rule);
    }
  }
}

TEST(RulesTest, MismatchesOfManyClientsAreNotOnes) {
  Observed o = quiet();
  o.counted->clear();
  for (int i = 0; i < 20; ++i)
    o.counted->push_back({"tenant-" + std::to_string(i), "pay", 100, 0, 0, 3, 100});
  EXPECT_EQ(level(o, Rule::mismatch_client), Level::ok);
  (*o.counted)[7].mismatch = 6;
  EXPECT_EQ(level(o, Rule::mismatch_client), Level::warning);
  for (const Alert& a : judge(o, {})) {
    if (a.rule != Rule::mismatch_client) continue;
    EXPECT_EQ(a.text, "6 mismatches in 5 min, of tenant tenant-7 in pay");
  }
}

TEST(RulesTest, OneIsSaidAsOne) {
  Observed o = quiet();
  o.inbox_dead = o.needs_human = Waiting{.n = 1};
  for (const Alert& a : judge(o, {})) {
    if (a.rule == Rule::inbox_dead) {
      EXPECT_EQ(a.text, "1 dead letter in the inbox");
    } else if (a.rule == Rule::needs_human) {
      EXPECT_EQ(a.text, "1 needs a person");
    }
  }
}

TEST(RulesTest, WhatIsNotKnownIsNoAllClear) {
  Observed o;
  o.window = std::chrono::minutes(5);
  EXPECT_EQ(overall(judge(o, {})), Level::unknown);
  o.dead = Waiting{};
  EXPECT_EQ(overall(judge(o, {})), Level::ok);
  EXPECT_EQ(level(o, Rule::stuck_age), Level::unknown);
}

TEST(RulesTest, ALowerBoundFiresAndIsNeverAnAllClear) {
  using std::chrono::seconds;
  using unfinished::Known;
  struct Row {
    Waiting stuck;
    Level level, whole;
  };
  const std::vector<Row> rows{
      {{.n = 0, .known = Known::exact}, Level::ok, Level::ok},
      {{.n = 0, .known = Known::at_least}, Level::unknown, Level::unknown},
      {{.n = 0, .known = Known::unknown}, Level::unknown, Level::unknown},
      {{.n = 3, .known = Known::unknown, .oldest = seconds(9000)}, Level::unknown, Level::unknown},
      {{.n = 3, .known = Known::exact, .oldest = seconds(10)}, Level::ok, Level::ok},
      {{.n = 3, .known = Known::at_least, .oldest = seconds(10)}, Level::unknown, Level::unknown},
      {{.n = 3, .known = Known::at_least, .oldest = seconds(301)}, Level::warning, Level::warning},
      {{.n = 3, .known = Known::at_least, .oldest = seconds(1801)}, Level::critical, Level::critical},
      {{.n = 3, .known = Known::at_least}, Level::unknown, Level::unknown},
  };
  for (const Row& row : rows) {
    Observed o = quiet();
    o.stuck = row.stuck;
    EXPECT_EQ(level(o, Rule::stuck_age), row.level) << &row - rows.data();
    EXPECT_EQ(overall(judge(o, {})), row.whole) << &row - rows.data();
  }
  Observed o = quiet();
  o.stuck = Waiting{.known = Known::unknown, .why = "No sweeper has looked. Run one."};
  const Settings settings;
  EXPECT_THAT(
      plugin_text(judge(o, settings), settings, "schema onceover"),
      StartsWith("ONCEOVER UNKNOWN: how many are stuck is unknown. No sweeper has looked. Run one. |"));
  EXPECT_THAT(plugin_text(judge(o, settings), settings, "schema onceover"), Not(HasSubstr("stuck-age=")));
}

TEST(RulesTest, LimitsAsText) {
  const auto limits = [](std::string_view text, Rule rule) -> std::optional<Limits> {
    Settings settings;
    if (!set_from_text(settings, text)) return std::nullopt;
    return settings.of(rule);
  };
  EXPECT_EQ(limits("stuck-age=10m,1h", Rule::stuck_age), (Limits{600, 3600}));
  EXPECT_EQ(limits("stuck-age=300", Rule::stuck_age), (Limits{300, std::nullopt}));
  EXPECT_EQ(limits("stuck-age=,2d", Rule::stuck_age), (Limits{std::nullopt, 172800}));
  EXPECT_EQ(limits("conflict-share=7.5%,30", Rule::conflict_share), (Limits{7.5, 30}));
  EXPECT_EQ(limits("lag=off", Rule::lag), Limits{});
  for (const char* wrong : {"", "lag", "lag=", "lag=,", "lag=x", "lag=-1", "lag=5,4", "lag=1e400", "lag=nan",
                            "needs-human=5m", "lags=1", "lag=1,2,3"})
    EXPECT_FALSE(limits(wrong, Rule::lag)) << wrong;
  EXPECT_EQ(limits("needs-human=0,0", Rule::needs_human), (Limits{0, 0}));
}

TEST(RulesTest, ARuleThatIsOffIsNotThere) {
  Settings settings;
  ASSERT_TRUE(set_from_text(settings, "stuck-age=off"));
  Observed o = quiet();
  o.stuck = Waiting{.n = 3, .oldest = std::chrono::hours(10)};
  EXPECT_EQ(overall(judge(o, settings)), Level::ok);
  EXPECT_EQ(judge(o, settings).size(), all_rules.size() - 1);
  ASSERT_TRUE(set_from_text(settings, "stuck-age=,36000"));
  EXPECT_EQ(overall(judge(o, settings)), Level::ok);
}

TEST(RulesTest, AsAPluginSaysIt) {
  Observed o = quiet();
  o.stuck = Waiting{12, unfinished::Known::at_least, std::chrono::minutes(45), "No sweeper has looked."};
  o.counted = std::vector<Counted>{{"a|b\nOK", "pay", 100, 5, 1, 9, 99}};
  const Settings settings;
  const std::string text = plugin_text(judge(o, settings), settings, "schema onceover");
  EXPECT_THAT(
      text,
      StartsWith("ONCEOVER CRITICAL: at least 12 stuck, the oldest for 45 min. No sweeper has looked. |"));
  EXPECT_THAT(text, HasSubstr(" stuck-age=2700s;300;1800;0"));
  EXPECT_THAT(text, HasSubstr(" mismatch-client=9;5;50;0"));
  EXPECT_THAT(text, HasSubstr("\nWARNING mismatch-client: 9 mismatches in 5 min, of tenant a/b"));
  EXPECT_THAT(text, Not(HasSubstr("\nOK\n")));
  EXPECT_EQ(std::ranges::count(text, '|'), 1);
  EXPECT_THAT(plugin_text(judge(quiet(), settings), settings, "schema onceover"),
              StartsWith("ONCEOVER OK: 14 rules for schema onceover, none fires |"));
  Observed nothing;
  EXPECT_THAT(plugin_text(judge(nothing, settings), settings, "shop.jobs"),
              StartsWith("ONCEOVER UNKNOWN: nothing is known about shop.jobs\n"));
}

}  // namespace
}  // namespace onceover::alerts
