// SPDX-License-Identifier: Apache-2.0
// How the sampled rows of each state look: which columns they leave NULL, which values they hold, and how far
// their times are apart. Inside the room, and of what proposes writes. Pure.
#pragma once

#include <functional>

#include "core/tables/facts.h"
#include "core/tables/profile.h"

namespace onceover::tables {

// Rows of a state are alike where so many of them are.
constexpr bool nearly_all(std::size_t some, std::size_t all) { return all > 0 && 100 * some >= 95 * all; }

class Looks {
 public:
  using Rows = std::vector<std::size_t>;  // numbers of sampled rows
  using Cell = std::optional<std::string>;

  // What one column holds in some rows.
  struct Held {
    std::size_t rows = 0, filled = 0, distinct = 0;
    std::size_t blank = 0;    // of the filled: "", 0 and empty documents
    Cell usual;               // the value that most rows have; none: most have NULL
    std::size_t usually = 0;  // rows that have it
    bool is_null() const { return nearly_all(rows - filled, rows); }
    bool is_filled() const { return nearly_all(filled, rows); }
    bool is_blank() const { return nearly_all(rows - filled + blank, rows); }
    bool is_set() const { return nearly_all(filled - blank, rows); }
  };

  Looks(const Profile& profile, const TableFacts& table);

  // The rows of a state; of one rule; those with this value in a column; all those of them that hold.
  Rows of(key::State state) const;
  Rows of_rule(std::optional<std::size_t> rule) const;
  Rows of(const std::string& column, const std::string& value) const;
  // Rows that a worker has: their owner or lease is set, or their word means work under way.
  bool is_held(std::size_t row) const;
  Rows held(Rows rows, bool wanted) const;

  // nullptr where the column has no sample.
  const Cell* cell(const std::string& column, std::size_t row) const;
  Held held_in(const std::string& column, const Rows& rows) const;
  std::size_t filled(const std::string& column, const Rows& rows) const {
    return held_in(column, rows).filled;
  }
  // Whether (almost) all of these rows leave the column NULL; nullopt where there are none, they differ, or
  // there is no such column.
  std::optional<bool> is_null(const std::string& column, const Rows& rows) const;
  bool is_time(const std::string& column) const { return times_.contains(column); }
  // Seconds since 1970; none: NULL, or no time.
  std::optional<double> moment(const std::string& column, std::size_t row) const;
  // Seconds from `from` to `to` in each of these rows that has both, sorted.
  std::vector<double> spans(const std::string& from, const std::string& to, const Rows& rows) const;

 private:
  const Profile& profile_;
  const TableFacts& table_;
  std::vector<std::optional<std::size_t>> rules_;  // of each row
  std::vector<bool> is_set_aside_;                 // such rows are in no state
  std::map<std::string, std::string> times_;       // columns of instants, and how they are written
};

// nullptr: the column is not there, or was not read
using CellOf = std::function<const Looks::Cell*(const std::string& column)>;
// Of one sampled row.
CellOf cells_of(const TableFacts& table, std::size_t row);

bool holds(const Condition& condition, const Looks::Cell& cell);
// All of them.
bool holds(const std::vector<Condition>& all, const CellOf& cell);
// The rule of a row that has these cells, rules.size() for `otherwise`; none: its state is unknown.
std::optional<std::size_t> rule_of(const States& states, const CellOf& cell);

}  // namespace onceover::tables
