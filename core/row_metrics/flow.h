// SPDX-License-Identifier: Apache-2.0
// One reading of a table's rows: the request, facts about the table, what to read and the result so far. Used
// by choose(), gather() and read_rows() in turn. Only for this room.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "core/pg/connection.h"
#include "core/pg/rows.h"
#include "core/row_metrics/cell.h"
#include "core/row_metrics/row_metrics.h"
#include "core/tables/profile.h"
#include "core/tables/sql.h"

namespace onceover::row_metrics {

// From counts, kept and new, to a chart: the known steps, the gaps and their reasons. Pure.

// All counts of a time range on one axis.
struct Slice {
  Axis axis{};
  Timestamp from, to;
  Timestamp read_at;
  bool kept = false;  // read earlier
  std::int64_t unfinished = 0, unknown = 0, undated = 0, gone = 0;
  std::vector<Count> counts;          // as the request's `by` asks
  std::vector<Count> durations = {};  // of its distributions; empty: not asked
};

struct Unread {
  Axis axis{};
  Timestamp from, to;
  double rows = 0;       // about
  std::string why = {};  // empty: because there are too many
};

struct Known {
  Timestamp as_of;
  std::vector<Slice> slices;  // of an axis, disjoint
  std::vector<Unread> unread;
  // The oldest finished row of each axis: rows before it may have been deleted. none: there are no rows.
  std::optional<Timestamp> oldest[2];
};

// The flows and distributions of the request, with the range and step of the chart; no levels. Both axes: how
// finished rows are found.
metrics::Chart build(const metrics::Request& request, const Completions& how, Axis finished_by,
                     const Known& known);

inline std::size_t place(Axis axis) { return static_cast<std::size_t>(axis); }

// The groups that cells need to answer this; nullopt: they cannot, since they are counted by one group at a
// time.
std::optional<metrics::By> cells_by(const metrics::Request& request);

// For estimates: in UTC; and by how much a range of raw values is then longer.
struct Widened {
  tables::Profile profile;
  Duration by{0};
};

// Read by one or a few statements.
struct Run {
  Timestamp from, to;
  double rows = 0;  // estimated
  double paid = 0;  // rows of kept hours after it
};

struct Flow {
  // All must outlive it.
  Flow(pg::Connection& on, const tables::Profile& of, const metrics::Request& asked,
       const std::vector<Cell>& cells, const Options& how_to);

  pg::Connection& connection;
  const tables::Profile& profile;
  const std::vector<Cell>& kept;
  const Options& options;
  const Completions how;
  const Widened wide;
  metrics::Request request;  // in whole steps of the counts that answer it
  std::map<std::pair<Axis, Timestamp>, const Cell*> kept_at;

  // The result of choosing, by Axis where there are two.
  Axis finished_by = Axis::created;
  Timestamp now;
  double table_rows = 0;
  bool is_served[2] = {false, false};
  bool is_direct = false;  // reads the range itself, without hours
  std::vector<Run> runs[2];
  double kept_rows[2] = {0, 0};

  // The result so far.
  Known known;
  double not_read = 0, rows_done = 0;
  std::string asked_sql;

  bool uses_cells() const;
  Duration grain() const;  // the resolution of the answering counts
  bool asks_created() const;
  bool asks_finished() const;
  bool asks_flows() const;
  bool needs(Axis axis) const;
  bool finds_finished(Axis axis) const { return axis == finished_by && asks_finished(); }
  double budget() const { return static_cast<double>(options.most_rows); }
  double at_once() const;
  bool may_read(Axis axis) const { return options.asked || is_served[place(axis)] || table_rows <= budget(); }

  // Not read. From the newest on: a part next to one left out earlier is joined to it.
  void leave(Axis axis, Timestamp from, Timestamp to, double rows, const std::string& why = {});
  // none: unknown, or there is none
  const Cell* kept_cell(Axis axis, Timestamp hour) const;
  // As counted earlier.
  void use(const Cell& cell);
  void use_kept(Axis axis, const Run& run);
  void add_slice(const Cell& cell, bool was_kept);
  void note(const tables::Query& query);  // a statement to show
};

// These throw errors, for as_result().
//
// choose.cpp: fills the runs by the planner's estimates, before any row is read. Leaves out what exceeds the
// limit, and adds the kept counts for it.
void choose(Flow& flow);
// After gathering: if whole hours were too much and only a small part of them was requested, the range
// itself. False: nothing else to gather.
bool choose_directly(Flow& flow);
// gather.cpp: adds the counts of the runs, one statement at a time; leaves out what exceeds the limit after
// all.
void gather(Flow& flow);

bool is_level(std::string_view metric);
// read.cpp: adds a line for each requested level that the profile supports. It has one point: in the step of
// now or, if now is within a step after the end, in the last one. core/browse limits what is read.
void add_levels(const Flow& flow, metrics::Chart& chart);

// The statement that counts a range of a table's rows, made from its profile. Raw columns are compared in
// WHERE, so that an index serves; the result is then cut into steps. Throws invalid_input, for as_result().
// Only for this room.

struct CountRequest {
  Axis axis = Axis::created;
  Timestamp from, to;                     // half open, on the axis
  Duration step = cell_grain;             // of the counts
  Duration group_step = group_grain;      // of the counts by group
  Timestamp origin;                       // a step of either kind begins here
  bool created = true, finished = false;  // what to count
  bool by_duration = false;               // of the finished
  std::vector<metrics::By> by;            // besides By::nothing
  std::optional<Timestamp> cut;           // completions from here on go to a step after the range
  bool by_hour = false;                   // separates the hours of the axis
  std::string tenant, operation;          // empty: all
  std::int64_t most_rows = 0;             // reads at most one more than these; 0: all
};

// "SELECT FROM table k WHERE …" of the range, for EXPLAIN; for each of the profile's tables.
std::vector<tables::Query> range_queries(const tables::Profile& profile, const CountRequest& asked);

tables::Query tally_query(const tables::Profile& profile, const Completions& how, const CountRequest& asked);

// The result: a cell for each hour, or one for all; its `counts` are not encoded yet.
struct Tallied {
  Timestamp hour;
  std::int64_t rows = 0, unfinished = 0, unknown = 0, undated = 0;
  std::array<std::vector<Count>, 4> counts;  // by metrics::By
};
// For the same hour, of other rows.
void add(Tallied& to, const Tallied& more);

struct Answer {
  std::vector<Tallied> cells;
  // all rows, those without a cell too: unfinished ones have no hour of completion. More than most_rows: cut
  // off
  std::int64_t read = 0;
};
Answer answer_from(const CountRequest& asked, const pg::Rows& rows);

// The first finished row in the order of the axis; if none is near the old end, the first row.
tables::Query oldest_query(const tables::Profile& profile, Axis axis);

// The profile with created_at as the axis, for predicates on it; without the archive table.
tables::Profile by_axis(const tables::Profile& profile, const Completions& how, Axis axis);

}  // namespace onceover::row_metrics
