// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/inbox/inbox.h"
#include "core/key/types.h"

namespace onceover::inbox {
namespace {

constexpr Timestamp now{1'000'000'000};
constexpr Timestamp before{now.us - 1}, after{now.us + 1};

struct Row {
  const char* name;
  Existing existing;
  std::string fingerprint;
  std::size_t decision;
};
constexpr std::size_t duplicate = 0, mismatch = 1, in_progress = 2, not_due = 3, dead = 4, must_bury = 5,
                      may_begin = 6;

TEST(Decide, EveryRowHasItsAnswer) {
  const std::vector<Row> table{
      {"processed", {State::succeeded, "A", 1, 1, {}, {}}, "A", duplicate},
      {"processed, fingerprint unknown to the row", {State::succeeded, "", 1, 1, {}, {}}, "A", duplicate},
      {"processed, fingerprint unknown to the event", {State::succeeded, "A", 1, 1, {}, {}}, "", duplicate},
      {"processed with other content", {State::succeeded, "A", 1, 1, {}, {}}, "B", mismatch},
      {"dead", {State::dead, "A", 1, 5, {}, {}}, "A", dead},
      {"dead with other content", {State::dead, "A", 1, 5, {}, {}}, "B", mismatch},
      {"lease live", {State::in_progress, "A", 1, 1, after, {}}, "A", in_progress},
      {"lease live, last attempt", {State::in_progress, "A", 1, 5, after, {}}, "A", in_progress},
      {"lease live with other content", {State::in_progress, "A", 1, 1, after, {}}, "B", mismatch},
      {"lease ends now", {State::in_progress, "A", 1, 1, now, {}}, "A", may_begin},
      {"lease expired", {State::in_progress, "A", 1, 4, before, {}}, "A", may_begin},
      {"lease expired, attempts used up", {State::in_progress, "A", 1, 5, before, {}}, "A", must_bury},
      {"more attempts than are allowed now", {State::in_progress, "A", 1, 9, before, {}}, "A", must_bury},
      {"failed, not due", {State::in_progress, "A", 1, 1, {}, after}, "A", not_due},
      {"failed, due now", {State::in_progress, "A", 1, 1, {}, now}, "A", may_begin},
      {"failed, fingerprint unknown", {State::in_progress, "", 1, 1, {}, before}, "A", may_begin},
      {"never tried", {State::in_progress, "A", 1, 0, {}, {}}, "A", may_begin},
  };
  for (const Row& row : table)
    EXPECT_EQ(decide(row.existing, row.fingerprint, now, {}).index(), row.decision) << row.name;
}

TEST(Decide, TheAnswerCarriesWhatTheCallerNeeds) {
  EXPECT_EQ(std::get<MayBegin>(decide({State::in_progress, "A", 7, 1, {}, {}}, "A", now, {})).fence, 7);
  EXPECT_EQ(std::get<MustBury>(decide({State::in_progress, "A", 8, 5, {}, {}}, "A", now, {})).fence, 8);
  EXPECT_EQ(std::get<InProgress>(decide({State::in_progress, "A", 1, 1, after, {}}, "A", now, {})).until,
            after);
  EXPECT_EQ(std::get<NotDue>(decide({State::in_progress, "A", 1, 1, {}, after}, "A", now, {})).until, after);
  EXPECT_TRUE(std::get<Duplicate>(decide({State::succeeded, "A", 1, 1, {}, {}}, "A", now, {})).verified);
  EXPECT_FALSE(std::get<Duplicate>(decide({State::succeeded, "A", 1, 1, {}, {}}, "", now, {})).verified);
  EXPECT_FALSE(std::get<Duplicate>(decide({State::succeeded, "", 1, 1, {}, {}}, "A", now, {})).verified);
}

TEST(Compare, AMissingFingerprintIsNeverEqual) {
  EXPECT_EQ(compare("", ""), Content::unknown);
  EXPECT_EQ(compare("A", ""), Content::unknown);
  EXPECT_EQ(compare("", "A"), Content::unknown);
  EXPECT_EQ(compare("A", "A"), Content::same);
  EXPECT_EQ(compare("A", "B"), Content::different);
  EXPECT_EQ(compare(std::string_view("A\0B", 3), std::string_view("A\0C", 3)), Content::different);
  EXPECT_EQ(answer_to_repeat("", ""), Answer::duplicate_unverified);
  EXPECT_EQ(answer_to_repeat("A", "A"), Answer::duplicate);
  EXPECT_EQ(answer_to_repeat("A", "B"), Answer::mismatch);
}

TEST(AfterFailure, TheLastAttemptIsTheLast) {
  Random random(1);
  const Policy policy{
      .attempts = 3, .strategy = retry::Strategy::exponential, .base = std::chrono::seconds(2)};
  const auto delay = [&](std::int64_t attempts) {
    return std::get<RetryIn>(after_failure(policy, attempts, false, {}, random)).delay;
  };
  EXPECT_EQ(delay(1), std::chrono::seconds(2));
  EXPECT_EQ(delay(2), std::chrono::seconds(4));
  EXPECT_TRUE(std::holds_alternative<BecomesDead>(after_failure(policy, 3, false, {}, random)));
  EXPECT_TRUE(std::holds_alternative<BecomesDead>(after_failure(policy, 4, false, {}, random)));
  EXPECT_TRUE(std::holds_alternative<BecomesDead>(after_failure(policy, 1, true, {}, random)));
  EXPECT_TRUE(
      std::holds_alternative<BecomesDead>(after_failure(policy, 3, false, std::chrono::seconds(9), random)));
}

TEST(AfterFailure, TheOtherSidesWordOverridesTheBackoff) {
  Random random(1);
  const Policy policy{.cap = std::chrono::seconds(1)};
  EXPECT_EQ(std::get<RetryIn>(after_failure(policy, 1, false, std::chrono::seconds(90), random)).delay,
            std::chrono::seconds(90));
  EXPECT_EQ(std::get<RetryIn>(after_failure(policy, 1, false, std::chrono::seconds(-1), random)).delay,
            Duration::zero());
}

TEST(AfterFailure, NoPauseIsLongerThanTheStoreKeeps) {
  Random random(1);
  const Policy policy{.strategy = retry::Strategy::exponential,
                      .base = std::chrono::hours(100),
                      .cap = std::chrono::hours(100)};
  EXPECT_EQ(std::get<RetryIn>(after_failure(policy, 1, false, std::chrono::hours(24 * 31), random)).delay,
            key::longest_lease);
  EXPECT_EQ(std::get<RetryIn>(after_failure(policy, 1, false, {}, random)).delay, key::longest_lease);
}

TEST(AfterFailure, TheBackoffIsSpreadAndBounded) {
  Random random(2);
  const Policy policy{
      .attempts = 2'000'000'000, .base = std::chrono::seconds(1), .cap = std::chrono::seconds(60)};
  Duration least = Duration::max(), most = Duration::zero();
  for (int i = 0; i < 1'000; ++i) {
    const Duration delay = std::get<RetryIn>(after_failure(policy, 1'000'000'000, false, {}, random)).delay;
    least = std::min(least, delay);
    most = std::max(most, delay);
  }
  EXPECT_LT(least, std::chrono::seconds(6));
  EXPECT_GT(most, std::chrono::seconds(54));
  EXPECT_LE(most, std::chrono::seconds(60));
}

TEST(Words, ThereAndBack) {
  for (const State state : {State::in_progress, State::succeeded, State::dead})
    EXPECT_EQ(state_from_word(word(state)), state);
  EXPECT_EQ(state_from_word("failed"), std::nullopt);
  EXPECT_EQ(word(Answer::duplicate_unverified), "duplicate_unverified");
}

}  // namespace
}  // namespace onceover::inbox
