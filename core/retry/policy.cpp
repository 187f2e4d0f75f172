#include "core/retry/policy.h"

#include <algorithm>

#include "core/base/words.h"

namespace onceover::retry {

constexpr auto give_up_reason_words = words<GiveUpReason>({{GiveUpReason::done, "done"},
                                                           {GiveUpReason::permanent, "permanent"},
                                                           {GiveUpReason::attempts_exhausted, "attempts_exhausted"},
                                                           {GiveUpReason::out_of_time, "out_of_time"}});

std::string_view word(GiveUpReason reason) { return give_up_reason_words.of(reason); }

Decision decide_retry(const Policy& policy, unsigned attempt, Duration elapsed, Outcome outcome, std::optional<Duration> retry_after,
                      std::optional<Duration> previous_delay, Random& random) {
  if (outcome == Outcome::done) return GiveUp{GiveUpReason::done};
  if (outcome == Outcome::permanent) return GiveUp{GiveUpReason::permanent};
  if (attempt >= policy.attempts) return GiveUp{GiveUpReason::attempts_exhausted};
  const unsigned n = attempt == 0 ? 0 : attempt - 1;
  const Duration computed = next_delay(policy.strategy, n, policy.base, policy.cap, previous_delay, random);
  const Duration delay = std::max(retry_after.value_or(computed), Duration::zero());
  // Not elapsed + delay: a Retry-After may be arbitrarily long.
  if (delay >= policy.total - std::max(elapsed, Duration::zero())) return GiveUp{GiveUpReason::out_of_time};
  return RetryAfter{delay};
}

}  // namespace onceover::retry
