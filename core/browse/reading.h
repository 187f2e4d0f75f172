// One call's read-only transaction, and the estimate of a statement before it runs. For this room and core/tally.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/pg/transaction.h"
#include "core/profile/sql.h"

namespace onceover::browse {

// A listing holds at most this many rows: more is what paging and export are for.
constexpr int max_page_rows = 1000;

class Reading {
 public:
  // Refuses a profile that cannot be used before anything is sent. Cleans up what a cancelled call may have left open.
  static Result<Reading> begin(pg::Connection& connection, const profile::Profile& profile, Limits limits);

  Result<pg::Rows> run(const profile::Query& query) { return transaction_.exec(query.sql(), query.params()); }
  pg::Connection& connection() { return transaction_.connection(); }
  Result<void> script(std::string_view sql) { return transaction_.connection().script(sql); }
  // The transaction's time: what now() is in its statements.
  Result<Timestamp> as_of();

 private:
  explicit Reading(pg::Transaction transaction) : transaction_(std::move(transaction)) {}
  pg::Transaction transaction_;
};

// One call's work in one transaction, which is over when this returns.
template <class Work>
auto begun(pg::Connection& connection, const profile::Profile& profile, Limits limits, Work work)
    -> decltype(work(std::declval<Reading&>())) {
  auto reading = Reading::begin(connection, profile, limits);
  if (!reading) return fail(reading.error());
  return work(*reading);
}

// Whether the error is the server's word for a text that is no value of a column's type ("abc" for a number), and it is `values` that it
// refused, not something in the rows: they are compared over no row at all. Nothing equals such a value.
bool equals_nothing(pg::Connection& connection, const profile::Profile& profile, Limits limits, const Error& error,
                    const profile::Query& values);
// The same of what the filter says of columns whose type is the table's.
bool cannot_be(pg::Connection& connection, const profile::Profile& profile, Limits limits, const Filter& filter, const Error& error);

// The planner's estimate of the rows that a statement returns; it does not run.
Result<double> estimated_rows(Reading& reading, const profile::Query& query);
// What the planner says about a statement that reads the table as `k`.
struct Plan {
  double rows = 0;
  bool whole = false;      // reads the whole table
  bool walks = false;      // walks a whole index, throwing away what does not match
  double walked_rows = 0;  // how many entries that index has; infinite where it has one for each row
  bool by_time = false;    // reads a range of the order by time, throwing away what does not match
  double sorted_rows = 0;  // what an index finds and has to be sorted before the first row is known
  // The indexes that are looked into, as EXPLAIN writes them, with what they are asked.
  struct Lookup {
    std::string index, condition;
  };
  std::vector<Lookup> lookups;
  std::vector<std::string> scanned;  // tables that are read whole, as EXPLAIN writes their names: parts of one, where it has parts
};

// Of EXPLAIN's text, a line each. index: the name of the index that is walked, as EXPLAIN writes it. view: it may
// be one, whose plan names the tables behind it instead.
Plan plan_from(const std::vector<std::string>& lines, std::string_view quoted_created_at, std::string* index = nullptr, bool view = false);

// Whether a condition of EXPLAIN's names this column, quoted where it has to be.
bool names_column(std::string_view condition, std::string_view quoted);

Result<Plan> explain(Reading& reading, const profile::Profile& profile, const profile::Query& query);

// Below this, reading the whole table is a matter of milliseconds.
inline constexpr double small_table = 200'000;

// Whether the first rows in the listing's order, from either end, can be had without reading the whole of a large table.
Result<bool> ends_are_served(Reading& reading, const profile::Profile& profile);

}  // namespace onceover::browse
