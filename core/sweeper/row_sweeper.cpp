// SPDX-License-Identifier: Apache-2.0
#include "core/sweeper/row_sweeper.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/browse/browser.h"
#include "core/browse/inspected.h"
#include "core/pg/one_row.h"
#include "core/pg/server_identity.h"

namespace onceover::sweeper {
namespace {

// A row is a transaction of its own: a batch is as many as are asked about at once, and are written well within their lease.
constexpr int least_rows = 20, most_rows = 200;
constexpr Duration row_aim = std::chrono::milliseconds(12);

}  // namespace

RowSweeper::RowSweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway, SweepConfig config,
                       audit::Actor actor, metrics::Counters* counters, Random random, LogSink log, WorkSink sink)
    : Sweeping(connection, profile, gateway, config, std::move(actor), counters, random, std::move(log), std::move(sink),
               {least_rows, std::min(config.batch, most_rows), row_aim, config.share}) {}

// What the table is, by the catalog, and whether its stuck rows can be found without reading all of it.
bool RowSweeper::know_table() {
  const auto now = Steady::now();
  if (access_ && now - known_at_ < config_.full_every) return true;
  // While nothing is stuck there is nothing to compare: only that is read.
  if (is_idle_ && now - known_at_ < config_.full_every && stuck(1) == 0) return false;
  access_.reset();
  const auto refused = [&](std::string what, std::string next) {
    raise({ErrorKind::unsupported,
           fmt::format("{} is not swept: {}", tables::table_name(profile_), what),
           "No row was asked about.",
           std::move(next),
           {},
           {}});
  };
  auto access = browse::inspected(connection_, profile_).value();
  const auto why = reconcile::why_not_swept(profile_, access, gateway_);
  is_idle_ = why && std::ranges::any_of(access.offers, [](const auto& offer) { return offer.second.is_idle; });
  if (why && !is_idle_) refused(*why, "Correct the profile.");
  browse::Browser browser(connection_, profile_);
  for (const bool groups : {true, false}) {
    const auto forecast = (groups ? browser.forecast_stuck_groups() : browser.forecast({.stuck = true})).value();
    // However fast: each pass would read it.
    if (forecast.seconds > 0) refused(forecast.why, "Give the table the index.");
  }
  known_at_ = now;
  if (is_idle_) return false;
  access_ = std::move(access);
  target_ = reconcile::target_of(connection_, profile_, &*access_);
  is_first_since_known_ = true;
  return true;
}

std::int64_t RowSweeper::stuck(std::int64_t at_most) {
  return browse::Browser(connection_, profile_).count({.stuck = true}, at_most).value().n;
}

Result<SweepCounts> RowSweeper::run_once(const std::function<bool()>& go_on) {
  return as_result([&]() -> Result<SweepCounts> {
    SweepCounts counts;
    require(pg::hold_to_history(connection_));
    const bool goes_on = begins(counts, [this] { return know_table() ? stuck(1'000'000) : 0; });
    if (!goes_on) return counts;
    if (!know_table()) return counts;
    for (std::optional<browse::Cursor> place;;) {
      if (go_on && !go_on()) return counts;
      const auto now = Steady::now();
      if (is_open_breaker(counts)) return counts;
      const reconcile::RowsOwned owned = own(place, counts);
      effort_.did(owned.rows.empty() ? Work::look : Work::own, static_cast<int>(owned.rows.size()), now);
      if (!owned.rows.empty()) {
        counts.owned += static_cast<int>(owned.rows.size());
        note_unconfirmed(owned.unconfirmed, counts);
        const auto rows = looked_at(owned, counts);
        const auto on = as_result([&] { return rows.empty() || settle(*target_, rows, now, owned.as_of, counts); });
        if (!on && on.error().kind != ErrorKind::stopped) return fail(on.error());
        if (progress_) progress_(counts);
        counts.stopped = !on;
        if (!on || !*on) return counts;
      }
      if (owned.is_end) break;
      place = owned.last;
      effort_.rest(go_on);
    }
    if (is_first_since_known_) {
      require(reconcile::close_stale_cases(connection_, profile_, *access_));
      is_first_since_known_ = false;
    }
    return counts;
  });
}

reconcile::RowsOwned RowSweeper::own(std::optional<browse::Cursor>& place, SweepCounts& counts) {
  reconcile::OwnRowsOptions options{pace_.batch(), config_.own_lease, !asker_.may_ask_again()};
  auto part = pg::take_around(
      options.limit,
      [&](int limit) {
        options.limit = limit;
        return contained([&] { return reconcile::own_rows(connection_, profile_, place, options, actor_); });
      },
      [&](const Error& error) {
        return as_result([&] {
          const auto first = reconcile::first_row(connection_, profile_, place, options).value();
          if (!first) return false;
          set_row_aside(*first, 0, error, counts);
          place = first->place;
          return true;
        });
      });
  return std::move(part.value().batch);
}

// The row cannot be taken or read: it is filed, and the next pass leaves it out until its time has come.
void RowSweeper::set_row_aside(const reconcile::FirstRow& row, int attempts, const Error& error, SweepCounts& counts) {
  browse::KeyRow tried;
  tried.id = row.id;
  tried.case_attempts = attempts;
  const std::string why = pg::cannot_be_read(error);
  filed(reconcile::set_aside(connection_, profile_, row, {why, backoff(tried), config_.max_attempts}, actor_), tried, why, error, counts);
}

// As they are after they were owned: what is written later is compared with this.
std::vector<reconcile::TakenRow> RowSweeper::looked_at(const reconcile::RowsOwned& owned, SweepCounts& counts) {
  std::vector<reconcile::TakenRow> rows;
  for (const reconcile::OwnedRow& row : owned.rows) {
    auto looked = contained([&] { return reconcile::read_row(connection_, profile_, *access_, row.row.id); });
    if (!looked && pg::may_be_one_row(looked.error())) {
      set_row_aside({row.row.id, row.row_key_json, {}}, row.row.case_attempts, looked.error(), counts);
      continue;
    }
    auto& seen = looked.value();
    const bool is_stuck = seen && seen->row.is_stuck(seen->as_of);
    reconcile::TakenRow taken{.owned_fence = row.fence, .lease_ended = row.row.locked_until};
    if (is_stuck) {
      taken.seen = std::move(*seen);
      rows.push_back(std::move(taken));
      continue;
    }
    taken.seen.row = row.row;
    taken.seen.row_key_json = row.row_key_json;
    lose(*target_, taken, "The row is no longer stuck; nothing was asked.", "Another settled the row.", counts);
  }
  return rows;
}

}  // namespace onceover::sweeper
