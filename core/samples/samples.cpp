// SPDX-License-Identifier: Apache-2.0
#include "core/samples/samples.h"

#include <fmt/format.h>

#include <cmath>

#include "core/events/events.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::samples {
namespace {

using metrics::Chart;

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
// The first pass in a minute takes it: two samples may be this far apart, and a pass may be late.
constexpr Duration oldest = std::chrono::seconds(125);
// Beyond the minute's end, so that several processes are not all at it at once.
constexpr Duration after_minute = std::chrono::milliseconds(500);
// Where there is no store of samples: it may be installed.
constexpr Duration rests_after_problem = std::chrono::minutes(5);

// Names and numbers of ours: nothing in it needs escaping but quotes, and no name has one.
std::string as_json(const std::vector<Level>& values) {
  std::string out = "{";
  for (const Level& level : values) {
    if (out.size() > 1) out += ", ";
    out += level.value && std::isfinite(*level.value)
               ? fmt::format("\"{}\": {:.6g}", level.metric, *level.value)
               : fmt::format("\"{}\": null", level.metric);
  }
  return out + '}';
}

std::optional<double> number(const std::optional<std::string>& text) {
  double value = 0;
  if (!text) return std::nullopt;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  return problem == std::errc() && end == text->data() + text->size() ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<bool> add(pg::Connection& connection, std::string_view relation, const Levels& levels) {
  return pg::run(connection, sql::sample_add,
                 pg::params(std::string(relation), levels.at, as_json(levels.values)),
                 {.statement_timeout = std::chrono::seconds(2), .also = "SET LOCAL synchronous_commit = off"})
      .map([](const pg::Rows& rows) { return rows.boolean(0, 0); });
}

Result<History> read(pg::Connection& connection, std::string_view relation,
                     const std::vector<std::string>& metrics, Timestamp from, Timestamp to, Duration step) {
  return as_result([&]() -> History {
    History out;
    auto transaction = pg::Transaction::begin(connection, {.read_only = true, .one_snapshot = true}).value();
    if (!transaction.exec(sql::samples_exist).value().boolean(0, 1)) return out;
    out.are_kept = true;
    const std::string name(relation);
    out.newest =
        transaction.exec_prepared(sql::samples_newest, pg::params(name)).value().optional_timestamp(0, 0);
    // One that was read before the first step is its value, too.
    const Duration grain = std::min(std::max(step, Duration(std::chrono::seconds(1))), Duration(apart));
    const Duration bin = step > apart ? step : grain;
    const Timestamp since = step > apart ? from : from - oldest;
    const auto rows =
        transaction.exec_prepared(sql::samples_read, pg::params(name, since, to, bin, metrics)).value();
    for (int row = 0; row < rows.size(); ++row) {
      if (out.lines.empty() || out.lines.back().metric != rows.view(row, 0))
        out.lines.push_back({rows.text(row, 0), {}});
      out.lines.back().samples.push_back({rows.timestamp(row, 1), number(rows.optional_text(row, 2))});
    }
    return out;
  });
}

std::string not_counted(std::string_view label, std::size_t steps) {
  return steps == 1
             ? fmt::format("{}: unknown, or more than could be counted, at 1 step: shown as a gap.", label)
             : fmt::format("{}: unknown, or more than could be counted, at {} steps: shown as gaps.", label,
                           steps);
}

std::vector<double> by_step(const Sampled& line, Timestamp from, Duration step, std::size_t steps,
                            Timestamp as_of, std::size_t& uncounted) {
  std::vector<double> values(steps, not_known);
  auto next = line.samples.begin();
  const Sample* last = nullptr;
  const Duration reach = std::max(step, oldest);
  for (std::size_t i = 0; i < steps; ++i) {
    const Timestamp begin = from + step * static_cast<std::int64_t>(i), end = begin + step;
    if (begin >= as_of) break;
    for (; next != line.samples.end() && next->at < end; ++next) last = &*next;
    if (last == nullptr || std::min(end, as_of) - last->at > reach) continue;
    if (last->value) {
      values[i] = *last->value;
    } else {
      ++uncounted;
    }
  }
  return values;
}

Result<Chart> read_samples(pg::Connection& connection, std::string_view relation,
                           const metrics::Request& request) {
  return as_result([&]() -> Result<Chart> {
    require(metrics::steps_of(request));
    if (request.by != metrics::By::nothing || !request.tenant.empty() || !request.operation.empty()) {
      return fail(ErrorKind::unsupported, "Samples cover a whole table, without tenant, operation or code.",
                  "Nothing was read.", "Leave them out, or choose another source.");
    }
    metrics::Request grown = request;
    grown.step = std::max(request.step, apart);
    const auto steps = static_cast<std::size_t>(metrics::steps_of(grown).value());
    const History history =
        read(connection, relation, request.metrics, request.from, request.to, grown.step).value();
    if (!history.are_kept) {
      return fail(ErrorKind::schema, "This store keeps no samples, or this user may not read them.",
                  "Nothing was read.",
                  "Run `oncectl schema install`, or give the user the viewer's role anew: oncectl roles "
                  "print --role viewer.");
    }
    Chart chart;
    chart.origin = metrics::Origin::samples;
    chart.source =
        fmt::format("samples of {} in the store, {} apart", visible(std::string(relation)), human(apart));
    chart.error = fmt::format("each value is up to {} old", human(apart));
    chart.as_of = pg::server_time(connection).value();
    chart.from = request.from;
    chart.step = grown.step;
    chart.steps = steps;
    chart.resolution = apart;
    chart.asked = std::string(sql::samples_read);
    for (const std::string& metric : request.metrics) {
      const auto found = std::ranges::find(history.lines, metric, &Sampled::metric);
      std::size_t uncounted = 0;
      chart.lines.push_back({metric, std::nullopt, false,
                             found == history.lines.end()
                                 ? std::vector<double>(steps, not_known)
                                 : by_step(*found, chart.from, chart.step, steps, chart.as_of, uncounted)});
      if (uncounted > 0) {
        const metrics::Metric* known = metrics::metric_named(metric);
        chart.warnings.push_back(
            not_counted(known != nullptr ? std::string(known->label) : visible(metric), uncounted));
      }
    }
    const unfinished::Knowledge known =
        browse::known_of(browse::hidden_own_tables(connection).value(), {"samples"});
    if (known.known != unfinished::Known::exact)
      chart.warnings.push_back("There may be more samples. " + unfinished::explanation(known));
    chart.gaps = metrics::unknown_steps(
        chart, history.newest ? "not sampled: no sweeper was running" : "never sampled");
    std::erase_if(chart.gaps, [&](const metrics::Gap& gap) { return gap.from >= chart.as_of; });
    if (!chart.gaps.empty()) chart.gaps.back().to = std::min(chart.gaps.back().to, chart.as_of);
    return chart;
  });
}

Result<std::int64_t> reap(pg::Connection& connection, std::int64_t most) {
  return pg::run(connection, sql::samples_may_reap)
      .and_then([&](const pg::Rows& may) -> Result<std::int64_t> {
        if (!may.boolean(0, 0)) return 0;
        return pg::run(connection, sql::samples_reap, pg::params(most),
                       {.also = "SET LOCAL synchronous_commit = off"})
            .map([](const pg::Rows& rows) { return rows.integer(0, 0); });
      });
}

bool Sampler::sample(pg::Connection& connection, const Read& read) {
  if (Steady::now() < next_) return false;
  const auto exists = pg::run(connection, sql::samples_exist);
  if (!exists || !exists->boolean(0, 1)) {
    complain(exists ? Error{ErrorKind::schema,
                            "The store keeps no samples, or this user may not read them.",
                            {},
                            {},
                            {},
                            {}}
                    : exists.error());
    return false;
  }
  const auto due = pg::run(connection, sql::sample_due, pg::params(relation_));
  if (!due) {
    complain(due.error());
    return false;
  }
  const Duration left = std::chrono::microseconds(due->integer(0, 1));
  rest(left + after_minute);
  if (!due->boolean(0, 0)) return false;
  const auto levels = read();
  if (levels && !*levels) return false;
  const auto added = levels ? add(connection, relation_, **levels) : Result<bool>(fail(levels.error()));
  if (!added) {
    complain(added.error());
    return false;
  }
  told_.clear();
  return *added;
}

void Sampler::complain(const Error& error) {
  // A lost connection is the caller's to mend.
  rest(error.is_connection_lost() ? Duration(std::chrono::seconds(10)) : rests_after_problem);
  if (std::exchange(told_, error.what) != error.what && log_)
    log_({LogLevel::warning,
          "No sample of levels was stored.",
          {{"table", relation_}, {"error", error.sentence()}}});
}

namespace {

using outbox::RelayView;

// 0 where nothing waits; left out where it is not known since when.
void add_age(std::vector<Level>& out, std::string metric, std::int64_t waiting,
             const std::optional<Timestamp>& since, Timestamp now) {
  if (waiting == 0) {
    out.push_back({std::move(metric), 0});
  } else if (since && since->is_finite()) {
    out.push_back({std::move(metric), std::max(0.0, std::chrono::duration<double>(now - *since).count())});
  }
}

std::optional<double> counted(std::int64_t n, bool is_exact) {
  return is_exact ? std::optional(static_cast<double>(n)) : std::nullopt;
}

}  // namespace

const std::vector<std::string_view>& table_metrics() {
  static const std::vector<std::string_view> all{
      "in_progress",    "oldest_in_progress_s", "stuck",   "oldest_stuck_s",
      "awaiting_human", "dead_letters",         "backlog", "lag_s"};
  return all;
}

const std::vector<std::string_view>& relay_metrics() {
  static const std::vector<std::string_view> all{"relay_lag", "relay_behind_s", "relay_parked", "relay_dead"};
  return all;
}

std::vector<Level> levels_of(const browse::StateCounts& counts, const tables::Profile& profile) {
  std::vector<Level> out;
  const unfinished::Answer& u = counts.unfinished;
  const bool is_exact = u.is_exact();
  out.push_back({"in_progress", counted(u.in_progress, is_exact)});
  if (is_exact) add_age(out, "oldest_in_progress_s", u.in_progress, u.oldest_in_progress, counts.as_of);
  if (profile.lease.is_observable()) {
    out.push_back({"stuck", counted(u.stuck, is_exact)});
    if (is_exact) add_age(out, "oldest_stuck_s", u.stuck, u.oldest_stuck, counts.as_of);
  }
  if (tables::is_own(profile))
    out.push_back({"awaiting_human",
                   counted(counts.needs_human, counts.needs_human_known.known == unfinished::Known::exact)});
  return out;
}

std::vector<Level> levels_of(const browse::Backlog& backlog) {
  std::vector<Level> out;
  const auto is_exact = [](const browse::Backlog::Part& part) {
    return part.knowledge.known == unfinished::Known::exact;
  };
  out.push_back({"backlog", counted(backlog.unfinished.n, is_exact(backlog.unfinished))});
  // The oldest is known, too, where there are too many to be counted.
  if (!backlog.unfinished.may_be_older)
    add_age(out, "lag_s", backlog.unfinished.is_none() ? 0 : 1, backlog.unfinished.oldest, backlog.as_of);
  out.push_back({"dead_letters", counted(backlog.dead.n, is_exact(backlog.dead))});
  return out;
}

std::vector<Level> levels_of(const std::vector<RelayView>& relays) {
  if (relays.empty()) return {};
  std::optional<double> lag, behind;
  if (std::ranges::all_of(relays, &RelayView::is_lag_exact)) {
    lag = static_cast<double>(std::ranges::max(relays, {}, &RelayView::lag).lag);
    behind = 0;
    for (const RelayView& relay : relays)
      behind =
          std::max(*behind, std::chrono::duration<double>(relay.behind().value_or(Duration::zero())).count());
  }
  const auto total = [&](std::int64_t RelayView::*of) {
    return static_cast<double>(outbox::sum(relays, of));
  };
  return {{"relay_lag", lag},
          {"relay_behind_s", behind},
          {"relay_parked", total(&RelayView::parked)},
          {"relay_dead", total(&RelayView::dead)}};
}

Result<Levels> read_levels(browse::Browser& browser, const tables::Profile& profile) {
  if (profile.kind == tables::Kind::idempotency) {
    return browser.state_counts().map([&](const browse::StateCounts& counts) {
      return Levels{counts.as_of, levels_of(counts, profile)};
    });
  }
  return browser.backlog().map([](const browse::Backlog& backlog) {
    return Levels{backlog.as_of, levels_of(backlog)};
  });
}

std::string relation_of(const tables::Profile& profile) { return profile.schema + '.' + profile.table; }

RelayLevels read_relays(pg::Connection& connection) {
  const auto there = events::are_there(connection);
  if (!there) return {{}, there.error().sentence()};
  if (!*there)
    return {{}, "This database has no outbox of the onceover schema, or an earlier version of the schema."};
  const auto relays = outbox::relays(connection);
  if (!relays) return {{}, relays.error().sentence()};
  if (relays->empty()) return {{}, "No relay publishes the outbox of this database."};
  return {levels_of(*relays), {}};
}

}  // namespace onceover::samples
