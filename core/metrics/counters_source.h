// SPDX-License-Identifier: Apache-2.0
// The counts of services as a chart: from the inbox and its roll-up, each count exactly once, wherever it is stored.
#pragma once

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

// In its own read-only transaction, of one snapshot. Exact: Chart::error is empty.
//
// The answer begins at a whole second, minute or hour at or before Request::from and ends at one at or after its end, so that rolled-up
// counts are never cut: the largest of these that divides the step, or a longer one where finer counts are no longer kept. The step is then
// rounded up to a multiple of it. Gaps are minutes in which no process counted or reported that it counts; future steps are NaN and no gap.
// With a split, groups are ranked by the first metric that any of them has. The rest is a line of each metric where the ranking metric has
// more groups, or where groups outside the ranking have that metric. Counters have no levels (a warning) and no By::code
// (ErrorKind::unsupported).
Result<Chart> read_counters(pg::Connection& connection, const Request& request);

}  // namespace onceover::metrics
