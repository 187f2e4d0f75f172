// SPDX-License-Identifier: Apache-2.0
// A seed that does not fix the decisions replays nothing.
#include "tests/integration/history/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace onceover::test::history {
namespace {

std::string spelled(const Plan& plan) {
  std::string out;
  for (const KeyPlan& key : plan.keys)
    out += fmt::format("{} {} {}\n", key.facts.id.key, word(key.facts.way), key.policy.lease.count());
  for (const auto& script : plan.scripts) {
    for (const Step& step : script)
      out += fmt::format("{} {} {} {} {}, ", step.key, step.other_payload, static_cast<int>(step.fate),
                         word(step.send), step.delay.count());
    out += "\n";
  }
  return out;
}

TEST(Plan, IsFixedByItsSeedAlone) {
  EXPECT_EQ(spelled(plan_for(7, 200, 12)), spelled(plan_for(7, 200, 12)));
  EXPECT_NE(spelled(plan_for(7, 200, 12)), spelled(plan_for(8, 200, 12)));
  EXPECT_NE(stream(7, "client-1").below(1'000'000'000), stream(7, "client-2").below(1'000'000'000));
}

// Else a rule would never be put to the test.
TEST(Plan, HasEveryWayFateAndFault) {
  const Plan plan = plan_for(1, 300, 12);
  std::set<Way> ways;
  std::set<Fate> fates;
  std::set<SendFault> faults;
  for (const KeyPlan& key : plan.keys) ways.insert(key.facts.way);
  for (const auto& script : plan.scripts) {
    for (const Step& step : script) {
      fates.insert(step.fate);
      faults.insert(step.send);
    }
  }
  EXPECT_EQ(ways.size(), static_cast<std::size_t>(way_count));
  EXPECT_EQ(fates.size(), 6U);
  EXPECT_EQ(faults.size(), static_cast<std::size_t>(send_fault_count));
}

// A bank that performs each request anew must be sent one by an honest client alone, and a key that is reaped
// must not come back to it: the second effect would be the run's own doing.
TEST(Plan, AsksNothingOfABankThatItDoesNotDeclare) {
  const Plan plan = plan_for(3, 2000, 12);
  for (const KeyPlan& key : plan.keys)
    EXPECT_TRUE(!key.facts.may_be_reaped || dedupes(key.facts.way) || is_local(key.facts.way));
  for (const auto& script : plan.scripts) {
    for (const Step& step : script) {
      const KeyFacts& facts = plan.keys[static_cast<std::size_t>(step.key)].facts;
      EXPECT_FALSE(step.send == SendFault::sent_twice && !dedupes(facts.way));
      EXPECT_FALSE(step.other_payload && facts.may_be_reaped);
    }
  }
}

// A second effect of a key whose claim the store has forgotten is nobody's fault where the bank promises
// nothing.
TEST(Plan, AsksAStoreThatForgetsOnlyWhatCanBeKept) {
  const Plan plan = plan_for(3, 2000, 12, true);
  for (const KeyPlan& key : plan.keys) EXPECT_TRUE(dedupes(key.facts.way) || is_local(key.facts.way));
  for (const auto& script : plan.scripts) {
    for (const Step& step : script) EXPECT_FALSE(step.other_payload);
  }
}

}  // namespace
}  // namespace onceover::test::history
