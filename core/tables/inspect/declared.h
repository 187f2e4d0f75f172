// What the catalog declares of one table: columns, indexes, constraints. Inside the room only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/pg/transaction.h"
#include "core/tables/facts.h"

namespace onceover::tables {

// In detail: defaults, comments, references and the words of CHECKs, too. For some of these the server locks the table.
std::string columns_sql(bool in_detail);
std::vector<ColumnFacts> read_columns(pg::Transaction& transaction, std::int64_t oid, bool in_detail);

extern const std::string_view indexes_sql;
std::vector<IndexFacts> read_indexes(pg::Transaction& transaction, std::int64_t oid);

std::vector<Constraint> read_constraints(pg::Transaction& transaction, std::int64_t oid);

// Elements of a one-dimensional array as the server writes it.
std::vector<std::string> elements(std::string_view array);

}  // namespace onceover::tables
