// SPDX-License-Identifier: Apache-2.0
#include "core/drift/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceover::drift {
namespace {

using gateway::Finding;
using key::State;
using testing::HasSubstr;
using namespace std::chrono_literals;

constexpr Timestamp now{1'800'000'000'000'000};

gateway::Declaration declared() {
  gateway::Declaration out;
  out.lookup_lag = 60s;
  out.echoes_amount = out.echoes_currency = out.echoes_reference = true;
  return out;
}

Ours row(State state, const std::string& amount = "12.50") {
  Ours ours;
  ours.id = {"acme", "pay", "k"};
  ours.gateway_key = "K1";
  ours.state = state;
  ours.created_at = now - 3h;
  ours.completed_at = now - 2h;
  ours.subject = {std::nullopt, amount, "EUR", "o-1"};
  return ours;
}

gateway::Evidence says(Finding finding, const std::string& amount = "12.5",
                       const std::string& currency = "eur") {
  gateway::Evidence evidence;
  evidence.finding = finding;
  if (finding == Finding::done) evidence.echoed = {std::nullopt, amount, currency, "o-1"};
  return evidence;
}

struct Line {
  const char* name;
  Ours ours;
  gateway::Evidence evidence;
  Judged::Is is;
  std::optional<Kind> kind;
};
class Judging : public testing::TestWithParam<Line> {};

TEST_P(Judging, FollowsTheTable) {
  const Judged judged = judge(GetParam().ours, GetParam().evidence, declared(), now);
  EXPECT_EQ(judged.is, GetParam().is) << judged.why;
  ASSERT_EQ(judged.found.has_value(), GetParam().kind.has_value());
  if (judged.found) {
    EXPECT_EQ(word(judged.found->kind), word(*GetParam().kind));
  }
  EXPECT_EQ(judged.why.empty(), judged.is != Judged::Is::open);
}

gateway::Evidence twice() {
  gateway::Evidence evidence = says(Finding::done);
  evidence.duplicate_effects = true;
  return evidence;
}
Ours fresh(State state) {
  Ours ours = row(state);
  ours.completed_at = now - 10s;
  return ours;
}
Ours without_completion(State state) {
  Ours ours = row(state);
  ours.completed_at.reset();
  return ours;
}

INSTANTIATE_TEST_SUITE_P(
    Table, Judging,
    testing::Values(
        Line{"succeeded_and_done", row(State::succeeded), says(Finding::done), Judged::Is::agrees, {}},
        Line{"succeeded_and_done_with_another_amount", row(State::succeeded), says(Finding::done, "12.51"),
             Judged::Is::drifts, Kind::value_differs},
        Line{"succeeded_and_done_in_another_currency", row(State::succeeded),
             says(Finding::done, "12.50", "USD"), Judged::Is::drifts, Kind::value_differs},
        Line{"succeeded_and_unknown_to_the_gateway", row(State::succeeded), says(Finding::no_such_key),
             Judged::Is::drifts, Kind::succeeded_without_effect},
        Line{"succeeded_so_lately_that_lookups_lag",
             fresh(State::succeeded),
             says(Finding::no_such_key),
             Judged::Is::open,
             {}},
        Line{"succeeded_at_an_unknown_time", without_completion(State::succeeded), says(Finding::no_such_key),
             Judged::Is::drifts, Kind::succeeded_without_effect},
        Line{"succeeded_and_refused", row(State::succeeded), says(Finding::refused), Judged::Is::drifts,
             Kind::succeeded_without_effect},
        Line{"succeeded_and_pending", row(State::succeeded), says(Finding::pending), Judged::Is::open, {}},
        Line{"succeeded_and_no_answer", row(State::succeeded), says(Finding::unknown), Judged::Is::open, {}},
        Line{"failed_and_done", row(State::failed), says(Finding::done), Judged::Is::drifts,
             Kind::effect_without_succeeded},
        Line{"failed_and_refused", row(State::failed), says(Finding::refused), Judged::Is::agrees, {}},
        Line{"failed_and_unknown_to_the_gateway",
             row(State::failed),
             says(Finding::no_such_key),
             Judged::Is::agrees,
             {}},
        Line{"failed_and_pending", row(State::failed), says(Finding::pending), Judged::Is::open, {}},
        Line{"failed_and_no_answer", row(State::failed), says(Finding::unknown), Judged::Is::open, {}},
        Line{"done_twice", row(State::succeeded), twice(), Judged::Is::drifts, Kind::duplicate_effects},
        Line{"failed_and_done_twice", row(State::failed), twice(), Judged::Is::drifts,
             Kind::duplicate_effects}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(Judging, ComparesOnlyWhatIsDeclaredAndKnownToBoth) {
  gateway::Declaration silent = declared();
  silent.echoes_amount = silent.echoes_currency = false;
  EXPECT_EQ(judge(row(State::succeeded), says(Finding::done, "99", "USD"), silent, now).is,
            Judged::Is::agrees);
  Ours unknown = row(State::succeeded);
  unknown.subject = {};
  EXPECT_EQ(judge(unknown, says(Finding::done, "99"), declared(), now).is, Judged::Is::agrees);
  EXPECT_THAT(judge(row(State::succeeded), says(Finding::done, "99"), declared(), now).found->why,
              HasSubstr("amount is 99 there and 12.50 here"));
}

gateway::Effect effect(const std::string& id, const std::string& key, Finding finding = Finding::done,
                       const std::string& amount = "12.50") {
  return {id, key, finding, "paid", {std::nullopt, amount, "EUR", "o-1"}, now - 2h};
}

std::vector<std::string> kinds_of(const std::map<std::string, Ours>& known,
                                  const std::vector<gateway::Effect>& effects) {
  std::vector<std::string> out;
  for (const Found& found : against_listing(known, effects, declared())) out.emplace_back(word(found.kind));
  return out;
}

TEST(Listing, IsHeldAgainstTheRowsItsKeysName) {
  Ours stuck = row(State::in_progress), live = row(State::in_progress);
  live.in_flight = true;
  using Kinds = std::vector<std::string>;
  EXPECT_EQ(kinds_of({{"K1", row(State::succeeded)}}, {effect("e", "K1")}), Kinds{});
  EXPECT_EQ(kinds_of({{"K1", row(State::failed)}}, {effect("e", "K1")}), Kinds{"effect_without_succeeded"});
  EXPECT_EQ(kinds_of({{"K1", row(State::released)}}, {effect("e", "K1")}), Kinds{"effect_without_succeeded"});
  EXPECT_EQ(kinds_of({{"K1", stuck}}, {effect("e", "K1")}), Kinds{"effect_without_succeeded"});
  EXPECT_EQ(kinds_of({{"K1", live}}, {effect("e", "K1")}), Kinds{});
  EXPECT_EQ(kinds_of({{"K1", row(State::succeeded)}}, {effect("e", "K2")}), Kinds{"effect_without_key"});
  EXPECT_EQ(kinds_of({{"K1", row(State::succeeded)}}, {effect("e", ""), effect("f", "")}),
            (Kinds{"effect_without_key", "effect_without_key"}));
  EXPECT_EQ(kinds_of({{"K1", row(State::succeeded)}}, {effect("e", "K1", Finding::done, "1")}),
            Kinds{"value_differs"});
  EXPECT_EQ(kinds_of({{"K1", row(State::succeeded)}}, {effect("e", "K1"), effect("f", "K1")}),
            Kinds{"duplicate_effects"});
  EXPECT_EQ(kinds_of({}, {effect("e", "K1"), effect("f", "K1")}),
            (Kinds{"effect_without_key", "effect_without_key", "duplicate_effects"}));
  EXPECT_EQ(kinds_of({{"K1", row(State::failed)}},
                     {effect("e", "K1", Finding::refused), effect("f", "K1", Finding::pending)}),
            Kinds{});
}

}  // namespace
}  // namespace onceover::drift
