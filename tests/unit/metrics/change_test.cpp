// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/change.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace onceover::metrics {
namespace {

using testing::HasSubstr;

constexpr double nothing_known = std::numeric_limits<double>::quiet_NaN();
constexpr Duration minute = std::chrono::minutes(1);
// 1800000000 s is a whole hour.
constexpr Timestamp start{1'800'000'000'000'000};

Chart chart_of(std::vector<Line> lines) {
  Chart chart;
  chart.from = start;
  chart.step = minute;
  for (const Line& line : lines) chart.steps = std::max(chart.steps, line.values.size());
  chart.as_of = start + minute * static_cast<std::int64_t>(chart.steps);
  chart.lines = std::move(lines);
  return chart;
}

std::vector<double> steps(std::size_t n, double before, std::size_t m, double after) {
  std::vector<double> out(n, before);
  out.insert(out.end(), m, after);
  return out;
}

std::string said(const Chart& chart, const Where& where = {}) {
  return in_words(
      chart, changes_in(chart), [&](const Change&) { return where; },
      [](Timestamp at) { return fmt::format("minute {}", (at - start) / minute); });
}

struct Case {
  const char* name;
  Chart chart;
  const char* words;
};
class Sentence : public testing::TestWithParam<Case> {};

TEST_P(Sentence, SaysWhatTheDataSay) { EXPECT_EQ(said(GetParam().chart), GetParam().words); }

std::vector<double> broken() {
  auto values = steps(20, 4, 20, 20);
  for (std::size_t i = 15; i < 22; ++i) values[i] = nothing_known;
  return values;
}
std::vector<double> to_come() {
  auto values = steps(20, 4, 20, 4);
  values.push_back(nothing_known);
  return values;
}

INSTANTIATE_TEST_SUITE_P(
    All, Sentence,
    testing::Values(
        Case{"Rise", chart_of({{"conflict", {}, false, steps(20, 4, 20, 20)}}),
             "Conflicts ×5 since minute 20."},
        Case{"Fall", chart_of({{"completed", {}, false, steps(20, 30, 20, 10)}}),
             "Completed ÷3 since minute 20."},
        Case{"FromNone", chart_of({{"mismatch", {}, false, steps(20, 0, 20, 3)}}),
             "Mismatches from none since minute 20."},
        Case{"ToNone", chart_of({{"completed", {}, false, steps(20, 30, 20, 0)}}),
             "Completed to none since minute 20."},
        Case{"SmallNumbers", chart_of({{"conflict", {}, false, steps(40, 0, 12, 1)}}),
             "Conflicts from none since minute 40 (small numbers: 12 since then)."},
        Case{"Harm comes first",
             chart_of({{"created", {}, false, steps(20, 10, 20, 100)},
                       {"failed", {}, false, steps(25, 1, 15, 9)}}),
             "Failed ×9 since minute 25. Created ×10 since minute 20."},
        Case{"Level", chart_of({{"stuck", {}, false, steps(20, 3, 20, 62)}}),
             "Stuck 3 → 62 since minute 20."},
        Case{"ALevelThatFell", chart_of({{"stuck", {}, false, steps(20, 62, 20, 3)}}), ""},
        Case{"Ages are no counts", chart_of({{"oldest_stuck_s", {}, false, steps(20, 3, 20, 6000)}}), ""},
        Case{"BeganWhereNothingIsKnown", chart_of({{"conflict", {}, false, broken()}}),
             "Conflicts ×5 since before minute 22."},
        Case{"Nothing", chart_of({{"conflict", {}, false, steps(20, 4, 20, 4)}}),
             "Nothing doubled or halved in this range."},
        Case{"A step to come is not missing", chart_of({{"conflict", {}, false, steps(20, 4, 20, 5)}}),
             "Nothing doubled or halved in this range."},
        Case{"PartUnknown", chart_of({{"conflict", {}, false, to_come()}}),
             "Nothing doubled or halved in this range. Parts of the range are unknown."},
        Case{"TooFew", chart_of({{"conflict", {}, false, steps(20, 0, 3, 1)}}),
             "Too few to compare: 3 were counted in this range."},
        Case{"Unknown", chart_of({{"conflict", {}, false, steps(20, nothing_known, 3, nothing_known)}}),
             "Whether anything changed is unknown: nothing was counted in this range."}),
    [](const auto& one) {
      std::string name = one.param.name;
      std::erase(name, ' ');
      return name;
    });

TEST(SentenceWithPlaces, NamesWhatMostOfItIs) {
  const Chart whole = chart_of({{"conflict", {}, false, steps(20, 4, 20, 20)}});
  const Chart operations = chart_of({{"conflict", "POST /refunds", false, steps(20, 3, 20, 18)},
                                     {"conflict", "POST /payments", false, steps(20, 1, 20, 2)},
                                     {"conflict", {}, true, steps(20, 0, 20, 0)}});
  const Chart tenants = chart_of({{"conflict", "acme", false, steps(20, 2, 20, 6)},
                                  {"conflict", "globex", false, steps(20, 2, 20, 14)}});
  EXPECT_EQ(said(whole, {&operations, &tenants}),
            "Conflicts ×5 since minute 20: POST /refunds ×6, mostly globex.");
  const Chart one = chart_of({{"conflict", "POST /refunds", false, steps(20, 4, 20, 20)}});
  const Chart nearly = chart_of({{"conflict", "acme", false, steps(20, 3, 20, 18.8)},
                                 {"conflict", "globex", false, steps(20, 1, 20, 1.2)}});
  EXPECT_EQ(said(whole, {&one, &one}), "Conflicts ×5 since minute 20: POST /refunds, only POST /refunds.")
      << "the same factor once";
  EXPECT_EQ(said(whole, {nullptr, &nearly}), "Conflicts ×5 since minute 20: mostly acme.")
      << "another has a part, however small";
  const Chart even = chart_of({{"conflict", "a", false, steps(20, 1, 20, 6)},
                               {"conflict", "b", false, steps(20, 1, 20, 6)},
                               {"conflict", "c", false, steps(20, 2, 20, 8)}});
  EXPECT_EQ(said(whole, {&even, nullptr}), "Conflicts ×5 since minute 20.") << "no one of them is most of it";
}

// Steady noise is no change: of a thousand such ranges none is called one.
TEST(Change, IsNotSeenInNoise) {
  std::uint64_t state = 7;
  const auto next = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 40U) / static_cast<double>(1U << 24U);
  };
  int seen = 0;
  for (int run = 0; run < 1000; ++run) {
    std::vector<double> values;
    for (int i = 0; i < 60; ++i) {
      // Poisson, 3 on average.
      double product = next();
      double count = 0;
      while (product > std::exp(-3.0)) product *= next(), ++count;
      values.push_back(count);
    }
    const Chart chart = chart_of({{"conflict", {}, false, values}});
    seen += static_cast<int>(changes_in(chart).size());
  }
  EXPECT_LE(seen, 5);
}

