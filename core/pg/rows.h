// SPDX-License-Identifier: Apache-2.0
// The rows of one statement, as the server sent them. A value type: cheap to copy, safe to pass to another
// thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/time.h"

struct pg_result;

namespace onceover::pg {

// Reading where there is no such row or column gives NULL.
class Rows {
 public:
  Rows() = default;
  explicit Rows(std::shared_ptr<pg_result> result) : result_(std::move(result)) {}

  int size() const;
  bool empty() const { return size() == 0; }
  int columns() const;
  // "INSERT 0 1", "COMMIT", "ROLLBACK".
  std::string_view tag() const;
  // Rows changed by an INSERT, UPDATE or DELETE; 0 for other statements.
  std::int64_t affected() const;

  bool is_null(int row, int column) const;
  // Bytes of the value: of text, json, bytea, uuid cast to text. Empty for NULL. Valid while a copy of Rows
  // lives.
  std::string_view view(int row, int column) const;
  std::string text(int row, int column) const { return std::string(view(row, column)); }
  std::optional<std::string> optional_text(int row, int column) const;
  // Of every row.
  std::vector<std::string> texts(int column) const;
  // int2, int4, int8; 0 for NULL.
  std::int64_t integer(int row, int column) const;
  std::optional<std::int64_t> optional_integer(int row, int column) const;
  double real(int row, int column) const;   // float8; 0 for NULL
  bool boolean(int row, int column) const;  // false for NULL
  // timestamptz; must not be NULL for the first.
  Timestamp timestamp(int row, int column) const;
  std::optional<Timestamp> optional_timestamp(int row, int column) const;

  // The columns from this one on, each into a field by its type: text, integer, boolean, timestamptz, or an
  // optional of those. A string_view as view().
  template <class... Fields>
  void read(int row, int column, Fields&... fields) const {
    (take(row, column++, fields), ...);
  }
  // What is made of each row, in order.
  template <class Make>
  auto map(Make make) const {
    std::vector<std::invoke_result_t<Make, int>> all;
    for (int row = 0; row < size(); ++row) all.push_back(make(row));
    return all;
  }

 private:
  template <class Field>
  void take(int row, int column, Field& field) const {
    if constexpr (std::is_same_v<Field, std::string>) {
      field = text(row, column);
    } else if constexpr (std::is_same_v<Field, std::optional<std::string>>) {
      field = optional_text(row, column);
    } else if constexpr (std::is_same_v<Field, std::string_view>) {
      field = view(row, column);
    } else if constexpr (std::is_same_v<Field, std::optional<std::string_view>>) {
      if (!is_null(row, column)) field = view(row, column);
    } else if constexpr (std::is_same_v<Field, bool>) {
      field = boolean(row, column);
    } else if constexpr (std::is_same_v<Field, Timestamp>) {
      field = timestamp(row, column);
    } else if constexpr (std::is_same_v<Field, std::optional<Timestamp>>) {
      field = optional_timestamp(row, column);
    } else if constexpr (std::is_integral_v<Field>) {
      field = static_cast<Field>(integer(row, column));
    } else {
      field = optional_integer(row, column);
    }
  }
  std::shared_ptr<pg_result> result_;
};

}  // namespace onceover::pg
