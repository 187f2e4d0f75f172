#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "core/base/text.h"
#include "core/metrics/counters_source.h"
#include "core/metrics/rollup.h"
#include "core/transfer/cell_text.h"

namespace onceover::oncectl {
namespace {

struct MetricsOptions {
  std::optional<When> from = When(Duration(std::chrono::hours(1))), to;
  Duration step{0};  // 0: as many steps as a screen has lines
  std::string tenant, operation, by = "nothing";
  std::vector<std::string> metrics{"created", "completed", "failed", "replayed", "conflict", "mismatch"}, distributions;
  int top = 8;
  bool csv = false;
};

constexpr int lines_of_a_screen = 60;

// What stands above a column: "created", "created of acme", "time_to_completion_ms p95".
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
      columns.push_back({fmt::format("{} p{}", distribution.name, p), quantile_by_step(distribution, p / 100.0)});
  }
  return columns;
}

std::string table_of(const metrics::Chart& chart) {
  const std::vector<Column> columns = columns_of(chart);
  std::vector<std::string> heads{"FROM"};
  for (const Column& column : columns) heads.push_back('>' + column.title);
  Table table(heads);
  for (std::size_t i = 0; i < chart.steps; ++i) {
    std::vector<std::string> cells{iso(chart.at(i)).substr(0, 19) + 'Z'};
    for (const Column& column : columns) cells.push_back(std::isnan(column.values[i]) ? "–" : fmt::format("{:.6g}", column.values[i]));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string csv_of(const metrics::Chart& chart) {
  const std::vector<Column> columns = columns_of(chart);
  std::string out = "time_utc";
  for (const Column& column : columns) {
    out += ',';
    transfer::append_csv(out, column.title, true);
  }
  out += "\r\n";
  for (std::size_t i = 0; i < chart.steps; ++i) {
    out += iso(chart.at(i));
    for (const Column& column : columns) out += std::isnan(column.values[i]) ? "," : fmt::format(",{:.17g}", column.values[i]);
    out += "\r\n";
  }
  return out;
}

Json numbers(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push_back(std::isnan(value) ? Json(nullptr) : Json(value));
  return out;
}

Json json_of(const metrics::Chart& chart) {
  Json lines = Json::array(), distributions = Json::array(), gaps = Json::array();
  for (const metrics::Line& line : chart.lines) {
    lines.push_back({{"metric", json_text(line.metric)},
                     {"group", json_optional(line.group)},
                     {"rest", line.is_rest},
                     {"values", numbers(line.values)}});
  }
  for (const metrics::Distribution& one : chart.distributions) {
    Json bounds = Json::array();
    for (const double bound : one.upper_ms) bounds.push_back(std::isinf(bound) ? Json(nullptr) : Json(bound));
    distributions.push_back({{"name", json_text(one.name)}, {"upper_ms", std::move(bounds)}, {"counts", numbers(one.counts)}});
  }
  for (const metrics::Gap& gap : chart.gaps) gaps.push_back({{"from", iso(gap.from)}, {"to", iso(gap.to)}, {"why", gap.why}});
  return {{"source", chart.source},
          {"from", iso(chart.from)},
          {"step_s", chart.step / std::chrono::seconds(1)},
          {"steps", chart.steps},
          {"resolution_s", chart.resolution / std::chrono::seconds(1)},
          {"lines", std::move(lines)},
          {"distributions", std::move(distributions)},
          {"gaps", std::move(gaps)},
          {"warnings", chart.warnings},
          {"as_of", iso(chart.as_of)},
          {"sql", json_text(chart.asked)}};
}

metrics::By by_from(const std::string& text) {
  return text == "tenant" ? metrics::By::tenant : text == "operation" ? metrics::By::operation : metrics::By::nothing;
}

Outcome show_metrics(Context& context, const MetricsOptions& options) {
  auto store = context.store(Need::reading);
  if (!store) return fail(store.error());
  const auto from = context.moment(options.from), to = context.moment(options.to ? options.to : When(Duration{1}));
  if (!from) return fail(from.error());
  if (!to) return fail(to.error());
  metrics::Request request{.from = **from,
                           .to = **to,
                           .step = options.step > Duration{0} ? options.step : metrics::step_for(**to - **from, lines_of_a_screen),
                           .tenant = options.tenant,
                           .operation = options.operation,
                           .metrics = options.metrics,
                           .distributions = options.distributions,
                           .by = by_from(options.by),
                           .top = options.top};
  const auto chart = metrics::read_counters(**store, request);
  if (!chart) return fail(chart.error());
  const Output& out = context.out();
  if (out.is_json()) {
    out.json(json_of(*chart));
    return Exit::done;
  }
  for (const std::string& warning : chart->warnings) out.warning(warning);
  if (options.csv) {
    out.text(csv_of(*chart));
    return Exit::done;
  }
  out.text(table_of(*chart));
  for (const metrics::Gap& gap : chart->gaps) out.text(fmt::format("{} to {}: {}\n", iso(gap.from), iso(gap.to), gap.why));
  out.text(fmt::format("{}, in steps of {}; as of {}\n", chart->source, human(chart->step), iso(chart->as_of)));
  return Exit::done;
}

struct RollUpOptions {};

Outcome run_roll_up(Context& context, const RollUpOptions&) {
  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  constexpr std::int64_t batch = 50'000;  // a few seconds at most, so that its locks are short
  std::int64_t rows = 0, moved = batch;
  while (moved == batch) {
    const auto done = metrics::roll_up(**store, batch);
    if (!done) return fail(done.error());
    moved = *done;
    rows += std::max<std::int64_t>(0, moved);
  }
  const Output& out = context.out();
  if (out.is_json()) {
    out.json({{"rolled_up", rows}, {"another_is_at_it", moved < 0}});
  } else {
    out.text(fmt::format("{} rows rolled up.{}\n", rows, moved < 0 ? " Another process is at it now: the rest is its." : ""));
  }
  return Exit::done;
}

}  // namespace

void add_metrics(Program& program) {
  CLI::App* metrics = add_command<MetricsOptions>(
      program, program.app, "metrics", "What services counted, step by step: by metric, tenant or operation; gaps are gaps", show_metrics,
      [](CLI::App& command, MetricsOptions& o) {
        add_when(command, "--from", o.from, "Where it begins: 1h unless given");
        add_when(command, "--to", o.to, "Where it ends: now unless given");
        add_duration(command, "--step", o.step, "How long a step is; as many as fit a screen unless given");
        command.add_option("--metric", o.metrics, "created, replayed, conflict, …, again and again; six unless given")->type_name("NAME");
        command
            .add_option("--distribution", o.distributions,
                        "time_to_completion_ms, lease_age_at_settling_ms, retry_delay_ms or retry_age_ms: p50, p95 and p99 of it")
            ->type_name("NAME");
        command.add_option("--by", o.by, "tenant or operation: a column for each of the top")
            ->check(CLI::IsMember({"nothing", "tenant", "operation"}));
        command.add_option("--top", o.top, "With --by: so many, by the first metric; then the rest together")
            ->check(CLI::Range(1, 100))
            ->capture_default_str();
        command.add_option("--tenant", o.tenant, "Of this tenant alone");
        command.add_option("--operation", o.operation, "Of this operation alone");
        command.add_flag("--csv", o.csv, "As CSV, for a spreadsheet; what is not known is empty");
        command.footer(
            "When: \"since when, and whose?\" Counts come from services that write them, by the second for two hours, by the minute for 35 "
            "days,\nthen by the hour. A step in which nothing was counting is – and named below, not 0.\n"
            "  oncectl metrics --from 24h --step 1h\n"
            "  oncectl metrics --from 3d --by tenant --metric conflict --top 5 --csv > conflicts.csv");
      });
  add_command<RollUpOptions>(program, *metrics, "roll-up", "Moves what services counted into the roll-up now, instead of within a minute",
                             run_roll_up, [](CLI::App& command, RollUpOptions&) {
                               command.footer(
                                   "When: after an upgrade with many counts, or where no service may do it. Services and pg_cron do it by "
                                   "themselves; nothing counts twice.");
                             });
}

}  // namespace onceover::oncectl
