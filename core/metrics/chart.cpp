// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/chart.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/base/enum_names.h"
#include "core/base/words.h"
#include "core/metrics/counters.h"
#include "core/metrics/history.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::metrics {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

constexpr std::array all{
    Metric{"created", Kind::flow, Unit::keys, "created", "Keys claimed for the first time."},
    Metric{"replayed", Kind::flow, Unit::keys, "replayed", "Retries that got the stored answer."},
    Metric{"conflict", Kind::flow, Unit::keys, "conflicts",
           "Requests refused because another executor holds the key."},
    Metric{"mismatch", Kind::flow, Unit::keys, "mismatches",
           "Requests refused because their key was used with another payload."},
    Metric{"taken_over", Kind::flow, Unit::keys, "reclaimed",
           "Keys that a retry took over after the executor's lease had expired."},
    Metric{"released", Kind::flow, Unit::keys, "released",
           "Keys that their executor released for another attempt."},
    Metric{"completed", Kind::flow, Unit::keys, "completed", "Keys whose executor stored a success."},
    Metric{"failed", Kind::flow, Unit::keys, "failed", "Keys whose executor stored a final failure."},
    Metric{"settled.succeeded", Kind::flow, Unit::keys, "settled: succeeded",
           "Stuck keys settled as succeeded, by sweepers, plans and people."},
    Metric{"settled.failed", Kind::flow, Unit::keys, "settled: failed",
           "Stuck keys settled as failed, by sweepers, plans and people."},
    Metric{"settled.released", Kind::flow, Unit::keys, "settled: released",
           "Stuck keys released, by sweepers, plans and people."},
    Metric{"reaped", Kind::flow, Unit::keys, "reaped", "Finished keys that were deleted after their window."},
    Metric{"needs_human", Kind::flow, Unit::keys, "given to a person",
           "Keys that evidence cannot settle, and that need a decision by a person."},
    Metric{"lost_ownership", Kind::flow, Unit::keys, "lost ownership",
           "Executors that lost their key to another one."},
    Metric{"in_progress", Kind::level, Unit::keys, "in progress", "Keys that are claimed and not finished."},
    Metric{"oldest_in_progress_s", Kind::level, Unit::seconds, "oldest in progress",
           "Age of the oldest unfinished key."},
    Metric{"stuck", Kind::level, Unit::keys, "stuck", "Unfinished keys whose lease has expired."},
    Metric{"oldest_stuck_s", Kind::level, Unit::seconds, "oldest stuck",
           "Time since the oldest of their leases expired."},
    Metric{"awaiting_human", Kind::level, Unit::keys, "wait for a person",
           "Open cases that evidence cannot settle."},
    Metric{"dead_letters", Kind::level, Unit::events, "dead letters",
           "Events in the table that failed for good."},
    Metric{"backlog", Kind::level, Unit::events, "backlog", "Events that are not yet sent or consumed."},
    Metric{"lag_s", Kind::level, Unit::seconds, "lag", "Age of the oldest event in the backlog."},
    Metric{"relay_lag", Kind::level, Unit::events, "not published",
           "Committed events that the relay furthest behind has not published."},
    Metric{"relay_behind_s", Kind::level, Unit::seconds, "oldest unpublished",
           "Age of the oldest event that a relay has not published."},
    Metric{"relay_parked", Kind::level, Unit::events, "parked",
           "Events that wait for another try, or behind a failing event."},
    Metric{"relay_dead", Kind::level, Unit::events, "dead",
           "Events that a relay gave up, and that need a decision by a person."},
    Metric{"duplicates", Kind::flow, Unit::events, "duplicates refused",
           "Events that were received before, and were not stored again."},
};

constexpr std::array<std::int64_t, 20> round_steps_s{1,     2,     5,     10,    15,     30,    60,
                                                     120,   300,   600,   900,   1800,   3600,  7200,
                                                     10800, 21600, 43200, 86400, 172800, 604800};

bool knows(double value) { return !std::isnan(value); }

}  // namespace

constexpr auto unit_words =
    words<Unit>({{Unit::keys, "keys"}, {Unit::events, "events"}, {Unit::seconds, "s"}});

