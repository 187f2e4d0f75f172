// SPDX-License-Identifier: Apache-2.0
// What a session does not see of a table, whichever way it is read. Every count of this room, and every
// "there is none", says so: only what is exact may be shown as 0, or as absent.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"
#include "core/unfinished/answer.h"

namespace onceover::browse {

class Reading;
struct Filter;

// Sentences.
struct Gap {
  std::string why, remedy;
};

struct Sight {
  std::optional<Gap> rows;    // rows are hidden from this session
  std::optional<Gap> states;  // the state of some rows, or of all, is not known
  std::optional<Gap> due;     // whether some rows' work is due is not known
  std::optional<Gap> leases;  // whether some rows that are held are still worked on is not known
  bool no_state = false;      // of all: then nothing is known of any state

  // Of all rows, of rows in some state, and of rows whose work is to be done, as read at this time.
  unfinished::Knowledge of_rows(Timestamp as_of) const;
  unfinished::Knowledge of_states(Timestamp as_of) const;
  unfinished::Knowledge of_work(Timestamp as_of) const;
};

// Rows that are hidden from the session: by row-level security, by the definition of a view, since a
// materialized view is of an unknown time, since a standby or a subscriber has not received them, or since
// the profile takes a column for never NULL that may be.
std::optional<Gap> hidden_rows(Reading& reading, const tables::Profile& profile);
// Tables of the onceover schema of which this user may not see all rows, by name without the schema: "cases".
// By row-level security, for want of the right, and all of them on a standby.
struct HiddenTable {
  std::string name;
  Gap gap;
};
Result<std::vector<HiddenTable>> hidden_own_tables(pg::Connection& connection);
// What is known after all rows that match were read from these tables of the onceover schema.
unfinished::Knowledge known_of(const std::vector<HiddenTable>& hidden,
                               const std::set<std::string_view>& read);
// How far it is known which rows need a person: their cases are in a table of their own. hidden: rows.
unfinished::Knowledge known_people(Reading& reading, const tables::Profile& profile,
                                   const std::optional<Gap>& hidden, Timestamp as_of);
// Rows whose state the profile does not name. table_rows: an estimate; a table with more than whole_up_to is
// not read: an index, a CHECK or an enum shows all states, or else it is not known.
std::optional<Gap> unnamed_states(Reading& reading, const tables::Profile& profile, double table_rows,
                                  double whole_up_to);
// Adds what unfinished rows leave in doubt, each unless its place is taken: see doubts.cpp. A large table
// without a helpful index is not read.
void doubt(Sight& sight, Reading& reading, const tables::Profile& profile, double table_rows,
           double whole_up_to);
// All of it.
Sight sight_of(Reading& reading, const tables::Profile& profile, double table_rows, double whole_up_to);

// What is known after all rows that match were read.
unfinished::Knowledge known_of(Reading& reading, const tables::Profile& profile, const Filter& filter,
                               double whole_up_to, Timestamp as_of);
// After some of them were: only the end of a listing says that there is nothing more.
unfinished::Knowledge more_than(Timestamp as_of);
// After the rows of a filter were read: some that match it are not found by it.
void limit_to_found(unfinished::Knowledge& known, Reading& reading, const tables::Profile& profile,
                    const Filter& filter);
// A document, or a body elsewhere.
Gap not_searched(std::string_view column);
// That a row of this identity was not found.
unfinished::Knowledge none_of(Reading& reading, const tables::Profile& profile, Timestamp as_of);

// The profile gives no row a state of work that is not done.
bool names_no_work(const tables::Profile& profile);
// Why no time of this role can be compared with a clock; empty: it can, or the table has none.
std::string why_no_instant(const tables::Instant& instant);

// The remedy, by the field of the profile: "times.created_at".
std::string give_zone(std::string_view field);

// Of a table and its archive together: no more than is known of either.
unfinished::Knowledge both_known(unfinished::Knowledge here, const unfinished::Knowledge& there);
// At best a lower bound, for this reason.
void limit(unfinished::Knowledge& knowledge, const Gap& gap);

// The counting was stopped there.
Gap counted_up_to(std::int64_t n);

// A row that was looked for: it, or how far it is known that there is none.
template <class Row>
class Lookup {
 public:
  Lookup(Row row) : row_(std::move(row)) {}
  Lookup(unfinished::Knowledge none) : none_(std::move(none)) {}

  // Null: it was not found.
  Row* found() { return row_ ? &*row_ : nullptr; }
  const Row* found() const { return row_ ? &*row_ : nullptr; }
  // There is none. False where it was found, and where rows are hidden.
  bool is_absent() const { return !row_ && none_.known == unfinished::Known::exact; }
  // Of a row that was not found: why it may be there all the same.
  const unfinished::Knowledge& none() const { return none_; }

 private:
  std::optional<Row> row_;
  unfinished::Knowledge none_;
};

}  // namespace onceover::browse
