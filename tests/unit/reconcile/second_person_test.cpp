// When a second approver must agree: each act under each verdict.
#include <gtest/gtest.h>

#include "core/reconcile/second_approver.h"

namespace onceover::reconcile {
namespace {

using profile::Verb;

TEST(SecondPerson, IsNeededForAWordAboutTheEffectThatNoVerdictBearsOut) {
  struct Case {
    std::optional<VerdictKind> verdict;
    bool succeed, fail;
  };
  const Case cases[] = {
      {std::nullopt, true, true},
      {VerdictKind::settle_succeeded, false, true},
      {VerdictKind::done_needs_response, false, true},
      {VerdictKind::settle_failed, true, false},  // refused for good, or a cancel with tombstone that held
      {VerdictKind::release, true, true},
      {VerdictKind::unresolved, true, true},
      {VerdictKind::needs_human, true, true},
  };
  for (const Case& c : cases) {
    const auto name = c.verdict ? std::string(word(*c.verdict)) : "nobody was asked";
    EXPECT_EQ(needs_second_person(Verb::succeed, c.verdict), c.succeed) << name;
    EXPECT_EQ(needs_second_person(Verb::fail, c.verdict), c.fail) << name;
    EXPECT_FALSE(needs_second_person(std::nullopt, c.verdict)) << name;
    for (const Verb verb : {Verb::release, Verb::extend, Verb::requeue, Verb::discard})
      EXPECT_FALSE(needs_second_person(verb, c.verdict)) << name;
  }
}

}  // namespace
}  // namespace onceover::reconcile
