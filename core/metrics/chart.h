// What a source of metrics says about a time range, in the one form that charts, tables, exports and comparisons read. Pure.
//
// Sources: what the services counted (core/metrics), a table's own rows (core/metrics), a Prometheus, samples taken by the console. Each
// says which it is, how fine it knows things, and what it does not know: a missing value is NaN and a gap, never a zero.
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

namespace onceover::metrics {

enum class Origin { counters, rows, prometheus, samples };
std::string_view word(Origin origin);  // "counters"

// A flow is how many in a step; a level is how it stood at the end of a step, as last seen within it.
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
// Every metric there is, counters first, in the order of their enum. A name that another version wrote is not among them.
std::span<const Metric> all_metrics();
const Metric* metric_named(std::string_view name);  // null: not known

enum class By { nothing, tenant, operation, code };
std::string_view word(By by);
std::optional<By> by_from_word(std::string_view word);

struct Request {
  Timestamp from, to;                      // half open, database time
  Duration step{0};                        // ≥ 1 s; the answer's may be longer
  std::string tenant, operation;           // empty: all
  std::vector<std::string> metrics;        // by name
  std::vector<std::string> distributions;  // "time_to_completion_ms", as named in counters.h
  By by = By::nothing;
  int top = 8;  // of the values of `by`, ranked by the sum (of a level: the highest) of the first metric in the range; then the rest
};
inline constexpr std::int64_t most_chart_steps = 50'000;  // 30 days by the minute, and some

// The steps of a range. invalid_input: an empty or infinite range, a step below a second, more than most_chart_steps.
Result<std::int64_t> steps_of(const Request& request);

// The same request about as long a time ending `back` earlier, to be drawn under it.
Request earlier(const Request& request, Duration back);

// The finest of the round steps (1, 2, 5, 10, 15, 30 s … 1 d) that gives a range at most `most` steps.
Duration step_for(Duration span, int most);

struct Line {
  std::string metric;
  std::optional<std::string> group;  // the value of `by`; as in the store, not yet visible()
  bool is_rest = false;              // everything beyond the top, together
  std::vector<double> values;        // one a step; NaN: not known
};

// How long something took, step by step.
struct Distribution {
  std::string name;
  std::vector<double> upper_ms;  // bounds, ascending, inclusive; the last is infinity
  std::vector<double> counts;    // of step s and bound b at [s * upper_ms.size() + b]; NaN: not known
  double at(std::size_t step, std::size_t bound) const { return counts[step * upper_ms.size() + bound]; }
};
// p in (0,1) of each step; NaN where it is empty or not known. Linear within a bound, as quantile() in history.h.
std::vector<double> quantile_by_step(const Distribution& distribution, double p);
// The whole range together, gaps left out: one count for each bound.
std::vector<double> total_by_bound(const Distribution& distribution);

struct Gap {
  Timestamp from, to;
  std::string why;  // "nothing was counting", "not read: about 9 000 000 rows"
};

struct Chart {
  Origin origin{};
  std::string source;  // in words: "counters, rolled up by the minute"
  Timestamp as_of;     // by the source's clock; what lies behind it is not over yet
  Timestamp from;      // of the first step
  Duration step{0};
  std::size_t steps = 0;
  Duration resolution{0};             // as fine as the source knows this range; never longer than step
  std::string error;                  // how far values may be from the truth, in words: "each value is up to 10 s old"; empty: exact
  std::vector<Gap> gaps;              // ascending, apart; lines are NaN there
  std::vector<std::string> warnings;  // what the answer lacks, in sentences
  std::vector<Line> lines;            // in the order asked; groups by rank, the rest last
  std::vector<Distribution> distributions;
  std::string asked;  // statements or addresses, without credentials, for "show the SQL"

  Timestamp at(std::size_t i) const { return from + step * static_cast<std::int64_t>(i); }
  bool is_over(std::size_t i) const { return at(i) + step <= as_of; }
  const Line* line(std::string_view metric) const;  // the first of that metric; null: none
};

// Steps [begin, end) in which no line and no distribution knows anything, as gaps with that reason.
std::vector<Gap> unknown_steps(const Chart& chart, const std::string& why);

}  // namespace onceover::metrics
