// SPDX-License-Identifier: Apache-2.0
// How long to wait before the next attempt: the four formulas that clients in the field use.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/random.h"
#include "core/base/time.h"

namespace onceover::retry {

enum class Strategy { exponential, full_jitter, equal_jitter, decorrelated_jitter };

// "exponential", "full_jitter", "equal_jitter", "decorrelated_jitter".
std::string_view word(Strategy strategy);

// n counts from 0: the wait after the first attempt has n = 0. previous: the last delay, for decorrelated jitter; base at
// first. Never negative, never above cap, for any n; negative base and cap count as 0.
Duration next_delay(Strategy strategy, unsigned n, Duration base, Duration cap, std::optional<Duration> previous, Random& random);

}  // namespace onceover::retry
