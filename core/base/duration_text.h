// SPDX-License-Identifier: Apache-2.0
// A length of time as a person types it.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/base/text.h"
#include "core/base/time.h"

namespace onceover {

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
