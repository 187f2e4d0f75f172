// From counts, kept and fresh, to a chart: what is known in each step, what is a gap and why. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/metrics/chart.h"
#include "core/tally/cell.h"
#include "core/tally/completion.h"

namespace onceover::tally {

// Counts of a time of one axis, all of it.
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
  std::string why = {};  // empty: because there are so many
};

struct Known {
  Timestamp as_of;
  std::vector<Slice> slices;  // of an axis apart from each other
  std::vector<Unread> unread;
  // Of each axis the oldest row that has finished: rows before it may have been there, and were removed. none: there are no rows.
  std::optional<Timestamp> oldest[2];
};

// The flows and distributions of the request, its range and step being those of the chart. Levels are not among them. Both axes: how
// finished rows are found.
metrics::Chart build(const metrics::Request& request, const Completions& how, Axis finished_by, const Known& known);

}  // namespace onceover::tally