TEST(Smoothed, LongerStepsHoldTheSameNumbers) {
  std::vector<double> values(240, 0);
  for (std::size_t i = 0; i < values.size(); i += 2) values[i] = 1;
  Chart chart =
      chart_of({{"conflict", {}, false, values}, {"stuck", {}, false, std::vector<double>(240, 7)}});
  const Chart out = smoothed(chart, {"conflict"});
  EXPECT_EQ(out.step, minute * 10);
  EXPECT_EQ(out.steps, 24U);
  for (std::size_t i = 0; i < out.steps; ++i) {
    EXPECT_EQ(out.lines[0].values[i], 5) << i;
    EXPECT_EQ(out.lines[1].values[i], 7) << "a level is not added up";
  }
  EXPECT_EQ(smoothed(chart, {"other"}).step, minute);
  chart.lines[0].values.assign(240, 5);
  EXPECT_EQ(smoothed(chart, {"conflict"}).step, minute * 5) << "four would do, and five are round";
  chart.lines[0].values.assign(240, 20);
  EXPECT_EQ(smoothed(chart, {"conflict"}).step, minute) << "enough in each step";
}

TEST(Smoothed, StepsAreAlignedAndAPartOfOneIsUnknown) {
  std::vector<double> values(240, 0.5);
  values[100] = nothing_known;
  Chart chart = chart_of({{"conflict", {}, false, values}});
  chart.from = start + minute * 3;
  chart.as_of = chart.from + minute * 240;
  const Chart out = smoothed(chart, {"conflict"});
  EXPECT_EQ(out.step, minute * 10);
  EXPECT_EQ(out.from, start);
  EXPECT_TRUE(std::isnan(out.lines[0].values[0])) << "three of its minutes are before the range";
  EXPECT_EQ(out.lines[0].values[1], 5);
  EXPECT_TRUE(std::isnan(out.lines[0].values[10])) << "one of its minutes is unknown";
  EXPECT_EQ(out.lines[0].values.back(), 1.5) << "so far";
}

}  // namespace
}  // namespace onceover::metrics
