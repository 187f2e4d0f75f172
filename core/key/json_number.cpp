#include "core/key/json_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace onceover::key {
namespace {

// ±0.d1d2d3… × 10^point, digits without zeros at either end; zero has no digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t point = 0;
  bool operator==(const Decimal&) const = default;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Far outside any double, far inside int64: a longer exponent makes no difference.
constexpr std::int64_t exponent_limit = 1'000'000'000'000'000;

std::int64_t read_exponent(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && !is_digit(text.front())) text.remove_prefix(1);
  std::int64_t value = 0;
  for (const char c : text) value = value < exponent_limit ? value * 10 + (c - '0') : value;
  return negative ? -value : value;
}

Decimal read_decimal(std::string_view text) {
  Decimal out;
  if (text.front() == '-') {
    out.negative = true;
    text.remove_prefix(1);
  }
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  bool past_point = false;
  for (const char c : mantissa) {
    if (!is_digit(c)) {
      past_point = true;
      continue;
    }
    const bool leading_zero = c == '0' && out.digits.empty();
    if (!leading_zero) out.digits += c;
    if (!past_point && !leading_zero) ++out.point;
    if (past_point && leading_zero) --out.point;
  }
  if (e != std::string_view::npos) out.point += read_exponent(text.substr(e + 1));
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  return out.digits.empty() ? Decimal{} : out;
}

// value is finite.
Decimal shortest_decimal(double value) {
  // Always scientific: the plain form may print the exact digits of a large integer instead of the shortest ones.
  std::array<char, 40> buffer{};
  const auto [end, ec] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  return read_decimal({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
}

std::string laid_out(const Decimal& number) {
  if (number.digits.empty()) return "0";
  const std::string& digits = number.digits;
  const auto count = static_cast<std::int64_t>(digits.size());
  const auto zeros = [](std::int64_t n) { return std::string(static_cast<std::size_t>(n), '0'); };
  std::string out = number.negative ? "-" : "";
  if (count <= number.point && number.point <= 21) return out + digits + zeros(number.point - count);
  if (0 < number.point && number.point <= 21) {
    const auto whole = static_cast<std::size_t>(number.point);
    return out + digits.substr(0, whole) + "." + digits.substr(whole);
  }
  if (-6 < number.point && number.point <= 0) return out + "0." + zeros(-number.point) + digits;
  out += digits.front();
  if (count > 1) out += "." + digits.substr(1);
  const std::int64_t exponent = number.point - 1;
  return out + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

}  // namespace

std::optional<std::string> canonical_number(std::string_view written) {
  std::string text(written);
  for (char& c : text) {
    if (!is_digit(c) && c != '-' && c != '+' && c != 'e' && c != 'E') c = '.';
  }
  const Decimal exact = read_decimal(text);
  // from_chars calls 0e999 out of range on some libraries; zero needs no double.
  if (exact.digits.empty()) return "0";
  double value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  const Decimal shortest = shortest_decimal(value);
  if (shortest != exact) return std::nullopt;
  return laid_out(shortest);
}

}  // namespace onceover::key
