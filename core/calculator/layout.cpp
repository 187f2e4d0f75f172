// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/calculator/figure.h"

namespace onceover::calculator {
namespace {

constexpr double row_header = 23, index_header = 8, null_bitmap_of_entry = 8;
// A value up to so long has a header of one byte and no alignment; any other has four bytes, aligned to four.
constexpr double longest_short = 126;
// A row is made smaller where it is larger than a quarter of a page: its largest value is compressed, then
// moved out of line.
constexpr double row_target = 2032, pointer = 18, smallest_moved = 24;
// pglz gives up where a quarter is not saved; a compressed value has its length besides.
constexpr double worth_compressing = 0.75, compressed_header = 4;
// Out of line a value is rows of 1,996 bytes with an oid, a number and headers.
constexpr double chunk = 1996, chunk_overhead = 24 + 4 + 4 + 4;

enum class Form { plain, compressed, out_of_line };

struct Placed {
  const Column* column;
  Form form = Form::plain;
  bool cannot_shrink = false;
  double bytes() const {
    return form == Form::compressed ? std::ceil(column->bytes * column->compressed) + compressed_header
                                    : column->bytes;
  }
};

double up_to(double at, double alignment) { return std::ceil(at / alignment) * alignment; }

double end_of(double at, const Placed& value) {
  const Column& column = *value.column;
  if (column.is_null) return at;
  if (column.alignment > 0) return up_to(at, column.alignment) + column.bytes;
  if (value.form == Form::out_of_line) return at + pointer;
  if (value.form == Form::plain && column.bytes <= longest_short) return at + 1 + column.bytes;
  return up_to(at, 4) + 4 + value.bytes();
}

double data_of(const std::vector<Placed>& values) {
  double at = 0;
  for (const Placed& value : values) at = end_of(at, value);
  return at;
}

// The largest value that may still be made smaller; null: there is none.
Placed* largest(std::vector<Placed>& values, bool to_compress) {
  Placed* found = nullptr;
  for (Placed& value : values) {
    const bool may = value.column->alignment == 0 && !value.column->is_null &&
                     value.form != Form::out_of_line && value.bytes() + 4 > smallest_moved &&
                     !(to_compress && (value.cannot_shrink || value.form == Form::compressed));
    if (may && (found == nullptr || value.bytes() > found->bytes())) found = &value;
  }
  return found;
}

void shrink(std::vector<Placed>& values, double header) {
  const double target = row_target - header;
  while (data_of(values) > target) {
    Placed* value = largest(values, true);
    if (value == nullptr) break;
    if (value->column->compressed <= worth_compressing) {
      value->form = Form::compressed;
    } else {
      value->cannot_shrink = true;
    }
    if (value->bytes() + 4 > target) value->form = Form::out_of_line;
  }
  while (data_of(values) > target) {
    Placed* value = largest(values, false);
    if (value == nullptr) break;
    value->form = Form::out_of_line;
  }
}

double kept_out_of_line(const Column& column) {
  return column.compressed <= worth_compressing
             ? std::ceil(column.bytes * column.compressed) + compressed_header
             : column.bytes;
}

// Pages for each row where every row has values of these sizes: a chunk goes to the current page if it fits
// there, else to another one with room, else to a new one.
double chunk_pages(const std::vector<double>& values, double chunks) {
  const int rows = static_cast<int>(std::clamp(4'096 / chunks, 8.0, 256.0));
  double pages = 0, current = 0;
  std::vector<double> others;  // room in them
  const auto place = [&](double takes) {
    if (takes > current) {
      const auto found = std::ranges::find_if(others, [&](double room) { return room >= takes; });
      const double left = current;
      current = found != others.end() ? *found : page_bytes - page_header_bytes;
      pages += found != others.end() ? 0 : 1;
      if (found != others.end()) others.erase(found);
      if (left >= smallest_moved) others.push_back(left);
    }
    current -= takes;
  };
  for (int row = 0; row < rows; ++row) {
    for (const double bytes : values) {
      for (double left = bytes; left > 0; left -= chunk)
        place(aligned(chunk_overhead + std::min(left, chunk)) + line_pointer_bytes);
    }
  }
  return (pages - current / page_bytes) / rows;
}

}  // namespace

double aligned(double bytes) { return up_to(bytes, 8); }

StoredRow stored_row(const std::vector<Column>& columns) {
  std::vector<Placed> values;
  for (const Column& column : columns) values.push_back({&column});
  const bool has_nulls = std::ranges::any_of(columns, &Column::is_null);
  const double header =
      aligned(row_header + (has_nulls ? std::ceil(static_cast<double>(columns.size()) / 8) : 0));
  shrink(values, header);

  StoredRow out;
  std::string sum = fmt::format("header {}{}", plain(header), has_nulls ? " with the bitmap of NULLs" : "");
  std::vector<double> moved;
  double chunks = 0, at = 0;
  std::string names;
  for (const Placed& value : values) {
    const double end = end_of(at, value);
    if (!value.column->is_null) {
      const char* const form = value.form == Form::out_of_line  ? " (pointer)"
                               : value.form == Form::compressed ? " (compressed)"
                                                                : "";
      sum += fmt::format(" + {}{} {}", value.column->name, form, plain(end - at));
    }
    at = end;
    if (value.form != Form::out_of_line) continue;
    moved.push_back(kept_out_of_line(*value.column));
    chunks += std::ceil(moved.back() / chunk);
    names += fmt::format("{}{} {}", names.empty() ? "" : " + ", value.column->name, plain(moved.back()));
  }
  out.heap_bytes = aligned(header + at);
  out.arithmetic.push_back(
      fmt::format("{} = {}, aligned to 8: {} bytes", sum, plain(header + at), plain(out.heap_bytes)));
  if (moved.empty()) return out;
  const double pages = chunk_pages(moved, chunks) * page_bytes;
  const double index =
      chunks * page_bytes /
      std::floor(leaf_bytes * ascending_fill / (aligned(index_header + 8) + line_pointer_bytes));
  out.toast_bytes = pages + index;
  out.arithmetic.push_back(fmt::format(
      "out of line: {} in {} rows of up to 1,996 bytes = {} bytes of pages + {} of their index = {}", names,
      plain(chunks), grouped(pages), grouped(index), grouped(out.toast_bytes)));
  return out;
}

double index_entry_bytes(const std::vector<Column>& key) {
  double at = index_header + (std::ranges::any_of(key, &Column::is_null) ? null_bitmap_of_entry : 0);
  for (const Column& column : key) at = end_of(at, {&column});
  return aligned(at);
}

}  // namespace onceover::calculator
