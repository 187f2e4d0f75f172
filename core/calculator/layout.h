// SPDX-License-Identifier: Apache-2.0
// How PostgreSQL stores a row: what its columns take in the heap, what goes out of line, and what an index
// entry takes. Pure; for pages of 8 kB, as in PostgreSQL 13 to 17.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceover::calculator {

inline constexpr double page_bytes = 8192, page_header_bytes = 24, line_pointer_bytes = 4;
// Of a leaf, without the 16 bytes of its special space.
inline constexpr double leaf_bytes = page_bytes - page_header_bytes - 16;
// Of a leaf that is full of random keys, and of ascending ones.
inline constexpr double random_fill = 0.7, ascending_fill = 0.9;

// To a multiple of 8.
double aligned(double bytes);

struct Column {
  std::string_view name;
  double bytes = 0;      // without a header
  int alignment = 0;     // 0: text, bytea or jsonb; else of a type of fixed size
  bool is_null = false;  // such a row has a bitmap of NULLs
  // share that compression leaves; tried only where the row is larger than a quarter of a page
  double compressed = 1;
};
constexpr Column fixed(std::string_view name, double bytes) {
  return {name, bytes, bytes < 8 ? static_cast<int>(bytes) : 8};
}
constexpr Column uuid(std::string_view name) { return {name, 16, 1}; }
constexpr Column value(std::string_view name, double bytes, double compressed = 1) {
  return {name, bytes, 0, false, compressed};
}
constexpr Column null(std::string_view name) { return {name, 0, 0, true}; }
// NULL where there is nothing.
constexpr Column value_or_null(std::string_view name, double bytes, double compressed = 1) {
  return bytes > 0 ? value(name, bytes, compressed) : null(name);
}

struct StoredRow {
  double heap_bytes = 0;   // of the tuple with its header, aligned, without its line pointer
  double toast_bytes = 0;  // of the pages that its values out of line take, their index included
  std::vector<std::string> arithmetic;
};
// A row with these columns, in the order of the table.
StoredRow stored_row(const std::vector<Column>& columns);

// Of a b-tree's leaf entry with its header, aligned, without its line pointer. Columns that are NULL take a
// bitmap.
double index_entry_bytes(const std::vector<Column>& key);

// Of the jsonb of an object whose members are texts: as long as its text is in PostgreSQL ('{"a": "b"}'), and
// 4 more.
constexpr double jsonb_bytes(double text_bytes) { return text_bytes + 4; }

}  // namespace onceover::calculator
