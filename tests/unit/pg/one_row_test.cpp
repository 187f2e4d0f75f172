// SPDX-License-Identifier: Apache-2.0
// Which errors may be one row's, and how a batch is divided around it.
#include "core/pg/one_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/pg/sqlstate.h"

namespace onceover::pg {
namespace {

Error of_state(const std::string& state) {
  return {.kind = kind_of(state), .what = "no", .not_done = "", .next = "", .sqlstate = state, .detail = ""};
}

TEST(OneRow, AnInternalErrorIsTheSessionsUnlessAValueIsTooLarge) {
  Error error = of_state("XX000");
  error.what = "could not open relation with OID 16400";
  EXPECT_FALSE(may_be_one_row(error));
  error.what = "invalid memory alloc request size 1073741824";
  EXPECT_TRUE(may_be_one_row(error));
}

TEST(OneRow, OnlyWhatIsAboutDataMayBeOneRows) {
  for (const char* state : {"22003", "22021", "22P05", "23514", "23505", "54000", "54001", "P0001", "XX001",
                            "OC009", "27000", "38000"})
    EXPECT_TRUE(may_be_one_row(of_state(state))) << state;
  for (const char* state :
       {"",      "08006", "25006", "28000", "40001", "40P01", "42501", "42601", "42703", "42P01",
        "53100", "53200", "53300", "55P03", "57014", "57P01", "OC002", "OC008", "0A000", "26000"})
    EXPECT_FALSE(may_be_one_row(of_state(state))) << state;
}

// A table of numbers, of which some cannot be read.
struct Table {
  std::vector<int> rows, bad;
  std::size_t place = 0;
  int statements = 0;
  bool is_bad(int row) const { return std::find(bad.begin(), bad.end(), row) != bad.end(); }
  Result<std::vector<int>> take(int limit) {
    ++statements;
    std::vector<int> taken;
    for (std::size_t i = place; i < rows.size() && std::ssize(taken) < limit; ++i) {
      if (is_bad(rows[i])) return fail(of_state("22003"));
      taken.push_back(rows[i]);
    }
    place += taken.size();
    return taken;
  }
};

std::vector<int> numbers(int n) {
  std::vector<int> all;
  for (int i = 0; i < n; ++i) all.push_back(i);
  return all;
}

TEST(OneRow, EveryOtherRowIsTakenOnceAndInOrder) {
  for (const std::vector<int>& bad : {std::vector<int>{}, {0}, {49}, {99}, {0, 1, 2}, {10, 40, 41, 99}}) {
    Table table{numbers(100), bad};
    std::vector<int> got, aside;
    for (;;) {
      auto part = take_around(
          32, [&](int limit) { return table.take(limit); },
          [&](const Error&) -> Result<bool> {
            if (table.place == table.rows.size()) return false;
            aside.push_back(table.rows[table.place++]);
            return true;
          });
      ASSERT_TRUE(part);
      got.insert(got.end(), part->batch.begin(), part->batch.end());
      if (std::ssize(part->batch) < part->limit) break;
    }
    EXPECT_EQ(aside, bad);
    EXPECT_EQ(got.size(), 100 - bad.size());
    EXPECT_TRUE(std::is_sorted(got.begin(), got.end()));
    EXPECT_LT(table.statements, 80);
  }
}

TEST(OneRow, WhatFailsForEveryRowIsNoRowsFault) {
  Table table{numbers(100), numbers(100)};
  int aside = 0;
  const auto part = take_around(
      32, [&](int limit) { return table.take(limit); },
      [&](const Error&) -> Result<bool> {
        ++aside;
        ++table.place;
        return true;
      });
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().sqlstate, "22003");
  EXPECT_EQ(aside, most_alone);
}

TEST(OneRow, AnErrorThatIsNotOneRowsEndsAllAtOnce) {
  int calls = 0;
  const auto part = take_around(
      32,
      [&](int) -> Result<int> {
        ++calls;
        return fail(of_state("42501"));
      },
      [](const Error&) -> Result<bool> { return true; });
  EXPECT_FALSE(part);
  EXPECT_EQ(calls, 1);
}

TEST(OneRow, AListIsDividedAroundWhatFails) {
  for (const std::vector<int>& bad : {std::vector<int>{}, {0}, {63}, {7, 8}, numbers(64)}) {
    std::vector<std::size_t> done, failed;
    const auto work = [&](std::size_t first, std::size_t last) -> Result<void> {
      for (const int row : bad) {
        if (static_cast<std::size_t>(row) >= first && static_cast<std::size_t>(row) < last)
          return fail(of_state("23514"));
      }
      for (std::size_t i = first; i < last; ++i) done.push_back(i);
      return {};
    };
    const auto alone = [&](std::size_t i, const Error&) { failed.push_back(i); };
    ASSERT_TRUE(divide(0, 64, work, alone));
    EXPECT_EQ(done.size() + failed.size(), 64U);
    EXPECT_EQ(std::vector<int>(failed.begin(), failed.end()), bad);
  }
}

}  // namespace
}  // namespace onceover::pg
