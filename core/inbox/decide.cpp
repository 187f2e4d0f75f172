// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/decide.h"

#include <algorithm>

#include "core/base/enum_names.h"
#include "core/key/types.h"

namespace onceover::inbox {
namespace {

constexpr auto state_words = enum_names<State>();
constexpr auto answer_words = enum_names<Answer>();

}  // namespace

std::string_view word(State state) { return state_words.of(state); }
std::optional<State> state_from_word(std::string_view word) { return state_words.from(word); }
std::string_view word(Answer answer) { return answer_words.of(answer); }

Content compare(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return Content::unknown;
  return left == right ? Content::same : Content::different;
}

Answer answer_to_repeat(std::string_view stored, std::string_view fingerprint) {
  switch (compare(stored, fingerprint)) {
    case Content::same: return Answer::duplicate;
    case Content::unknown: return Answer::duplicate_unverified;
    case Content::different: break;
  }
  return Answer::mismatch;
}

BeginDecision decide(const Existing& row, std::string_view fingerprint, Timestamp now, const Policy& policy) {
  const Content content = compare(row.fingerprint, fingerprint);
  if (content == Content::different) return Mismatch{};
  if (row.state == State::succeeded || row.state == State::discarded) return Duplicate{content == Content::same};
  if (row.state == State::dead) return Dead{};
  if (row.locked_until && now < *row.locked_until) return InProgress{row.locked_until};
  if (row.attempts >= static_cast<std::int64_t>(policy.attempts)) return MustBury{row.fence};
  if (row.next_try_at && now < *row.next_try_at) return NotDue{*row.next_try_at};
  return MayBegin{row.fence};
}

AfterFailure after_failure(const Policy& policy, std::int64_t attempts, bool definitive, std::optional<Duration> retry_after,
                           Random& random) {
  if (definitive || attempts >= static_cast<std::int64_t>(policy.attempts)) return BecomesDead{};
  if (retry_after) return RetryIn{std::clamp(*retry_after, Duration::zero(), key::longest_lease)};
  const auto n = static_cast<unsigned>(std::clamp<std::int64_t>(attempts - 1, 0, 1'000));
  // Failures of one event lie far apart and in different processes: there is no previous delay to go by.
  return RetryIn{std::min(retry::next_delay(policy.strategy, n, policy.base, policy.cap, std::nullopt, random), key::longest_lease)};
}

}  // namespace onceover::inbox
