#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/browse/browser.h"
#include "core/row_metrics/build.h"
#include "core/row_metrics/flow.h"
#include "core/row_metrics/row_metrics.h"

namespace onceover::row_metrics {
namespace {

Reading answer(Flow& flow) {
  Reading out;
  metrics::Request flows = flow.request;
  std::erase_if(flows.metrics, [](const std::string& metric) { return is_level(metric); });
  if (!flow.asks_flows()) {
    flows.metrics.clear();
    flows.distributions.clear();
  }
  out.chart = build(flows, flow.how, flow.finished_by, flow.known);
  out.chart.source = fmt::format("rows of {}.{}", visible(flow.profile.schema), visible(flow.profile.table)) + out.chart.source;
  out.chart.resolution = std::min(flow.grain(), flow.request.step);
  out.chart.asked = std::move(flow.asked_sql);
  out.not_read = flow.not_read;
  const std::string why = knowledge_of(flow.profile).why_not;
  if (!why.empty()) out.chart.warnings.push_back(why);
  if (flow.asks_flows() && std::ranges::any_of(flow.kept, [&](const Cell& cell) { return cell.read_at > flow.now; }))
    out.chart.warnings.emplace_back("The database's clock was set back to before earlier counts: those hours are counted again.");
  if (flow.asks_flows()) {
    const auto known = browse::Browser(flow.connection, flow.profile).knowledge({}).value();
    if (known.known != unfinished::Known::exact)
      out.chart.warnings.push_back("The counts are lower bounds. " + unfinished::explanation(known));
  }
  const bool had_lines = !out.chart.lines.empty() || !out.chart.distributions.empty();
  add_levels(flow, out.chart);
  if (!had_lines) out.chart.gaps = metrics::unknown_steps(out.chart, "a table shows its current state, not earlier ones");
  std::ranges::stable_sort(out.chart.lines, {},
                           [&](const metrics::Line& line) { return std::ranges::find(flow.request.metrics, line.metric); });
  return out;
}

}  // namespace

Result<Reading> read_rows(pg::Connection& connection, const tables::Profile& profile, const metrics::Request& request,
                          const std::vector<Cell>& kept, const Options& options) {
  return as_result([&] {
    require(metrics::steps_of(request));
    Flow flow(connection, profile, request, kept, options);
    require(metrics::steps_of(flow.request));
    if (flow.asks_flows()) {
      choose(flow);
      gather(flow);
      if (choose_directly(flow)) gather(flow);
    }
    return answer(flow);
  });
}

}  // namespace onceover::row_metrics
