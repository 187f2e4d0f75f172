// SPDX-License-Identifier: Apache-2.0
// In which zone timestamps are written: what rows show of it, and that nothing is guessed.
#include <gmock/gmock.h>

#include "core/tables/detect/signs.h"
#include "core/tables/profile.h"
#include "tests/unit/tables/table_of.h"

namespace onceover::tables {
namespace {

using namespace test;
using testing::HasSubstr;

// 2026-08-01 12:00:00 UTC.
constexpr double noon = 1785585600;

std::string local(int hour, int minute, int second = 0) {
  const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return "2026-08-01 " + two(hour) + ":" + two(minute) + ":" + two(second);
}

struct Case {
  std::string name;
  std::string database = "UTC";
  double offset = 0;
  int hour = 11, minute = 55;    // of the newest row's timestamp; the others are each a minute before
  std::optional<int> with_zone;  // the same moment's hour in UTC, in a column that has a zone
  std::string zone;
  std::string why;
};

class Zones : public testing::TestWithParam<Case> {};

TEST_P(Zones, AreShownByRowsOrUnknown) {
  const Case& c = GetParam();
  TableOf of("keys");
  of.column("created_at", "timestamp!", [&](int row) { return Cell(local(c.hour, c.minute - row)); });
  if (c.with_zone)
    of.column("seen_at", "timestamptz!",
              [&](int row) { return Cell(local(*c.with_zone, c.minute - row) + "+00"); });
  TableFacts facts = of.facts();
  facts.now_s = noon;
  facts.database_zone = c.database;
  facts.database_offset_s = c.offset;
  const ZoneAnswer answer = zone_of_timestamps(facts);
  EXPECT_EQ(answer.zone, c.zone) << answer.why;
  EXPECT_THAT(answer.why, HasSubstr(c.why));
}

INSTANTIATE_TEST_SUITE_P(
    Of, Zones,
    testing::Values(
        Case{.name = "a_live_table_in_UTC", .zone = "UTC", .why = "the server's clock"},
        Case{.name = "local_time",
             .database = "Europe/Berlin",
             .offset = 7200,
             .hour = 13,
             .zone = "Europe/Berlin",
             .why = "+02:00 ahead"},
        Case{.name = "UTC_in_a_database_of_another_zone",
             .database = "Europe/Berlin",
             .offset = 7200,
             .zone = "UTC",
             .why = "the server's clock"},
        Case{.name = "a_quiet_table", .hour = 3, .zone = "unknown", .why = "No row is young enough"},
        Case{.name = "a_quiet_table_of_another_zone",
             .database = "America/New_York",
             .offset = -14400,
             .hour = 6,
             .zone = "unknown",
             .why = "America/New_York"},
        Case{.name = "behind_UTC",
             .database = "America/New_York",
             .offset = -14400,
             .hour = 7,
             .zone = "America/New_York",
             .why = "-04:00"},
        Case{.name = "ahead_of_the_clock",
             .hour = 17,
             .zone = "unknown",
             .why = "ahead of the server's clock"},
        Case{.name = "beside_a_time_with_a_zone", .hour = 3, .with_zone = 3, .zone = "UTC", .why = "in UTC"},
        Case{.name = "beside_one_in_the_zone_of_the_database",
             .database = "Asia/Kolkata",
             .offset = 19800,
             .hour = 8,
             .minute = 40,
             .with_zone = 3,
             .zone = "unknown",
             .why = "05:00"},
        Case{.name = "beside_one_some_hours_off",
             .hour = 6,
             .with_zone = 3,
             .zone = "unknown",
             .why = "+03:00 ahead of UTC"}),
    [](const auto& of) { return of.param.name; });

TEST(Zone, DifferentOffsetsAreInconclusive) {
  TableOf of("keys");
  of.column("created_at", "timestamp!", [](int row) { return Cell(local(row < 6 ? 3 : 5, 59 - row)); });
  of.column("seen_at", "timestamptz!", [](int row) { return Cell(local(3, 59 - row) + "+00"); });
  TableFacts facts = of.facts();
  facts.now_s = noon;
  EXPECT_EQ(zone_of_timestamps(facts).zone, unknown_zone);
}

TEST(Zone, WithoutRowsItIsUnknown) {
  EXPECT_EQ(zone_of_timestamps(TableOf("keys").column("created_at", "timestamp!").facts()).zone,
            unknown_zone);
}

TEST(Zone, ATimeThatSaysWhenWorkIsDueSaysNothing) {
  TableOf of("jobs");
  of.column("created_at", "timestamp!", [](int row) { return Cell(local(11, 55 - row)); });
  of.column("scheduled_for", "timestamp!", always(local(12, 20))).defaults("now()");
  TableFacts facts = of.facts();
  facts.now_s = noon;
  facts.database_zone = "UTC";
  EXPECT_EQ(zone_of_timestamps(facts).zone, "UTC");
}

}  // namespace
}  // namespace onceover::tables
