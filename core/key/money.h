// SPDX-License-Identifier: Apache-2.0
// Sums of amounts, per currency. Amounts are exact decimals as text and never doubles. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/key/types.h"

namespace onceover::key {

// An exact decimal: ±digits × 10^-places.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t places = 0;
  bool operator==(const Decimal&) const = default;
};
// Of a sign, digits with a point, and an exponent, each as far as it is there. Where the text has other parts
// the value is undefined.
Decimal decimal_of(std::string_view text);
// The same value without zeros at either end; zero has no digits, no sign and no places.
Decimal trimmed(Decimal value);

// Whether the text is a plain decimal: an optional sign, digits, at most one point with digits on both sides;
// at most 200 characters. "1,250", "1e3", ".5" and "" are none.
bool is_amount(std::string_view text);
// The same as a pattern of PostgreSQL's: for sums that the server makes.
inline constexpr std::string_view amount_pattern = "^[+-]?[0-9]{1,100}(\\.[0-9]{1,98})?$";

// The same, and with an exponent: what the server reads as a number of moderate size.
inline constexpr std::string_view number_pattern =
    "^[+-]?[0-9]{1,100}(\\.[0-9]{1,98})?([eE][+-]?[0-9]{1,2})?$";

// A number into which `decimals` decimals are folded, in whole units: "99999" with 2 is "999.99". With an
// exponent the exponent changes; a text that is no number is itself.
std::string with_decimals(std::string_view number, int decimals);

// The exact sum of two plain decimals, with as many decimal places as the longer one.
std::string sum_of(std::string_view a, std::string_view b);

struct CurrencySum {
  std::string currency;  // empty: the rows do not name one
  std::string amount;    // a plain decimal
  std::int64_t n = 0;    // rows with an amount in this currency
  bool operator==(const CurrencySum&) const = default;
};

class Sums {
 public:
  void add(const Subject& subject);
  // amount: a plain decimal.
  void add(std::string_view currency, std::string_view amount, std::int64_t n);
  // Rows whose amount is missing, and rows whose amount is no plain decimal.
  void add_without(std::int64_t n) { without_ += n; }
  void add_unreadable(std::int64_t n) { unreadable_ += n; }
  void add(const Sums& other);
  // Why the sums are unknown, as a sentence. Nothing that was added counts then.
  void set_unknown(std::string why);

  // By currency, in the order of their names.
  const std::vector<CurrencySum>& per_currency() const { return sums_; }
  std::int64_t without() const { return without_; }
  std::int64_t unreadable() const { return unreadable_; }
  bool is_known() const { return why_unknown_.empty(); }
  const std::string& why_unknown() const { return why_unknown_; }
  // No row has an amount.
  bool empty() const { return sums_.empty(); }
  bool operator==(const Sums&) const = default;

 private:
  std::vector<CurrencySum> sums_;
  std::int64_t without_ = 0, unreadable_ = 0;
  std::string why_unknown_;
};

// "1250.00 EUR, 13.20 USD"; an amount without a currency is "5 (no currency)". Empty: no row has an amount.
std::string amounts_in_words(const Sums& sums);
// The same with the rows that are not in it: "1250.00 EUR; 3 without an amount". "no amounts" where rows have
// none, "sum unknown" where it is.
std::string in_words(const Sums& sums);

}  // namespace onceover::key
