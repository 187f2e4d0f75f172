// SPDX-License-Identifier: Apache-2.0
#include "core/http/retry_after.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/http/headers.h"

namespace onceover::http {
namespace {

constexpr std::array<std::string_view, 7> weekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                      "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool all_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_ascii_digit); }

// The nearest year that ends so, at most 50 years ahead.
std::string nearest_year(std::string_view two_digits, Timestamp now) {
  const std::string today = iso(now);
  if (!all_digits(two_digits) || today.find('-') != 4) return {};
  const int written = *number_from<int>(today.substr(0, 4));
  const int this_year = today.ends_with(" BC") ? 1 - written : written;
  if (this_year < 0) return {};
  int year = this_year - this_year % 100 + *number_from<int>(two_digits);
  if (year > this_year + 50) year -= 100;
  if (year <= this_year - 50) year += 100;
  return fmt::format("{:04}", year);
}

// In the form, d is the day, p the same padded with a space, m the month, y the year, z its last two digits,
// and t the time of day; all else stands as it is.
std::optional<Timestamp> read_date(std::string_view text, std::string_view form, Timestamp now) {
  std::string day, month, year, time;
  for (const char part : form) {
    const bool is_pair = part == 'd' || part == 'p' || part == 'z';
    const std::string is(text.substr(0, part == 't'   ? 8
                                        : part == 'y' ? 4
                                        : part == 'm' ? 3
                                        : is_pair     ? 2
                                                      : 1));
    text.remove_prefix(is.size());
    switch (part) {
      case 'd': day = is; break;
      case 'p': day = is.starts_with(' ') ? '0' + is.substr(1) : is; break;
      case 'm': month = fmt::format("{:02}", std::ranges::find(months, is) - months.begin() + 1); break;
      case 'y': year = is; break;
      case 'z': year = nearest_year(is, now); break;
      case 't': time = is; break;
      default:
        if (is != std::string_view(&part, 1)) return std::nullopt;
    }
  }
  return text.empty() ? parse_iso(fmt::format("{}-{}-{}T{}Z", year, month, day, time)) : std::nullopt;
}

}  // namespace

std::optional<Timestamp> parse_http_date(std::string_view text, Timestamp now) {
  if (!now.is_finite()) return std::nullopt;
  for (const std::string_view weekday : weekdays) {
    if (text.starts_with(weekday)) return read_date(text.substr(weekday.size()), ", d-m-z t GMT", now);
    if (!text.starts_with(weekday.substr(0, 3))) continue;
    const std::string_view rest = text.substr(3);
    return read_date(rest, rest.starts_with(',') ? ", d m y t GMT" : " m p t y", now);
  }
  return std::nullopt;
}

std::optional<Duration> parse_retry_after(std::string_view value, Timestamp now) {
  value = trimmed(value);
  if (all_digits(value)) {
    const auto most = std::chrono::duration_cast<std::chrono::seconds>(max_retry_after);
    return std::min(std::chrono::seconds(number_from<std::int64_t>(value).value_or(most.count())), most);
  }
  const auto date = parse_http_date(value, now);
  if (!date) return std::nullopt;
  return std::clamp(*date - now, Duration::zero(), max_retry_after);
}

std::string format_retry_after(Duration wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(std::min(wait, max_retry_after));
  return std::to_string(std::max<std::int64_t>(1, seconds.count()));
}

}  // namespace onceover::http
