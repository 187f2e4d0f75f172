// A table's own rows as a source of metrics: what was made, completed and failed in each step of a time, how long it took, by tenant,
// operation and code, and how it stands now. Any table that has a profile.
//
// Nothing is read unasked that the planner says is large, or that no index serves: it stays a gap that says about how many rows it has.
// What was read once is kept by whoever calls, an hour a cell (cell.h): a chart of a month then reads the last hours alone, and rows that
// were removed since still count.
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
#include "core/profile/profile.h"
#include "core/tally/cell.h"
#include "core/tally/completion.h"

namespace onceover::tally {

// Which rows cells are of: the table itself, not its name, and how the profile reads it. Another mapping, a restored database or a table
// made anew under the name are others.
struct Subject {
  std::string system;     // the cluster's identifier
  std::string databases;  // OIDs of database and tables, and who reads: rows may be hidden from others
  std::string mapping;    // digest of what the profile says of times, states, tenant, operation and code
  std::string key() const { return system + "/" + databases + "/" + mapping; }
  bool operator==(const Subject&) const = default;
};
// none: this user may not read the cluster's identifier, and nothing can be kept.
Result<std::optional<Subject>> subject_of(pg::Connection& connection, const profile::Profile& profile);
std::string mapping_of(const profile::Profile& profile);

struct Options {
  bool asked = false;                  // a person wants to wait for it: whatever the range holds is read
  std::int64_t most_rows = 100'000;    // read unasked at most, estimated
  std::int64_t rows_at_once = 40'000;  // in one statement, estimated, where an index serves it: well under 200 ms
  bool counts_hours = true;            // false: no cells are made, none used
  Ages ages;
  browse::Limits limits;
  Duration asked_limit = std::chrono::minutes(2);  // of a statement that was asked for
  // So far before the range rows are read that may have finished within it, where no index finds those; kept ones reach further.
  Duration reach = std::chrono::hours(24);
  // Rows read of about so many, between statements.
  std::function<void(std::int64_t done, std::int64_t total)> on_progress = {};
  // Each cell as it is counted, merged with the kept one: to be kept even where the rest is cancelled.
  std::function<void(const Cell&)> on_cell = {};
};

struct Reading {
  metrics::Chart chart;
  double not_read = 0;  // rows, about: what asking would read
};

// The time whose cells a request can use, hours before its range included, in which rows that finish within it were made.
struct Window {
  Timestamp from, to;
  std::vector<metrics::By> by;  // what of a cell is needed
};
Window window_of(const metrics::Request& request, const Ages& ages);

// kept: cells of subject_of(), in any order; those of other hours are left alone. Metrics that rows cannot tell are left out.
// invalid_input: a range that steps_of() refuses, a filter that the profile has no column for.
Result<Reading> read_rows(pg::Connection& connection, const profile::Profile& profile, const metrics::Request& request,
                          const std::vector<Cell>& kept, const Options& options = {});

}  // namespace onceover::tally
