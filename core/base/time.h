// SPDX-License-Identifier: Apache-2.0
// Time in all rooms. Instants that decide anything come from the database's clock (DESIGN, decision 4); the
// machine's own clock is only used for deadlines of waits.
#pragma once

#include <algorithm>
#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text.h"

namespace onceover {

using Duration = std::chrono::microseconds;
using Steady = std::chrono::steady_clock;
using Deadline = Steady::time_point;  // on this machine's monotonic clock

// A PostgreSQL timestamptz, to the microsecond: microseconds since 1970-01-01 00:00 UTC. Infinity is kept.
// PostgreSQL counts from 2000 and so reaches the end of 294276; times after 294247-01-10 become latest():
// later than all others, but finite.
struct Timestamp {
  std::int64_t us = 0;

  static constexpr Timestamp infinity() { return {std::numeric_limits<std::int64_t>::max()}; }
  static constexpr Timestamp minus_infinity() { return {std::numeric_limits<std::int64_t>::min()}; }
  static constexpr Timestamp latest() { return {std::numeric_limits<std::int64_t>::max() - 1}; }
  static constexpr Timestamp earliest() { return {std::numeric_limits<std::int64_t>::min() + 1}; }
  constexpr bool is_finite() const { return *this != infinity() && *this != minus_infinity(); }
  constexpr auto operator<=>(const Timestamp&) const = default;
};

// Saturate at infinity: an infinite lease plus a second is infinite.
Timestamp operator+(Timestamp at, Duration by);
Timestamp operator-(Timestamp at, Duration by);
// later − earlier; Duration::max()/min() if either is infinite.
Duration operator-(Timestamp later, Timestamp earlier);

// To a multiple of the unit since 1970; infinity is kept.
Timestamp floor_to(Timestamp at, Duration unit);
Timestamp ceil_to(Timestamp at, Duration unit);

// "2026-11-21T02:03:04.000005Z", always UTC, always six digits; "infinity", "-infinity"; years before 1 as
// "0044-… BC".
std::string iso(Timestamp at);
// Reads the output of iso(), and RFC 3339 with an offset; nullopt for anything else.
std::optional<Timestamp> parse_iso(std::string_view text);
// "12 min", "3 h 20 min", "850 ms", "−4 s": at most two units, for display.
std::string human(Duration span);

// Instants for people: in a sentence, and by this machine's clock.

// "2026-11-21 02:03:04 UTC": as iso(), to the second; "infinity" and "-infinity" as there.
inline std::string moment(Timestamp at) {
  std::string text = iso(at);
  if (!at.is_finite()) return text;
  text[text.find('T')] = ' ';
  return text.replace(text.find('.'), 8, " UTC");
}

// For texts, files and waits; about rows the database's clock decides.
inline Timestamp machine_time() {
  return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()};
}

// A length of time as a person types it.

// "30" (seconds), "250ms", "30s", "5m", "2h", "3d"; longer than 0.
inline std::optional<Duration> parse_duration(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = number_from<std::int64_t>(text.substr(0, digits));
  if (!number || *number <= 0) return std::nullopt;
  const std::string_view unit = text.substr(digits);
  const std::int64_t us = unit == "ms"                  ? 1'000
                          : unit.empty() || unit == "s" ? 1'000'000
                          : unit == "m"                 ? 60'000'000
                          : unit == "h"                 ? 3'600'000'000
                          : unit == "d"                 ? 86'400'000'000
                                                        : 0;
  if (us == 0 || *number > std::int64_t{1'000'000} * 86'400'000'000 / us) return std::nullopt;
  return Duration(*number * us);
}

}  // namespace onceover
