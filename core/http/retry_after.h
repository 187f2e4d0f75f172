// SPDX-License-Identifier: Apache-2.0
// Retry-After (RFC 9110, 10.2.3): seconds, or an HTTP date.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace onceover::http {

// Longer waits are cut to this: no real server needs more, and sums with it cannot overflow.
inline constexpr Duration max_retry_after = std::chrono::hours(24 * 30);

// From `now`; 0 if the date has passed. nullopt for anything else (negative numbers, fractions, text).
std::optional<Duration> parse_retry_after(std::string_view value, Timestamp now);

// Whole seconds, rounded up, at least "1": a caller that waits 0 would meet the same lease.
std::string format_retry_after(Duration wait);

// Any of the three forms of RFC 9110, 5.6.7: "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37
// GMT", "Sun Nov  6 08:49:37 1994". A two-digit year is the nearest to `now`, at most 50 years ahead; nullopt
// if `now` is outside the years 0000 to 9999.
std::optional<Timestamp> parse_http_date(std::string_view text, Timestamp now);

}  // namespace onceover::http
