// SPDX-License-Identifier: Apache-2.0
// What a database says about one table, without what it means: read by catalog.h, judged by detect.h.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::tables {

inline bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}
// "a, b"
inline std::string list_of(const std::vector<std::string>& names, std::string_view between = ", ") {
  return fmt::format("{}", fmt::join(names, between));
}
// Where it is not empty, and not among them.
inline void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && !is_among(names, name)) names.push_back(name);
}

// What a value becomes in its column.
enum class Holds { text, bytes, json, other };

struct ColumnFacts {
  // What can be asked of a value by the type's family.
  enum class Type {
    text,
    uuid,
    bytes,
    integer,
    numeric,
    boolean,
    timestamptz,
    timestamp,
    json,
    enumeration,
    array,
    other
  };

  std::string name;
  Type type = Type::other;
  std::string type_name;  // as format_type() writes it
  std::string base;       // the type's own name, below a domain: "int4", "jsonb"
  int integer_bytes = 0;  // 2, 4 or 8 for Type::integer
  int max_length = -1;    // characters, of varchar(n) and char(n)
  bool not_null = false;
  bool always_generated = false;                // no statement may set it
  bool may_select = false, may_update = false;  // this user
  bool generated = false;                       // serial, identity, or a generated uuid: a surrogate
  std::string default_sql, comment;
  std::string references;          // the table a foreign key of only this column points to
  std::string counters;            // that table's columns which, by their names, count rows of this one
  std::vector<std::string> words;  // of the enum or of a CHECK (column IN (…)); closed
  // Of a bounded sample and of the planner's statistics; text as the server writes it, NULL left out.
  std::vector<std::string> values;                 // distinct
  std::vector<std::optional<std::string>> sample;  // a value for each sampled row
  std::optional<double> null_share;
  std::optional<std::string> newest;  // of a timestamp: the latest value, where reading it is cheap

  // The words that are known of it: those declared, else those that rows show.
  const std::vector<std::string>& vocabulary() const { return words.empty() ? values : words; }
  bool may_be_null() const { return !not_null; }
  bool is_text() const { return type == Type::text; }
  bool is_integer() const { return type == Type::integer; }
  bool is_number() const { return is_integer() || type == Type::numeric; }
  bool is_bytes() const { return type == Type::bytes; }
  bool is_json() const { return type == Type::json; }
  bool is_day() const { return base == "date"; }
  bool is_instant() const { return type == Type::timestamptz || type == Type::timestamp; }
  Holds holds() const {
    return is_bytes() ? Holds::bytes : is_json() ? Holds::json : is_text() ? Holds::text : Holds::other;
  }
};

struct IndexFacts {
  std::vector<std::string> columns;      // "" for an expression
  bool unique = false, primary = false;  // unique: and valid
  std::string predicate;                 // of a partial index
  // Read from the catalog only.
  std::string name;
  bool is_declared_unique = false, is_valid = false, is_btree = false, nulls_not_distinct = false;
  std::vector<std::string> expressions;  // as the server writes them; "" for a column
  // "0": ascending, NULLs last; "3": descending, NULLs first; "": of another order, or not in the column's
  // own collation.
  std::vector<std::string> directions;
  std::vector<std::string> uses;  // every column, expressions' included
};

// What a table demands of a row: a CHECK, a domain, a generated column, a key. It is tried on rows as a write
// would leave them (try_write.h).
struct Constraint {
  // domain: of one column, whose value is "value" in the expression. never_null: of one column, by its
  // domain.
  enum class Is { check, domain, never_null, generated, unique, exclusion, foreign_key };

  Is is = Is::check;
  std::string name;
  std::string expression;  // check, domain, generated: as the server writes it; of a key: its predicate
  std::vector<std::string> columns;  // that it rests on; of a key in its order
  // Only functions and operators of pg_catalog that are immutable: trying it runs no code of the owner's.
  bool may_be_tried = false;
  // of a key: the operators, "="; of a foreign key: the other table's columns
  std::vector<std::string> matches;
  std::string table;  // foreign_key: the other one, quoted
};

enum class Relation { missing, table, partitioned, view, materialized, foreign, other };
std::string_view word(Relation relation);
Relation relation_of(std::string_view relkind);  // of pg_class
constexpr bool is_table(Relation relation) {
  return relation == Relation::table || relation == Relation::partitioned;
}

struct TableFacts {
  std::string schema, name, comment;
  Relation what = Relation::table;
  std::vector<ColumnFacts> columns;
  std::vector<IndexFacts> indexes;
  std::vector<std::string> partition_columns;
  double rows = 0;  // the planner's estimate
  // When it was read: the server's clock, in seconds since 1970; the time zone of this database, and how far
  // that was ahead of UTC then.
  double now_s = 0;
  std::string database_zone;
  double database_offset_s = 0;
  int referenced_by = 0;  // foreign keys of other tables to this one

  // A column that this user may not read has no sample.
  std::size_t sampled_rows() const {
    std::size_t rows = 0;
    for (const ColumnFacts& c : columns) rows = std::max(rows, c.sample.size());
    return rows;
  }
  const ColumnFacts* column(std::string_view name) const {
    for (const ColumnFacts& c : columns) {
      if (c.name == name) return &c;
    }
    return nullptr;
  }
};

}  // namespace onceover::tables
