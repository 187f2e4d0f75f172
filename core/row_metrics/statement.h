// The statement that counts a range of a table's rows, made from its profile. Raw columns are compared in WHERE, so that an index serves;
// the result is then cut into steps. Throws invalid_input, for as_result(). Only for this room.
#pragma once

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "core/pg/rows.h"
#include "core/row_metrics/cell.h"
#include "core/row_metrics/completion.h"
#include "core/tables/sql.h"

namespace onceover::row_metrics {

struct Asked {
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
std::vector<tables::Query> range_queries(const tables::Profile& profile, const Asked& asked);

tables::Query tally_query(const tables::Profile& profile, const Completions& how, const Asked& asked);

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
  std::int64_t read = 0;  // all rows, those without a cell too: unfinished ones have no hour of completion. More than most_rows: cut off
};
Answer answer_from(const Asked& asked, const pg::Rows& rows);

// The first finished row in the order of the axis; if none is near the old end, the first row.
tables::Query oldest_query(const tables::Profile& profile, Axis axis);

// The profile with created_at as the axis, for predicates on it; without the archive table.
tables::Profile by_axis(const tables::Profile& profile, const Completions& how, Axis axis);

}  // namespace onceover::row_metrics
