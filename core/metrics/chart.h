// SPDX-License-Identifier: Apache-2.0
// What a source of metrics reports for a time range, in one form for charts, tables, exports and comparisons.
// Pure.
//
// Sources: counters of services (core/metrics), a table's own rows (core/row_metrics), a Prometheus, samples
// taken by the console. Each names itself, its resolution and what is unknown: a missing value is NaN and a
// gap, never a zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

enum class Origin { counters, rows, prometheus, samples };

// A flow is a number per step; a level is the last value seen in a step.
enum class Kind { flow, level };
enum class Unit { keys, events, seconds };
std::string_view word(Unit unit);

struct Metric {
  std::string_view name;  // "replayed", "oldest_stuck_s"
  Kind kind;
  Unit unit;
  std::string_view label;    // "oldest stuck lease"
  std::string_view meaning;  // a sentence
};
// Every metric, counters first, in the order of their enum. A name written by another version is not
// included.
std::span<const Metric> all_metrics();
const Metric* metric_named(std::string_view name);  // null: unknown name

enum class By { nothing, tenant, operation, code };
std::string_view word(By by);
std::optional<By> by_from_word(std::string_view word);

struct Request {
  Timestamp from, to;                      // half open, database time
  Duration step{0};                        // ≥ 1 s; the answer's may be longer
  std::string tenant, operation;           // empty: all
  std::vector<std::string> metrics;        // by name
  std::vector<std::string> distributions;  // names as in counters.h: "time_to_completion_ms"
  By by = By::nothing;
  // of the values of `by`, ranked by the sum (of a level: the highest value) of the first metric; then the
  // rest
  int top = 8;
};
inline constexpr std::int64_t most_chart_steps = 50'000;  // 30 days by the minute, and some

// The steps of a range. invalid_input: an empty or infinite range, a step below a second, more than `most`.
Result<std::int64_t> steps_of(const Request& request, std::int64_t most = most_chart_steps);

// The same request for a range of the same length that ends `back` earlier, to be drawn underneath.
Request earlier(const Request& request, Duration back);

// The finest of the round steps (1, 2, 5, 10, 15, 30 s … 1 d) that gives a range at most `most` steps.
Duration step_for(Duration span, int most);

struct Line {
  std::string metric;
  std::optional<std::string> group;  // the value of `by`; as in the store, not yet visible()
  bool is_rest = false;              // everything after the top ones, together
  std::vector<double> values;        // one for each step; NaN: unknown
};

// How long something took, step by step.
struct Distribution {
  std::string name;
  std::vector<double> upper_ms;  // bounds, ascending, inclusive; the last is infinity
  std::vector<double> counts;    // counts of step s and bound b at [s * upper_ms.size() + b]; NaN: unknown
  double at(std::size_t step, std::size_t bound) const { return counts[step * upper_ms.size() + bound]; }
};
// p in (0,1) for each step; NaN: empty or unknown. Linear within a bound, as quantile() in history.h.
std::vector<double> quantile_by_step(const Distribution& distribution, double p);
// The whole range together, without gaps: one count for each bound.
std::vector<double> total_by_bound(const Distribution& distribution);

struct Gap {
  Timestamp from, to;
  std::string why;  // "nothing was counting", "not read: about 9 000 000 rows"
};

struct Chart {
  Origin origin{};
  std::string source;  // for display: "counters, rolled up by the minute"
  Timestamp as_of;     // by the source's clock; steps after it are not over yet
  Timestamp from;      // of the first step
  Duration step{0};
  std::size_t steps = 0;
  Duration resolution{0};  // of the source in this range; never longer than step
  std::string error;  // how far values may be off, for display: "each value is up to 10 s old"; empty: exact
  std::vector<Gap> gaps;              // ascending, disjoint; lines are NaN there
  std::vector<std::string> warnings;  // sentences: what the answer lacks
  std::vector<Line> lines;            // in the order asked; groups by rank, the rest last
  std::vector<Distribution> distributions;
  std::string asked;  // statements or addresses, without credentials, for "show the SQL"

  Timestamp at(std::size_t i) const { return from + step * static_cast<std::int64_t>(i); }
  bool is_over(std::size_t i) const { return at(i) + step <= as_of; }
  const Line* line(std::string_view metric) const;  // the first of that metric; null: none
};

// Joined with the last one where that ends there for the same reason.
void add_gap(std::vector<Gap>& gaps, Timestamp from, Timestamp to, std::string_view why);
// Steps [begin, end) in which no line and no distribution has a value, as gaps with that reason.
std::vector<Gap> unknown_steps(const Chart& chart, const std::string& why);

// Acts on the store over a time range, to be drawn on charts: sweeps, plans, the stop switch, manual acts.

struct Mark {
  enum class Kind { sweep, plan, stop, act };
  Kind kind = Kind::act;
  Timestamp at;
  std::optional<Timestamp> until;  // none: one moment, or not ended
  std::int64_t n = 1;              // keys, rows or items
  std::string
      text;  // "alice settled 3 keys as succeeded"; may quote names from the database: not yet visible()
};
std::string_view word(Mark::Kind kind);  // "sweep"

struct Marks {
  std::vector<Mark> marks;  // by time
  Timestamp since;  // acts are complete from here on: later than asked where there were too many to read
};

// Acts of one kind by one actor within a step are one mark. In its own read-only transaction, bounded: of the
// newest 100,000 acts the newest 20,000 that are marks, and 200 plans. Errors: invalid_input for a range that
// is empty or infinite or a step below a second; of the server, where the trail may not be read.
Result<Marks> marks(pg::Connection& connection, Timestamp from, Timestamp to, Duration step);

// The counts of services as a chart: from the inbox and its roll-up, each count exactly once, wherever it is
// stored.

// In its own read-only transaction, of one snapshot. Exact: Chart::error is empty.
//
// The answer begins at a whole second, minute or hour at or before Request::from and ends at one at or after
// its end, so that rolled-up counts are never cut: the largest of these that divides the step, or a longer
// one where finer counts are no longer kept. The step is then rounded up to a multiple of it. Gaps are
// minutes in which no process counted or reported that it counts; future steps are NaN and no gap. With a
// split, groups are ranked by the first metric that any of them has. The rest is a line of each metric where
// the ranking metric has more groups, or where groups outside the ranking have that metric. Counters have no
// levels (a warning) and no By::code (ErrorKind::unsupported).
Result<Chart> read_counters(pg::Connection& connection, const Request& request);

}  // namespace onceover::metrics
