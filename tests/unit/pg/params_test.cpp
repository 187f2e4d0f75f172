// SPDX-License-Identifier: Apache-2.0
#include "core/pg/params.h"

#include <gtest/gtest.h>

#include "core/pg/wire.h"

namespace onceover::pg {
namespace {

using namespace std::string_literals;

TEST(PgParams, NoticeANulInTextAndAllowItInBytes) {
  EXPECT_TRUE(Params().text("a\0b"s).holds_nul_in_text());
  EXPECT_TRUE(Params().text("ok").texts({"fine", "a\0b"s}).holds_nul_in_text());
  EXPECT_TRUE(Params().text(std::optional<std::string>("\0"s)).holds_nul_in_text());
  EXPECT_TRUE(Params().views({"fine", std::string_view("a\0b", 3)}).holds_nul_in_text());
  EXPECT_FALSE(Params().byteas({"a\0b"s}).integers({0}).holds_nul_in_text());
  EXPECT_FALSE(Params()
                   .text("ab")
                   .bytes("a\0b"s)
                   .integer(0)
                   .boolean(false)
                   .timestamp(Timestamp{0})
                   .holds_nul_in_text());
}

TEST(PgParams, KeepEveryValueExactWithANulBehindItHoweverManyFollow) {
  Params params;
  std::vector<std::string> wanted;
  for (std::size_t i = 0; i < 100; ++i) {
    wanted.push_back("text " + std::to_string(i));
    params.text(wanted.back());
    wanted.push_back(std::string(i * 37, '\0') + "bytes");
    params.bytes(wanted.back());
    wanted.emplace_back();
    params.text(wanted.back());
  }
  const Params copy = params;  // of its own: the first may go
  params = Params();
  ASSERT_EQ(copy.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(copy.bytes_of(copy.values()[i]), wanted[i]) << i;
    EXPECT_EQ(copy.bytes_of(copy.values()[i]).data()[wanted[i].size()], '\0') << i;
  }
}

TEST(PgParams, NullIsNotEmpty) {
  Params params;
  params.text("")
      .text(std::nullopt)
      .bytes(std::optional<std::string>())
      .integer(std::optional<std::int64_t>())
      .timestamp(std::optional<Timestamp>())
      .null();
  ASSERT_EQ(params.size(), 6U);
  EXPECT_FALSE(params.values()[0].null);
  for (std::size_t i = 1; i < params.size(); ++i) EXPECT_TRUE(params.values()[i].null) << i;
}

TEST(PgWire, CarriesIntegersOfEveryWidthAndSign) {
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{255},
                                   std::int64_t{-256}, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(from_big_endian(big_endian(value)), value);
  }
  EXPECT_EQ(from_big_endian("\xff\xfe"s), -2);
  EXPECT_EQ(from_big_endian("\x00\xfe"s), 254);
  EXPECT_EQ(from_big_endian(""), 0);
}

TEST(PgWire, KeepsInfinityAndStaysInRange) {
  EXPECT_EQ(to_wire(Timestamp::infinity()), INT64_MAX);
  EXPECT_EQ(to_wire(Timestamp::minus_infinity()), INT64_MIN);
  EXPECT_EQ(from_wire(INT64_MAX), Timestamp::infinity());
  EXPECT_EQ(from_wire(INT64_MIN), Timestamp::minus_infinity());
  EXPECT_EQ(from_wire(0).us, 946'684'800'000'000);
  EXPECT_EQ(to_wire(Timestamp{0}), -946'684'800'000'000);
  // 294276-12-31 23:59:59.999999 is finite for PostgreSQL and beyond what counts from 1970.
  EXPECT_EQ(from_wire(9'223'371'331'199'999'999), Timestamp::latest());
  EXPECT_NE(to_wire(Timestamp::earliest()), INT64_MIN);
}

}  // namespace
}  // namespace onceover::pg
