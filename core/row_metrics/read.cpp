// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/text.h"
#include "core/browse/browser.h"
#include "core/browse/reading.h"
#include "core/key/sha256.h"
#include "core/pg/server_identity.h"
#include "core/row_metrics/flow.h"
#include "core/row_metrics/row_metrics.h"
#include "core/tables/toml.h"

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
  out.chart.source = fmt::format("rows of {}.{}", visible(flow.profile.schema), visible(flow.profile.table)) +
                     out.chart.source;
  out.chart.resolution = std::min(flow.grain(), flow.request.step);
  out.chart.asked = std::move(flow.asked_sql);
  out.not_read = flow.not_read;
  const std::string why = knowledge_of(flow.profile).why_not;
  if (!why.empty()) out.chart.warnings.push_back(why);
  if (flow.asks_flows() &&
      std::ranges::any_of(flow.kept, [&](const Cell& cell) { return cell.read_at > flow.now; }))
    out.chart.warnings.emplace_back(
        "The database's clock was set back to before earlier counts: those hours are counted again.");
  if (flow.asks_flows()) {
    const auto known = browse::Browser(flow.connection, flow.profile).knowledge({}).value();
    if (known.known != unfinished::Known::exact)
      out.chart.warnings.push_back("The counts are lower bounds. " + unfinished::explanation(known));
  }
  const bool had_lines = !out.chart.lines.empty() || !out.chart.distributions.empty();
  add_levels(flow, out.chart);
  if (!had_lines)
    out.chart.gaps = metrics::unknown_steps(out.chart, "a table shows its current state, not earlier ones");
  std::ranges::stable_sort(out.chart.lines, {}, [&](const metrics::Line& line) {
    return std::ranges::find(flow.request.metrics, line.metric);
  });
  return out;
}

}  // namespace

Result<Reading> read_rows(pg::Connection& connection, const tables::Profile& profile,
                          const metrics::Request& request, const std::vector<Cell>& kept,
                          const Options& options) {
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

namespace {

// The parts of the mapping that cells depend on; a digest of everything would discard cells for columns that
// no chart reads.
tables::Profile told_by(const tables::Profile& p) {
  tables::Profile out;
  out.name = "cells 1";  // the version of the counts in cells
  out.schema = p.schema;
  out.table = p.table;
  out.key = p.key;
  out.tenant = p.tenant;
  out.operation = p.operation;
  out.operation_name = p.operation_name;
  out.states = p.states;
  out.set_aside = p.set_aside;
  out.created_at = p.created_at;
  out.updated_at = p.updated_at;
  out.completed_at = p.completed_at;
  out.response_code = p.response_code;
  return out;
}

}  // namespace

std::string mapping_of(const tables::Profile& profile) {
  std::string text = tables::to_toml({told_by(profile)});
  if (profile.twin.profile) text += tables::to_toml({told_by(*profile.twin.profile)});
  return to_hex(key::bytes_of(key::sha256(text)));
}

Result<std::optional<Subject>> subject_of(pg::Connection& connection, const tables::Profile& profile) {
  return as_result([&]() -> std::optional<Subject> {
    auto identity = pg::server_identity(connection).value();
    if (!identity.system_identifier) return std::nullopt;
    tables::Query query("SELECT ");
    query.text(tables::table_name(profile)) << "::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int8";
    if (profile.twin.profile)
      (query << ", ").text(tables::table_name(*profile.twin.profile))
          << "::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int8";
    auto reading = browse::Reading::begin(connection, profile, {}).value();
    auto rows = reading.run(query).value();
    std::string databases = fmt::format("{}/{}", identity.database_oid, rows.integer(0, 0));
    if (rows.columns() > 1) databases += fmt::format("+{}", rows.integer(0, 1));
    databases += "/" + connection.user();  // rows may be hidden from one user and not from another
    return Subject{*identity.system_identifier, std::move(databases), mapping_of(profile)};
  });
}

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
  const auto if_known = [&](std::int64_t n) {
    return u.is_exact() || n > 0 ? static_cast<double>(n) : untold;
  };
  const auto age = [&](const std::optional<Timestamp>& oldest, std::int64_t n) {
    return u.is_exact() || n > 0 ? seconds_since(oldest, counts.as_of, n == 0) : untold;
  };
  stand.values["in_progress"] = if_known(u.in_progress);
  stand.values["stuck"] = if_known(u.stuck);
  const bool all_cases = counts.needs_human_known.known == unfinished::Known::exact;
  stand.values["awaiting_human"] =
      all_cases || counts.needs_human > 0 ? static_cast<double>(counts.needs_human) : untold;
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
      chart.warnings.push_back("No index finds the " + std::string(what) +
                               " of this large table: the planner's estimate is shown.");
    } else if (part.knowledge.known != unfinished::Known::exact) {
      chart.warnings.push_back("There may be more of the " + std::string(what) + " than were counted. " +
                               part.knowledge.why);
    }
    return part.n > 0 || part.is_none() ? static_cast<double>(part.n) : untold;
  };
  stand.values["backlog"] = note(backlog.unfinished, "backlog");
  stand.values["dead_letters"] = note(backlog.dead, "dead letters");
  stand.values["lag_s"] =
      seconds_since(backlog.unfinished.oldest, backlog.as_of, backlog.unfinished.is_none());
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
    if (is_level(metric) && std::ranges::find(knowledge.metrics, metric) != knowledge.metrics.end())
      wanted.push_back(metric);
  }
  if (wanted.empty()) return;
  if (request.by != metrics::By::nothing || !request.tenant.empty() || !request.operation.empty()) {
    chart.warnings.emplace_back("The levels are known only for all rows of the table together.");
    return;
  }
  browse::Browser browser(flow.connection, flow.profile, flow.options.limits);
  Stand stand;
  flow.profile.kind == tables::Kind::idempotency ? take_keys(browser, stand, chart)
                                                 : take_events(browser, stand, chart);
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
