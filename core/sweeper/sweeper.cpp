// SPDX-License-Identifier: Apache-2.0
#include "core/sweeper/sweeper.h"

#include <thread>

#include "core/browse/inspected.h"
#include "core/pg/one_row.h"
#include "core/pg/server_identity.h"
#include "core/schema/schema.h"

namespace onceover::sweeper {

namespace {

// A quarter of the 50 ms that a claim may be kept waiting: workers side by side on few cores keep one another
// waiting too.
constexpr Duration sweep_aim = std::chrono::milliseconds(12);
// What a gateway of some 50 ms an answer is asked within the default ask_timeout, one after the other.
constexpr int least_owned = 200;
// Entries of the list that one transaction tends, and that one pass tends at most: a pass is over soon, the
// next goes on there.
constexpr std::int64_t tend_batch = 5'000, tend_most = 20'000, tend_resting = 1'000;
// So many were listed at once that the list is tended before the pass ends: a first walk over the table.
constexpr int many_listed = 1'000;
constexpr auto busy_pause = std::chrono::milliseconds(5), busy_for = std::chrono::milliseconds(500);

}  // namespace

Sweeper::Sweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway,
                 SweepConfig config, audit::Actor actor, metrics::Counters* counters, Random random,
                 LogSink log, WorkSink sink)
    : Sweeping(connection, profile, gateway, config, std::move(actor), counters, random, std::move(log),
               std::move(sink), {least_owned, config.batch, sweep_aim, config.share}),
      target_(reconcile::target_of(connection, profile, nullptr)),
      frontier_(connection, {.rows = config.slice}) {}

// What was learned on a lost primary is not so on the promoted standby: keys would be passed over.
void Sweeper::forget_other_history() {
  const std::string now = pg::hold_to_history(connection_).value();
  if (std::exchange(history_, now) == now) return;
  frontier_.forget();
  settled_floor_ = 0;
  tended_ = tended_resting_ = {};
}

Result<SweepCounts> Sweeper::run_once(const std::function<bool()>& go_on) {
  return as_result([&]() -> Result<SweepCounts> {
    SweepCounts counts;
    forget_other_history();
    // The stop switch keeps keys from being settled, and a silent gateway does; neither keeps what is stuck
    // from being known.
    bool may_settle =
        begins(counts, [this] { return reconcile::count_due(connection_, profile_).value().n; });
    if (!may_settle && (config_.dry_run || !counts.stopped)) return counts;
    if (!may_settle && !schema::require_writable(connection_)) return counts;

    const auto is_over = [&] { return go_on && !go_on(); };
    listed_ = {};
    Timestamp recent_from = Timestamp::minus_infinity();
    for (Moved moved = Moved::on; moved == Moved::on;) {
      moved = move_frontier(counts, go_on);
      if (moved == Moved::ended) return counts;
      if (!may_settle) continue;
      // Before the list is read: what another sweeper lists meanwhile is still read as recent.
      recent_from = unfinished::read_frontier(connection_).value().until;
      // The keys of the list that this pass has not looked at yet.
      may_settle = sweep_slice({listed_, std::nullopt}, true, counts, go_on);
      if (is_over()) return counts;
    }
    if (may_settle) {
      sweep_recent(recent_from, counts, go_on);
      if (is_over()) return counts;
    }
    if (const auto tended = as_result([&] { tend_list(counts.listed, go_on); }); !tended)
      frontier_failed(tended.error());
    if (const auto passed = as_result([&] { full_pass(counts, go_on); }); !passed)
      frontier_failed(passed.error());
    return counts;
  });
}

// A row that cannot be listed keeps the frontier where it is, and what is stuck is not known any more; keys
// are swept all the same.
void Sweeper::frontier_failed(const Error& error) {
  if (!pg::may_be_one_row(error)) raise(error);
  say({LogLevel::error,
       "The list of unfinished keys could not be brought up to date. All keys since the frontier are swept.",
       {{"error", error.sentence()}}});
}

// One slice of the frontier's way. done: it is where it can be now.
Sweeper::Moved Sweeper::move_frontier(SweepCounts& counts, const std::function<bool()>& go_on) {
  for (;;) {
    if (go_on && !go_on()) return Moved::ended;
    const auto from = Steady::now();
    auto done = frontier_.step();
    if (!done) {
      frontier_failed(done.error());
      return Moved::done;
    }
    auto& step = *done;
    effort_.did(Work::look, 0, from);
    if (step.settled_floor) settled_floor_ = *step.settled_floor;
    counts.listed += static_cast<int>(step.listed);
    if (!step.moved || step.done) return Moved::done;
    effort_.rest(go_on);
    if (step.listed > 0) return Moved::on;
  }
}

