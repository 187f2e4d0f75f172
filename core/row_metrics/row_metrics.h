// SPDX-License-Identifier: Apache-2.0
// A table's own rows as a source of metrics: created, completed and failed in each step, durations, by
// tenant, operation and code, and the current levels. For any table with a profile.
//
// Nothing is read without a request if the planner estimates it as large, or if no index serves it: it
// remains a gap with the estimated number of rows. The caller keeps counts, one cell for each hour (cell.h):
// a chart of a month then reads only the last hours, and deleted rows still count.
//
// Threads: as the connection. Errors: as browse::Browser; the connection stays usable.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/metrics/chart.h"
#include "core/pg/connection.h"
#include "core/row_metrics/cell.h"
#include "core/tables/profile.h"

namespace onceover::row_metrics {

// How a table shows when its rows finished, according to its profile. Pure.

enum class Dated {
  by_completion,  // completed_at
  by_update,      // updated_at: the last change of a finished row
  by_creation,    // the table has no such time: a completion counts in the step in which its row was created
};

struct Finish {
  bool exists = false;  // a rule gives this final state
  Dated dated = Dated::by_creation;
  tables::Instant at;  // empty where dated by creation
};

struct Completions {
  Finish succeeded, failed;  // failed for good: rows that the system itself retries are unfinished
  // The one column with the time of all finished rows; null: there is none.
  const tables::Instant* shared() const;
  bool tells_durations() const;
};
Completions completions_of(const tables::Profile& profile);

// The numbers of state_number(): the What of each rule, `unfinished` as nullopt.
std::vector<std::optional<What>> what_by_rule(const tables::Profile& profile);

// What can be requested from a source that reads these rows; names as in metrics::all_metrics() and
// counters.h.
struct Knowledge {
  std::vector<std::string> metrics, distributions;
  std::vector<metrics::By> by;
  std::string why_not;  // a sentence: why nothing can be counted
};
Knowledge knowledge_of(const tables::Profile& profile);

// Which rows the cells count: the table itself, not its name, and how the profile reads it. Another mapping,
// a restored database or a new table of the same name differs.
struct Subject {
  std::string system;     // the cluster's identifier
  std::string databases;  // OIDs of database and tables, and the user: rows may be hidden from others
  std::string mapping;    // digest of the profile's times, states, tenant, operation and code
  std::string key() const { return system + "/" + databases + "/" + mapping; }
  bool operator==(const Subject&) const = default;
};
// none: this user may not read the cluster's identifier, so nothing can be kept.
Result<std::optional<Subject>> subject_of(pg::Connection& connection, const tables::Profile& profile);
std::string mapping_of(const tables::Profile& profile);

struct Options {
  bool asked = false;                // a person requested it and waits: all of the range is read
  std::int64_t most_rows = 100'000;  // limit of a reading without a request, estimated
  // limit of one statement, estimated, where an index serves it: well under 200 ms
  std::int64_t rows_at_once = 40'000;
  bool counts_hours = true;  // false: cells are neither made nor used
  Ages ages;
  browse::Limits limits;
  Duration asked_limit = std::chrono::minutes(2);  // limit of a requested statement
  // How far before the range to read rows that may have finished in it, where no index finds those; kept ones
  // go further.
  static constexpr Duration reach = std::chrono::hours(24);
  // Rows read of about so many; called between statements.
  std::function<void(std::int64_t done, std::int64_t total)> on_progress = {};
  // Each cell when it is counted, merged with the kept one: to be kept even if the rest is cancelled.
  std::function<void(const Cell&)> on_cell = {};
};

struct Reading {
  metrics::Chart chart;
  double not_read = 0;  // rows, estimated: what a requested reading would read
};

// The time whose cells a request can use, with the hours before its range in which rows that finish in it
// were created.
struct Window {
  Timestamp from, to;
  std::vector<metrics::By> by;  // the parts of a cell that are needed
};
Window window_of(const metrics::Request& request, const Ages& ages);

// kept: cells of subject_of(), in any order; those of other hours are ignored. Metrics that rows do not have
// are left out. invalid_input: a range that steps_of() refuses, a filter without a column in the profile.
Result<Reading> read_rows(pg::Connection& connection, const tables::Profile& profile,
                          const metrics::Request& request, const std::vector<Cell>& kept,
                          const Options& options = {});

}  // namespace onceover::row_metrics
