#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/tally/build.h"
#include "core/tally/choose.h"
#include "core/tally/flow.h"
#include "core/tally/gather.h"
#include "core/tally/levels.h"
#include "core/tally/tally.h"

namespace onceover::tally {
namespace {

Result<Reading> answer(Flow& flow) {
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
  const bool had_lines = !out.chart.lines.empty() || !out.chart.distributions.empty();
  if (auto done = add_levels(flow.connection, flow.profile, flow.request, flow.options.limits, out.chart); !done) return fail(done.error());
  if (!had_lines) out.chart.gaps = metrics::unknown_steps(out.chart, "a table shows its current state, not earlier ones");
  std::ranges::stable_sort(out.chart.lines, {},
                           [&](const metrics::Line& line) { return std::ranges::find(flow.request.metrics, line.metric); });
  return out;
}

}  // namespace

Result<Reading> read_rows(pg::Connection& connection, const profile::Profile& profile, const metrics::Request& request,
                          const std::vector<Cell>& kept, const Options& options) {
  if (auto steps = metrics::steps_of(request); !steps) return fail(steps.error());
  Flow flow(connection, profile, request, kept, options);
  if (auto steps = metrics::steps_of(flow.request); !steps) return fail(steps.error());
  if (flow.asks_flows()) {
    if (auto done = choose(flow); !done) return fail(done.error());
    if (auto done = gather(flow); !done) return fail(done.error());
    const auto again = choose_directly(flow);
    if (!again) return fail(again.error());
    if (*again) {
      if (auto done = gather(flow); !done) return fail(done.error());
    }
  }
  return answer(flow);
}

}  // namespace onceover::tally
