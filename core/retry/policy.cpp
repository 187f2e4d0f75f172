#include "core/retry/policy.h"

#include <algorithm>

namespace onceover::retry {

std::string_view word(GiveUpReason reason) {
  switch (reason) {
    case GiveUpReason::done: return "done";
    case GiveUpReason::permanent: return "permanent";
    case GiveUpReason::attempts_exhausted: return "attempts_exhausted";
    case GiveUpReason::out_of_time: return "out_of_time";
  }
  return "permanent";
}

Decision decide_retry(const Policy& policy, unsigned attempt, Duration elapsed, Outcome outcome, std::optional<Duration> retry_after,
                      std::optional<Duration> previous_delay, Random& random) {
  if (outcome == Outcome::done) return GiveUp{GiveUpReason::done};
  if (outcome == Outcome::permanent) return GiveUp{GiveUpReason::permanent};
  if (attempt >= policy.attempts) return GiveUp{GiveUpReason::attempts_exhausted};
  const unsigned n = attempt == 0 ? 0 : attempt - 1;
  const Duration computed = next_delay(policy.strategy, n, policy.base, policy.cap, previous_delay, random);
  const Duration delay = std::max(retry_after.value_or(computed), Duration::zero());
  // Not elapsed + delay: a Retry-After may be as long as it likes.
  if (delay >= policy.total - std::max(elapsed, Duration::zero())) return GiveUp{GiveUpReason::out_of_time};
  return RetryAfter{delay};
}

}  // namespace onceover::retry
