// From counts, kept and new, to a chart: the known steps, the gaps and their reasons. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/metrics/chart.h"
#include "core/row_metrics/cell.h"
#include "core/row_metrics/completion.h"

namespace onceover::row_metrics {

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

// The flows and distributions of the request, with the range and step of the chart; no levels. Both axes: how finished rows are found.
metrics::Chart build(const metrics::Request& request, const Completions& how, Axis finished_by, const Known& known);

}  // namespace onceover::row_metrics