std::string_view word(Unit unit) { return unit_words.of(unit); }

constexpr auto by_words = enum_names<By>();

std::string_view word(By by) { return by_words.of(by); }

std::optional<By> by_from_word(std::string_view text) { return by_words.from(text); }

std::span<const Metric> all_metrics() { return all; }

const Metric* metric_named(std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Metric& metric) { return metric.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Result<std::int64_t> steps_of(const Request& request, std::int64_t most) {
  if (!request.from.is_finite() || !request.to.is_finite() || request.to <= request.from) {
    return fail(ErrorKind::invalid_input, "The range must begin before it ends.", "Nothing was read.",
                "Choose another range.");
  }
  if (request.step < std::chrono::seconds(1)) {
    return fail(ErrorKind::invalid_input, "A step must be a second or longer.", "Nothing was read.",
                "Choose a longer step.");
  }
  const Duration length = request.to - request.from;
  const std::int64_t steps =
      length.count() / request.step.count() + (length.count() % request.step.count() != 0 ? 1 : 0);
  if (steps > most) {
    return fail(ErrorKind::invalid_input,
                fmt::format("The range has {} steps; the limit is {}.", steps, most), "Nothing was read.",
                "Choose a longer step or a shorter range.");
  }
  return steps;
}

Request earlier(const Request& request, Duration back) {
  Request out = request;
  out.from = request.from - back;
  out.to = request.to - back;
  return out;
}

Duration step_for(Duration span, int most) {
  const auto fits = std::find_if(round_steps_s.begin(), round_steps_s.end(), [&](std::int64_t s) {
    return span <= std::chrono::seconds(s) * std::max(1, most);
  });
  return std::chrono::seconds(fits == round_steps_s.end() ? round_steps_s.back() : *fits);
}

std::vector<double> quantile_by_step(const Distribution& distribution, double p) {
  const std::size_t bounds = distribution.upper_ms.size();
  std::vector<double> out;
  if (bounds == 0) return out;
  std::vector<HistogramBin> bins(bounds);
  for (std::size_t step = 0; step * bounds < distribution.counts.size(); ++step) {
    bool known = false;
    for (std::size_t bound = 0; bound < bounds; ++bound) {
      const double n = distribution.at(step, bound);
      known = known || knows(n);
      bins[bound] = {distribution.upper_ms[bound], knows(n) ? std::llround(n) : 0};
    }
    const double value = known ? quantile(bins, p) : -1;
    out.push_back(value < 0 ? nan : value);
  }
  return out;
}

std::vector<double> total_by_bound(const Distribution& distribution) {
  std::vector<double> out(distribution.upper_ms.size(), 0);
  for (std::size_t i = 0; i < distribution.counts.size(); ++i) {
    if (knows(distribution.counts[i])) out[i % out.size()] += distribution.counts[i];
  }
  return out;
}

const Line* Chart::line(std::string_view metric) const {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.metric == metric; });
  return found == lines.end() ? nullptr : &*found;
}

void add_gap(std::vector<Gap>& gaps, Timestamp from, Timestamp to, std::string_view why) {
  if (!gaps.empty() && gaps.back().to == from && gaps.back().why == why) {
    gaps.back().to = to;
  } else {
    gaps.push_back({from, to, std::string(why)});
  }
}

std::vector<Gap> unknown_steps(const Chart& chart, const std::string& why) {
  std::vector<bool> known(chart.steps, false);
  for (const Line& line : chart.lines) {
    for (std::size_t i = 0; i < std::min(chart.steps, line.values.size()); ++i)
      known[i] = known[i] || knows(line.values[i]);
  }
  for (const Distribution& distribution : chart.distributions) {
    const std::size_t bounds = distribution.upper_ms.size();
    for (std::size_t i = 0; i < distribution.counts.size() && i / bounds < chart.steps; ++i) {
      if (knows(distribution.counts[i])) known[i / bounds] = true;
    }
  }
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i < chart.steps; ++i) {
    if (!known[i]) add_gap(gaps, chart.at(i), chart.at(i + 1), why);
  }
  return gaps;
}

