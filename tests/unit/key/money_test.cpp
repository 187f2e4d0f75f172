// SPDX-License-Identifier: Apache-2.0
#include "core/key/money.h"

#include <gtest/gtest.h>

#include <tuple>

namespace onceover::key {
namespace {

Subject with(std::optional<std::string> amount, std::optional<std::string> currency) {
  return {.customer = {}, .amount = std::move(amount), .currency = std::move(currency), .reference = {}};
}

TEST(Money, APlainDecimalIsAnAmountAndNothingElse) {
  for (const char* text : {"0", "12.50", "-3", "+7.00", "123456789012.34", "007"})
    EXPECT_TRUE(is_amount(text)) << text;
  for (const char* text :
       {"", ".5", "5.", "1e3", "1,250.00", " 1", "1 ", "NaN", "Infinity", "--1", "1.2.3", "12 EUR"})
    EXPECT_FALSE(is_amount(text)) << text;
  EXPECT_FALSE(is_amount(std::string(201, '1')));
}

TEST(Money, DecimalsThatAreFoldedIntoANumberAreTakenOutOfItExactly) {
  EXPECT_EQ(with_decimals("99999", 0), "99999");
  for (const auto& [stored, decimals, whole] :
       {std::tuple{"99999", 2, "999.99"}, std::tuple{"100000", 2, "1000.00"}, std::tuple{"5", 2, "0.05"},
        std::tuple{"-5", 2, "-0.05"}, std::tuple{"0", 2, "0.00"}, std::tuple{"-0", 2, "0.00"},
        std::tuple{"007", 2, "0.07"}, std::tuple{"12.5", 2, "0.125"}, std::tuple{"1234", 4, "0.1234"},
        std::tuple{"9007199254740993", 2, "90071992547409.93"}, std::tuple{"1e3", 2, "1e1"},
        std::tuple{"1E+3", 2, "1e1"}, std::tuple{"", 2, ""}, std::tuple{"12,50", 2, "12,50"},
        std::tuple{"NaN", 2, "NaN"}, std::tuple{"e3", 2, "e3"}}) {
    EXPECT_EQ(with_decimals(stored, decimals), whole) << stored;
  }
}

TEST(Money, SumsAreExactWhereADoubleIsNot) {
  EXPECT_EQ(sum_of("0.1", "0.2"), "0.3");
  EXPECT_EQ(sum_of("12.50", "1"), "13.50");
  EXPECT_EQ(sum_of("123456789012345678901234567890.01", "0.02"), "123456789012345678901234567890.03");
  EXPECT_EQ(sum_of("9007199254740993", "0.01"), "9007199254740993.01");
  EXPECT_EQ(sum_of("99.99", "0.01"), "100.00");
  EXPECT_EQ(sum_of("5", "-7.25"), "-2.25");
  EXPECT_EQ(sum_of("-0.50", "0.5"), "0.00");
  EXPECT_EQ(sum_of("-1.5", "-2.5"), "-4.0");
  EXPECT_EQ(sum_of("0", "007.50"), "7.50");
}

TEST(Money, EachCurrencyHasItsOwnSum) {
  Sums sums;
  sums.add(with("12.50", "EUR"));
  sums.add(with("88", "USD"));
  sums.add(with("0.75", "EUR"));
  EXPECT_EQ(amounts_in_words(sums), "13.25 EUR, 88 USD");
  EXPECT_EQ(sums.per_currency().front().n, 2);
}

TEST(Money, ARowWithoutAnAmountIsCountedAndIsNotZero) {
  Sums sums;
  sums.add(with("10.00", "EUR"));
  sums.add(with(std::nullopt, "EUR"));
  sums.add(with("1,000.00", "EUR"));
  EXPECT_EQ(in_words(sums), "10.00 EUR; 1 without an amount; 1 with an amount that is not a number");
  Sums none;
  none.add(with(std::nullopt, std::nullopt));
  EXPECT_EQ(in_words(none), "no amounts");
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(in_words(Sums()), "");
}

TEST(Money, AnAmountWithoutACurrencyIsNotAddedToOneWith) {
  Sums sums;
  sums.add(with("5", std::nullopt));
  sums.add(with("6", "EUR"));
  EXPECT_EQ(in_words(sums), "5 (no currency), 6 EUR");
}

TEST(Money, WhatIsUnknownIsNotShownAsASum) {
  Sums sums, other;
  sums.add(with("5", "EUR"));
  other.set_unknown("The amounts are in documents that the server cannot read.");
  sums.add(other);
  EXPECT_FALSE(sums.is_known());
  EXPECT_EQ(in_words(sums), "sum unknown");
}

}  // namespace
}  // namespace onceover::key
