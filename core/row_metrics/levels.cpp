#include <algorithm>
#include <limits>
#include <map>

#include "core/row_metrics/flow.h"

namespace onceover::row_metrics {
namespace {

constexpr double untold = std::numeric_limits<double>::quiet_NaN();

double seconds_since(const std::optional<Timestamp>& oldest, Timestamp as_of, bool none) {
  if (oldest) return std::max(0.0, static_cast<double>((as_of - *oldest).count()) / 1e6);
  return none ? 0 : untold;
}

struct Stand {
  std::map<std::string, double, std::less<>> values;
  Timestamp as_of;
};

void take_keys(browse::Browser& browser, Stand& stand, metrics::Chart& chart) {
  auto counts = browser.state_counts().value();
  stand.as_of = counts.as_of;
  const unfinished::Answer& u = counts.unfinished;
  // A lower bound of zero says nothing: it gives no point, not a zero.
  const auto told = [&](std::int64_t n) { return u.is_exact() || n > 0 ? static_cast<double>(n) : untold; };
  const auto age = [&](const std::optional<Timestamp>& oldest, std::int64_t n) {
    return u.is_exact() || n > 0 ? seconds_since(oldest, counts.as_of, n == 0) : untold;
  };
  stand.values["in_progress"] = told(u.in_progress);
  stand.values["stuck"] = told(u.stuck);
  const bool all_cases = counts.needs_human_known.known == unfinished::Known::exact;
  stand.values["awaiting_human"] = all_cases || counts.needs_human > 0 ? static_cast<double>(counts.needs_human) : untold;
  stand.values["oldest_in_progress_s"] = age(u.oldest_in_progress, u.in_progress);
  stand.values["oldest_stuck_s"] = age(u.oldest_stuck, u.stuck);
  if (!u.is_exact()) chart.warnings.push_back(unfinished::stuck_sentence(u));
  chart.asked += (chart.asked.empty() ? "" : ";\n\n") + counts.sql;
}

void take_events(browse::Browser& browser, Stand& stand, metrics::Chart& chart) {
  auto backlog = browser.backlog().value();
  stand.as_of = backlog.as_of;
  const auto note = [&](const browse::Backlog::Part& part, std::string_view what) {
    if (part.is_estimated()) {
      chart.warnings.push_back("No index finds the " + std::string(what) + " of this large table: the planner's estimate is shown.");
    } else if (part.knowledge.known != unfinished::Known::exact) {
      chart.warnings.push_back("There may be more of the " + std::string(what) + " than were counted. " + part.knowledge.why);
    }
    return part.n > 0 || part.is_none() ? static_cast<double>(part.n) : untold;
  };
  stand.values["backlog"] = note(backlog.unfinished, "backlog");
  stand.values["dead_letters"] = note(backlog.dead, "dead letters");
  stand.values["lag_s"] = seconds_since(backlog.unfinished.oldest, backlog.as_of, backlog.unfinished.is_none());
  if (!backlog.sql.empty()) chart.asked += (chart.asked.empty() ? "" : ";\n\n") + backlog.sql;
}

}  // namespace

bool is_level(std::string_view metric) {
  const metrics::Metric* known = metrics::metric_named(metric);
  return known != nullptr && known->kind == metrics::Kind::level;
}

void add_levels(const Flow& flow, metrics::Chart& chart) {
  const metrics::Request& request = flow.request;
  const Knowledge knowledge = knowledge_of(flow.profile);
  std::vector<std::string> wanted;
  for (const std::string& metric : request.metrics) {
    if (is_level(metric) && std::ranges::find(knowledge.metrics, metric) != knowledge.metrics.end()) wanted.push_back(metric);
  }
  if (wanted.empty()) return;
  if (request.by != metrics::By::nothing || !request.tenant.empty() || !request.operation.empty()) {
    chart.warnings.emplace_back("The levels are known only for all rows of the table together.");
    return;
  }
  browse::Browser browser(flow.connection, flow.profile, flow.options.limits);
  Stand stand;
  flow.profile.kind == tables::Kind::idempotency ? take_keys(browser, stand, chart) : take_events(browser, stand, chart);
  if (chart.as_of == Timestamp{}) chart.as_of = stand.as_of;
  for (const std::string& metric : wanted) {
    metrics::Line line{.metric = metric, .values = std::vector<double>(chart.steps, untold)};
    std::int64_t step = stand.as_of < chart.from ? -1 : (stand.as_of - chart.from) / chart.step;
    const auto last = static_cast<std::int64_t>(chart.steps) - 1;
    if (step == last + 1) step = last;
    if (step >= 0 && step <= last) line.values[static_cast<std::size_t>(step)] = stand.values[metric];
    chart.lines.push_back(std::move(line));
  }
}

}  // namespace onceover::row_metrics
