// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/metrics/chart.h"
#include "core/metrics/counters.h"
#include "core/metrics/history.h"
#include "core/metrics/rollup.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::metrics {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view not_watched = "nothing was counting", not_kept = "kept no longer";
const pg::TransactionOptions one_snapshot{
    .read_only = true, .statement_timeout = std::chrono::seconds(15), .also = in_one_snapshot};

// What to read, and in which steps.
struct Reach {
  Grain grain{};
  Timestamp from, to;
  Duration step{0};
  std::size_t steps = 0;

  bool by_second() const { return grain == Grain::second; }
  bool holds(Timestamp at) const { return at >= from && at < to; }
  std::size_t index(Timestamp at) const { return static_cast<std::size_t>((at - from) / step); }
  Timestamp at(std::size_t i) const { return from + step * static_cast<std::int64_t>(i); }
};

Reach reach_of(const Request& request, const RollupState& state) {
  Reach reach;
  for (const Grain grain : {Grain::hour, Grain::minute, Grain::second}) {
    reach.grain = grain;
    if (request.step % unit(grain) == Duration{0}) break;
  }
  while (reach.grain != Grain::hour && floor_to(request.from, unit(reach.grain)) < state.since(reach.grain)) {
    reach.grain = reach.grain == Grain::second ? Grain::minute : Grain::hour;
  }
  const Duration part = unit(reach.grain);
  reach.from = floor_to(request.from, part);
  reach.to = ceil_to(request.to, part);
  reach.step = part * ((request.step + part - Duration{1}) / part);
  reach.steps = static_cast<std::size_t>((reach.to - reach.from + reach.step - Duration{1}) / reach.step);
  return reach;
}

struct CounterNames {
  std::vector<std::string> metrics, distributions;  // those that counters have
  std::vector<std::string> warnings;
};

CounterNames asked_counters(const Request& request) {
  CounterNames asked;
  for (const std::string& name : request.metrics) {
    const Metric* metric = metric_named(name);
    if ((metric != nullptr && metric->kind == Kind::level) || name == heartbeat || name == alive) {
      asked.warnings.push_back(fmt::format("Counters have no \"{}\".",
                                           metric != nullptr ? std::string(metric->label) : visible(name)));
    } else {
      asked.metrics.push_back(name);
    }
  }
  asked.distributions = request.distributions;
  return asked;
}

// One statement of a chart, with its request as text.
class Statements {
 public:
  Statements(const Request& request, const Reach& reach) : request_(request), reach_(reach) {}

  pg::Statement blocks(const std::vector<std::string>& names) const {
    pg::Params params = range(kind_of(!request_.tenant.empty(), !request_.operation.empty()));
    params.texts(names).null().null().boolean(reach_.grain != Grain::hour);
    return {blocks_sql(), params};
  }
  pg::Statement blocks_of(const std::vector<std::string>& names,
                          const std::vector<std::string>& groups) const {
    pg::Params params = range(grouped());
    params.texts(names).text(word(request_.by)).texts(groups).boolean(reach_.grain != Grain::hour);
    return {blocks_sql(), params};
  }
  pg::Statement rank(const std::string& metric) const {
    pg::Params params = range(grouped());
    params.text(metric).text(word(request_.by)).integer(std::max(1, request_.top));
    return {rank_sql(), params};
  }
  // One minute more than the chart: the minute that is not over is judged by the one before.
  pg::Statement watched() const {
    return {sql::chart_alive,
            pg::Params().timestamp(reach_.from - std::chrono::minutes(1)).timestamp(reach_.to)};
  }

  std::string_view rank_sql() const {
    return reach_.by_second() ? sql::chart_rank_by_second : sql::chart_rank_by_minute;
  }
  std::string_view blocks_sql() const {
    return reach_.by_second() ? sql::chart_by_second : sql::chart_by_minute;
  }

 private:
  std::string_view grouped() const {
    return kind_of(!request_.tenant.empty() || request_.by == By::tenant,
                   !request_.operation.empty() || request_.by == By::operation);
  }
  pg::Params range(std::string_view kind) const {
    return pg::Params()
        .timestamp(reach_.from)
        .timestamp(reach_.to)
        .text(kind)
        .text(or_all(request_.tenant))
        .text(or_all(request_.operation));
  }
  const Request& request_;
  const Reach& reach_;
};

