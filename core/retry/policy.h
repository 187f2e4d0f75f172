// SPDX-License-Identifier: Apache-2.0
// Whether to try again, and when: attempts and total time are both limited. The caller asks the budget and the breaker first; see budget.h
// and breaker.h.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "core/retry/backoff.h"
#include "core/retry/classify.h"

namespace onceover::retry {

struct Policy {
  Strategy strategy = Strategy::full_jitter;
  unsigned attempts = 5;  // the first one included
  Duration base = std::chrono::milliseconds(100);
  Duration cap = std::chrono::seconds(2);
  Duration total = std::chrono::seconds(10);  // from the start of the first attempt to the start of the last
};

enum class GiveUpReason {
  done,                // there is an answer
  permanent,           // the same request will not succeed
  attempts_exhausted,  // all were used
  out_of_time,         // the wait, Retry-After included, would end at or after the deadline
};


struct RetryAfter {
  Duration delay;
};
struct GiveUp {
  GiveUpReason reason;
};
using Decision = std::variant<RetryAfter, GiveUp>;

// attempt: how many were made, 1 after the first. elapsed: since the first began. retry_after: from the answer; it overrides the computed
// delay (and the cap), never the deadline. previous_delay: of the last RetryAfter, nullopt at first.
Decision decide_retry(const Policy& policy, unsigned attempt, Duration elapsed, Outcome outcome, std::optional<Duration> retry_after,
                      std::optional<Duration> previous_delay, Random& random);

}  // namespace onceover::retry
