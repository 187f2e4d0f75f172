#include "app/oncectl/metrics_print.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/transfer/cell_text.h"

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

Json numbers(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push_back(std::isnan(value) ? Json(nullptr) : Json(value));
  return out;
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

Json chart_json(const tally::Reading& reading) {
  const metrics::Chart& chart = reading.chart;
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
          {"rows_not_read", std::llround(reading.not_read)},
          {"inexact", json_text(chart.error)},
          {"warnings", chart.warnings},
          {"as_of", iso(chart.as_of)},
          {"sql", json_text(chart.asked)}};
}

}  // namespace onceover::oncectl