// Sums by name and group, one number for each step.
class Sums {
 public:
  explicit Sums(const Reach& reach) : reach_(reach) {}
  void add(const pg::Rows& rows) {
    for (int row = 0; row < rows.size(); ++row) {
      std::vector<double>& values = of(rows.text(row, 0), rows.real(row, 1), rows.optional_text(row, 2));
      const auto add = [&](Timestamp at, std::int64_t n) {
        if (reach_.holds(at)) values[reach_.index(at)] += static_cast<double>(n);
      };
      each_part(rows.timestamp(row, 3), rows.integer(row, 4), rows.view(row, 5), unit(reach_.grain), add);
    }
  }
  std::vector<double>& of(const std::string& name, double bucket, const std::optional<std::string>& group) {
    std::vector<double>& values = sums_[{name, bucket, group}];
    if (values.empty()) values.resize(reach_.steps, 0);
    return values;
  }
  // The bounds with counts under that name, besides the standard ones.
  std::vector<double> bounds(const std::string& name) const {
    std::set<double> bounds(bounds_ms.begin(), bounds_ms.end());
    bounds.insert(std::numeric_limits<double>::infinity());
    for (const auto& [key, values] : sums_) {
      if (std::get<0>(key) == name && std::get<1>(key) >= 0) bounds.insert(std::get<1>(key));
    }
    return {bounds.begin(), bounds.end()};
  }

 private:
  const Reach& reach_;
  std::map<std::tuple<std::string, double, std::optional<std::string>>, std::vector<double>> sums_;
};

// The minutes in which a process was counting.
class Watch {
 public:
  Watch(const Reach& reach, const RollupState& state, const pg::Rows& rows)
      : from_(floor_to(reach.from - minute, minute)),
        minutes_(static_cast<std::size_t>((ceil_to(reach.to, minute) - from_) / minute), false) {
    for (int row = 0; row < rows.size(); ++row) {
      const bool by_the_hour = rows.is_null(row, 2) && rows.boolean(row, 3);
      for (int i = 0; by_the_hour && i < 60; ++i) set(rows.timestamp(row, 0) + minute * i);
      if (!by_the_hour) {
        each_part(rows.timestamp(row, 0), rows.integer(row, 1), rows.view(row, 2), minute,
                  [this](Timestamp at, std::int64_t) { set(at); });
      }
    }
    // The minute that is not over counts as watched if the one before it was, until something is counted in
    // it.
    const Timestamp now = floor_to(state.now, minute);
    if (is(now - minute)) set(now);
  }
  bool is(Timestamp at) const { return at >= from_ && index(at) < minutes_.size() && minutes_[index(at)]; }

 private:
  static constexpr Duration minute = std::chrono::minutes(1);
  std::size_t index(Timestamp at) const { return static_cast<std::size_t>((at - from_) / minute); }
  void set(Timestamp at) {
    if (at >= from_ && index(at) < minutes_.size()) minutes_[index(at)] = true;
  }
  Timestamp from_;
  std::vector<bool> minutes_;
};

enum class Step { known, in_part, silent, to_come };

std::vector<Step> steps_by_watch(const Reach& reach, const RollupState& state, const Watch& watch) {
  std::vector<Step> steps(reach.steps, Step::known);
  for (std::size_t i = 0; i < reach.steps; ++i) {
    const Timestamp end = std::min(reach.at(i + 1), reach.to);
    if (reach.at(i) > state.now) {
      steps[i] = Step::to_come;
      continue;
    }
    bool any = false, all = true;
    for (Timestamp at = floor_to(reach.at(i), std::chrono::minutes(1)); at < end && at <= state.now;
         at = at + std::chrono::minutes(1)) {
      any = any || watch.is(at);
      all = all && watch.is(at);
    }
    steps[i] = all || (any && reach.step < std::chrono::minutes(1)) ? Step::known
               : any                                                ? Step::in_part
                                                                    : Step::silent;
  }
  // Before processes reported that they count, a short silence was usually a time without requests.
  const auto least =
      std::max<std::size_t>(3, static_cast<std::size_t>(std::chrono::seconds(60) / reach.step));
  for (std::size_t begin = 0; begin < reach.steps && reach.at(begin) < state.watched_from;) {
    std::size_t end = begin;
    while (end < reach.steps && steps[end] == Step::silent) ++end;
    if (end - begin < least)
      std::fill(steps.begin() + static_cast<std::ptrdiff_t>(begin),
                steps.begin() + static_cast<std::ptrdiff_t>(end), Step::known);
    begin = std::max(end, begin + 1);
  }
  return steps;
}

