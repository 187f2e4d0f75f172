// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/decimal.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/text.h"
#include "core/key/money.h"

namespace onceover::gateway {
namespace {

// Larger than any amount of money; a limit, because the digits are written out.
constexpr std::size_t max_digits = 100;
constexpr int max_exponent = 100;

bool are_digits(std::string_view text) { return std::ranges::all_of(text, is_ascii_digit); }

// Digits with a point anywhere, and an exponent of moderate size.
bool is_decimal(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::string_view fraction = mantissa.substr(std::min(point + 1, mantissa.size()));
  if (!are_digits(mantissa.substr(0, point)) || !are_digits(fraction) || (point == 0 && fraction.empty()))
    return false;
  if (e == std::string_view::npos) return true;
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  const auto value = number_from<int>(exponent);
  return value && *value >= -max_exponent && *value <= max_exponent;
}

}  // namespace

std::optional<std::string> plain_decimal(std::string_view text, int shift) {
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  if (text.size() > max_digits || !is_decimal(text.substr(has_sign ? 1 : 0)) || shift < -max_exponent ||
      shift > max_exponent)
    return std::nullopt;
  key::Decimal value = key::decimal_of(text);
  value.places -= shift;
  value = key::trimmed(std::move(value));
  if (value.digits.empty()) return "0";
  // The decimal point is after `point` digits; zeros are added where it is outside of them.
  std::int64_t point = static_cast<std::int64_t>(value.digits.size()) - value.places;
  if (point < 0) value.digits.insert(0, static_cast<std::size_t>(-std::exchange(point, 0)), '0');
  const auto whole = static_cast<std::size_t>(point);
  if (value.digits.size() < whole) value.digits.append(whole - value.digits.size(), '0');
  const std::string integer = value.digits.substr(0, whole), fraction = value.digits.substr(whole);
  return (value.negative ? "-" : "") + (integer.empty() ? "0" : integer) +
         (fraction.empty() ? "" : "." + fraction);
}

std::optional<bool> same_amount(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto left = plain_decimal(a), right = plain_decimal(b);
  if (!left || !right) return std::nullopt;
  return *left == *right;
}

bool same_currency(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

}  // namespace onceover::gateway
