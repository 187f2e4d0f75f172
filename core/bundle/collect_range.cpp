// SPDX-License-Identifier: Apache-2.0
// The events in a store over a time range.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/audit/verify.h"
#include "core/base/text.h"
#include "core/browse/promises.h"
#include "core/bundle/collector.h"
#include "core/metrics/history.h"
#include "core/reconcile/stop_switch.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::bundle {
namespace {

using Kind = Column::Kind;

// Fine enough to see the start, coarse enough for a line of text.
constexpr int steps_wanted = 120;

Duration step_of(Timestamp from, Timestamp to) {
  constexpr std::int64_t second = 1'000'000;
  const std::int64_t us = (to - from).count();
  std::int64_t step =
      std::max<std::int64_t>(1, us / second / steps_wanted + (us % (second * steps_wanted) != 0 ? 1 : 0));
  for (const std::int64_t nice : {1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10'800, 21'600, 86'400}) {
    if (nice >= step) return Duration(nice * second);
  }
  return Duration(((step + 86'399) / 86'400) * 86'400 * second);
}

// For a title: the full text is in the statements.
std::string to_the_second(Timestamp at) {
  const std::string text = iso(at);
  const std::size_t point = text.find('.');
  return point == std::string::npos ? text : text.substr(0, point) + "Z";
}

Table histogram_table(const metrics::History& history) {
  Table table{.id = "durations",
              .title = "Durations, in milliseconds",
              .columns = {{"of"},
                          {"n", Kind::number},
                          {"median", Kind::number},
                          {"p95", Kind::number},
                          {"p99", Kind::number}}};
  const auto add = [&table](std::string_view name, const std::vector<metrics::HistogramBin>& bins) {
    std::int64_t n = 0;
    for (const auto& bin : bins) n += bin.n;
    if (n == 0) return;
    const auto at = [&bins](double p) { return exact(fmt::format("{:.0f}", metrics::quantile(bins, p))); };
    table.rows.push_back({exact(name), number(n), at(0.5), at(0.95), at(0.99)});
  };
  add("time to completion", history.time_to_completion);
  add("lease age at settling", history.lease_age_at_settling);
  add("retry delay", history.retry_delay);
  return table;
}

using browse::KeyRow;

const Shown<KeyRow> stuck_columns[] = {
    {"created", Kind::time, [](const KeyRow& r) { return time_value(r.created()); }},
    {"operation", Kind::text, [](const KeyRow& r) { return exact(r.id.operation); }},
    {"key", Kind::code, [](const KeyRow& r) { return exact(r.id.key); }},
    {"tenant", Kind::text, [](const KeyRow& r) { return exact(r.id.tenant); }},
    {"lease ended", Kind::time, [](const KeyRow& r) { return time_value(r.lease_ended()); }},
    {"owner", Kind::text, [](const KeyRow& r) { return cell_or_null(r.owner); }},
    {"customer", Kind::text, [](const KeyRow& r) { return cell_if_any(r.subject.customer); }},
    {"amount", Kind::number, [](const KeyRow& r) { return cell_if_any(r.subject.amount); }},
    {"currency", Kind::text, [](const KeyRow& r) { return cell_if_any(r.subject.currency); }},
    {"reference", Kind::code, [](const KeyRow& r) { return cell_if_any(r.subject.reference); }},
    {"case", Kind::text, [](const KeyRow& r) { return cell_or_null(r.case_status); }},
    {"asked", Kind::number, [](const KeyRow& r) { return number(r.case_attempts); }}};

}  // namespace

bool Collector::range(const TimeRange& what) {
  out_.chosen = fmt::format("{} to {} ({})", to_the_second(what.from), to_the_second(what.to),
                            human(what.to - what.from));
  if (!what.from.is_finite() || !what.to.is_finite() || what.to <= what.from) {
    fatal_ = Error{ErrorKind::invalid_input,
                   "The time must begin before it ends.",
                   "No bundle was made.",
                   "Choose another time.",
                   {},
                   {}};
    return false;
  }
  if (has_schema_) {
    counters(what);
    tallies(what);
  } else {
    out_.left_out.emplace_back(
        "Counters and the trail: the schema onceover is not installed in this database.");
  }
  stuck(what);
  if (has_schema_ && goes_on("Acts of that time")) {
    audit::Filter filter;
    filter.from = what.from;
    filter.to = what.to;
    std::int64_t more = 0;
    const auto records = acts_of(filter, max_acts, more, "Acts of that time");
    if (more > 0 && !fatal_) {
      auto counted = audit::tally(connection_, what.from, what.to);
      if (got(counted, "Number of acts")) {
        const std::int64_t all = std::accumulate(counted->begin(), counted->end(), std::int64_t{0},
                                                 [](std::int64_t sum, const auto& t) { return sum + t.n; });
        more = std::max<std::int64_t>(1, all - static_cast<std::int64_t>(records.size()));
      }
    }
    acts(records, more, "Acts of that time");
  }
  return !fatal_;
}

void Collector::counters(const TimeRange& what) {
  if (!goes_on("Counters")) return;
  auto history = metrics::history(
      connection_,
      {.from = what.from, .to = what.to, .step = step_of(what.from, what.to), .tenant = {}, .operation = {}});
  if (!got(history, "Counters")) return;
  look("Counters and durations", history->sql);
  Section section{.id = "counters", .title = "Counters"};
  Table sums{.id = "counters", .title = "Sums", .columns = {{"counter"}, {"n", Kind::number}}};
  Chart chart{
      .id = "counters", .title = "Over the time", .from = what.from, .step = step_of(what.from, what.to)};
  for (const metrics::Series& series : history->series) {
    Chart::Line line{series.name, {}};
    for (const metrics::Point& point : series.points) line.counts.push_back(point.n);
    const std::int64_t sum = std::accumulate(line.counts.begin(), line.counts.end(), std::int64_t{0});
    sums.rows.push_back({exact(series.name), number(sum)});
    if (sum != 0) chart.lines.push_back(std::move(line));
  }
  if (chart.lines.empty()) {
    section.notes.emplace_back(
        are_counts_seen_ ? "No counts in that time: no service with the library ran, or it had no requests."
                         : "What was counted in that time is unknown: see what is left out.");
  } else {
    section.charts.push_back(std::move(chart));
  }
  section.tables.push_back(std::move(sums));
  if (Table durations = histogram_table(*history); !durations.rows.empty())
    section.tables.push_back(std::move(durations));
  out_.sections.push_back(std::move(section));
}

void Collector::tallies(const TimeRange& what) {
  if (!goes_on("Settlements by verdict")) return;
  auto counted = audit::tally(connection_, what.from, what.to);
  if (!got(counted, "Settlements by verdict")) return;
  look("Acts by verdict",
       fmt::format("-- $1 = '{}', $2 = '{}'\n{}", iso(what.from), iso(what.to), sql::audit_tally));
  Section section{.id = "verdicts", .title = "Acts by verdict"};
  Table table{.id = "verdicts",
              .title = "Counted over the time",
              .columns = {{"action"}, {"verdict"}, {"to"}, {"acts", Kind::number}, {"keys", Kind::number}}};
  for (const audit::Tally& each : *counted) {
    add_row(table, {text_cell(each.action), cell_or_null(each.verdict), cell_or_null(each.to_state),
                    number(each.n), number(each.keys)});
  }
  if (counted->empty())
    section.notes.emplace_back(
        is_trail_seen_ ? "The trail has no act in that time."
                       : "Whether the trail has an act in that time is unknown: see what is left out.");
  auto halt = fatal_ ? Result<reconcile::StopSwitch>(fail(*fatal_)) : reconcile::stop_switch(connection_);
  if (got(halt, "The stop switch")) {
    section.fields.push_back(
        {"Stop switch", text_cell(halt->stopped ? fmt::format("on since {}, by {}: {}", iso(halt->changed_at),
                                                              halt->changed_by, halt->reason)
                                                : std::string("off"))});
  }
  section.tables.push_back(std::move(table));
  out_.sections.push_back(std::move(section));
}

void Collector::stuck(const TimeRange& what) {
  if (!what.table || (tables::is_own(*what.table) && !has_schema_) || !goes_on("Stuck rows")) return;
  if (!what.table->lease.is_observable()) {
    out_.left_out.push_back(
        fmt::format("Stuck rows: {} does not show leases.", visible(tables::table_name(*what.table))));
    return;
  }
  browse::Browser browser(connection_, *what.table);
  browse::PageRequest request;
  request.filter.stuck = true;
  request.newest_first = false;
  request.limit = max_stuck;
  Section section{.id = "stuck", .title = "Stuck rows"};
  auto cost = browser.forecast(request.filter);
  if (!got(cost, "Stuck rows")) return;
  if (cost->scans) {
    section.fields = {{"Known", text_cell(std::string(unfinished::word(unfinished::Known::unknown)))}};
    section.notes.push_back("They were not read. " + cost->why);
    out_.sections.push_back(std::move(section));
    return;
  }
  auto page = browser.page(request);
  if (!got(page, "Stuck rows")) return;
  look("Stuck rows", page->sql);
  section.fields = {
      {"Known", text_cell(std::string(unfinished::word(page->knowledge.known)))},
      {"Table", exact(tables::is_own(*what.table) ? "onceover.keys" : tables::table_name(*what.table))},
      {"Read at", time_value(page->as_of)}};
  Table table = table_of("stuck", "Stuck rows, " + browse::order_words(*what.table, request.newest_first),
                         stuck_columns);
  for (const browse::KeyRow& row : page->rows) add_row(table, cells_of(stuck_columns, row));
  if (page->more && !fatal_) {
    auto count = browser.count(request.filter, 100'000);
    if (got(count, "Number of stuck rows")) {
      table.left_out = std::max<std::int64_t>(1, count->n - static_cast<std::int64_t>(table.rows.size()));
      if (!count->is_exact()) section.notes.push_back("There may be more. " + count->knowledge.why);
    }
  }
  const unfinished::Knowledge& known = page->knowledge;
  if (known.known != unfinished::Known::exact || page->rows.empty()) {
    unfinished::Answer answer{.knowledge = known};
    answer.stuck = static_cast<std::int64_t>(page->rows.size());
    section.notes.push_back(unfinished::stuck_sentence(answer));
  }
  section.tables.push_back(std::move(table));
  out_.sections.push_back(std::move(section));
}

}  // namespace onceover::bundle
