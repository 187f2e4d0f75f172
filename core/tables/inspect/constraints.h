// What a table demands of a row: CHECKs, domains, NOT NULL, generated columns, unique keys, exclusions and foreign keys. Read from the
// catalog by inspect(), and tried on rows as a write would leave them (try_write.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pg/transaction.h"

namespace onceover::tables {

struct Constraint {
  // domain: of one column, whose value is "value" in the expression. never_null: of one column, by its domain.
  enum class Is { check, domain, never_null, generated, unique, exclusion, foreign_key };

  Is is = Is::check;
  std::string name;
  std::string expression;            // check, domain, generated: as the server writes it; of a key: its predicate
  std::vector<std::string> columns;  // that it rests on; of a key in its order
  std::vector<std::string> matches;  // of a key: the operators, "="; of a foreign key: the other table's columns
  std::string table;                 // foreign_key: the other one, quoted
  // Only functions and operators of pg_catalog that are immutable: trying it runs no code of the owner's.
  bool may_be_tried = false;
};

Result<std::vector<Constraint>> read_constraints(pg::Transaction& transaction, std::int64_t oid);
// Policies with a condition for what is written, in force for this user. They are not tried.
Result<std::vector<std::string>> read_policies(pg::Transaction& transaction, std::int64_t oid);

}  // namespace onceover::tables
