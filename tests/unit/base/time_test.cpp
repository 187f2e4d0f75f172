// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "core/base/random.h"

namespace onceover {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct IsoCase {
  std::int64_t us;
  const char* text;
};

// Checked against PostgreSQL: SELECT extract(epoch FROM '…'::timestamptz) * 1000000.
constexpr IsoCase iso_cases[] = {
    {0, "1970-01-01T00:00:00.000000Z"},
    {1, "1970-01-01T00:00:00.000001Z"},
    {-1, "1969-12-31T23:59:59.999999Z"},
    {946'684'800'000'000, "2000-01-01T00:00:00.000000Z"},
    {951'782'400'000'000, "2000-02-29T00:00:00.000000Z"},
    {1'795'226'584'000'005, "2026-11-21T02:03:04.000005Z"},
    {-2'203'891'200'000'000, "1900-03-01T00:00:00.000000Z"},  // 1900 was no leap year
    {253'402'300'800'000'000, "10000-01-01T00:00:00.000000Z"},
    {9'223'372'036'854'775'806, "294247-01-10T04:00:54.775806Z"},
    {-62'135'596'800'000'000, "0001-01-01T00:00:00.000000Z"},
    {-62'135'596'800'000'001, "0001-12-31T23:59:59.999999Z BC"},
    {-63'517'824'000'000'000, "0044-03-15T00:00:00.000000Z BC"},
    {-210'866'803'200'000'000, "4714-11-24T00:00:00.000000Z BC"},  // the first day PostgreSQL knows
};

TEST(Iso, PrintsAndReadsEveryKindOfInstant) {
  for (const IsoCase& c : iso_cases) {
    EXPECT_EQ(iso({c.us}), c.text);
    const auto back = parse_iso(c.text);
    ASSERT_TRUE(back) << c.text;
    EXPECT_EQ(back->us, c.us) << c.text;
  }
}

TEST(Iso, KeepsInfinity) {
  EXPECT_EQ(iso(Timestamp::infinity()), "infinity");
  EXPECT_EQ(iso(Timestamp::minus_infinity()), "-infinity");
  EXPECT_EQ(parse_iso("infinity"), Timestamp::infinity());
  EXPECT_EQ(parse_iso("-infinity"), Timestamp::minus_infinity());
}

TEST(Iso, WhatLiesBeyondItsRangeIsLatestAndStillFinite) {
  for (const char* text :
       {"294276-12-31T23:59:59.999999Z", "294247-01-10T04:00:54.775807Z", "999999-12-31T00:00:00Z"}) {
    const auto at = parse_iso(text);
    ASSERT_TRUE(at) << text;
    EXPECT_EQ(*at, Timestamp::latest()) << text;
    EXPECT_TRUE(at->is_finite()) << text;
  }
  EXPECT_EQ(parse_iso("999999-01-01T00:00:00Z BC"), Timestamp::earliest());
}

TEST(Iso, RoundTripsAnyInstant) {
  constexpr std::uint64_t seed = 20261121;
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  for (int i = 0; i < 20'000; ++i) {
    // Subtracted before it is signed: what is drawn does not fit into 63 bits.
    const Timestamp at{
        static_cast<std::int64_t>(random.below(9'400'000'000'000'000'000ULL) - 200'000'000'000'000'000ULL)};
    ASSERT_EQ(parse_iso(iso(at)), at) << at.us;
  }
}

TEST(Iso, ReadsRfc3339WithOffsets) {
  const struct {
    const char* text;
    const char* utc;
  } cases[] = {
      {"2026-11-21T02:03:04Z", "2026-11-21T02:03:04.000000Z"},
      {"2026-11-21t02:03:04z", "2026-11-21T02:03:04.000000Z"},
      {"2026-11-21 02:03:04+00", "2026-11-21T02:03:04.000000Z"},
      {"2026-11-21T02:03:04.5+02:00", "2026-11-21T00:03:04.500000Z"},
      {"2026-11-21T02:03:04-0330", "2026-11-21T05:33:04.000000Z"},
      {"2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000000Z"},
      {"2026-11-21T02:03:04+23:59", "2026-11-20T02:04:04.000000Z"},
      {"2026-11-21T02:03:04-15:59", "2026-11-21T18:02:04.000000Z"},
      {"2026-11-21T02:03:04.1234567Z", "2026-11-21T02:03:04.123456Z"},
      {"2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"},
  };
  for (const auto& c : cases) {
    const auto at = parse_iso(c.text);
    ASSERT_TRUE(at) << c.text;
    EXPECT_EQ(iso(*at), c.utc) << c.text;
  }
}

TEST(Iso, RefusesEverythingElse) {
  for (const char* text : {"",
                           "2026",
                           "2026-11-21",
                           "2026-11-21T02:03:04",
                           "2026-13-01T00:00:00Z",
                           "2026-00-01T00:00:00Z",
                           "2026-02-29T00:00:00Z",
                           "1900-02-29T00:00:00Z",
                           "2026-04-31T00:00:00Z",
                           "2026-11-21T24:00:00Z",
                           "2026-11-21T02:60:04Z",
                           "2026-11-21T02:03:61Z",
                           "2026-11-21T02:03:04.Z",
                           "2026-11-21T02:03:04Zx",
                           "2026-11-21T02:03:04+2",
                           "2026-11-21T02:03:04+99:99",
                           "2026-11-21T02:03:04+24:00",
                           "2026-11-21T02:03:04-00:60",
                           "2026-11-21T02:03:04-0160",
                           "2026-11-21T02:03:04+02:",
                           "26-11-21T02:03:04Z",
                           "-2026-11-21T02:03:04Z",
                           "1234567-01-01T00:00:00Z",
                           "2026-11-21X02:03:04Z",
                           " 2026-11-21T02:03:04Z",
                           "Infinity",
                           "now"}) {
    EXPECT_FALSE(parse_iso(text)) << text;
  }
}

TEST(Instants, SaturateAtInfinity) {
  const Timestamp at{1'000};
  EXPECT_EQ((at + microseconds(5)).us, 1'005);
  EXPECT_EQ((at - microseconds(5)).us, 995);
  EXPECT_EQ(Timestamp::infinity() + seconds(1), Timestamp::infinity());
  EXPECT_EQ(Timestamp::infinity() - seconds(1), Timestamp::infinity());
  EXPECT_EQ(Timestamp::minus_infinity() + seconds(1), Timestamp::minus_infinity());
  EXPECT_EQ(Timestamp::latest() + seconds(1), Timestamp::infinity());
  EXPECT_EQ(Timestamp::earliest() - seconds(1), Timestamp::minus_infinity());
  EXPECT_EQ(Timestamp{0} - Duration::min(), Timestamp::infinity());
}

TEST(Instants, SpansBetweenThemSaturateToo) {
  EXPECT_EQ(Timestamp{7} - Timestamp{3}, microseconds(4));
  EXPECT_EQ(Timestamp::infinity() - Timestamp{0}, Duration::max());
  EXPECT_EQ(Timestamp{0} - Timestamp::infinity(), Duration::min());
  EXPECT_EQ(Timestamp::infinity() - Timestamp::infinity(), Duration{0});
  EXPECT_EQ(Timestamp::latest() - Timestamp::earliest(), Duration::max());
}

TEST(Human, UsesTwoUnitsAtMost) {
  const struct {
    Duration span;
    const char* text;
  } cases[] = {
      {Duration{0}, "0 s"},
      {microseconds(1), "1 µs"},
      {microseconds(999), "999 µs"},
      {milliseconds(850), "850 ms"},
      {microseconds(999'999), "999 ms"},
      {milliseconds(1'500), "1.5 s"},
      {milliseconds(9'999), "9.9 s"},
      {seconds(59), "59 s"},
      {seconds(60), "1 min"},
      {seconds(61), "1 min 1 s"},
      {seconds(12 * 60 + 5), "12 min"},
      {seconds(3'600), "1 h"},
      {seconds(3 * 3600 + 20 * 60), "3 h 20 min"},
      {seconds(86'400), "1 d"},
      {seconds(86'400 + 3 * 3600), "1 d 3 h"},
      {-seconds(4), "−4.0 s"},
      {-milliseconds(850), "−850 ms"},
      {Duration::max(), "forever"},
      {Duration::min(), "−forever"},
      {Duration{Duration::min().count() + 1}, "−106751991 d 4 h"},
  };
  for (const auto& c : cases) EXPECT_EQ(human(c.span), c.text) << c.span.count();
}

}  // namespace
}  // namespace onceover
