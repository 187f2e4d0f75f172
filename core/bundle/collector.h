// SPDX-License-Identifier: Apache-2.0
// Shared by the parts of collect(). Only for this room.
#pragma once

#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/bundle/collect.h"
#include "core/reconcile/note.h"

namespace onceover::bundle {

class Collector {
 public:
  Collector(pg::Connection& connection, const CollectOptions& options);

  // False: there is no such row or plan, so the bundle is useless.
  bool key(const OneKey& what);
  bool plan(const OnePlan& what);
  bool range(const TimeRange& what);

  // Throws errors, for as_result().
  void begin(About about);
  // Why it cannot continue; none: it can.
  const std::optional<Error>& fatal() const { return fatal_; }
  Bundle take();

 private:
  // Parts.
  void row_of(const OneKey& what, const browse::Detail& detail);
  void bodies_of(const browse::Detail& detail, bool is_own);
  void case_of(const OneKey& what, const browse::Detail& detail, const std::vector<audit::Record>& acts);
  void notes_on(Section& section, const reconcile::NoteSubject& subject);
  void elsewhere(const OneKey& what);
  void plan_items(std::int64_t plan);
  void counters(const TimeRange& what);
  void tallies(const TimeRange& what);
  void stuck(const TimeRange& what);

  // The acts, with the state of their chain. more: the number of further acts.
  void acts(const std::vector<audit::Record>& records, std::int64_t more, std::string title);
  std::vector<audit::Record> acts_of(const audit::Filter& filter, int most, std::int64_t& more,
                                     const std::string& what);
  void chain(Section& section, const std::vector<std::int64_t>& ids);

  // True: the answer is there. Otherwise the reason why the part is missing, or that nothing more can be
  // read, is noted.
  template <class T>
  bool got(const Result<T>& answer, std::string_view what) {
    if (answer) return true;
    note_failure(answer.error(), what);
    return false;
  }
  void note_failure(const Error& error, std::string_view what);
  // Whether to read a further part at all.
  bool goes_on(std::string_view what);
  void look(std::string what, std::string sql);
  // False: the limit of the bundle's rows is reached; the row is only counted.
  bool add_row(Table& table, std::vector<Value> row);
  void step();
  void note_hidden_rows();

  pg::Connection& connection_;
  const CollectOptions& options_;
  Deadline until_;
  Bundle out_;
  std::optional<Error> fatal_;
  std::int64_t room_ = max_rows_bytes;
  bool has_schema_ = false;
  // false: no act or count that was found may be there all the same
  bool is_trail_seen_ = true, are_counts_seen_ = true;
  int done_ = 0, parts_ = 1;
};

// A text from the store or a person, without credentials.
Value text_cell(std::string_view text);
Value cell_or_null(std::string_view text);
Value json_said(std::string_view json);
// An identity: unchanged.
Value exact(std::string_view text);
Value exact_or_null(const std::optional<std::string>& text);
Value cell_if_any(const std::optional<std::string>& text);
Value number(std::int64_t n);
Value number_or_null(std::optional<std::int64_t> n);
Value time_value(std::optional<Timestamp> at);
Value time_value(const browse::RowTime& time);
// "refund, key r-1, tenant acme".
std::string named(const key::Identity& id);

// A column of a table that shows rows of one type, and how its cells are made.
template <class Row>
struct Shown {
  std::string name;
  Column::Kind kind;
  Value (*of)(const Row& row);
};
template <class Row, std::size_t size>
Table table_of(std::string id, std::string title, const Shown<Row> (&columns)[size]) {
  Table table{.id = std::move(id), .title = std::move(title)};
  for (const auto& column : columns) table.columns.push_back({column.name, column.kind});
  return table;
}
template <class Row, std::size_t size>
std::vector<Value> cells_of(const Shown<Row> (&columns)[size], const Row& row) {
  std::vector<Value> cells;
  for (const auto& column : columns) cells.push_back(column.of(row));
  return cells;
}

// One row of the table of answers, made from stored evidence.
Table evidence_table();
void add_evidence(Table& table, const std::string& source, std::optional<Timestamp> at,
                  const std::string& evidence_json);

}  // namespace onceover::bundle
