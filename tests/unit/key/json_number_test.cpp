// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "core/key/canonical_json.h"

namespace onceover::key {
namespace {

struct Sample {
  std::uint64_t bits;
  std::string text;
};

// value is finite. Scientific: the plain form may have more digits than the value needs.
std::string written(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr};
}

TEST(CanonicalNumber, WritesTheSamplesOfRfc8785AppendixB) {
  const Sample table[] = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const Sample& one : table)
    EXPECT_EQ(canonical_number(written(std::bit_cast<double>(one.bits))), one.text) << std::hex << one.bits;
}

TEST(CanonicalNumber, EveryFiniteDoubleReadsBackFromItsTextAndItsTextIsCanonical) {
  EXPECT_TRUE(rc::check([](std::uint64_t bits) {
    const double value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) return;
    const auto text = canonical_number(written(value));
    RC_ASSERT((text.has_value()));
    double back = 1;
    std::from_chars(text->data(), text->data() + text->size(), back);
    RC_ASSERT((back == value));
    RC_ASSERT((canonical_number(*text) == text));
  }));
  // Whole bit patterns, as small seeds stay near zero.
  EXPECT_TRUE(rc::check([] {
    const auto value = std::bit_cast<double>(*rc::gen::inRange<std::uint64_t>(0, 0x7ff0000000000000ULL));
    const auto text = canonical_number(written(value));
    RC_ASSERT((text.has_value() && canonical_number(*text) == text));
  }));
}

TEST(CanonicalNumber, OneValueWrittenManyWaysIsOneText) {
  const std::pair<std::string, std::vector<std::string>> table[] = {
      {"1.1", {"1.1", "1.10", "1.100000", "11e-1", "0.11e1", "0.011E+2", "110E-2"}},
      {"0", {"0", "-0", "0.0", "-0.0", "0e5", "0e999999999999999999999", "0.000e-400"}},
      {"100", {"100", "1e2", "1E+2", "100.0", "1000e-1"}},
      {"-12.5", {"-12.5", "-12.50", "-125e-1"}},
      {"1e+21", {"1e21", "1000000000000000000000", "1000000000000000000000.0"}},
      {"100000000000000000000", {"1e20", "100000000000000000000"}},
      {"0.1", {"0.1", "1e-1", "0.10"}},
      {"9007199254740992", {"9007199254740992", "9007199254740992.0"}},
      {"1e-7", {"0.0000001", "1E-07"}},
  };
  for (const auto& [text, spellings] : table) {
    for (const std::string& spelling : spellings) EXPECT_EQ(canonical_number(spelling), text) << spelling;
  }
}

TEST(CanonicalNumber, ANumberThatADoubleWouldChangeHasNone) {
  for (const std::string written :
       {"12345678901234567890", "12345678901234567891", "9007199254740993", "-9007199254740993",
        "0.10000000000000001", "1e400", "-1e400", "1e-400", "1.7976931348623159e308", "18446744073709551615",
        "9223372036854775807", "0.1000000000000000055511151231257827", "100000000000000000000000000000001",
        "1e999999999999999999999999", "1e-999999999999999999999999", "3.141592653589793238"}) {
    EXPECT_EQ(canonical_number(written), std::nullopt) << written;
  }
}

TEST(CanonicalNumber, TheLocalesDecimalPointIsReadAsOne) { EXPECT_EQ(canonical_number("1,10"), "1.1"); }

}  // namespace
}  // namespace onceover::key
