// SPDX-License-Identifier: Apache-2.0
// A retry policy as found in real clients: core/retry's formulas, and what core/retry does not allow: no
// wait, a fixed wait, no cap, no limit. For drawing, simulating and judging; real retries use core/retry.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/random.h"
#include "core/base/time.h"
#include "core/retry/policy.h"

namespace onceover::calculator {

enum class Backoff { none, fixed, exponential, full_jitter, equal_jitter, decorrelated_jitter };

// "none", "fixed", "exponential", "full_jitter", "equal_jitter", "decorrelated_jitter".
std::string_view word(Backoff backoff);
std::optional<Backoff> backoff_from_word(std::string_view word);

inline constexpr Backoff all_backoffs[] = {Backoff::none,         Backoff::fixed,
                                           Backoff::exponential,  Backoff::full_jitter,
                                           Backoff::equal_jitter, Backoff::decorrelated_jitter};

// Random within a range, so that clients that failed together do not retry together.
bool has_jitter(Backoff backoff);
// Waits longer each time.
bool grows(Backoff backoff);

struct Policy {
  Backoff backoff = Backoff::full_jitter;
  Duration base = std::chrono::milliseconds(100);         // negative counts as 0
  std::optional<Duration> cap = std::chrono::seconds(2);  // of one wait; nullopt: no cap
  std::optional<unsigned> attempts = 5;                   // the first one included; nullopt: no limit
  std::optional<Duration> total =
      // from the start of the first attempt to the start of the last; nullopt: no limit
      std::chrono::seconds(10);
  unsigned first_power =
      0;  // the wait after the first attempt is base·2^first_power: 0 as in core/retry, 1 as in many clients
};

Policy policy_from(const retry::Policy& policy);

// The range of one wait. least ≤ most.
struct DelayRange {
  Duration least, most;
};

// Used for "no cap", and limits every sum: a hundred years.
inline constexpr Duration endless = std::chrono::hours(24 * 365 * 100);

// n counts from 0: the wait after the first attempt. previous: the wait before, for decorrelated jitter;
// nullopt: any.
DelayRange delay_range(const Policy& policy, unsigned n, std::optional<Duration> previous = std::nullopt);
Duration draw_delay(const Policy& policy, unsigned n, std::optional<Duration> previous, Random& random);

// "full jitter from 100 ms, at most 2 s a wait, 5 attempts, 10 s in all"
std::string describe(const Policy& policy);

}  // namespace onceover::calculator
