// SPDX-License-Identifier: Apache-2.0
#include "core/key/money.h"

#include <fmt/format.h>

#include <cctype>

namespace onceover::key {
namespace {

constexpr std::size_t longest_amount = 200;

bool are_digits(std::string_view text) {
  return !text.empty() && text.size() <= 100 &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Far outside any double, far inside int64: a longer exponent makes no difference.
constexpr std::int64_t exponent_limit = 1'000'000'000'000'000;

std::int64_t exponent_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  for (const char c : text) value = value < exponent_limit ? value * 10 + (c - '0') : value;
  return negative ? -value : value;
}

// Both of one length.
std::string digits_added(const std::string& a, const std::string& b) {
  std::string out(a.size() + 1, '0');
  int carry = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    const int digit = (a[i] - '0') + (b[i] - '0') + carry;
    out[i + 1] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  out[0] = static_cast<char>('0' + carry);
  return out;
}

// a is not less than b.
std::string digits_subtracted(const std::string& a, const std::string& b) {
  std::string out(a.size(), '0');
  int borrow = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    int digit = (a[i] - '0') - (b[i] - '0') - borrow;
    borrow = digit < 0 ? 1 : 0;
    if (digit < 0) digit += 10;
    out[i] = static_cast<char>('0' + digit);
  }
  return out;
}

std::string decimal_text(bool negative, std::string digits, std::int64_t decimals) {
  const auto places = static_cast<std::size_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  const std::size_t whole = digits.size() - places;
  const std::size_t first = std::min(digits.find_first_not_of('0'), whole - 1);
  std::string out = digits.substr(first, whole - first);
  if (places > 0) out += '.' + digits.substr(whole);
  const bool is_zero = digits.find_first_not_of('0') == std::string::npos;
  return negative && !is_zero ? '-' + out : out;
}

}  // namespace

Decimal decimal_of(std::string_view text) {
  Decimal out;
  if (text.starts_with('-') || text.starts_with('+')) {
    out.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  out.digits = mantissa.substr(0, point);
  if (point < mantissa.size()) out.digits += mantissa.substr(point + 1);
  out.places = static_cast<std::int64_t>(out.digits.size() - point);
  if (mantissa.size() < text.size()) out.places -= exponent_of(text.substr(mantissa.size() + 1));
  return out;
}

Decimal trimmed(Decimal value) {
  const std::size_t end = value.digits.find_last_not_of('0') + 1;
  if (end == 0) return {};
  value.places -= static_cast<std::int64_t>(value.digits.size() - end);
  value.digits =
      value.digits.substr(value.digits.find_first_not_of('0'), end - value.digits.find_first_not_of('0'));
  return value;
}

std::string with_decimals(std::string_view number, int decimals) {
  if (decimals <= 0) return std::string(number);
  const auto at = number.find_first_of("eE");
  if (at != std::string_view::npos) {
    std::string_view exponent = number.substr(at + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    const auto value_of_exponent = number_from<int>(exponent);
    const bool is_moderate = value_of_exponent && *value_of_exponent > -100 && *value_of_exponent < 100;
    return is_amount(number.substr(0, at)) && is_moderate
               ? fmt::format("{}e{}", number.substr(0, at), *value_of_exponent - decimals)
               : std::string(number);
  }
  if (!is_amount(number)) return std::string(number);
  const Decimal value = decimal_of(number);
  const auto places = static_cast<std::size_t>(value.places + decimals);
  std::string digits = value.digits;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  const bool is_zero = digits.empty();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, 1, '.');
  return (value.negative && !is_zero ? "-" : "") + digits;
}

bool is_amount(std::string_view text) {
  if (text.size() > longest_amount) return false;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto point = text.find('.');
  if (point == std::string_view::npos) return are_digits(text);
  return are_digits(text.substr(0, point)) && are_digits(text.substr(point + 1)) &&
         text.size() - point - 1 <= 98;
}

std::string sum_of(std::string_view a, std::string_view b) {
  Decimal x = decimal_of(a), y = decimal_of(b);
  const std::int64_t places = std::max(x.places, y.places);
  for (Decimal* each : {&x, &y}) each->digits.append(static_cast<std::size_t>(places - each->places), '0');
  const std::size_t length = std::max(x.digits.size(), y.digits.size());
  for (Decimal* each : {&x, &y}) each->digits.insert(0, length - each->digits.size(), '0');
  if (x.negative == y.negative) return decimal_text(x.negative, digits_added(x.digits, y.digits), places);
  if (x.digits < y.digits) std::swap(x, y);
  return decimal_text(x.negative, digits_subtracted(x.digits, y.digits), places);
}

void Sums::add(const Subject& subject) {
  if (!subject.amount) return add_without(1);
  const bool is_plain = is_amount(*subject.amount);
  is_plain ? add(subject.currency.value_or(std::string()), *subject.amount, 1) : add_unreadable(1);
}

void Sums::add(std::string_view currency, std::string_view amount, std::int64_t n) {
  const auto at = std::ranges::lower_bound(sums_, currency, {}, &CurrencySum::currency);
  if (at == sums_.end() || at->currency != currency) {
    sums_.insert(at, {std::string(currency), sum_of("0", amount), n});
    return;
  }
  at->amount = sum_of(at->amount, amount);
  at->n += n;
}

void Sums::add(const Sums& other) {
  if (!other.is_known()) set_unknown(other.why_unknown_);
  for (const CurrencySum& one : other.sums_) add(one.currency, one.amount, one.n);
  without_ += other.without_;
  unreadable_ += other.unreadable_;
}

void Sums::set_unknown(std::string why) { why_unknown_ = std::move(why); }

std::string amounts_in_words(const Sums& sums) {
  std::string out;
  for (const CurrencySum& one : sums.per_currency()) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", one.amount,
                       one.currency.empty() ? "(no currency)" : visible(one.currency));
  }
  return out;
}

std::string in_words(const Sums& sums) {
  if (!sums.is_known()) return "sum unknown";
  std::string out = amounts_in_words(sums);
  if (out.empty() && sums.without() + sums.unreadable() > 0 && sums.unreadable() == 0) return "no amounts";
  const auto beside = [&out](std::int64_t n, std::string_view what) {
    if (n > 0) out += fmt::format("{}{} {}", out.empty() ? "" : "; ", n, what);
  };
  beside(sums.without(), "without an amount");
  beside(sums.unreadable(), "with an amount that is not a number");
  return out;
}

}  // namespace onceover::key
