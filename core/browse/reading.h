// SPDX-License-Identifier: Apache-2.0
// One call's read-only transaction, and the estimate of a statement before it runs. For this room and
// core/row_metrics.
//
// A function that takes a Reading returns its plain value and throws an error as Result::value() does;
// begun() and as_result() return it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/pg/transaction.h"
#include "core/tables/sql.h"

namespace onceover::browse {

// The limit of a listing's rows: for more, use paging and export.
constexpr int max_page_rows = 1000;

class Reading {
 public:
  // Refuses an unusable profile before anything is sent. Cleans up after a cancelled call.
  static Result<Reading> begin(pg::Connection& connection, const tables::Profile& profile, Limits limits);

  Result<pg::Rows> run(const tables::Query& query) { return transaction_.exec(query.sql(), query.params()); }
  pg::Connection& connection() { return transaction_.connection(); }
  Result<void> script(std::string_view sql) { return transaction_.connection().script(sql); }
  // The transaction's time: now() in its statements.
  Timestamp as_of() { return transaction_.exec("SELECT pg_catalog.now()").value().timestamp(0, 0); }

 private:
  explicit Reading(pg::Transaction transaction) : transaction_(std::move(transaction)) {}
  pg::Transaction transaction_;
};

// One call's work in one transaction, which is over when this returns.
template <class Work>
auto begun(pg::Connection& connection, const tables::Profile& profile, Limits limits, Work work) {
  return as_result([&] {
    auto reading = Reading::begin(connection, profile, limits).value();
    return work(reading);
  });
}

// Whether the server refused one of `values` as text that is not a value of its column's type ("abc" for a
// number), and not something in the rows: the values are compared with no row at all. No row equals such a
// value.
bool equals_nothing(pg::Connection& connection, const tables::Profile& profile, Limits limits,
                    const Error& error, const tables::Query& values);
// The same for the filter's values of columns with the table's own types.
bool cannot_be(pg::Connection& connection, const tables::Profile& profile, Limits limits,
               const Filter& filter, const Error& error);

// The planner's estimate of the rows that a statement returns; it does not run.
double estimated_rows(Reading& reading, const tables::Query& query);
// The planner's estimate of a statement that reads the table as `k`.
struct Plan {
  double rows = 0;
  bool whole = false;      // reads the whole table
  bool walks = false;      // reads a whole index and discards rows that do not match
  double walked_rows = 0;  // the number of that index's entries; infinite if it has one for each row
  bool by_time = false;    // reads a range of the order by time and discards rows that do not match
  double sorted_rows = 0;  // rows that an index finds and that must be sorted before the first one is known
  // The indexes that are used, as EXPLAIN writes them, with their conditions.
  struct Lookup {
    std::string index, condition;
  };
  std::vector<Lookup> lookups;
  // tables that are read whole, as EXPLAIN writes their names; of a partitioned table, its partitions
  std::vector<std::string> scanned;
};

// From EXPLAIN's text, one line each. index: the name of the index that is read in order, as EXPLAIN writes
// it. view: it may be a view, whose plan names the underlying tables instead.
Plan plan_from(const std::vector<std::string>& lines, std::string_view quoted_created_at,
               std::string* index = nullptr, bool view = false);

// Whether a condition in EXPLAIN's text names this column, quoted where necessary.
bool names_column(std::string_view condition, std::string_view quoted);

Plan explain(Reading& reading, const tables::Profile& profile, const tables::Query& query);

// Below this, reading the whole table takes milliseconds.
inline constexpr double small_table = 200'000;

// Whether the first rows in the listing's order, from either end, can be read without reading most of a large
// table.
bool ends_are_served(Reading& reading, const tables::Profile& profile);

// How fast this server reads this table, in rows per second, measured on a small part. in_order: along the
// index of the listing's order; else in the order of storage.
double rows_per_second(Reading& reading, const tables::Profile& profile, bool in_order);
// How many blocks a read by blocks takes; 0 where the table has none (a view, partitions, a server before
// 14).
std::int64_t walkable_blocks(Reading& reading, const tables::Profile& profile);

}  // namespace onceover::browse
