// SPDX-License-Identifier: Apache-2.0
// What follows for a request with several effects.
#include <gmock/gmock.h>

#include "core/reconcile/weigh.h"

namespace onceover::reconcile {
namespace {

using gateway::Finding;
using testing::HasSubstr;
using Kind = VerdictKind;

constexpr Timestamp noon{43'200'000'000};

OfEffect of(const std::string& effect, Finding finding, Kind kind) {
  OfEffect one{effect, {}};
  one.asked.evidence.finding = finding;
  one.asked.evidence.why = "HTTP 503";
  one.asked.verdict.kind = kind;
  one.asked.verdict.why = "Of " + effect + ".";
  if (kind == Kind::settle_succeeded || kind == Kind::settle_failed)
    one.asked.verdict.response = key::StoredResponse{1, 201, {}, effect};
  return one;
}
OfEffect done(const std::string& effect, Kind kind = Kind::done_needs_response) {
  return of(effect, Finding::done, kind);
}
OfEffect free_(const std::string& effect) { return of(effect, Finding::no_such_key, Kind::release); }
OfEffect never(const std::string& effect) { return of(effect, Finding::refused, Kind::settle_failed); }
OfEffect open(const std::string& effect, Finding finding = Finding::no_such_key) {
  return of(effect, finding, Kind::unresolved);
}
OfEffect for_person(const std::string& effect, Finding finding = Finding::no_such_key) {
  return of(effect, finding, Kind::needs_human);
}

TEST(Together, SettlesOnlyWhereAllEffectsHaveTheSameEnd) {
  const struct {
    std::vector<OfEffect> all;
    Kind kind;
    std::string why;
    bool differs = false, partly_done = false;
  } cases[] = {
      {{done("charge", Kind::settle_succeeded)}, Kind::settle_succeeded, "Of charge."},
      {{done("charge", Kind::settle_succeeded), done("mail")},
       Kind::settle_succeeded,
       "charge: done; mail: done"},
      {{done("charge"), done("mail")}, Kind::done_needs_response, "charge: done; mail: done"},
      {{never("charge"), never("mail")}, Kind::settle_failed, "charge: refused; mail: refused"},
      {{free_("charge"), free_("mail")}, Kind::release, "charge: no such key; mail: no such key"},
      // A part: nothing follows.
      {{done("charge", Kind::settle_succeeded), free_("mail")}, Kind::needs_human, "Only a part", true, true},
      {{free_("charge"), done("mail")}, Kind::needs_human, "charge: no such key; mail: done", true, true},
      {{done("charge"), never("mail")}, Kind::needs_human, "charge: done; mail: refused", true, true},
      {{never("charge"), free_("mail")},
       Kind::needs_human,
       "different ends: charge: refused; mail: no such key",
       true},
      {{done("charge"), done("mail"), free_("points")}, Kind::needs_human, "points: no such key", true, true},
      // One is open.
      {{done("charge"), open("mail")}, Kind::unresolved, "charge: done; mail: no such key", true, true},
      {{done("charge"), open("mail", Finding::unknown)},
       Kind::unresolved,
       "mail: unknown (HTTP 503)",
       false,
       true},
      {{never("charge"), open("mail", Finding::pending)}, Kind::unresolved, "mail: pending", true},
      {{open("charge", Finding::unknown), open("mail", Finding::unknown)},
       Kind::unresolved,
       "charge: unknown",
       false},
      {{open("charge"), for_person("mail")}, Kind::needs_human, "mail: no such key", true},
      {{done("charge"), for_person("mail", Finding::unknown)},
       Kind::needs_human,
       "mail: unknown",
       false,
       true},
  };
  for (const auto& one : cases) {
    const JudgedEvidence is = together(one.all);
    EXPECT_EQ(word(is.verdict.kind), word(one.kind)) << is.verdict.why;
    EXPECT_THAT(is.verdict.why, HasSubstr(one.why));
    EXPECT_EQ(is.evidence.differs, one.differs) << is.verdict.why;
    EXPECT_EQ(is.evidence.partly_done, one.partly_done) << is.verdict.why;
    // Nothing that looks like evidence of the whole request.
    if (!one.partly_done) continue;
    EXPECT_EQ(is.evidence.finding, Finding::unknown) << is.verdict.why;
    // No person may call it failed while a part of it happened.
    EXPECT_EQ(weight_of(is, tables::Verb::fail), Weight::against) << is.verdict.why;
  }
}

TEST(Together, KeepsTheResponseOfTheFirstAndTheEarliestEndOfTheTimeToRetry) {
  EXPECT_EQ(together({done("charge", Kind::settle_succeeded), done("mail", Kind::settle_succeeded)})
                .verdict.response->body,
            "charge");
  OfEffect first = free_("charge"), second = free_("mail");
  first.asked.verdict.retry_before = noon;
  second.asked.verdict.retry_before = noon - std::chrono::hours(1);
  EXPECT_EQ(together({first, second}).verdict.retry_before, noon - std::chrono::hours(1));
}

TEST(Together, AnotherEffectUnderOneOfTheKeysIsLoud) {
  OfEffect other = for_person("mail", Finding::done);
  other.asked.verdict.loud = true;
  const JudgedEvidence is = together({done("charge"), other});
  EXPECT_TRUE(is.verdict.loud);
  EXPECT_THAT(is.verdict.why, HasSubstr("Of mail."));
  EXPECT_EQ(weight_of(is, tables::Verb::release), Weight::against);
}

TEST(Together, IsAskedAgainAsLateAsTheMostPatientOfThem) {
  OfEffect soon = open("charge"), late = open("mail");
  soon.asked.verdict.ask_again_after = std::chrono::seconds(1);
  late.asked.verdict.ask_again_after = std::chrono::minutes(5);
  EXPECT_EQ(together({soon, late}).verdict.ask_again_after, Duration(std::chrono::minutes(5)));
  soon.asked.evidence.was_asked = false;
  EXPECT_FALSE(together({soon, late}).evidence.was_asked) << "no attempt is counted";
}

}  // namespace
}  // namespace onceover::reconcile
