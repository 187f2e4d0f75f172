// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.h"

#include <fmt/format.h>

#include <cctype>

namespace onceover {
namespace {

constexpr std::int64_t us_per_day = 86'400'000'000LL;

// A date of the proleptic Gregorian calendar, as PostgreSQL counts. std::chrono has fewer years, so it is
// asked about the first 400, after which the calendar repeats.
struct Civil {
  std::int64_t year;
  unsigned month, day;
};
constexpr std::int64_t years_of_cycle = 400, days_of_cycle = 146'097;

constexpr std::int64_t cycle_of(std::int64_t n, std::int64_t length) {
  return (n >= 0 ? n : n - length + 1) / length;
}

Civil civil_from_days(std::int64_t days) {
  const std::int64_t cycle = cycle_of(days, days_of_cycle);
  const std::chrono::year_month_day date(
      std::chrono::sys_days(std::chrono::days(days - cycle * days_of_cycle)));
  return {static_cast<int>(date.year()) + cycle * years_of_cycle, static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day())};
}

std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day) {
  const std::int64_t cycle = cycle_of(year, years_of_cycle);
  const std::chrono::year in_cycle(static_cast<int>(year - cycle * years_of_cycle));
  const std::chrono::sys_days date(in_cycle / std::chrono::month(month) / std::chrono::day(day));
  return date.time_since_epoch().count() + cycle * days_of_cycle;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  bool digits(int count, std::int64_t& out) {
    out = 0;
    for (int i = 0; i < count; ++i) {
      if (at_ >= text_.size() || !std::isdigit(static_cast<unsigned char>(text_[at_]))) return false;
      out = out * 10 + (text_[at_++] - '0');
    }
    return true;
  }
  bool character(char expected) {
    if (at_ >= text_.size() || text_[at_] != expected) return false;
    ++at_;
    return true;
  }
  bool one_of(std::string_view set) {
    if (at_ >= text_.size() || set.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool done() const { return at_ == text_.size(); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Timestamp operator+(Timestamp at, Duration by) {
  if (!at.is_finite()) return at;
  std::int64_t sum = 0;
  if (__builtin_add_overflow(at.us, by.count(), &sum))
    return by.count() > 0 ? Timestamp::infinity() : Timestamp::minus_infinity();
  return {sum};
}

Timestamp operator-(Timestamp at, Duration by) {
  if (!at.is_finite()) return at;
  std::int64_t rest = 0;
  if (__builtin_sub_overflow(at.us, by.count(), &rest))
    return by.count() > 0 ? Timestamp::minus_infinity() : Timestamp::infinity();
  return {rest};
}

Duration operator-(Timestamp later, Timestamp earlier) {
  if (later == earlier) return Duration{0};
  std::int64_t rest = 0;
  if (!later.is_finite() || !earlier.is_finite() || __builtin_sub_overflow(later.us, earlier.us, &rest)) {
    return later > earlier ? Duration::max() : Duration::min();
  }
  return Duration{rest};
}

Timestamp floor_to(Timestamp at, Duration unit) {
  if (!at.is_finite()) return at;
  const std::int64_t rest = at.us % unit.count();
  return {at.us - (rest < 0 ? rest + unit.count() : rest)};
}

Timestamp ceil_to(Timestamp at, Duration unit) {
  const Timestamp floor = floor_to(at, unit);
  return floor == at ? at : floor + unit;
}

std::string iso(Timestamp at) {
  if (at == Timestamp::infinity()) return "infinity";
  if (at == Timestamp::minus_infinity()) return "-infinity";
  std::int64_t days = at.us / us_per_day;
  std::int64_t rest = at.us % us_per_day;
  if (rest < 0) {
    rest += us_per_day;
    --days;
  }
  const Civil c = civil_from_days(days);
  const std::int64_t s = rest / 1'000'000;
  const std::int64_t year = c.year > 0 ? c.year : 1 - c.year;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z{}", year, c.month, c.day, s / 3600,
                     s / 60 % 60, s % 60, rest % 1'000'000, c.year > 0 ? "" : " BC");
}

std::optional<Timestamp> parse_iso(std::string_view text) {
  if (text == "infinity") return Timestamp::infinity();
  if (text == "-infinity") return Timestamp::minus_infinity();
  const bool bc = text.ends_with(" BC");
  if (bc) text.remove_suffix(3);
  Reader in(text);
  std::int64_t y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0, us = 0;
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || dash < 4 || dash > 6) return std::nullopt;
  if (!in.digits(static_cast<int>(dash), y) || !in.character('-') || !in.digits(2, mo) ||
      !in.character('-') || !in.digits(2, d))
    return std::nullopt;
  if (mo < 1 || mo > 12 || d < 1 || d > 31) return std::nullopt;
  if (!in.one_of("Tt ") || !in.digits(2, h) || !in.character(':') || !in.digits(2, mi) ||
      !in.character(':') || !in.digits(2, s))
    return std::nullopt;
  if (h > 23 || mi > 59 || s > 60) return std::nullopt;
  if (in.character('.')) {
    std::int64_t scale = 100'000, digit = 0;
    if (!in.digits(1, digit)) return std::nullopt;
    do {
      us += digit * scale;
      scale /= 10;
    } while (std::isdigit(static_cast<unsigned char>(in.peek())) && in.digits(1, digit));
  }
  std::int64_t offset = 0;
  if (!in.one_of("Zz")) {
    const bool minus = in.peek() == '-';
    std::int64_t oh = 0, om = 0;
    if (!in.one_of("+-") || !in.digits(2, oh)) return std::nullopt;
    const bool has_minutes = in.character(':') || !in.done();
    if (has_minutes && !in.digits(2, om)) return std::nullopt;
    if (oh > 23 || om > 59) return std::nullopt;  // RFC 3339; PostgreSQL writes at most 15:59
    offset = (oh * 3600 + om * 60) * (minus ? -1 : 1);
  }
  if (!in.done()) return std::nullopt;
  const std::int64_t days =
      days_from_civil(bc ? 1 - y : y, static_cast<unsigned>(mo), static_cast<unsigned>(d));
  if (const Civil back = civil_from_days(days); back.day != d || back.month != mo) return std::nullopt;
  std::int64_t at = 0;
  const std::int64_t in_day = (h * 3600 + mi * 60 + s - offset) * 1'000'000 + us;
  if (__builtin_mul_overflow(days, us_per_day, &at) || __builtin_add_overflow(at, in_day, &at)) {
    return days > 0 ? Timestamp::latest() : Timestamp::earliest();
  }
  return std::clamp(Timestamp{at}, Timestamp::earliest(), Timestamp::latest());
}

std::string human(Duration span) {
  if (span == Duration::max()) return "forever";
  if (span == Duration::min()) return "−forever";
  const std::string sign = span.count() < 0 ? "−" : "";
  const std::int64_t us = span.count() < 0 ? -span.count() : span.count();
  const std::int64_t s = us / 1'000'000;
  if (us < 1000) return us == 0 ? "0 s" : fmt::format("{}{} µs", sign, us);
  if (s < 1) return fmt::format("{}{} ms", sign, us / 1000);
  if (s < 60)
    return s < 10 ? fmt::format("{}{}.{} s", sign, s, us / 100'000 % 10) : fmt::format("{}{} s", sign, s);
  if (s < 3600)
    return s % 60 != 0 && s < 600 ? fmt::format("{}{} min {} s", sign, s / 60, s % 60)
                                  : fmt::format("{}{} min", sign, s / 60);
  if (s < 86400)
    return s / 60 % 60 != 0 ? fmt::format("{}{} h {} min", sign, s / 3600, s / 60 % 60)
                            : fmt::format("{}{} h", sign, s / 3600);
  return s / 3600 % 24 != 0 ? fmt::format("{}{} d {} h", sign, s / 86400, s / 3600 % 24)
                            : fmt::format("{}{} d", sign, s / 86400);
}

}  // namespace onceover
