// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "ui/metrics/source.h"

namespace onceover::metrics {
namespace {

using std::chrono::minutes;

TEST(MarksFeed, WhereActsWereTooManyTheChartSaysSinceWhenTheyAreKnown) {
  const Timestamp from = Timestamp{0} + minutes(10);
  Marks marks;
  marks.since = from;
  marks.marks.push_back({.kind = Mark::Kind::plan,
                         .at = from + minutes(5),
                         .until = from + minutes(6),
                         .n = 1,
                         .text = "Plan a"});
  const auto all = markersOf(marks, from);
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].kind, QStringLiteral("plan"));
  EXPECT_EQ(all[0].until, 960);
  marks.since = from + minutes(3);
  const auto cut = markersOf(marks, from);
  ASSERT_EQ(cut.size(), 2);
  EXPECT_EQ(cut[0].t, 780);
  EXPECT_EQ(cut[0].kind, QStringLiteral("act"));
  EXPECT_EQ(cut[0].text, QStringLiteral("Too many acts before this to show"));
  EXPECT_EQ(cut[1].kind, QStringLiteral("plan"));
}

}  // namespace
}  // namespace onceover::metrics
