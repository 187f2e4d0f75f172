// What the services counted, as a chart: from the inbox and its roll-up (migration 0010), every count exactly once, wherever it stands.
#pragma once

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

// In its own read-only transaction, of one snapshot. Exact: Chart::error is empty.
//
// The answer begins at a whole second, minute or hour at or before Request::from and ends at one at or after its end, so that what was
// rolled up is never cut: the largest of these that divides the step, or a longer one where finer counts are no longer kept; the step grows
// to a multiple of it. Gaps are minutes in which no process counted or said that it would; steps that have not begun are NaN and no gap.
// Split, groups are ranked by the first metric that any of them has; the rest is a line of each metric where there is more of the one
// ranked by, and of any metric that groups beyond the ranked have. Metrics that are levels, and By::code, are not the counters' to know: a
// warning, or ErrorKind::unsupported.
Result<Chart> read_counters(pg::Connection& connection, const Request& request);

}  // namespace onceover::metrics