// What was created since the frontier.
void Sweeper::sweep_recent(Timestamp since, SweepCounts& counts, const std::function<bool()>& go_on) {
  Walk walk(connection_, config_.slice, Place{since - Duration{1}, {}});
  for (;;) {
    if (go_on && !go_on()) return;
    const auto from = Steady::now();
    auto slice = walk.next().value();
    if (!slice) return;
    auto first = first_unfinished(connection_, *slice).value();
    effort_.did(Work::look, 0, from);
    if (!first) {
      effort_.rest(go_on);
      continue;
    }
    if (!sweep_slice(*slice, false, counts, go_on)) return;
  }
}

// Entries of finished keys leave the list; those of released keys rest until they can be stuck.
void Sweeper::tend_list(int listed, const std::function<bool()>& go_on) {
  if (listed >= many_listed) {
    // Under a new floor what was just listed may rest.
    auto step = frontier_.step(true).value();
    if (step.settled_floor) settled_floor_ = *step.settled_floor;
    tended_ = {};
  }
  for (const bool resting : {false, true}) {
    unfinished::ListPlace& place = resting ? tended_resting_ : tended_;
    for (std::int64_t seen = 0; seen < (resting ? tend_resting : tend_most);) {
      if (go_on && !go_on()) return;
      const auto from = Steady::now();
      auto tended = unfinished::tend(connection_, resting, settled_floor_, place, tend_batch).value();
      effort_.did(Work::look, 0, from);
      place = tended.next.value_or(unfinished::ListPlace{});
      seen += std::max<std::int64_t>(tended.seen, 1);
      if (resting && tended.changed + tended.dropped > 0) {
        say({LogLevel::debug,
             fmt::format("{} resting entries of the list of unfinished keys were brought up to date.",
                         tended.changed + tended.dropped),
             {}});
      }
      effort_.rest(go_on);
      if (!tended.next) break;
      // As long as it shortens the list it goes on.
      if (tended.changed + tended.dropped > tended.seen / 2) seen = 0;
    }
  }
}

// All keys before the frontier are compared with the list, every full_every, by one of all sweepers. What is
// missing is a defect, or was written with an explicit time while nothing noted that.
void Sweeper::full_pass(SweepCounts& counts, const std::function<bool()>& go_on) {
  if (!unfinished::begin_full_pass(connection_, config_.full_every).value()) return;
  const auto give_up = [this] { require(unfinished::begin_full_pass(connection_, std::nullopt)); };
  Walk walk(connection_, config_.slice, Place{});
  for (;;) {
    if (go_on && !go_on()) return give_up();
    const auto from = Steady::now();
    auto slice = walk.next().value();
    if (!slice) return;
    const Place until = slice->until.value_or(Place{Timestamp::infinity(), {}});
    std::optional<std::int64_t> missing;
    // Others who move the list are done in a moment. A slice is not left out: rather the pass begins anew.
    for (const auto until_then = Steady::now() + busy_for; !missing;) {
      if ((go_on && !go_on()) || Steady::now() > until_then) return give_up();
      missing = unfinished::relist(connection_, {slice->behind.created_at, slice->behind.id.key, {}, {}},
                                   {until.created_at, until.id.key, {}, {}})
                    .value();
      if (!missing) std::this_thread::sleep_for(busy_pause);
    }
    effort_.did(Work::look, 0, from);
    if (*missing > 0) {
      counts.found_behind += static_cast<int>(*missing);
      say({LogLevel::error,
           fmt::format("{} unfinished keys before the frontier were not listed. They are listed now; please "
                       "report this, unless rows were written with explicit times.",
                       *missing),
           {{"until", iso(until.created_at)}}});
    }
    effort_.rest(go_on);
  }
}

