// SPDX-License-Identifier: Apache-2.0
// Reads counts over a time range, in steps that a chart can draw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/metrics/chart.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

struct Point {
  Timestamp at;  // begin of the step
  std::int64_t n = 0;
};

struct Series {
  std::string name;           // "replayed", "conflict", …
  std::vector<Point> points;  // one for each step, the first beginning at Request::from; zeros included
};

struct HistogramBin {
  double upper_ms = 0;  // infinity for the last
  std::int64_t n = 0;
};

struct History {
  Timestamp as_of;  // the database's clock
  // every counter in the order of the enum; then names written by another version
  std::vector<Series> series;
  // every bound, ascending, zeros included
  std::vector<HistogramBin> time_to_completion, lease_age_at_settling, retry_delay;
  std::string sql;  // the statement, for "show the SQL"
};

// Of the request only range, step, tenant and operation count. In its own read-only transaction.
// invalid_input: an empty or infinite range, a step below a second, more than 20,000 steps. By the second
// while seconds are kept, then by the minute, then by the hour: rolled-up counts belong to the start of their
// second, minute or hour.
Result<History> history(pg::Connection& connection, const Request& range);

// Totals of the last `span` by the database's clock, by name, and of the span before it, for a trend.
struct Total {
  std::string name;
  std::int64_t now = 0, before = 0;
};
Result<std::vector<Total>> totals(pg::Connection& connection, Duration span);

// p in (0,1) of a histogram with ascending bounds, linear within its bin; the last finite bound if the value
// is beyond it; −1: the histogram is empty.
double quantile(const std::vector<HistogramBin>& bins, double p);

// Settlements that no process counts: those of plans and of people, from the audit trail. Sweepers count
// their own.

struct SettledElsewhere {
  std::string name;  // "settled.succeeded", as the counter
  Timestamp at;      // the beginning of its step
  std::string tenant, operation;
  std::int64_t n = 0;
};

// From `from` to before `to`, in steps from `from`. tenant, operation: empty: all. Empty where this user may
// not read the trail. In the caller's transaction, or in none.
Result<std::vector<SettledElsewhere>> settled_elsewhere(pg::Connection& connection, Timestamp from,
                                                        Timestamp to, Duration step,
                                                        const std::string& tenant = {},
                                                        const std::string& operation = {});

}  // namespace onceover::metrics
