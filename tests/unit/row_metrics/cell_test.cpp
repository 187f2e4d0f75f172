// SPDX-License-Identifier: Apache-2.0
#include "core/row_metrics/cell.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/row_metrics/flow.h"

namespace onceover::row_metrics {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const Timestamp noon = *parse_iso("2026-11-21T12:00:00Z");

Cell cell_of(std::int64_t rows, const std::vector<Count>& counts, Timestamp read_at = noon + hours(5)) {
  Cell cell{.axis = Axis::created, .from = noon, .read_at = read_at, .rows = rows, .counts = {}};
  cell.counts[0] = encode(counts, noon);
  return cell;
}

TEST(Cell, WhatIsEncodedComesBack) {
  const std::uint64_t seed = Random::from_system().below(1'000'000);
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  std::vector<Count> counts;
  for (int i = 0; i < 500; ++i) {
    std::string group;
    for (std::uint64_t n = random.below(6); n > 0; --n) group += static_cast<char>(random.below(256));
    counts.push_back({static_cast<What>(random.below(3)),
                      noon + cell_grain * (static_cast<std::int64_t>(random.below(20'000)) - 10'000), group,
                      static_cast<int>(random.below(22)) - 1,
                      static_cast<std::int64_t>(random.below(std::uint64_t{1} << 40))});
  }
  const auto back = decode(encode(counts, noon), noon);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, counts);
  EXPECT_EQ(decode(encode({}, noon), noon)->size(), 0U);
}

TEST(Cell, DamagedBytesAreRefusedAndNeverReadBeyond) {
  Random random(4711);
  const std::string sound = encode(
      {{What::created, noon, "acme", -1, 12}, {What::succeeded, noon + minutes(3), "globex", 4, 7}}, noon);
  EXPECT_FALSE(decode("", noon));
  EXPECT_FALSE(decode(too_many_groups, noon));
  for (std::size_t size = 1; size < sound.size(); ++size) {
    if (const auto cut = decode(sound.substr(0, size), noon)) {
      EXPECT_LT(cut->size(), 2U) << size;
    }
  }
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = sound;
    bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    (void)decode(bytes, noon);
  }
}

TEST(Cell, BeyondTheMostGroupsNoneIsTold) {
  std::vector<Count> counts;
  for (std::size_t i = 0; i <= most_groups; ++i)
    counts.push_back({What::created, noon, std::to_string(i), -1, 1});
  EXPECT_EQ(encode(counts, noon), too_many_groups);
  counts.pop_back();
  EXPECT_TRUE(decode(encode(counts, noon), noon));
}

TEST(Cell, AnHourIsFinalOnceItsCommitsAreInAndNothingIsUnfinished) {
  const Ages ages;
  Cell cell = cell_of(5, {}, noon + hours(1) + minutes(10));
  const Timestamp later = noon + days(30);
  EXPECT_TRUE(is_final(cell, later, ages));
  EXPECT_TRUE(is_good(cell, later, ages));
  cell.read_at = cell.read_at - seconds(1);
  EXPECT_FALSE(is_final(cell, later, ages)) << "a transaction may still have committed behind it";
  EXPECT_FALSE(is_good(cell, later, ages));
  cell.read_at = noon + hours(2);
  cell.unfinished = 1;
  EXPECT_FALSE(is_final(cell, later, ages));
  cell.read_at = noon + hours(1) + ages.gives_up;
  EXPECT_TRUE(is_final(cell, later, ages)) << "what has not finished in that time is not waited for";
  cell.unfinished = 0;
  cell.unknown = 1;
  cell.read_at = noon + hours(2);
  EXPECT_FALSE(is_final(cell, later, ages));
}

TEST(Cell, AClockThatWentBackMakesAnHourDoubtful) {
  const Cell cell = cell_of(5, {}, noon + hours(3));
  EXPECT_TRUE(is_good(cell, noon + hours(3), {}));
  EXPECT_FALSE(is_good(cell, noon + hours(3) - seconds(1), {}));
}

TEST(Cell, AnHourWithUnfinishedRowsIsLookedAtTheLessTheOlderItIs) {
  Cell cell = cell_of(5, {}, noon + hours(11));
  cell.unfinished = 1;
  EXPECT_TRUE(is_good(cell, noon + hours(11) + minutes(60), {})) << "ten hours old: an hour more";
  EXPECT_FALSE(is_good(cell, noon + hours(11) + minutes(80), {}));
  cell.read_at = noon + minutes(30);
  EXPECT_TRUE(is_good(cell, cell.read_at + seconds(2), {})) << "going on";
  EXPECT_FALSE(is_good(cell, cell.read_at + seconds(3), {}));
}

TEST(Cell, WhatIsGoneStillCountsAndWhatCameReplaces) {
  const Count made{What::created, noon, "", -1, 10}, done{What::succeeded, noon + minutes(1), "", 3, 8};
  const Count fewer{What::created, noon, "", -1, 1}, late{What::succeeded, noon + minutes(50), "", 9, 1};
  const Cell kept = cell_of(10, {made, done});
  const Cell after = merged(kept, cell_of(1, {fewer, late}));
  EXPECT_EQ(after.rows, 10);
  EXPECT_EQ(after.gone, 9);
  EXPECT_EQ(*decode(after.counts[0], noon), (std::vector<Count>{made, done, late}));
  const Cell grown = merged(kept, cell_of(11, {fewer, late}));
  EXPECT_EQ(grown.gone, 0);
  EXPECT_EQ(*decode(grown.counts[0], noon), (std::vector<Count>{fewer, late}))
      << "nothing is gone: the rows are right";
}

TEST(Build, WhatIsNotKnownIsAGapAndNoZero) {
  Known known{.as_of = noon + hours(3) + minutes(30),
              .slices = {},
              .unread = {},
              .oldest = {noon + minutes(30), noon + minutes(30)}};
  known.slices.push_back({.axis = Axis::created,
                          .from = noon,
                          .to = noon + hours(1),
                          .read_at = known.as_of,
                          .counts = {{What::created, noon + minutes(40), "", -1, 4}}});
  known.slices.push_back({.axis = Axis::created,
                          .from = noon + hours(2),
                          .to = known.as_of,
                          .read_at = known.as_of,
                          .counts = {}});
  known.unread.push_back({Axis::created, noon + hours(1), noon + hours(2), 9});
  const metrics::Request request{
      .from = noon - hours(1), .to = noon + hours(5), .step = minutes(30), .metrics = {"created"}};
  const auto chart = build(request, {}, Axis::created, known);
  ASSERT_EQ(chart.lines.size(), 1U);
  std::string drawn;
  for (const double value : chart.lines[0].values)
    drawn += std::isnan(value) ? '-' : static_cast<char>('0' + static_cast<int>(value));
  EXPECT_EQ(drawn, "---4--000---")
      << "before the oldest row, the hour that was not read, and what has not come yet";
  ASSERT_EQ(chart.gaps.size(), 3U);
  EXPECT_EQ(chart.gaps[0].why, "no finished row is as old: deleted since, or never created");
  EXPECT_EQ(chart.gaps[1].why, "not read: about 9 rows");
  EXPECT_EQ(chart.gaps[1].from, noon + hours(1));
  EXPECT_EQ(chart.gaps[1].to, noon + hours(2));
  EXPECT_EQ(chart.gaps[2].why, "it is in the future");
  EXPECT_EQ(chart.gaps[2].from, noon + hours(3) + minutes(30));
}

TEST(Build, AnHourOnTheWayIsKnownAsFarAsItWasRead) {
  Known known{.as_of = noon + minutes(10), .slices = {}, .unread = {}, .oldest = {noon, noon}};
  known.slices.push_back({.axis = Axis::created,
                          .from = noon,
                          .to = noon + minutes(4),
                          .read_at = noon + minutes(4),
                          .kept = true,
                          .counts = {}});
  const auto chart =
      build({.from = noon, .to = noon + minutes(6), .step = minutes(1), .metrics = {"created"}}, {},
            Axis::created, known);
  std::string drawn;
  for (const double value : chart.lines[0].values) drawn += std::isnan(value) ? '-' : '0';
  EXPECT_EQ(drawn, "0000--");
}

}  // namespace
}  // namespace onceover::row_metrics
