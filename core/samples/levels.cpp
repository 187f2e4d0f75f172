#include "core/samples/levels.h"

#include <algorithm>
#include <chrono>

#include "core/events/events.h"

namespace onceover::samples {
namespace {

using outbox::RelayView;

// 0 where nothing waits; left out where it is not known since when.
void add_age(std::vector<Level>& out, std::string metric, std::int64_t waiting, const std::optional<Timestamp>& since, Timestamp now) {
  if (waiting == 0) {
    out.push_back({std::move(metric), 0});
  } else if (since && since->is_finite()) {
    out.push_back({std::move(metric), std::max(0.0, std::chrono::duration<double>(now - *since).count())});
  }
}

std::optional<double> counted(std::int64_t n, bool is_exact) { return is_exact ? std::optional(static_cast<double>(n)) : std::nullopt; }

}  // namespace

const std::vector<std::string_view>& table_metrics() {
  static const std::vector<std::string_view> all{"in_progress",    "oldest_in_progress_s", "stuck",   "oldest_stuck_s",
                                                 "awaiting_human", "dead_letters",         "backlog", "lag_s"};
  return all;
}

const std::vector<std::string_view>& relay_metrics() {
  static const std::vector<std::string_view> all{"relay_lag", "relay_behind_s", "relay_parked", "relay_dead"};
  return all;
}

std::vector<Level> levels_of(const browse::StateCounts& counts, const tables::Profile& profile) {
  std::vector<Level> out;
  const unfinished::Answer& u = counts.unfinished;
  const bool is_exact = u.is_exact();
  out.push_back({"in_progress", counted(u.in_progress, is_exact)});
  if (is_exact) add_age(out, "oldest_in_progress_s", u.in_progress, u.oldest_in_progress, counts.as_of);
  if (profile.lease.is_observable()) {
    out.push_back({"stuck", counted(u.stuck, is_exact)});
    if (is_exact) add_age(out, "oldest_stuck_s", u.stuck, u.oldest_stuck, counts.as_of);
  }
  if (tables::is_own(profile))
    out.push_back({"awaiting_human", counted(counts.needs_human, counts.needs_human_known.known == unfinished::Known::exact)});
  return out;
}

std::vector<Level> levels_of(const browse::Backlog& backlog) {
  std::vector<Level> out;
  const auto is_exact = [](const browse::Backlog::Part& part) { return part.knowledge.known == unfinished::Known::exact; };
  out.push_back({"backlog", counted(backlog.unfinished.n, is_exact(backlog.unfinished))});
  // The oldest is known, too, where there are too many to be counted.
  if (!backlog.unfinished.may_be_older)
    add_age(out, "lag_s", backlog.unfinished.is_none() ? 0 : 1, backlog.unfinished.oldest, backlog.as_of);
  out.push_back({"dead_letters", counted(backlog.dead.n, is_exact(backlog.dead))});
  return out;
}

std::vector<Level> levels_of(const std::vector<RelayView>& relays) {
  if (relays.empty()) return {};
  std::optional<double> lag, behind;
  if (std::ranges::all_of(relays, &RelayView::is_lag_exact)) {
    lag = static_cast<double>(std::ranges::max(relays, {}, &RelayView::lag).lag);
    behind = 0;
    for (const RelayView& relay : relays)
      behind = std::max(*behind, std::chrono::duration<double>(relay.behind().value_or(Duration::zero())).count());
  }
  const auto total = [&](std::int64_t RelayView::*of) { return static_cast<double>(outbox::sum(relays, of)); };
  return {
      {"relay_lag", lag}, {"relay_behind_s", behind}, {"relay_parked", total(&RelayView::parked)}, {"relay_dead", total(&RelayView::dead)}};
}

Result<Levels> read_levels(browse::Browser& browser, const tables::Profile& profile) {
  if (profile.kind == tables::Kind::idempotency) {
    return browser.state_counts().map([&](const browse::StateCounts& counts) { return Levels{counts.as_of, levels_of(counts, profile)}; });
  }
  return browser.backlog().map([](const browse::Backlog& backlog) { return Levels{backlog.as_of, levels_of(backlog)}; });
}

std::string relation_of(const tables::Profile& profile) { return profile.schema + '.' + profile.table; }

RelayLevels read_relays(pg::Connection& connection) {
  const auto there = events::are_there(connection);
  if (!there) return {{}, there.error().sentence()};
  if (!*there) return {{}, "This database has no outbox of the onceover schema, or an earlier version of the schema."};
  const auto relays = outbox::relays(connection);
  if (!relays) return {{}, relays.error().sentence()};
  if (relays->empty()) return {{}, "No relay publishes the outbox of this database."};
  return {levels_of(*relays), {}};
}

}  // namespace onceover::samples