// False: the pass has ended before the slice did.
bool Sweeper::sweep_slice(const Slice& slice, bool listed, SweepCounts& counts,
                          const std::function<bool()>& go_on) {
  Place place = slice.behind;
  for (;;) {
    if (go_on && !go_on()) return false;
    const auto now = Steady::now();
    if (is_open_breaker(counts)) return false;
    const bool only_fresh = !asker_.may_ask_again();
    reconcile::DueOptions options{pace_.batch(), config_.own_lease, only_fresh, listed, slice.until};
    auto part = pg::take_around(
                    options.limit,
                    [&](int limit) {
                      options.limit = limit;
                      return contained(
                          [&] { return reconcile::own_due(connection_, profile_, place, options, actor_); });
                    },
                    [&](const Error& error) { return pass_first(error, place, options, counts); })
                    .value();
    auto& due = part.batch;
    const int owned = static_cast<int>(due.size());
    effort_.did(owned == 0 ? Work::look : Work::own, owned, now);
    if (owned > 0) {
      place = {due.back().row.created_at, due.back().row.id};
      if (!ask_and_settle(std::move(due), now, counts)) return false;
      if (listed) listed_ = place;
    }
    effort_.rest(go_on);
    if (owned < part.limit) return true;
  }
}

// The walk's next key cannot be taken: it is set aside, and the walk goes on after it. False: there is none.
Result<bool> Sweeper::pass_first(const Error& error, Place& place, const reconcile::DueOptions& options,
                                 SweepCounts& counts) {
  return as_result([&] {
    const auto first = reconcile::first_due(connection_, profile_, place, options, actor_).value();
    if (!first) return false;
    set_aside({.id = first->place.id}, first->fence, error, counts);
    place = first->place;
    return true;
  });
}

bool Sweeper::ask_and_settle(std::vector<reconcile::DueRow> due, Steady::time_point now,
                             SweepCounts& counts) {
  counts.owned += static_cast<int>(due.size());
  note_unconfirmed(due.front().unconfirmed, counts);
  // The database's clock: each row's new lease tells when it was taken.
  const Timestamp db_now = due.front().row.locked_until ? *due.front().row.locked_until - config_.own_lease
                                                        : due.front().row.updated_at;
  std::vector<reconcile::TakenRow> rows;
  rows.reserve(due.size());
  for (reconcile::DueRow& row : due) {
    rows.push_back({.seen = {.row = std::move(row.row), .as_of = db_now},
                    .at = std::move(row.at),
                    .lease_ended = row.lease_ended});
  }
  const bool on = settle(*target_, rows, now, db_now, counts);
  if (progress_) progress_(counts);
  return on;
}

namespace {

// A row is a transaction of its own: a batch is as many as are asked about at once, and are written well
// within their lease.
constexpr int least_rows = 20, most_rows = 200;
constexpr Duration row_aim = std::chrono::milliseconds(12);

}  // namespace

RowSweeper::RowSweeper(pg::Connection& connection, const tables::Profile& profile, gateway::Gateway& gateway,
                       SweepConfig config, audit::Actor actor, metrics::Counters* counters, Random random,
                       LogSink log, WorkSink sink)
    : Sweeping(connection, profile, gateway, config, std::move(actor), counters, random, std::move(log),
               std::move(sink), {least_rows, std::min(config.batch, most_rows), row_aim, config.share}) {}

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
  is_idle_ =
      why && std::ranges::any_of(access.offers, [](const auto& offer) { return offer.second.is_idle; });
  if (why && !is_idle_) refused(*why, "Correct the profile.");
  browse::Browser browser(connection_, profile_);
  for (const bool groups : {true, false}) {
    const auto forecast =
        (groups ? browser.forecast_stuck_groups() : browser.forecast({.stuck = true})).value();
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
        const auto on =
            as_result([&] { return rows.empty() || settle(*target_, rows, now, owned.as_of, counts); });
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
void RowSweeper::set_row_aside(const reconcile::FirstRow& row, int attempts, const Error& error,
                               SweepCounts& counts) {
  browse::KeyRow tried;
  tried.id = row.id;
  tried.case_attempts = attempts;
  const std::string why = pg::cannot_be_read(error);
  filed(reconcile::set_aside(connection_, profile_, row, {why, backoff(tried), config_.max_attempts}, actor_),
        tried, why, error, counts);
}

// As they are after they were owned: what is written later is compared with this.
std::vector<reconcile::TakenRow> RowSweeper::looked_at(const reconcile::RowsOwned& owned,
                                                       SweepCounts& counts) {
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
    lose(*target_, taken, "The row is no longer stuck; nothing was asked.", "Another settled the row.",
         counts);
  }
  return rows;
}

}  // namespace onceover::sweeper