std::vector<Gap> gaps_of(const Chart& chart, const std::vector<Step>& steps, Timestamp kept_from) {
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == Step::silent)
      add_gap(gaps, chart.at(i), chart.at(i + 1), chart.at(i + 1) <= kept_from ? not_kept : not_watched);
  }
  return gaps;
}

std::string as_asked(const Request& request, const Reach& reach, const Statements& statements,
                     const std::vector<std::string>& names) {
  const auto shown = [](const std::string& text) {
    return text.empty() ? std::string("all") : visible(text);
  };
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + visible(name);
  std::string text = fmt::format(
      "-- $1 = {}, $2 = {}; summed up in steps of {} s\n-- tenant: {}, operation: {}, by {}\n-- names: "
      "{}\n\n{};\n\n{};\n",
      iso(reach.from), iso(reach.to), reach.step / std::chrono::seconds(1), shown(request.tenant),
      shown(request.operation), word(request.by), all, statements.blocks_sql(), sql::chart_alive);
  if (request.by != By::nothing) text += fmt::format("\n{};\n", statements.rank_sql());
  return text;
}

// The values of a tenant or operation with the most counts, at most Request::top, and whether there are more
// in the ranking metric. There may always be more in the other metrics.
struct Ranked {
  std::vector<std::string> groups;
  bool is_more = false;
};

Ranked ranked_by(pg::Connection& connection, const Statements& ask, const Request& request,
                 const CounterNames& asked) {
  Ranked ranked;
  if (request.by == By::nothing) return ranked;
  const int top = std::max(1, request.top);
  // By the first metric that any group has.
  for (const std::string& metric : asked.metrics) {
    const pg::Statement rank = ask.rank(metric);
    auto rows = connection.exec_prepared(rank.sql, rank.params).value();
    ranked.is_more = rows.size() > top;
    for (int row = 0; row < std::min(top, rows.size()); ++row) ranked.groups.push_back(rows.text(row, 0));
    if (!ranked.groups.empty()) break;
  }
  return ranked;
}

// For each step a fixed number of values; unknown ones are left out.
std::vector<double> known(std::vector<double> values, std::size_t width, const std::vector<Step>& steps) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Step step = steps[i / width];
    if (step == Step::silent || step == Step::to_come) values[i] = not_known;
  }
  return values;
}

void add_lines(Chart& chart, Sums& sums, const std::string& metric, const Request& request,
               const Ranked& ranked, bool with_total, const std::vector<Step>& steps) {
  if (request.by == By::nothing) {
    chart.lines.push_back({metric, std::nullopt, false, known(sums.of(metric, -1, std::nullopt), 1, steps)});
    return;
  }
  std::vector<double> rest = with_total ? sums.of(metric, -1, std::nullopt) : std::vector<double>{};
  for (const std::string& group : ranked.groups) {
    const std::vector<double>& values = sums.of(metric, -1, group);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= values[i];
    chart.lines.push_back({metric, group, false, known(values, 1, steps)});
  }
  // A group that has only this metric is not in the ranking by another one.
  if (ranked.is_more || std::ranges::any_of(rest, [](double n) { return n != 0; }))
    chart.lines.push_back({metric, std::nullopt, true, known(std::move(rest), 1, steps)});
}

Distribution distribution_of(Sums& sums, const std::string& name, const std::vector<Step>& steps) {
  Distribution distribution{name, sums.bounds(name), {}};
  const std::size_t width = distribution.upper_ms.size();
  std::vector<double> counts(steps.size() * width, 0);
  for (std::size_t bound = 0; bound < width; ++bound) {
    const std::vector<double>& values = sums.of(name, distribution.upper_ms[bound], std::nullopt);
    for (std::size_t i = 0; i < steps.size(); ++i) counts[i * width + bound] = values[i];
  }
  distribution.counts = known(std::move(counts), width, steps);
  return distribution;
}

