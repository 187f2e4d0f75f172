// The statement that counts a range of a table's rows, made from its profile. Raw columns stay bare in WHERE, so that an index serves;
// what is counted is cut into steps behind them. Inside the room only.
#pragma once

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "core/pg/rows.h"
#include "core/profile/sql.h"
#include "core/tally/cell.h"
#include "core/tally/completion.h"

namespace onceover::tally {

struct Asked {
  Axis axis = Axis::created;
  Timestamp from, to;                     // half open, of the axis' instant
  Duration step = cell_grain;             // of the counts
  Duration group_step = group_grain;      // of those by something
  Timestamp origin;                       // a step of either begins here
  bool created = true, finished = false;  // what is counted
  bool by_duration = false;               // of the finished
  std::vector<metrics::By> by;            // beside By::nothing
  std::optional<Timestamp> cut;           // what finished from here on is told by a step behind it
  bool by_hour = false;                   // tells apart the hours of the axis
  std::string tenant, operation;          // empty: all
  std::int64_t most_rows = 0;             // reads one more than these at most; 0: all
};

// "SELECT FROM table k WHERE …" of the range, to be explained; of each of the profile's tables.
Result<std::vector<profile::Query>> range_queries(const profile::Profile& profile, const Asked& asked);

Result<profile::Query> tally_query(const profile::Profile& profile, const Completions& how, const Asked& asked);

// What it answers: a cell for each hour, or one for all, whose `counts` are not encoded yet.
struct Tallied {
  Timestamp hour;
  std::int64_t rows = 0, unfinished = 0, unknown = 0, undated = 0;
  std::array<std::vector<Count>, 4> counts;  // by metrics::By
};
// Of the same hour, of other rows.
void add(Tallied& to, const Tallied& more);

struct Answer {
  std::vector<Tallied> cells;
  std::int64_t read = 0;  // rows, those of no cell too: unfinished ones have no hour of completion. More than most_rows: cut off
};
Answer answer_from(const Asked& asked, const pg::Rows& rows);

// The first finished row in the order of the axis' instant, and where none is found near the old end the first row of all.
Result<profile::Query> oldest_query(const profile::Profile& profile, Axis axis);

// The profile whose created_at is the axis' instant, for predicates on it; of the table alone, without its twin.
profile::Profile by_axis(const profile::Profile& profile, const Completions& how, Axis axis);

}  // namespace onceover::tally
