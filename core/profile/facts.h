// What a database says about one table, without a word of what it means: read by catalog.h, judged by detect.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover::profile {

struct ColumnFacts {
  // What the type's family allows to be asked of it.
  enum class Type { text, uuid, bytes, integer, numeric, boolean, timestamptz, timestamp, json, enumeration, array, other };

  std::string name;
  Type type = Type::other;
  std::string type_name;  // as format_type() writes it
  int integer_bytes = 0;  // 2, 4 or 8 for Type::integer
  bool not_null = false;
  bool generated = false;  // serial, identity, or a generated uuid: a surrogate
  std::string default_sql, comment;
  std::string references;          // the table a foreign key of this column alone points to
  std::vector<std::string> words;  // of the enum or of a CHECK (column IN (…)); closed
  // Of a bounded sample and of the planner's statistics; text as the server writes it, NULL left out.
  std::vector<std::string> values;                 // distinct
  std::vector<std::optional<std::string>> sample;  // a value for each sampled row
  std::optional<double> null_share;
};

struct IndexFacts {
  std::vector<std::string> columns;  // "" for an expression
  bool unique = false, primary = false;
  std::string predicate;
};

struct TableFacts {
  enum class What { table, partitioned, view, foreign };

  std::string schema, name, comment;
  What what = What::table;
  std::vector<ColumnFacts> columns;
  std::vector<IndexFacts> indexes;
  std::vector<std::string> partition_columns;
  double rows = 0;        // the planner's estimate
  int referenced_by = 0;  // foreign keys of other tables to this one

  const ColumnFacts* column(std::string_view name) const {
    for (const ColumnFacts& c : columns) {
      if (c.name == name) return &c;
    }
    return nullptr;
  }
};

}  // namespace onceover::profile