// Plans and people count nothing themselves; what they settled is in the audit trail.
void add_settled_elsewhere(pg::Connection& connection, const Request& request, const Reach& reach,
                           const CounterNames& asked, Sums& sums) {
  const auto is_asked = [&](const std::string& name) {
    return std::ranges::find(asked.metrics, name) != asked.metrics.end();
  };
  if (std::ranges::none_of(asked.metrics,
                           [](const std::string& name) { return name.starts_with("settled."); }))
    return;
  const auto settled =
      settled_elsewhere(connection, reach.from, reach.to, reach.step, request.tenant, request.operation)
          .value();
  for (const SettledElsewhere& one : settled) {
    if (!is_asked(one.name) || !reach.holds(one.at)) continue;
    const auto add = [&](const std::optional<std::string>& group) {
      sums.of(one.name, -1, group)[reach.index(one.at)] += static_cast<double>(one.n);
    };
    add(std::nullopt);
    if (request.by != By::nothing) add(request.by == By::tenant ? one.tenant : one.operation);
  }
}

constexpr auto grain_words = words<Grain>({{Grain::second, "counters, by the second"},
                                           {Grain::minute, "counters, rolled up by the minute"},
                                           {Grain::hour, "counters, rolled up by the hour"}});

std::string_view source_in_words(Grain grain) { return grain_words.of(grain); }

}  // namespace

Result<Chart> read_counters(pg::Connection& connection, const Request& request) {
  return as_result([&]() -> Result<Chart> {
    require(steps_of(request));
    if (request.to - request.from > std::chrono::hours(24 * 36'600)) {
      return fail(ErrorKind::invalid_input, "The range must be no longer than a century.",
                  "Nothing was read.", "Choose a shorter range.");
    }
    if (request.by == By::code)
      return fail(ErrorKind::unsupported, "Counters are not kept by code.", "Nothing was read.");
    auto transaction = pg::Transaction::begin(connection, one_snapshot).value();
    auto state = rollup_state(connection).value();
    const Reach reach = reach_of(request, state);
    const CounterNames asked = asked_counters(request);
    const Statements ask(request, reach);

    auto ranked = ranked_by(connection, ask, request, asked);
    std::vector<std::string> names = asked.distributions;
    const bool with_total = request.by == By::nothing || ranked.is_more || asked.metrics.size() > 1;
    if (with_total) names.insert(names.end(), asked.metrics.begin(), asked.metrics.end());
    std::vector<pg::Statement> statements{ask.watched(), ask.blocks(names)};
    if (!ranked.groups.empty()) statements.push_back(ask.blocks_of(asked.metrics, ranked.groups));
    auto rows = connection.pipeline(statements, pg::Connection::Ends::open).value();

    Sums sums(reach);
    for (std::size_t i = 1; i < rows.size(); ++i) sums.add(rows[i]);
    add_settled_elsewhere(connection, request, reach, asked, sums);
    const std::vector<Step> steps = steps_by_watch(reach, state, Watch(reach, state, rows.front()));

    Chart chart;
    chart.origin = Origin::counters;
    chart.source = source_in_words(reach.grain);
    chart.as_of = state.now;
    chart.from = reach.from;
    chart.step = reach.step;
    chart.steps = reach.steps;
    chart.resolution = unit(reach.grain);
    chart.warnings = asked.warnings;
    chart.gaps = gaps_of(chart, steps, state.hours_from);
    if (const auto parts = std::count(steps.begin(), steps.end(), Step::in_part); parts > 0) {
      chart.warnings.push_back(fmt::format(
          "In {} of {} steps no service was counting for a part of the time.", parts, steps.size()));
    }
    if (state.is_behind) {
      chart.warnings.emplace_back(
          "Many counts are not rolled up yet, so reading takes longer. Run `oncectl metrics roll-up`, or "
          "grant services the right to do it.");
    }
    for (const std::string& metric : asked.metrics)
      add_lines(chart, sums, metric, request, ranked, with_total, steps);
    for (const std::string& name : asked.distributions)
      chart.distributions.push_back(distribution_of(sums, name, steps));
    chart.asked = as_asked(request, reach, ask, names.empty() ? asked.metrics : names);
    return chart;
  });
}

}  // namespace onceover::metrics
