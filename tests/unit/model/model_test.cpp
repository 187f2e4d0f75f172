// SPDX-License-Identifier: Apache-2.0
// The rules of the contract, each of them needed: with all on, no reachable state breaks a promise; with one
// off, a search finds how it breaks, and prints the way there.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/unit/model/world.h"

namespace onceover::model {
namespace {

constexpr Scenario deduping{"deduping", "a gateway that dedupes by key", true, gateway::Cancel::none, true};
constexpr Scenario deduping_and_cancelling{"deduping_and_cancelling",
                                           "a gateway that dedupes by key and keeps tombstones", true,
                                           gateway::Cancel::with_tombstone, false};
constexpr Scenario tombstones{"tombstones", "a gateway that keeps tombstones", false,
                              gateway::Cancel::with_tombstone, false};
constexpr Scenario forgets_cancels{"forgets_cancels", "a gateway whose cancel leaves no tombstone", false,
                                   gateway::Cancel::without_tombstone, true};
constexpr Scenario plain{"plain", "a gateway that promises nothing", false, gateway::Cancel::none, true};

std::string told(const SearchResult<WorldState>& result) {
  std::string out = result.violation.empty()
                        ? result.is_stuck ? "stuck for ever after:" : "nothing is violated"
                        : "violates " + result.violation + ":";
  for (std::size_t i = 0; i < result.trace.size(); ++i)
    out += "\n  " + std::to_string(i + 1) + ". " + result.trace[i];
  return out;
}

class AllRulesOn : public testing::TestWithParam<Scenario> {};

TEST_P(AllRulesOn, NoReachableStateBreaksAPromiseAndNoneIsStuck) {
  const auto result = World(GetParam(), Rules{}, Watch::everything).explore();
  std::cout << result.states << " states with " << GetParam().name << "\n";
  EXPECT_TRUE(result.violation.empty()) << told(result);
  EXPECT_FALSE(result.is_stuck) << told(result);
  EXPECT_GT(result.states, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Model, AllRulesOn,
                         testing::Values(deduping, deduping_and_cancelling, tombstones, forgets_cancels,
                                         plain),
                         [](const auto& param_info) { return std::string(param_info.param.id); });

// The rule is off; harm (not only a broken habit) must be found, of the invariant named.
void must_be_found_out(const Scenario& scenario, const Rules& rules, const std::string& invariant) {
  const auto result = World(scenario, rules, Watch::harm).explore();
  std::cout << "with " << scenario.name << ", " << told(result) << "\n  (" << result.states << " states)\n";
  EXPECT_EQ(result.violation.substr(0, invariant.size()), invariant);
}

TEST(ModelRule, FenceOnCompletion) {
  Rules rules;
  rules.fence_on_completion = false;
  must_be_found_out(deduping, rules, "3");
}

TEST(ModelRule, FenceOnRelease) {
  Rules rules;
  rules.fence_on_release = false;
  must_be_found_out(deduping, rules, "3");
}

TEST(ModelRule, NotFoundIsNotFailed) {
  Rules rules;
  rules.not_found_is_not_failed = false;
  must_be_found_out(plain, rules, "2, truth: failed");
}

TEST(ModelRule, CancelNeedsATombstone) {
  Rules rules;
  rules.cancel_needs_a_tombstone = false;
  must_be_found_out(forgets_cancels, rules, "2, truth: failed");
}

TEST(ModelRule, TimeoutIsNotFailed) {
  Rules rules;
  rules.timeout_is_not_failed = false;
  must_be_found_out(deduping, rules, "2, truth: failed");
}

TEST(ModelRule, TheReaperSparesUnresolved) {
  Rules rules;
  rules.reaper_spares_unresolved = false;
  must_be_found_out(plain, rules, "1");
  const auto direct = World(deduping, rules, Watch::everything).explore();
  EXPECT_EQ(direct.violation.substr(0, 1), "7") << told(direct);
}

TEST(ModelRule, ResubmissionNeedsADedupingGateway) {
  Rules rules;
  rules.resubmission_needs_deduping = false;
  must_be_found_out(plain, rules, "1");
}

TEST(ModelRule, TheWordOfEarlierAttemptsEndsWithAClaim) {
  Rules rules;
  rules.no_effect_ends_with_a_claim = false;
  must_be_found_out(plain, rules, "2, truth: failed");
}

TEST(ModelRule, AnOperatorsVerdictNeedsEvidence) {
  Rules rules;
  rules.operator_needs_evidence = false;
  must_be_found_out(deduping, rules, "2");
}

}  // namespace
}  // namespace onceover::model
