// SPDX-License-Identifier: Apache-2.0
// Whether to try again, and when: attempts and total time are both limited. The caller asks the budget and
// the breaker first: breaker.h.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "core/base/random.h"
#include "core/base/time.h"

namespace onceover::retry {

// Whether a request may be tried again after this answer. Only with an idempotency key: without one, no retry
// is safe.

enum class Outcome {
  done,       // below 400: there is an answer
  retryable,  // the same request may succeed later
  permanent,  // the same request will not succeed
};

// No answer arrived: refused, reset, timed out, unresolved name. The result is unknown, and the key makes a
// retry safe.
inline constexpr Outcome network_error = Outcome::retryable;

// error_code: the caller reads it from a problem+json body; nullopt: there is none.
// 408, 429 and 5xx are retryable; other 4xx are not. 409 is retryable only if its code means that the first
// request is still in progress. PROVIDER.duplicate is never retried, whatever the status: the effect is
// already applied.
Outcome classify(int http_status, std::optional<std::string_view> error_code = std::nullopt);

// How long to wait before the next attempt: the four formulas that clients in the field use.

enum class Strategy { exponential, full_jitter, equal_jitter, decorrelated_jitter };

// "exponential", "full_jitter", "equal_jitter", "decorrelated_jitter".
std::string_view word(Strategy strategy);

// n counts from 0: the wait after the first attempt has n = 0. previous: the last delay, for decorrelated
// jitter; base at first. Never negative, never above cap, for any n; negative base and cap count as 0.
Duration next_delay(Strategy strategy, unsigned n, Duration base, Duration cap,
                    std::optional<Duration> previous, Random& random);

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

// attempt: how many were made, 1 after the first. elapsed: since the first began. retry_after: from the
// answer; it overrides the computed delay (and the cap), never the deadline. previous_delay: of the last
// RetryAfter, nullopt at first.
Decision decide_retry(const Policy& policy, unsigned attempt, Duration elapsed, Outcome outcome,
                      std::optional<Duration> retry_after, std::optional<Duration> previous_delay,
                      Random& random);

// How hard a service may work the store: the rows of a batch, and the rest after it. Pure.

struct PaceConfig {
  // Rows of a batch, whatever the time. Below the least a batch is mostly round trips and waiting for the
  // disk: shorter by little.
  int least = 200, most = 1000;
  Duration aim = std::chrono::milliseconds(20);  // of a writing transaction
  double share = 0.25;                           // part of the time the store is worked for; 1: no rests
  int first = 0;                                 // rows of the first batch; 0: the least
};

class Pace {
 public:
  explicit Pace(const PaceConfig& config);

  int batch() const { return batch_; }
  // How the last batch went: its rows, and how long the longest of its writing transactions took. The next is
  // larger or smaller, towards the aim. A batch that was not full says nothing in favour of a larger one; nor
  // does one whose questions took their time (may_grow).
  void went(int rows, Duration longest, bool may_grow = true);
  // For how long to leave the store alone after working it for so long; idle: for how long it was left alone
  // meanwhile. A second at most.
  Duration rest(Duration worked, Duration idle) const;

 private:
  void set(double batch);
  PaceConfig config_;
  int batch_;
};

}  // namespace onceover::retry
