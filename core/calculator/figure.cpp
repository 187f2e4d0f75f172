// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/figure.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace onceover::calculator {
namespace {

std::string in_units(double bytes, double step, const std::array<const char*, 6>& units) {
  std::size_t unit = 0;
  while (unit + 1 < units.size() && bytes >= step * 0.9995) {
    bytes /= step;
    ++unit;
  }
  const int decimals = unit == 0 || bytes >= 99.95 ? 0 : bytes >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f} {}", bytes, decimals, units[unit]);
}

}  // namespace

std::string grouped(double number) {
  if (!std::isfinite(number)) return "–";
  std::string digits = fmt::format("{:.0f}", std::abs(number));
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return number <= -0.5 ? "−" + digits : digits;
}

std::string bytes_text(double bytes) {
  if (!std::isfinite(bytes)) return "–";
  constexpr std::array<const char*, 6> decimal{"bytes", "kB", "MB", "GB", "TB", "PB"},
      binary{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  if (std::abs(bytes) < 999.5) return fmt::format("{:.0f} bytes", bytes);
  return in_units(bytes, 1000, decimal) + " (" + in_units(bytes, 1024, binary) + ")";
}

std::string plain(double number) {
  if (!std::isfinite(number)) return "–";
  if (std::abs(number) >= 1000 || number == std::round(number)) return grouped(number);
  std::string text = fmt::format("{:.3f}", number);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace onceover::calculator
