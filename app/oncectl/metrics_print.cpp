#include "app/oncectl/metrics_print.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/exports/cell_text.h"

namespace onceover::oncectl {
namespace {

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

// What is not a number is not known.
Json numbers(const std::vector<double>& values) {
  return json_list(values, [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); });
}

}  // namespace

std::string chart_table(const metrics::Chart& chart) {
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
    for (const Column& column : columns) out += std::isnan(column.values[i]) ? "," : fmt::format(",{:.17g}", column.values[i]);
    out += "\r\n";
  }
  return out;
}

Json chart_json(const row_metrics::Reading& reading) {
  const metrics::Chart& chart = reading.chart;
  const auto line = [](const metrics::Line& one) -> Json {
    return {{"metric", json_text(one.metric)}, {"group", json_optional(one.group)}, {"rest", one.is_rest}, {"values", numbers(one.values)}};
  };
  const auto distribution = [](const metrics::Distribution& one) -> Json {
    return {{"name", json_text(one.name)}, {"upper_ms", numbers(one.upper_ms)}, {"counts", numbers(one.counts)}};
  };
  const auto gap = [](const metrics::Gap& one) -> Json { return {{"from", iso(one.from)}, {"to", iso(one.to)}, {"why", one.why}}; };
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

}  // namespace onceover::oncectl
