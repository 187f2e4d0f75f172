// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/layout.h"

#include <gtest/gtest.h>

namespace onceover::calculator {
namespace {

// Sizes as pg_column_size(row) and pageinspect show them in PostgreSQL 15.
TEST(Layout, ARowIsItsColumnsInTheirOrder) {
  const struct {
    const char* what;
    std::vector<Column> columns;
    double heap;
  } table[] = {
      {"a number", {fixed("n", 8)}, 32},
      {"two small ones share eight bytes", {fixed("a", 4), fixed("b", 4)}, 32},
      {"a large one after a small one is aligned", {fixed("a", 4), fixed("b", 8)}, 40},
      {"a short text has one byte of header and no alignment", {fixed("a", 4), value("b", 3)}, 32},
      {"126 bytes are short", {value("a", 126)}, 24 + 128},
      {"127 bytes are long: four bytes of header", {value("a", 127)}, 24 + 136},
      {"a long text is aligned to four", {value("a", 2), value("b", 127)}, 24 + 136},
      {"a NULL makes a bitmap, which eight columns have for nothing", {fixed("a", 8), null("b")}, 32},
      {"nine columns do not",
       {fixed("1", 1), fixed("2", 1), fixed("3", 1), fixed("4", 1), fixed("5", 1), fixed("6", 1),
        fixed("7", 1), fixed("8", 1), null("9")},
       40},
      {"a uuid is not aligned", {value("a", 2), uuid("b")}, 24 + 24},
      {"a text of 0 bytes is NULL where that is said", {fixed("a", 8), value_or_null("b", 0)}, 32},
  };
  for (const auto& [what, columns, heap] : table) {
    const StoredRow row = stored_row(columns);
    EXPECT_EQ(row.heap_bytes, heap) << what << ": " << row.arithmetic.front();
    EXPECT_EQ(row.toast_bytes, 0) << what;
    EXPECT_EQ(row.arithmetic.size(), 1U) << what;
  }
}

TEST(Layout, ALargeValueIsCompressedAndThenMoved) {
  // 24 + 4 + 2004 = 2,032: the largest that stays.
  EXPECT_EQ(stored_row({value("a", 2004)}).heap_bytes, 2032);
  EXPECT_EQ(stored_row({value("a", 2004)}).toast_bytes, 0);
  // One byte more: a pointer of 18 bytes is left.
  EXPECT_EQ(stored_row({value("a", 2005)}).heap_bytes, 24 + 24);
  EXPECT_GT(stored_row({value("a", 2005)}).toast_bytes, 2005);
  // Half of it is left by compression, which keeps it in the row.
  EXPECT_EQ(stored_row({value("a", 3000, 0.5)}).heap_bytes, 24 + 4 + 4 + 1500 + 4);
  EXPECT_EQ(stored_row({value("a", 3000, 0.5)}).toast_bytes, 0);
  // Less than a quarter saved is not worth it.
  EXPECT_EQ(stored_row({value("a", 3000, 0.8)}).heap_bytes, 24 + 24);
  // Compressed and still too large.
  EXPECT_LT(stored_row({value("a", 9000, 0.5)}).toast_bytes, stored_row({value("a", 9000)}).toast_bytes);
  // The larger one goes; the other stays where it fits.
  EXPECT_EQ(stored_row({value("a", 1500), value("b", 1000)}).heap_bytes, 24 + 1024);
  // Small rows are never compressed.
  EXPECT_EQ(stored_row({value("a", 1000, 0.1)}).heap_bytes, 24 + 1008);
  EXPECT_NE(stored_row({value("a", 9000)}).arithmetic.back().find("out of line: a 9000"), 0U);
}

// Four full chunks fill a page; short ones go where a full one does not fit.
TEST(Layout, ChunksAreRowsOfPagesOfTheirOwn) {
  const double index = 8192.0 / 366;
  EXPECT_NEAR(stored_row({value("a", 4 * 1996)}).toast_bytes, 8192 + 4 * index, 1);
  EXPECT_NEAR(stored_row({value("a", 4 * 1996 + 16)}).toast_bytes, 8192 + 56 + 5 * index, 60);
}

TEST(Layout, AnIndexEntryHasItsOwnHeader) {
  EXPECT_EQ(index_entry_bytes({fixed("seq", 8)}), 16);
  EXPECT_EQ(index_entry_bytes({fixed("xid", 8), fixed("seq", 8)}), 24);
  EXPECT_EQ(index_entry_bytes({value("id", 36)}), 48);
  EXPECT_EQ(index_entry_bytes({value("id", 36), value("source", 8), value("consumer", 8)}), 64);
  EXPECT_EQ(index_entry_bytes({fixed("at", 8), null("b")}), 24);
}

TEST(Layout, HeadersAsJsonbAreAsLongAsTheirText) { EXPECT_EQ(jsonb_bytes(2), 6); }

}  // namespace
}  // namespace onceover::calculator
