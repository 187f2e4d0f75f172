// SPDX-License-Identifier: Apache-2.0
#include "core/row_metrics/flow.h"

#include <fmt/format.h>

namespace onceover::row_metrics {
namespace {

using metrics::By;
using metrics::Request;
using std::chrono::hours;
using tables::Profile;

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

Duration grain_of(By by) { return by == By::nothing ? cell_grain : group_grain; }

bool fits_cells(const Request& request) {
  const auto by = cells_by(request);
  return by && request.step % grain_of(*by) == Duration{0};
}

// In a zone with clock changes, the raw column is queried for a day more on each side, and filtered
// afterwards.
Widened widened(const Profile& p) {
  Widened out{p, Duration{0}};
  const auto mend = [&](tables::Instant& instant) {
    if (instant.empty() || instant.form != tables::TimeForm::timestamp || instant.zone == "UTC" ||
        instant.has_unknown_zone())
      return;
    instant.zone = "UTC";
    out.by = hours(38);
  };
  for (tables::Instant* instant :
       {&out.profile.created_at, &out.profile.updated_at, &out.profile.completed_at})
    mend(*instant);
  if (p.twin.profile) {
    Profile twin = *p.twin.profile;
    for (tables::Instant* instant : {&twin.created_at, &twin.updated_at, &twin.completed_at}) mend(*instant);
    out.profile.twin.profile = std::make_shared<Profile>(std::move(twin));
  }
  return out;
}

// Where a step is finer than the groups' counts and a coarser one shows as much, the coarser one.
void coarsen(Request& request) {
  const auto by = cells_by(request);
  if (by && *by != By::nothing && request.step >= cell_grain && request.step < group_grain &&
      request.to - request.from >= hours(3))
    request.step = group_grain;
}

}  // namespace

std::optional<By> cells_by(const Request& request) {
  if (!request.tenant.empty() && !request.operation.empty()) return std::nullopt;
  const By filter = !request.tenant.empty()      ? By::tenant
                    : !request.operation.empty() ? By::operation
                                                 : By::nothing;
  if (filter == By::nothing) return request.by;
  if (!request.distributions.empty()) return std::nullopt;
  if (request.by == By::nothing || request.by == filter) return filter;
  return std::nullopt;
}

Window window_of(const Request& request, const Ages& ages) {
  Window out{hour_of(request.from - ages.gives_up), ceil_to(request.to, cell_length), {By::nothing}};
  if (const auto by = cells_by(request); by && *by != By::nothing) out.by.push_back(*by);
  return out;
}

Flow::Flow(pg::Connection& on, const Profile& of, const Request& asked, const std::vector<Cell>& cells,
           const Options& how_to)
    : connection(on),
      profile(of),
      kept(cells),
      options(how_to),
      how(completions_of(of)),
      wide(widened(of)),
      request(asked) {
  for (const Cell& cell : kept) kept_at[{cell.axis, cell.from}] = &cell;
  if (options.counts_hours) coarsen(request);
  request.from = floor_to(request.from, grain());
  request.to = ceil_to(request.to, grain());
}

bool Flow::uses_cells() const { return options.counts_hours && !is_direct && fits_cells(request); }

Duration Flow::grain() const {
  return uses_cells() ? grain_of(*cells_by(request)) : Duration(std::chrono::seconds(1));
}

bool Flow::asks_created() const { return has(request.metrics, "created"); }

bool Flow::asks_flows() const { return !profile.created_at.empty() && (asks_created() || asks_finished()); }

double Flow::at_once() const {
  return static_cast<double>(std::min(options.rows_at_once, options.most_rows));
}

bool Flow::asks_finished() const {
  return has(request.metrics, "completed") || has(request.metrics, "failed") ||
         !request.distributions.empty();
}

bool Flow::needs(Axis axis) const {
  if (axis == Axis::finished) return finished_by == Axis::finished && asks_finished();
  return asks_created() || (finished_by == Axis::created && asks_finished());
}

void Flow::leave(Axis axis, Timestamp from, Timestamp to, double rows, const std::string& why) {
  if (to > request.from) not_read += rows;
  auto& left = known.unread;
  if (!left.empty() && left.back().axis == axis && left.back().from == to && left.back().why == why) {
    left.back().from = from;
    left.back().rows += rows;
  } else {
    left.push_back({axis, from, to, rows, why});
  }
}

const Cell* Flow::kept_cell(Axis axis, Timestamp hour) const {
  const auto found = kept_at.find({axis, hour});
  if (found == kept_at.end()) return nullptr;
  const Cell& cell = *found->second;
  const By by = cells_by(request).value_or(By::nothing);
  const bool tells = !cell.counts[static_cast<std::size_t>(by)].empty() &&
                     (request.distributions.empty() || !cell.counts[0].empty());
  return tells ? &cell : nullptr;
}

void Flow::use(const Cell& cell) {
  const bool was_over = cell.read_at >= cell.to();
  if (!was_over && is_good(cell, now, options.ages)) known.as_of = std::min(known.as_of, cell.read_at);
  add_slice(cell, true);
}

void Flow::use_kept(Axis axis, const Run& run) {
  for (Timestamp hour = run.from; hour < run.to; hour = hour + cell_length) {
    if (const Cell* cell = kept_cell(axis, hour)) use(*cell);
  }
}

void Flow::add_slice(const Cell& cell, bool was_kept) {
  const By by = cells_by(request).value_or(By::nothing);
  const auto index = static_cast<std::size_t>(by);
  Slice slice{.axis = cell.axis,
              .from = cell.from,
              .to = std::min(cell.to(), cell.read_at),
              .read_at = cell.read_at,
              .kept = was_kept || cell.gone > 0,
              .unfinished = cell.unfinished,
              .unknown = cell.unknown,
              .undated = cell.undated,
              .gone = cell.gone,
              .counts = {}};
  if (slice.to <= slice.from) return;
  auto counts = decode(cell.counts[index], cell.from);
  if (!counts) {
    const bool many = cell.counts[index] == too_many_groups;
    leave(cell.axis, cell.from, cell.to(), 0,
          many ? fmt::format("more than {} values of {} in an hour", most_groups, metrics::word(by))
               : "the kept counts cannot be read");
    return;
  }
  if (!request.distributions.empty() && cell.axis == finished_by) {
    if (auto durations = decode(cell.counts[0], cell.from)) slice.durations = std::move(*durations);
  }
  const std::string& only = !request.tenant.empty() ? request.tenant : request.operation;
  if (!only.empty()) std::erase_if(*counts, [&](const Count& count) { return count.group != only; });
  slice.counts = std::move(*counts);
  known.slices.push_back(std::move(slice));
}

void Flow::note(const tables::Query& query) {
  asked_sql += (asked_sql.empty() ? "" : ";\n\n") + query.spelled_out();
}

}  // namespace onceover::row_metrics
