// SPDX-License-Identifier: Apache-2.0
// Facts of a table written down for a rule's test, as the catalog and twelve rows would tell them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/tables/detect/detect.h"

namespace onceover::tables::test {

using Cell = std::optional<std::string>;
using Cells = std::function<Cell(int row)>;

inline constexpr int row_count = 12;

// An instant: so many minutes and seconds after the first of the month.
inline std::string at(int minute, int second = 0, int day = 1) {
  const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return "2026-08-" + two(day) + " 10:" + two(minute) + ":" + two(second) + "+00";
}

inline Cells always(std::string value) {
  return [value = std::move(value)](int) { return Cell(value); };
}
inline Cells cycle(std::vector<std::string> values) {
  return [values = std::move(values)](int row) {
    return Cell(values[static_cast<std::size_t>(row) % values.size()]);
  };
}
inline Cells key(const std::string& prefix) {
  return [prefix](int row) { return Cell(prefix + std::to_string(row)); };
}
// A SHA-256 for each row.
inline Cells digest() {
  return [](int row) { return Cell(std::string(63, 'a') + static_cast<char>('a' + row % 6)); };
}
// The value in rows that are not a multiple of `every`, NULL in those that are.
inline Cells but_each(int every, Cells value) {
  return [every, value = std::move(value)](int row) { return row % every == 0 ? Cell() : value(row); };
}

class TableOf {
 public:
  explicit TableOf(const std::string& name) {
    facts_.schema = "public";
    facts_.name = name;
    facts_.rows = row_count;
  }

  // "text", "text!" where NOT NULL; uuid, bytea, int, bigint, smallint, bool, timestamptz, jsonb. No cells:
  // no rows.
  TableOf& column(const std::string& name, std::string type, const Cells& cells = nullptr) {
    ColumnFacts column;
    column.name = name;
    column.not_null = type.ends_with('!');
    if (column.not_null) type.pop_back();
    column.type_name = type;
    using Type = ColumnFacts::Type;
    column.type = type == "uuid"          ? Type::uuid
                  : type == "bytea"       ? Type::bytes
                  : type == "bool"        ? Type::boolean
                  : type == "timestamptz" ? Type::timestamptz
                  : type == "timestamp"   ? Type::timestamp
                  : type == "jsonb"       ? Type::json
                  : type == "numeric"     ? Type::numeric
                  : type == "text"        ? Type::text
                                          : Type::integer;
    if (column.type == Type::integer)
      column.integer_bytes = type == "bigint" ? 8 : type == "smallint" ? 2 : 4;
    for (int row = 0; cells && row < row_count; ++row) {
      column.sample.push_back(cells(row));
      const Cell& cell = column.sample.back();
      if (cell && std::find(column.values.begin(), column.values.end(), *cell) == column.values.end())
        column.values.push_back(*cell);
    }
    facts_.columns.push_back(std::move(column));
    return *this;
  }
  TableOf& serial(const std::string& name) {
    column(name, "bigint!", [](int row) { return Cell(std::to_string(row)); });
    facts_.columns.back().generated = true;
    return unique({name});
  }
  TableOf& unique(std::vector<std::string> columns) {
    facts_.indexes.push_back({std::move(columns), true, facts_.indexes.empty(), ""});
    return *this;
  }
  // Of the last column.
  TableOf& generated() {
    facts_.columns.back().generated = true;
    return *this;
  }
  // Of the last unique index.
  TableOf& only_where(std::string predicate) {
    facts_.indexes.back().predicate = std::move(predicate);
    return *this;
  }
  TableOf& defaults(std::string sql) {
    facts_.columns.back().default_sql = std::move(sql);
    return *this;
  }
  TableOf& comment(std::string text) {
    facts_.columns.back().comment = std::move(text);
    return *this;
  }
  TableOf& words(std::vector<std::string> words) {
    facts_.columns.back().words = std::move(words);
    return *this;
  }
  TableOf& null_share(double share) {
    facts_.columns.back().null_share = share;
    return *this;
  }
  TableOf& read_at(double now_s) {
    facts_.now_s = now_s;
    return *this;
  }
  TableOf& referenced_by(int tables) {
    facts_.referenced_by = tables;
    return *this;
  }

  const TableFacts& facts() const { return facts_; }
  std::optional<Candidate> detected() const { return detect(facts_); }
  // "kind", "" where it is none of ours.
  std::string kind() const {
    const auto candidate = detected();
    return candidate ? std::string(word(candidate->kind)) : "";
  }
  // "column, column (form)"; "?" where it cannot be told, "" where there is none or the table is none of
  // ours.
  std::string role(std::string_view name) const {
    const auto candidate = detected();
    if (!candidate || candidate->role(name).is == RoleAnswer::Is::none) return "";
    const RoleAnswer& answer = candidate->role(name);
    if (answer.is == RoleAnswer::Is::unknown) return "?";
    std::string out;
    for (const std::string& column : answer.columns) out += (out.empty() ? "" : ", ") + column;
    return out + " (" + answer.form + ")";
  }
  std::map<std::string, std::string> meanings() const { return detected()->role("state").meanings; }

 private:
  TableFacts facts_;
};

}  // namespace onceover::tables::test
