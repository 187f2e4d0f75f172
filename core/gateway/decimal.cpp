#include "core/gateway/decimal.h"

#include <algorithm>

#include "core/base/text.h"

namespace onceover::gateway {
namespace {

// Larger than any amount of money; a limit, because the digits are written out.
constexpr std::size_t max_digits = 100;
constexpr int max_exponent = 100;

bool take_digits(std::string_view& text, std::string& digits) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  digits += text.substr(0, count);
  text.remove_prefix(count);
  return count > 0;
}

std::optional<int> exponent_from(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_from<int>(text);
}

}  // namespace

std::optional<std::string> plain_decimal(std::string_view text, int shift) {
  if (text.size() > max_digits) return std::nullopt;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string digits;
  bool any = take_digits(text, digits);
  const std::size_t whole = digits.size();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    any = take_digits(text, digits) || any;
  }
  if (!any || !(text.empty() || text[0] == 'e' || text[0] == 'E')) return std::nullopt;
  const auto told = text.empty() ? std::optional(0) : exponent_from(text.substr(1));
  if (!told) return std::nullopt;
  const int exponent = *told;
  if (exponent < -max_exponent || exponent > max_exponent || shift < -max_exponent || shift > max_exponent) return std::nullopt;

  // The decimal point is after `point` digits; zeros are added where it is outside of them.
  int point = static_cast<int>(whole) + exponent + shift;
  if (point < 0) {
    digits.insert(0, static_cast<std::size_t>(-point), '0');
    point = 0;
  }
  if (digits.size() < static_cast<std::size_t>(point)) digits.append(static_cast<std::size_t>(point) - digits.size(), '0');
  std::string integer = digits.substr(0, static_cast<std::size_t>(point)), fraction = digits.substr(static_cast<std::size_t>(point));
  integer.erase(0, std::min(integer.find_first_not_of('0'), integer.size()));
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (integer.empty() && fraction.empty()) return "0";
  return (negative ? "-" : "") + (integer.empty() ? "0" : integer) + (fraction.empty() ? "" : "." + fraction);
}

bool same_amount(std::string_view a, std::string_view b) {
  const auto left = plain_decimal(a), right = plain_decimal(b);
  return left && right ? *left == *right : a == b;
}

bool same_currency(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

}  // namespace onceover::gateway
