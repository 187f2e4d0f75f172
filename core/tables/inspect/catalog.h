// SPDX-License-Identifier: Apache-2.0
// Reads the facts about a database's tables: from the catalog, the planner's statistics, and a bounded sample
// of each table's rows, never a scan. One READ ONLY transaction a table, so that a table which may not be
// read, or is slow, does not hold up the others.
//
// Threads: as the connection. Errors: of the catalog's statements; a table that cannot be sampled keeps its
// catalog facts.
#pragma once

#include "core/pg/transaction.h"
#include "core/tables/facts.h"

namespace onceover::tables {

struct FactsOptions {
  std::optional<std::string> schema, table;  // only these; otherwise every table outside the system's schemas
  int sample_rows = 200;                     // of each table; 0: none
  Duration sample_timeout = std::chrono::seconds(2);
  std::function<void(int done, int total)> progress;  // tables looked at, of how many; may be empty
};

struct Facts {
  std::vector<TableFacts> tables;  // by schema and name; a partition is not listed beside its table
  // sentences: a table could not be sampled, there are more tables than asked for
  std::vector<std::string> remarks;
};

Result<Facts> read_facts(pg::Connection& connection, const FactsOptions& options = {});

// The same, a table at a time and given away: thousands of samples need not be held. Returns the remarks.
Result<std::vector<std::string>> read_facts(pg::Connection& connection, const FactsOptions& options,
                                            const std::function<void(TableFacts)>& each);

// More rows of one table to its sample: those for which the condition over `k` holds, within a second.
Result<void> sample_more(pg::Connection& connection, TableFacts& table, const std::string& condition,
                         int rows);

// The statements about the catalog and the statistics, to show; a sample is an ordinary SELECT with a LIMIT.
std::string facts_sql();

// Inside the room only: what the catalog declares of one table.

// In detail: defaults and the words of CHECKs, too, for which the server locks the table.
std::vector<ColumnFacts> read_columns(pg::Transaction& transaction, std::int64_t oid, bool in_detail);
std::vector<IndexFacts> read_indexes(pg::Transaction& transaction, std::int64_t oid);
std::vector<Constraint> read_constraints(pg::Transaction& transaction, std::int64_t oid);
// Elements of a one-dimensional array as the server writes it.
std::vector<std::string> elements(std::string_view array);

}  // namespace onceover::tables