namespace {

constexpr std::int64_t most_acts = 20'000, most_looked_at = 100'000, most_plans = 200;

// The name of an action of the trail where it is counted.
std::string act_text(std::string_view action, std::string_view to_state, std::int64_t n) {
  if (action == "settle")
    return fmt::format("settled {}{}{}", counted(n, "key"), to_state.empty() ? "" : " as ", to_state);
  if (action == "needs_human") return fmt::format("gave {} to a person", counted(n, "key"));
  if (action == "unresolved") return fmt::format("found no verdict for {}", counted(n, "key"));
  std::string what(action);
  std::replace(what.begin(), what.end(), '_', ' ');
  return n == 1 ? fmt::format("did: {}", what) : fmt::format("did: {}, {} times", what, n);
}

Mark act_from(const pg::Rows& rows, int i) {
  const std::string_view action = rows.view(i, 0), program = rows.view(i, 2);
  Mark mark;
  mark.n = rows.integer(i, 4);
  mark.at = rows.timestamp(i, 5);
  if (const Timestamp last = rows.timestamp(i, 6); last > mark.at) mark.until = last;
  if (action == "stop" || action == "start") {
    mark.kind = Mark::Kind::stop;
    mark.text =
        fmt::format("{} {}: {}", rows.view(i, 1),
                    action == "stop" ? "set the stop switch" : "lifted the stop switch", rows.view(i, 7));
    return mark;
  }
  mark.kind = program == "oncectl sweep" ? Mark::Kind::sweep : Mark::Kind::act;
  mark.text =
      fmt::format("{} {}", mark.kind == Mark::Kind::sweep ? std::string_view("The sweeper") : rows.view(i, 1),
                  act_text(action, rows.view(i, 3), mark.n));
  return mark;
}

Mark plan_from(const pg::Rows& rows, int i) {
  Mark mark;
  mark.kind = Mark::Kind::plan;
  mark.at = rows.timestamp(i, 5);
  mark.until = rows.optional_timestamp(i, 6);
  mark.n = rows.integer(i, 3);
  mark.text = fmt::format("Plan {} ({} {}), {}, by {}", rows.view(i, 0), rows.view(i, 1),
                          counted(mark.n, "item"), rows.view(i, 2), rows.view(i, 4));
  return mark;
}

}  // namespace

constexpr auto mark_kind_words = words<Mark::Kind>({{Mark::Kind::sweep, "sweep"},
                                                    {Mark::Kind::plan, "plan"},
                                                    {Mark::Kind::stop, "stop switch"},
                                                    {Mark::Kind::act, "act"}});

std::string_view word(Mark::Kind kind) { return mark_kind_words.of(kind); }

Result<Marks> marks(pg::Connection& connection, Timestamp from, Timestamp to, Duration step) {
  return as_result([&]() -> Result<Marks> {
    if (!from.is_finite() || !to.is_finite() || to <= from || step < std::chrono::seconds(1)) {
      return fail(ErrorKind::invalid_input,
                  "The range of marks must begin before it ends, in steps of a second or longer.",
                  "Nothing was read.");
    }
    auto transaction =
        pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(15)})
            .value();
    auto acts = transaction
                    .exec_prepared(
                        sql::marks_acts,
                        pg::Params().timestamp(from).timestamp(to).interval(step).integer(most_acts).integer(
                            most_looked_at))
                    .value();
    auto plans =
        transaction
            .exec_prepared(sql::marks_plans, pg::Params().timestamp(from).timestamp(to).integer(most_plans))
            .value();
    Marks out;
    out.since = from;
    for (int i = 0; i < acts.size(); ++i) {
      if (acts.is_null(i, 0)) {
        out.since = acts.timestamp(i, 5);
      } else {
        out.marks.push_back(act_from(acts, i));
      }
    }
    for (int i = 0; i < plans.size(); ++i) out.marks.push_back(plan_from(plans, i));
    std::ranges::stable_sort(out.marks, {}, &Mark::at);
    return out;
  });
}

}  // namespace onceover::metrics
