// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "app/oncectl/parse.h"
#include "app/oncectl/print.h"
#include "app/oncectl/program.h"
#include "app/oncectl/signals.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/exports/cell_text.h"
#include "core/metrics/change.h"
#include "core/metrics/chart.h"
#include "core/metrics/rollup.h"
#include "core/row_metrics/row_metrics.h"
#include "core/samples/samples.h"

namespace onceover::oncectl {
namespace {

// A chart as a table, as CSV and as JSON: a line for each step, a column for each line of it; what is not
// known is –, empty and null.

// The head of a column: "created", "created of acme", "time_to_completion_ms p95".
std::string title(const metrics::Line& line) {
  return line.is_rest ? line.metric + " of the rest"
         : line.group ? fmt::format("{} of {}", line.metric, visible(*line.group))
                      : line.metric;
}

struct Column {
  std::string title;
  std::vector<double> values;
};

std::vector<Column> columns_of(const metrics::Chart& chart) {
  std::vector<Column> columns;
  for (const metrics::Line& line : chart.lines) columns.push_back({title(line), line.values});
  for (const metrics::Distribution& distribution : chart.distributions) {
    for (const int p : {50, 95, 99})
      columns.push_back(
          {fmt::format("{} p{}", distribution.name, p), quantile_by_step(distribution, p / 100.0)});
  }
  return columns;
}

// What is not a number is not known.
Json numbers(const std::vector<double>& values) {
  return json_list(values, [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); });
}

std::string chart_table(const metrics::Chart& chart) {
  const std::vector<Column> columns = columns_of(chart);
  std::vector<std::string> heads{"FROM"};
  for (const Column& column : columns) heads.push_back('>' + column.title);
  Table table(heads);
  for (std::size_t i = 0; i < chart.steps; ++i) {
    std::vector<std::string> cells{iso(chart.at(i)).substr(0, 19) + 'Z'};
    for (const Column& column : columns)
      cells.push_back(std::isnan(column.values[i]) ? "–" : fmt::format("{:.6g}", column.values[i]));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string chart_csv(const metrics::Chart& chart) {
  const std::vector<Column> columns = columns_of(chart);
  std::string out = "time_utc";
  for (const Column& column : columns) {
    out += ',';
    exports::append_csv(out, column.title, true);
  }
  out += "\r\n";
  for (std::size_t i = 0; i < chart.steps; ++i) {
    out += iso(chart.at(i));
    for (const Column& column : columns)
      out += std::isnan(column.values[i]) ? "," : fmt::format(",{:.17g}", column.values[i]);
    out += "\r\n";
  }
  return out;
}

// not_read is 0 of a source that is always read whole.
Json chart_json(const row_metrics::Reading& reading) {
  const metrics::Chart& chart = reading.chart;
  const auto line = [](const metrics::Line& one) -> Json {
    return {{"metric", json_text(one.metric)},
            {"group", json_optional(one.group)},
            {"rest", one.is_rest},
            {"values", numbers(one.values)}};
  };
  const auto distribution = [](const metrics::Distribution& one) -> Json {
    return {
        {"name", json_text(one.name)}, {"upper_ms", numbers(one.upper_ms)}, {"counts", numbers(one.counts)}};
  };
  const auto gap = [](const metrics::Gap& one) -> Json {
    return {{"from", iso(one.from)}, {"to", iso(one.to)}, {"why", one.why}};
  };
  return {{"source", chart.source},
          {"from", iso(chart.from)},
          {"step_s", chart.step / std::chrono::seconds(1)},
          {"steps", chart.steps},
          {"resolution_s", chart.resolution / std::chrono::seconds(1)},
          {"lines", json_list(chart.lines, line)},
          {"distributions", json_list(chart.distributions, distribution)},
          {"gaps", json_list(chart.gaps, gap)},
          {"rows_not_read", std::llround(reading.not_read)},
          {"inexact", json_text(chart.error)},
          {"warnings", chart.warnings},
          {"as_of", iso(chart.as_of)},
          {"sql", json_text(chart.asked)}};
}

struct MetricsOptions {
  std::optional<When> from = When(Duration(std::chrono::hours(1))), to;
  Duration step{0};  // 0: as many steps as a screen has lines
  std::string source = "counters", tenant, operation, by = "nothing";
  std::vector<std::string> metrics, distributions;  // no metric: those of the source
  int top = 8;
  bool whole = false, csv = false;
};

constexpr int lines_of_a_screen = 60;
// Without --timeout: a statement that reads a whole table for want of an index takes as long.
constexpr Duration whole_limit = std::chrono::minutes(2);

metrics::Request request_of(Context& context, const MetricsOptions& options) {
  const Timestamp from = *context.moment(options.from),
                  to = *context.moment(options.to.value_or(Duration{1}));
  return {.from = from,
          .to = to,
          .step = options.step > Duration{0} ? options.step : metrics::step_for(to - from, lines_of_a_screen),
          .tenant = options.tenant,
          .operation = options.operation,
          .metrics = options.metrics,
          .distributions = options.distributions,
          .by = metrics::by_from_word(options.by).value_or(metrics::By::nothing),
          .top = options.top};
}

row_metrics::Reading count_counters(Context& context, const MetricsOptions& options) {
  const auto& table = context.profile();
  if (!tables::is_own(table)) {
    end(fail(ErrorKind::unsupported, "Services count only what they do on onceover.keys.",
             "Nothing was read.", "--source rows counts the rows of the table that the profile describes."));
  }
  auto& store = context.store(Need::reading);
  metrics::Request request = request_of(context, options);
  if (request.metrics.empty())
    request.metrics = {"created", "completed", "failed", "replayed", "conflict", "mismatch"};
  metrics::Chart chart = metrics::read_counters(store, request).value();
  const unfinished::Knowledge known =
      context.known_of({"counter_deltas", "counter_series", "counter_minutes", "counter_hours"});
  if (known.known != unfinished::Known::exact)
    chart.warnings.push_back("More may have been counted. " + unfinished::explanation(known));
  return {.chart = std::move(chart), .not_read = 0};
}

// Levels that a sweeper or a relay stored.
row_metrics::Reading read_levels(Context& context, const MetricsOptions& options) {
  const auto& table = context.profile();
  auto& store = context.store(tables::is_own(table) ? Need::reading : Need::server);
  metrics::Request request = request_of(context, options);
  const auto is_of_relays = [](const std::string& metric) {
    return std::ranges::find(samples::relay_metrics(), std::string_view(metric)) !=
           samples::relay_metrics().end();
  };
  if (request.metrics.empty()) {
    request.metrics =
        table.kind == tables::Kind::idempotency
            ? std::vector<std::string>{"stuck", "oldest_stuck_s", "in_progress", "awaiting_human"}
            : std::vector<std::string>{"backlog", "lag_s", "dead_letters"};
  }
  const auto relays = std::ranges::count_if(request.metrics, is_of_relays);
  if (relays != 0 && relays != std::ssize(request.metrics)) {
    end(fail(ErrorKind::invalid_input, "Levels of relays and levels of a table are two samples.",
             "Nothing was read.", "Ask for them in two commands."));
  }
  const std::string relation =
      relays != 0 ? std::string(samples::relays_relation) : samples::relation_of(table);
  return {.chart = samples::read_samples(store, relation, request).value(), .not_read = 0};
}

// Drops what is not available, each with a warning.
void drop_unavailable(std::vector<std::string>& wanted, const std::vector<std::string>& available,
                      std::vector<std::string>& warnings) {
  std::erase_if(wanted, [&](const std::string& name) {
    if (std::ranges::find(available, name) != available.end()) return false;
    warnings.push_back(fmt::format("The rows do not record {}.", visible(name)));
    return true;
  });
}

// Keeps of the request what rows of this table can tell.
void fit(metrics::Request& request, const tables::Profile& table, std::vector<std::string>& warnings) {
  const row_metrics::Knowledge knowledge = row_metrics::knowledge_of(table);
  // A table of only one operation names it in its profile.
  if (table.operation.empty() && !request.operation.empty() && request.operation == table.operation_name)
    request.operation.clear();
  for (const auto& [by, is_wanted] :
       {std::pair{metrics::By::tenant, !request.tenant.empty()},
        std::pair{metrics::By::operation, !request.operation.empty()}, std::pair{request.by, true}}) {
    if (by == metrics::By::nothing || !is_wanted || std::ranges::find(knowledge.by, by) != knowledge.by.end())
      continue;
    end(fail(ErrorKind::invalid_input,
             fmt::format("The profile {} names no column of the {}.", visible(table.name), metrics::word(by)),
             "Nothing was read.", "Name it in the profile, or count all together."));
  }
  if (request.metrics.empty()) {
    request.metrics = knowledge.metrics;
    std::erase_if(request.metrics, [&](const std::string& name) {
      return knowledge.why_not.empty() && metrics::metric_named(name)->kind == metrics::Kind::level;
    });
  }
  drop_unavailable(request.metrics, knowledge.metrics, warnings);
  drop_unavailable(request.distributions, knowledge.distributions, warnings);
  if (!request.metrics.empty() || !request.distributions.empty()) return;
  if (!knowledge.why_not.empty()) end(fail(ErrorKind::invalid_input, knowledge.why_not, "Nothing was read."));
  end(fail(
      ErrorKind::invalid_input, "The rows do not record any of the requested metrics.", "Nothing was read.",
      fmt::format("They record {}{}{}.", fmt::join(knowledge.metrics, ", "),
                  knowledge.distributions.empty() ? "" : ", ", fmt::join(knowledge.distributions, ", "))));
}

row_metrics::Reading count_rows(Context& context, const MetricsOptions& options) {
  const auto& table = context.profile();
  auto& store = context.store(tables::is_own(table) ? Need::reading : Need::server);
  metrics::Request request = request_of(context, options);
  std::vector<std::string> warnings;
  fit(request, table, warnings);
  row_metrics::Options how;
  how.asked = options.whole;
  // Nothing keeps the hours here: they are a way to read the newest ones where all are too many.
  how.counts_hours = !options.whole;
  how.limits.statement = context.timeout().value_or(how.limits.statement);
  how.asked_limit = context.timeout().value_or(whole_limit);
  // the server's own timeout speaks first
  if (options.whole) store.set_deadline(how.asked_limit + std::chrono::seconds(2));
  const bool shows_progress = options.whole && ::isatty(STDERR_FILENO) != 0 && !context.out().is_json();
  if (shows_progress) {
    how.on_progress = [](std::int64_t done, std::int64_t total) {
      fmt::print(stderr, "\r{} of about {} rows ", done, total);
    };
  }
  auto reading = cancellable(store, [&] { return row_metrics::read_rows(store, table, request, {}, how); });
  if (shows_progress) fmt::print(stderr, "\n");
  std::vector<std::string>& remarks = reading.value().chart.warnings;
  remarks.insert(remarks.begin(), warnings.begin(), warnings.end());
  return *std::move(reading);
}

// In a sentence. Where it happened costs two more readings of the counters for each change, and is not said
// of rows and samples.
std::string changed(Context& context, const MetricsOptions& options, const metrics::Chart& chart) {
  const auto changes = metrics::changes_in(chart);
  std::list<metrics::Chart> splits;
  const auto split = [&](const metrics::Change& change, const char* by) {
    MetricsOptions its = options;
    its.by = by;
    its.metrics = {change.metric};
    its.distributions.clear();
    splits.push_back(count_counters(context, its).chart);
    return &splits.back();
  };
  const auto where = [&](const metrics::Change& change) {
    const metrics::Metric* metric = metrics::metric_named(change.metric);
    if (options.source != "counters" || (metric != nullptr && metric->kind != metrics::Kind::flow))
      return metrics::Where();
    return metrics::Where{split(change, "operation"), split(change, "tenant")};
  };
  return metrics::in_words(chart, changes, where, [](Timestamp at) { return iso(at).substr(0, 16) + 'Z'; });
}

Outcome show_metrics(Context& context, const MetricsOptions& options) {
  const bool of_rows = options.source == "rows", of_samples = options.source == "samples";
  if (!of_rows && options.whole)
    return usage("Counters and samples are always read whole: --whole goes with --source rows.");
  if (!of_rows && options.by == "code")
    return usage("Services do not count by code: --by code goes with --source rows.");
  if (of_samples && !options.distributions.empty())
    return usage("Samples are levels: --distribution goes with another --source.");
  const row_metrics::Reading reading = of_rows      ? count_rows(context, options)
                                       : of_samples ? read_levels(context, options)
                                                    : count_counters(context, options);
  const metrics::Chart& chart = reading.chart;
  const Output& out = context.out();
  if (reading.not_read > 0)
    out.note(fmt::format("about {:.0f} rows were not read; --whole reads them, too.", reading.not_read));
  const std::string change = options.csv || options.by != "nothing" ? "" : changed(context, options, chart);
  if (out.is_json()) {
    Json json = chart_json(reading);
    json["changed"] = json_filled(change);
    out.json(json);
    return Exit::done;
  }
  for (const std::string& warning : chart.warnings) out.warning(warning);
  if (options.csv) {
    if (!chart.error.empty()) out.note(chart.error + ".");
    out.text(chart_csv(chart));
    return Exit::done;
  }
  if (!change.empty()) out.text(change + "\n\n");
  out.text(chart_table(chart));
  for (const metrics::Gap& gap : chart.gaps)
    out.text(fmt::format("{} to {}: {}\n", iso(gap.from), iso(gap.to), gap.why));
  out.text(fmt::format("{}, in steps of {}; as of {}\n", chart.source, human(chart.step), iso(chart.as_of)));
  if (!chart.error.empty()) out.text(chart.error + '\n');
  return Exit::done;
}

struct RollUpOptions {
  bool dry_run = false;
};

Outcome run_roll_up(Context& context, const RollUpOptions& o) {
  auto& store = context.store(Need::writing);
  constexpr std::int64_t batch = 50'000;  // a few seconds at most, so that its locks are short
  if (o.dry_run) {
    const std::int64_t due = metrics::roll_up(store, batch, Duration{0}, true).value();
    return show_dry_run(
        context.out(),
        {{"rolled_up", 0}, {"due", std::max<std::int64_t>(0, due)}, {"another_is_at_it", due < 0}},
        due < 0 ? "Another process rolls up at this moment."
                : fmt::format("{}{} rows would be rolled up.", due == batch ? "At least " : "", due));
  }
  std::int64_t rows = 0, moved = batch;
  while (moved == batch) {
    moved = metrics::roll_up(store, batch).value();
    rows += std::max<std::int64_t>(0, moved);
  }
  context.out().say({{"rolled_up", rows}, {"another_is_at_it", moved < 0}, {"dry_run", false}},
                    fmt::format("{} rows rolled up.{}\n", rows,
                                moved < 0 ? " Another process is at it now: the rest is its." : ""));
  return Exit::done;
}

}  // namespace

void add_metrics(Program& program) {
  CLI::App* metrics = add_command<MetricsOptions>(
      program, program.app, "metrics",
      "Metrics over time, from the counters of services or from the rows of a table", show_metrics,
      [](CLI::App& command, MetricsOptions& o) {
        command
            .add_option("--source", o.source,
                        "counters: what services counted; rows: the table's own, of any --profile; samples: "
                        "levels, stored once a minute")
            ->check(CLI::IsMember({"counters", "rows", "samples"}))
            ->capture_default_str();
        command.add_flag("--whole", o.whole,
                         "With --source rows: also read tables that are too large to be read by default");
        add_when(command, "--from", o.from, "Where it begins: 1h unless given");
        add_when(command, "--to", o.to, "Where it ends: now unless given");
        add_duration(command, "--step", o.step, "How long a step is; as many as fit a screen unless given");
        command.add_option("--metric", o.metrics, "What is shown; may be repeated; a few unless given")
            ->type_name(
                "NAME:{created,replayed,conflict,mismatch,taken_over,released,completed,failed,settled."
                "succeeded,settled.failed,"
                "settled.released,reaped,needs_human,lost_ownership,…}");
        command.add_option("--distribution", o.distributions, "Its p50, p95 and p99; may be repeated")
            ->type_name("NAME:{time_to_completion_ms,lease_age_at_settling_ms,retry_delay_ms,retry_age_ms}");
        command.add_option("--by", o.by, "tenant, operation or, of rows, code: a column for each of the top")
            ->check(CLI::IsMember({"nothing", "tenant", "operation", "code"}));
        add_number(command, "--top", o.top, 1, 100,
                   "With --by: so many, by the first metric; then the rest together");
        command.add_option("--tenant", o.tenant, "Only this tenant");
        command.add_option("--operation", o.operation, "Only this operation");
        command.add_flag("--csv", o.csv, "As CSV, for a spreadsheet; what is not known is empty");
        command.footer(
            "When: \"since when, and whose?\" Counts come from services that write them, by the second for "
            "two hours, by the minute for\n"
            "35 days, then by the hour. A step in which nothing was counting is – and named below, not 0. "
            "Rows are there without any\n"
            "service; where the planner expects many, or no index serves them, they are read only with "
            "--whole.\n"
            "Samples are what was stuck, waiting or not published, and for how long: a sweeper or a relay "
            "stores them once a minute.\n"
            "  oncectl metrics --from 24h --step 1h\n"
            "  oncectl metrics --source samples --from 12h --metric stuck --metric oldest_stuck_s\n"
            "  oncectl metrics --from 3d --by tenant --metric conflict --top 5 --csv > conflicts.csv\n"
            "  oncectl metrics --source rows --profile inbox.toml --from 24h --by code --metric completed");
      });
  add_command<RollUpOptions>(program, *metrics, "roll-up",
                             "Moves what services counted into the roll-up now, instead of within a minute",
                             run_roll_up, [](CLI::App& command, RollUpOptions& o) {
                               add_dry_run(command, o.dry_run);
                               command.footer(
                                   "When: after an upgrade with many counts, or where no service may do it. "
                                   "Services and pg_cron do it\n"
                                   "by themselves; nothing counts twice.");
                             });
}

}  // namespace onceover::oncectl
