// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/decimal.h"

#include <gtest/gtest.h>

namespace onceover::gateway {
namespace {

TEST(Decimal, OneValueHasOneText) {
  for (const char* text : {"12.5", "12.50", "012.5", "+12.5", "1.25e1", "1.25E+1", "125e-1", "12.5000000"})
    EXPECT_EQ(plain_decimal(text), "12.5") << text;
  for (const char* text : {"0", "-0", "0.00", "0e5", ".0", "0."}) EXPECT_EQ(plain_decimal(text), "0") << text;
  EXPECT_EQ(plain_decimal("-0.05"), "-0.05");
  EXPECT_EQ(plain_decimal("5e-4"), "0.0005");
  EXPECT_EQ(plain_decimal("5e3"), "5000");
  EXPECT_EQ(plain_decimal("12345678901234567890.12"), "12345678901234567890.12");
}

TEST(Decimal, MinorUnitsBecomeMajorOnes) {
  EXPECT_EQ(plain_decimal("1250", -2), "12.5");
  EXPECT_EQ(plain_decimal("5", -2), "0.05");
  EXPECT_EQ(plain_decimal("-100", -2), "-1");
}

TEST(Decimal, WhatIsNoNumberHasNoText) {
  for (const char* text :
       {"", "-", ".", "1,5", "1.2.3", "0x1", "1e", "1e+", "1e1000", "NaN", "inf", " 1", "1 ", "--1", "١"}) {
    EXPECT_EQ(plain_decimal(text), std::nullopt) << text;
  }
  EXPECT_EQ(plain_decimal(std::string(200, '1')), std::nullopt);
}

TEST(Decimal, AmountsAreComparedByValueAndOtherTextIsNeverAnotherAmount) {
  EXPECT_EQ(same_amount("12.5", "12.50"), true);
  EXPECT_EQ(same_amount("12.5", "12.51"), false);
  EXPECT_EQ(same_amount("9007199254740992", "9007199254740993"), false);
  EXPECT_EQ(same_amount("0.1", "0.1000000000000000055"), false);
  EXPECT_EQ(same_amount("twelve", "twelve"), true);
  EXPECT_EQ(same_amount("12", "12 EUR"), std::nullopt);
  EXPECT_EQ(same_amount("12,50", "12.50"), std::nullopt);
}

}  // namespace
}  // namespace onceover::gateway
