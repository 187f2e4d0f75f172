// SPDX-License-Identifier: Apache-2.0
// When a second approver must agree: each act under each verdict.
#include <gtest/gtest.h>

#include "core/reconcile/second_approver.h"

namespace onceover::reconcile {
namespace {

using tables::Verb;

TEST(SecondPerson, IsNeededForAWordAboutTheEffectThatNoVerdictBearsOut) {
  struct Case {
    std::optional<VerdictKind> verdict;
    bool succeed, fail, release;
  };
  const Case cases[] = {
      {std::nullopt, true, true, true},
      {VerdictKind::settle_succeeded, false, true, true},
      {VerdictKind::done_needs_response, false, true, true},
      // refused for good, or a cancel with tombstone that held
      {VerdictKind::settle_failed, true, false, true},
      {VerdictKind::release, true, true, false},
      {VerdictKind::unresolved, true, true, true},
      {VerdictKind::needs_human, true, true, true},
  };
  for (const Case& c : cases) {
    const auto name = c.verdict ? std::string(word(*c.verdict)) : "nobody was asked";
    tables::Profile requests, events;
    requests.kind = tables::Kind::idempotency;
    events.kind = tables::Kind::inbox;
    for (const tables::Profile& p : {requests, events, tables::own()}) {
      EXPECT_EQ(needs_second_person(p, Verb::succeed, c.verdict), c.succeed) << name;
      EXPECT_EQ(needs_second_person(p, Verb::fail, c.verdict), c.fail) << name;
      EXPECT_FALSE(needs_second_person(p, std::nullopt, c.verdict)) << name;
      for (const Verb verb : {Verb::extend, Verb::requeue, Verb::discard})
        EXPECT_FALSE(needs_second_person(p, verb, c.verdict)) << name;
    }
    EXPECT_EQ(needs_second_person(requests, Verb::release, c.verdict), c.release) << name;
    EXPECT_FALSE(needs_second_person(events, Verb::release, c.verdict))
        << name << ": it says nothing of the effect";
    EXPECT_EQ(needs_second_person(tables::own(), Verb::release, c.verdict), c.release) << name;
  }
}

TEST(SecondPerson, IsNotNeededForAReleaseWhileTheGatewayRecognisesRepeats) {
  const Timestamp made = *parse_iso("2026-01-10T00:00:00Z"), now = made + std::chrono::hours(1);
  browse::KeyRow row;
  row.created_at = made;
  EXPECT_EQ(repeats_recognised_until(row, std::nullopt, now), std::nullopt) << "nobody registered one";
  EXPECT_EQ(repeats_recognised_until(row, std::chrono::hours(24), now),
            made + std::chrono::hours(24) - std::chrono::minutes(5));
  EXPECT_EQ(repeats_recognised_until(row, std::chrono::minutes(65), now), std::nullopt) << "the margin";
  EXPECT_EQ(repeats_recognised_until(row, std::chrono::minutes(66), now), made + std::chrono::minutes(61));
  for (const Timestamp unknown : {Timestamp::minus_infinity(), Timestamp::infinity()}) {
    row.created_at = unknown;
    EXPECT_EQ(repeats_recognised_until(row, std::chrono::hours(24), now), std::nullopt)
        << "nothing says when it was made";
  }
}

}  // namespace
}  // namespace onceover::reconcile
