// SPDX-License-Identifier: Apache-2.0
#include "core/base/csv.h"

#include <gtest/gtest.h>

namespace onceover {
namespace {

using CsvCells = std::vector<std::optional<std::string>>;

std::vector<CsvRecord> records(std::string_view text, char delimiter = ',') {
  std::vector<CsvRecord> out;
  CsvReader reader(text, delimiter);
  while (auto record = reader.next()) out.push_back(std::move(*record));
  return out;
}

TEST(Csv, CutsCellsAndKeepsTheTextOfTheRow) {
  const auto read = records("a, b ,\"c \"\"d\"\"\"\r\n,\"\"\n");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].cells, (CsvCells{"a", "b", "c \"d\""}));
  EXPECT_EQ(read[0].text, "a, b ,\"c \"\"d\"\"\"");
  EXPECT_EQ(read[1].cells, (CsvCells{std::nullopt, ""}));  // nothing, and the empty text
  EXPECT_EQ(read[1].text, ",\"\"");
}

TEST(Csv, AQuotedCellMayHoldLineEndsAndLinesAreStillCounted) {
  const auto read = records("\"one\ntwo\",x\nlast");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].cells, (CsvCells{"one\ntwo", "x"}));
  EXPECT_EQ(read[0].text, "\"one\ntwo\",x");
  EXPECT_EQ(read[1].line, 3);
}

TEST(Csv, WrongQuotesCostTheirOwnLineAlone) {
  const auto read = records("\"a\"b,c\n\"open\nnext\n");
  ASSERT_EQ(read.size(), 3U);
  EXPECT_FALSE(read[0].problem.empty());
  EXPECT_EQ(read[0].text, "\"a\"b,c");
  EXPECT_FALSE(read[1].problem.empty());
  EXPECT_EQ(read[1].text, "\"open");
  EXPECT_EQ(read[2].cells, CsvCells{"next"});
  EXPECT_EQ(read[2].line, 3);
}

TEST(Csv, ABlankLineIsOneEmptyCell) {
  EXPECT_EQ(records("\n\n").size(), 2U);
  EXPECT_EQ(records("\n").front().cells, CsvCells{std::nullopt});
  EXPECT_TRUE(records("").empty());
}

}  // namespace
}  // namespace onceover
