// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/exports/export.h"

namespace onceover::exports {
namespace {

std::vector<std::optional<std::string>> cells_of(std::string_view line) {
  std::string scratch;
  std::vector<Cell> cells;
  split_copy_line(line, scratch, cells);
  std::vector<std::optional<std::string>> out;
  for (const Cell& cell : cells)
    out.push_back(cell.null ? std::nullopt : std::optional(std::string(cell.text)));
  return out;
}

using Cells = std::vector<std::optional<std::string>>;

TEST(CopyText, CellsAreApartByTabs) {
  EXPECT_EQ(cells_of("a\tb\tc"), (Cells{"a", "b", "c"}));
  EXPECT_EQ(cells_of(""), (Cells{""}));
  EXPECT_EQ(cells_of("\t"), (Cells{"", ""}));
  EXPECT_EQ(cells_of("\\N\t\t\\N"), (Cells{std::nullopt, "", std::nullopt}));
}

TEST(CopyText, EscapesAreRead) {
  EXPECT_EQ(cells_of("a\\tb\tc\\nd\\\\e\\rf"), (Cells{"a\tb", "c\nd\\e\rf"}));
  EXPECT_EQ(cells_of("\\b\\f\\v"), (Cells{"\b\f\v"}));
  EXPECT_EQ(cells_of("\\\\x6869\t\\\\N"), (Cells{"\\x6869", "\\N"}));
  EXPECT_EQ(cells_of("\\\\\\\\"), (Cells{"\\\\"}));
  EXPECT_EQ(cells_of("end\\"), (Cells{"end\\"}));  // the server never sends it
}

TEST(CopyText, EarlierCellsSurviveLaterOnes) {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "\\\\x\t";
  const Cells cells = cells_of(line);
  ASSERT_EQ(cells.size(), 1001U);
  EXPECT_EQ(cells.front(), "\\x");
  EXPECT_EQ(cells[999], "\\x");
}

}  // namespace
}  // namespace onceover::exports
