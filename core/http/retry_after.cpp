// SPDX-License-Identifier: Apache-2.0
#include "core/http/retry_after.h"

#include <array>

#include "core/http/headers.h"

namespace onceover::http {
namespace {

constexpr std::array<std::string_view, 7> weekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                      "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// The years 0000 and 9999, the limits of HTTP dates.
constexpr Timestamp first_instant{-62'167'219'200'000'000}, last_instant{253'402'300'799'999'999};

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Reads a date part by part; any mismatch makes it unreadable.
class DateReader {
 public:
  explicit DateReader(std::string_view text) : rest_(text) {}

  bool ok() const { return ok_ && rest_.empty(); }

  void literal(std::string_view expected) {
    ok_ = ok_ && rest_.starts_with(expected);
    skip(expected.size());
  }

  int digits(std::size_t count) {
    const std::string_view text = rest_.substr(0, count);
    ok_ = ok_ && text.size() == count && all_digits(text);
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    skip(count);
    return value;
  }

  // asctime pads the day of the month with a space.
  int padded_day() {
    if (!rest_.starts_with(' ')) return digits(2);
    skip(1);
    return digits(1);
  }

  unsigned month() {
    const auto found = std::find(months.begin(), months.end(), rest_.substr(0, 3));
    ok_ = ok_ && found != months.end();
    skip(3);
    return static_cast<unsigned>(found - months.begin()) + 1;
  }

  std::chrono::seconds time_of_day() {
    const int hour = digits(2);
    literal(":");
    const int minute = digits(2);
    literal(":");
    const int second = digits(2);
    ok_ = ok_ && hour <= 23 && minute <= 59 && second <= 60;  // 60: a leap second
    return std::chrono::hours(hour) + std::chrono::minutes(minute) + std::chrono::seconds(second);
  }

 private:
  void skip(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }

  std::string_view rest_;
  bool ok_ = true;
};

std::optional<Timestamp> instant(int year, unsigned month, int day, std::chrono::seconds time_of_day) {
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  const auto at = std::chrono::sys_days(date).time_since_epoch() + time_of_day;
  return Timestamp{std::chrono::duration_cast<Duration>(at).count()};
}

int year_of(Timestamp at) {
  const std::chrono::sys_time<Duration> instant_of{Duration(at.us)};
  return static_cast<int>(
      std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(instant_of)).year());
}

std::optional<Timestamp> parse_imf(std::string_view after_weekday) {
  DateReader in(after_weekday);
  in.literal(", ");
  const int day = in.digits(2);
  in.literal(" ");
  const unsigned month = in.month();
  in.literal(" ");
  const int year = in.digits(4);
  in.literal(" ");
  const auto time = in.time_of_day();
  in.literal(" GMT");
  return in.ok() ? instant(year, month, day, time) : std::nullopt;
}

std::optional<Timestamp> parse_rfc850(std::string_view after_weekday, Timestamp now) {
  DateReader in(after_weekday);
  in.literal(", ");
  const int day = in.digits(2);
  in.literal("-");
  const unsigned month = in.month();
  in.literal("-");
  const int two_digits = in.digits(2);
  in.literal(" ");
  const auto time = in.time_of_day();
  in.literal(" GMT");
  // A two-digit year needs a four-digit year for comparison.
  if (!in.ok() || now < first_instant || now > last_instant) return std::nullopt;
  const int this_year = year_of(now);
  int year = this_year - this_year % 100 + two_digits;
  if (year > this_year + 50) year -= 100;
  if (year <= this_year - 50) year += 100;
  return instant(year, month, day, time);
}

std::optional<Timestamp> parse_asctime(std::string_view after_weekday) {
  DateReader in(after_weekday);
  in.literal(" ");
  const unsigned month = in.month();
  in.literal(" ");
  const int day = in.padded_day();
  in.literal(" ");
  const auto time = in.time_of_day();
  in.literal(" ");
  const int year = in.digits(4);
  return in.ok() ? instant(year, month, day, time) : std::nullopt;
}

}  // namespace

std::optional<Timestamp> parse_http_date(std::string_view text, Timestamp now) {
  if (!now.is_finite()) return std::nullopt;
  for (const std::string_view weekday : weekdays) {
    if (text.starts_with(weekday)) return parse_rfc850(text.substr(weekday.size()), now);
    if (!text.starts_with(weekday.substr(0, 3))) continue;
    const std::string_view rest = text.substr(3);
    return rest.starts_with(',') ? parse_imf(rest) : parse_asctime(rest);
  }
  return std::nullopt;
}

std::optional<Duration> parse_retry_after(std::string_view value, Timestamp now) {
  value = trimmed(value);
  if (all_digits(value)) {
    std::int64_t seconds = 0;
    const auto [end, ec] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    const auto most = std::chrono::duration_cast<std::chrono::seconds>(max_retry_after);
    return ec == std::errc{} ? std::min(std::chrono::seconds(seconds), most) : most;
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
