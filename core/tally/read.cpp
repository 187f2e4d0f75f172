#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "core/base/text.h"
#include "core/browse/reading.h"
#include "core/metrics/counters.h"
#include "core/tally/build.h"
#include "core/tally/levels.h"
#include "core/tally/statement.h"
#include "core/tally/tally.h"

namespace onceover::tally {
namespace {

using metrics::By;
using metrics::Request;
using profile::Profile;
using std::chrono::hours;
using std::chrono::minutes;

// As far back rows are looked for that may have finished in a range of steps below a minute; the first that can be paid for.
constexpr Duration reaches[] = {hours(24), hours(6), hours(1), minutes(10), minutes(1), Duration{0}};

std::size_t place(Axis axis) { return static_cast<std::size_t>(axis); }

bool has(const std::vector<std::string>& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

// By what cells must be counted to answer this; nullopt: they cannot, since they are counted by one thing at a time.
std::optional<By> cells_by(const Request& request) {
  if (!request.tenant.empty() && !request.operation.empty()) return std::nullopt;
  const By filter = !request.tenant.empty() ? By::tenant : !request.operation.empty() ? By::operation : By::nothing;
  if (filter == By::nothing) return request.by;
  if (!request.distributions.empty()) return std::nullopt;
  if (request.by == By::nothing || request.by == filter) return filter;
  return std::nullopt;
}

Duration grain_of(By by) { return by == By::nothing ? cell_grain : group_grain; }

bool fits_cells(const Request& request) {
  const auto by = cells_by(request);
  return by && request.step % grain_of(*by) == Duration{0};
}

// Where a step is finer than groups are counted, and a coarser one shows as much: that one.
void coarsen(Request& request) {
  const auto by = cells_by(request);
  if (by && *by != By::nothing && request.step >= cell_grain && request.step < group_grain && request.to - request.from >= hours(3))
    request.step = group_grain;
}

// In a zone whose clock changes the raw column is asked for a day around, and what is found there is read.
struct Widened {
  Profile profile;
  Duration by{0};
};
Widened widened(const Profile& p) {
  Widened out{p, Duration{0}};
  const auto mend = [&](profile::Instant& instant) {
    if (instant.empty() || instant.form != profile::TimeForm::timestamp || instant.zone == "UTC") return;
    instant.zone = "UTC";
    out.by = hours(38);
  };
  for (profile::Instant* instant : {&out.profile.created_at, &out.profile.updated_at, &out.profile.completed_at}) mend(*instant);
  if (p.twin.profile) {
    Profile twin = *p.twin.profile;
    for (profile::Instant* instant : {&twin.created_at, &twin.updated_at, &twin.completed_at}) mend(*instant);
    out.profile.twin.profile = std::make_shared<Profile>(std::move(twin));
  }
  return out;
}

struct Run {
  Timestamp from, to;
  double rows = 0;  // estimated
  double paid = 0;  // rows of hours behind it that are kept
};

class Flow {
 public:
  Flow(pg::Connection& connection, const Profile& profile, const Request& request, const std::vector<Cell>& kept, const Options& options)
      : connection_(connection), profile_(profile), request_(request), kept_(kept), options_(options), how_(completions_of(profile)) {
    for (const Cell& cell : kept_) kept_at_[{cell.axis, cell.from}] = &cell;
  }

  Result<Reading> run() {
    if (options_.counts_hours) coarsen(request_);
    const Duration grain = uses_cells() ? grain_of(*cells_by(request_)) : Duration(std::chrono::seconds(1));
    request_.from = floor_to(request_.from, grain);
    request_.to = ceil_to(request_.to, grain);
    if (auto steps = metrics::steps_of(request_); !steps) return fail(steps.error());
    if (asks_flows()) {
      if (auto done = look(); !done) return fail(done.error());
      for (const Axis axis : {Axis::created, Axis::finished}) {
        if (!needs(axis)) continue;
        if (auto done = uses_cells() ? gather_cells(axis) : gather(axis); !done) return fail(done.error());
      }
      if (auto done = instead_directly(); !done) return fail(done.error());
    }
    return answer();
  }

 private:
  bool uses_cells() const { return options_.counts_hours && !is_direct_ && fits_cells(request_); }
  bool asks_finished() const {
    return has(request_.metrics, "completed") || has(request_.metrics, "failed") || !request_.distributions.empty();
  }
  bool asks_flows() const { return !profile_.created_at.empty() && (has(request_.metrics, "created") || asks_finished()); }
  bool needs(Axis axis) const {
    if (axis == Axis::finished) return finished_by_ == Axis::finished && asks_finished();
    return has(request_.metrics, "created") || (finished_by_ == Axis::created && asks_finished());
  }
  bool finds_finished(Axis axis) const { return axis == finished_by_ && asks_finished(); }
  double budget() const { return static_cast<double>(options_.most_rows); }
  double at_once() const { return static_cast<double>(std::min(options_.rows_at_once, options_.most_rows)); }
  bool is_small() const { return table_rows_ <= budget(); }

  // What is there, before anything is read.
  Result<void> look() {
    auto reading = browse::Reading::begin(connection_, profile_, options_.limits);
    if (!reading) return fail(reading.error());
    // What a standby has not replayed yet is not there.
    auto clock = reading->run(
        profile::Query("SELECT CASE WHEN pg_catalog.pg_is_in_recovery() AND pg_catalog.pg_last_wal_receive_lsn() IS DISTINCT FROM "
                       "pg_catalog.pg_last_wal_replay_lsn() THEN LEAST(pg_catalog.now(), pg_catalog.pg_last_xact_replay_timestamp()) ELSE "
                       "pg_catalog.now() "
                       "END"));
    if (!clock) return fail(clock.error());
    known_.as_of = now_ = clock->timestamp(0, 0);
    for (const Profile* table : {&profile_, profile_.twin.profile.get()}) {
      if (table == nullptr) continue;
      auto size = browse::explain(*reading, *table, profile::Query("SELECT FROM " + profile::table_name(*table) + " k"));
      if (!size) return fail(size.error());
      table_rows_ += size->rows;
    }
    const bool is_shared =
        how_.shared() != nullptr && (!profile_.twin.profile || completions_of(*profile_.twin.profile).shared() != nullptr);
    // Whatever the planner would choose for as few rows as there are today: that an hour is told by which axis must not change.
    if (auto done = reading->script("SET LOCAL enable_seqscan = off"); !done) return fail(done.error());
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (axis == Axis::finished && !is_shared) continue;
      auto served = is_served(*reading, axis);
      if (!served) return fail(served.error());
      is_served_[place(axis)] = *served;
    }
    if (auto done = reading->script("SET LOCAL enable_seqscan = on"); !done) return fail(done.error());
    if (is_shared && is_served_[place(Axis::finished)]) finished_by_ = Axis::finished;
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if ((axis == Axis::finished && finished_by_ != axis) || !may_read(axis)) continue;
      auto query = oldest_query(profile_, axis);
      if (!query) return fail(query.error());
      auto oldest = reading->run(*query);
      if (!oldest) return fail(oldest.error());
      known_.oldest[place(axis)] = oldest->optional_timestamp(0, 0);
      note(*query);
    }
    // Whatever finished behind the oldest row that stands was made behind it, or is there.
    auto &made = known_.oldest[place(Axis::created)], &finished = known_.oldest[place(Axis::finished)];
    if (made && (!finished || *made < *finished)) finished = made;
    return estimate_all(*reading);
  }

  Result<bool> is_served(browse::Reading& reading, Axis axis) {
    const Asked asked{.axis = axis, .from = now_ - hours(1), .to = now_};
    auto queries = range_queries(profile_, asked);
    if (!queries) return fail(queries.error());
    for (const profile::Query& query : *queries) {
      auto plan = browse::explain(reading, profile_, query);
      if (!plan) return fail(plan.error());
      if (plan->whole || plan->walks) return false;
    }
    return true;
  }

  Result<double> estimate(browse::Reading& reading, Axis axis, Timestamp from, Timestamp to) {
    const Widened wide = widened(profile_);
    auto queries = range_queries(wide.profile, {.axis = axis, .from = from - wide.by, .to = to + wide.by});
    if (!queries) return fail(queries.error());
    double rows = 0;
    for (const profile::Query& query : *queries) {
      auto plan = browse::explain(reading, profile_, query);
      if (!plan) return fail(plan.error());
      rows += plan->rows;
    }
    return rows;
  }

  // Decides what is read, by estimates alone.
  Result<void> estimate_all(browse::Reading& reading) {
    if (uses_cells()) {
      bool lacks = false;
      for (const Axis axis : {Axis::created, Axis::finished}) {
        if (!needs(axis)) continue;
        if (auto done = choose_hours(reading, axis); !done) return done;
        lacks = lacks || lacks_some(axis);
      }
      if (!lacks || options_.asked) return {};
      auto cheap = is_cheap(reading);
      if (!cheap) return fail(cheap.error());
      if (!*cheap) return {};
      // Whole hours are more than can be paid for, and the range is not.
      read_directly();
    }
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (!needs(axis)) continue;
      if (auto done = choose_range(reading, axis); !done) return done;
    }
    return {};
  }

  // Some of the range is left unread; and no hour of it counts rows that are gone, which only its cell knows.
  bool lacks_some(Axis axis) const {
    const auto& oldest = known_.oldest[place(axis)];
    const auto is_of_range = [&](const auto& part) { return part.axis == axis && part.to > request_.from && part.from < request_.to; };
    const auto is_gone = [&](const Slice& slice) {
      return is_of_range(slice) && (slice.gone > 0 || !oldest || slice.from < hour_of(*oldest));
    };
    return std::ranges::any_of(known_.unread, is_of_range) && std::ranges::none_of(known_.slices, is_gone);
  }

  // Hours that turned out to be too much, of which little was asked for.
  Result<void> instead_directly() {
    const bool lacks = (needs(Axis::created) && lacks_some(Axis::created)) || (needs(Axis::finished) && lacks_some(Axis::finished));
    if (!uses_cells() || options_.asked || !lacks || request_.to - request_.from > cell_length) return {};
    read_directly();
    {
      auto reading = browse::Reading::begin(connection_, profile_, options_.limits);
      if (!reading) return fail(reading.error());
      for (const Axis axis : {Axis::created, Axis::finished}) {
        if (!needs(axis)) continue;
        if (auto done = choose_range(*reading, axis); !done) return done;
      }
    }
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (!needs(axis)) continue;
      if (auto done = gather(axis); !done) return done;
    }
    return {};
  }

  void read_directly() {
    is_direct_ = true;
    known_.slices.clear();
    known_.unread.clear();
    known_.as_of = now_;
    not_read_ = 0;
    for (auto& runs : runs_) runs.clear();
  }

  Result<bool> is_cheap(browse::Reading& reading) {
    const Timestamp end = std::min(request_.to, ceil_to(now_, std::chrono::seconds(1)));
    if (end <= request_.from) return false;
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (!needs(axis)) continue;
      auto rows = estimate(reading, axis, request_.from, end);
      if (!rows) return fail(rows.error());
      if (!may_read(axis) || *rows > budget()) return false;
    }
    return true;
  }

  std::string why_unserved(Axis axis) const {
    const Profile at = by_axis(profile_, how_, axis);
    return fmt::format("not read: no index serves it, and the table has about {:.0f} rows. CREATE INDEX CONCURRENTLY ON {} ({}) would help",
                       table_rows_, profile::table_name(at), profile::quoted_name(at.created_at.column));
  }
  bool may_read(Axis axis) const { return options_.asked || is_served_[place(axis)] || is_small(); }

  // From the newest on: what lies beside what was left before is one with it.
  void leave(Axis axis, Timestamp from, Timestamp to, double rows, const std::string& why = {}) {
    if (to > request_.from) not_read_ += rows;
    auto& left = known_.unread;
    if (!left.empty() && left.back().axis == axis && left.back().from == to && left.back().why == why) {
      left.back().from = from;
      left.back().rows += rows;
    } else {
      left.push_back({axis, from, to, rows, why});
    }
  }

  // The hours of the range and those before it, the newest first, as far as can be paid for. What is kept is paid for as well: otherwise
  // each look would read a little further back, and the whole of a large table in the end.
  Result<void> choose_hours(browse::Reading& reading, Axis axis) {
    const Window window = window_of(request_, options_.ages);
    const auto& oldest = known_.oldest[place(axis)];
    const Timestamp begin = finds_finished(axis) && axis == Axis::created ? window.from : hour_of(request_.from);
    const Timestamp end = std::min(ceil_to(request_.to, cell_length), hour_of(now_) + cell_length);
    Timestamp farthest = std::max(begin, hour_of(request_.from - options_.reach));
    if (may_read(axis)) farthest = std::max(farthest, oldest ? hour_of(*oldest) : Timestamp::latest());
    double paid = 0;
    bool stopped = !may_read(axis);
    Timestamp run_to = end;
    const auto close = [&](Timestamp from) -> Result<void> {
      if (from >= run_to) return {};
      return choose_run(reading, axis, {from, run_to, 0}, paid, stopped);
    };
    for (Timestamp hour = end - cell_length; hour >= begin; hour = hour - cell_length) {
      const Cell* cell = kept_cell(axis, hour);
      if (cell == nullptr || !is_good(*cell, now_, options_.ages)) {
        if (hour >= farthest) continue;
        // Nothing to be read any more: what was kept is all there is.
        if (auto done = close(std::max(hour + cell_length, farthest)); !done) return done;
        run_to = hour;
        if (cell != nullptr) use(*cell);
        continue;
      }
      if (auto done = close(hour + cell_length); !done) return done;
      run_to = hour;
      use(*cell);
      paid += static_cast<double>(cell->rows - cell->gone);
      kept_rows_[place(axis)] += static_cast<double>(cell->rows - cell->gone);
    }
    return close(std::max(begin, farthest));
  }

  Result<void> choose_run(browse::Reading& reading, Axis axis, Run run, double& paid, bool& stopped) {
    auto rows = estimate(reading, axis, run.from, run.to);
    if (!rows) return fail(rows.error());
    run.rows = *rows;
    const bool is_hour = run.to - run.from <= cell_length;
    // Without an index each statement would read the whole table.
    const bool in_one = !is_served_[place(axis)];
    const bool is_paid = options_.asked || (!stopped && paid + run.rows <= budget());
    if (is_paid && (in_one || is_hour || run.rows <= at_once())) {
      run.paid = kept_rows_[place(axis)];
      paid += run.rows;
      runs_[place(axis)].push_back(run);
      return {};
    }
    if (stopped || is_hour) {
      stopped = true;
      leave(axis, run.from, run.to, run.rows, may_read(axis) ? std::string() : why_unserved(axis));
      use_kept(axis, run);
      return {};
    }
    const auto half = (run.to - run.from) / cell_length / 2;
    const Timestamp middle = run.to - cell_length * std::max<std::int64_t>(half, 1);
    if (auto done = choose_run(reading, axis, {middle, run.to, 0}, paid, stopped); !done) return done;
    return choose_run(reading, axis, {run.from, middle, 0}, paid, stopped);
  }

  const Cell* kept_cell(Axis axis, Timestamp hour) const {
    const auto found = kept_at_.find({axis, hour});
    if (found == kept_at_.end()) return nullptr;
    const Cell& cell = *found->second;
    const By by = cells_by(request_).value_or(By::nothing);
    const bool tells = !cell.counts[static_cast<std::size_t>(by)].empty() && (request_.distributions.empty() || !cell.counts[0].empty());
    return tells ? &cell : nullptr;
  }

  void use(const Cell& cell) {
    const bool was_over = cell.read_at >= cell.to();
    if (!was_over && is_good(cell, now_, options_.ages)) known_.as_of = std::min(known_.as_of, cell.read_at);
    add_slice(cell, true);
  }

  void add_slice(const Cell& cell, bool kept) {
    const By by = cells_by(request_).value_or(By::nothing);
    const auto index = static_cast<std::size_t>(by);
    Slice slice{.axis = cell.axis,
                .from = cell.from,
                .to = std::min(cell.to(), cell.read_at),
                .read_at = cell.read_at,
                .kept = kept || cell.gone > 0,
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
                 : "what was kept of it cannot be read");
      return;
    }
    if (!request_.distributions.empty() && cell.axis == finished_by_) {
      if (auto durations = decode(cell.counts[0], cell.from)) slice.durations = std::move(*durations);
    }
    const std::string& only = !request_.tenant.empty() ? request_.tenant : request_.operation;
    if (!only.empty()) std::erase_if(*counts, [&](const Count& count) { return count.group != only; });
    slice.counts = std::move(*counts);
    known_.slices.push_back(std::move(slice));
  }

  Result<void> choose_range(browse::Reading& reading, Axis axis) {
    const Timestamp end = std::min(request_.to, ceil_to(now_, std::chrono::seconds(1)));
    const auto& oldest = known_.oldest[place(axis)];
    if (end <= request_.from) return {};
    double rows = 0;
    for (const Duration reach : reaches) {
      Timestamp from = request_.from;
      if (axis == Axis::created && finds_finished(axis)) from = from - reach;
      if (oldest) from = std::max(from, std::min(floor_to(*oldest, std::chrono::seconds(1)), request_.from));
      auto estimated = estimate(reading, axis, from, end);
      if (!estimated) return fail(estimated.error());
      rows = *estimated;
      if (!may_read(axis)) break;
      if (!options_.asked && rows > budget()) continue;
      return split(reading, axis, {from, end, rows});
    }
    leave(axis, request_.from, end, rows, may_read(axis) ? std::string() : why_unserved(axis));
    return {};
  }

  Result<void> split(browse::Reading& reading, Axis axis, const Run& run) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(run.to - run.from).count();
    if (run.rows <= at_once() || seconds < 2 || !is_served_[place(axis)]) {
      runs_[place(axis)].push_back(run);
      return {};
    }
    const Timestamp middle = run.from + Duration(std::chrono::seconds(seconds / 2));
    for (const auto& [from, to] : {std::pair{middle, run.to}, std::pair{run.from, middle}}) {
      auto rows = estimate(reading, axis, from, to);
      if (!rows) return fail(rows.error());
      if (auto done = split(reading, axis, {from, to, *rows}); !done) return done;
    }
    return {};
  }

  // Statistics are old where rows are newest: what turns out to be more than they say is not read to its end.
  std::int64_t most_of_a_statement(Axis axis) const {
    return is_served_[place(axis)] ? static_cast<std::int64_t>(1.5 * at_once()) : 2 * options_.most_rows;
  }

  // One statement in a transaction of its own: a long one would keep the server from cleaning up.
  Result<std::optional<std::vector<Tallied>>> tally(Asked asked, const Run& run) {
    asked.from = run.from;
    asked.to = run.to;
    asked.most_rows = options_.asked ? 0 : most_of_a_statement(asked.axis);
    auto query = tally_query(profile_, how_, asked);
    if (!query) return fail(query.error());
    browse::Limits limits = options_.limits;
    if (options_.asked) limits.statement = std::max(limits.statement, options_.asked_limit);
    const pg::CancelHandle cancel = connection_.cancel_handle();
    if (cancel.is_cancelled()) return fail(ErrorKind::cancelled, "It was cancelled.", "What was counted so far is kept.");
    auto reading = browse::Reading::begin(connection_, profile_, limits);
    if (!reading) return fail(reading.error());
    // Compiling takes longer than the few expressions of one statement are worth.
    if (auto done = reading->script("SET LOCAL jit = off"); !done) return fail(done.error());
    auto rows = reading->run(*query);
    if (!rows) return fail(rows.error());
    note(*query);
    auto tallied = tallied_from(asked, *rows);
    done_ += run.rows;
    if (options_.on_progress) options_.on_progress(static_cast<std::int64_t>(done_), static_cast<std::int64_t>(std::max(total(), done_)));
    std::int64_t read = 0;
    for (const Tallied& one : tallied) read += one.rows;
    if (asked.most_rows > 0 && read > asked.most_rows) return std::optional<std::vector<Tallied>>{};
    return std::optional(std::move(tallied));
  }

  // A busy hour in several statements.
  Result<std::optional<std::vector<Tallied>>> tally_parts(const Asked& asked, const Run& run) {
    const Duration length = run.to - run.from;
    const auto slots = length / group_grain;
    const auto parts = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(run.rows / at_once())), 1, slots);
    if (length > cell_length || parts == 1 || !is_served_[place(asked.axis)] || widened(profile_).by > Duration{0})
      return tally(asked, run);
    std::optional<std::vector<Tallied>> all(std::vector<Tallied>(1, Tallied{.hour = run.from}));
    for (std::int64_t part = 0; part < parts; ++part) {
      const Run one{run.from + group_grain * (slots * part / parts), run.from + group_grain * (slots * (part + 1) / parts),
                    run.rows / static_cast<double>(parts)};
      auto tallied = tally(asked, one);
      if (!tallied || !*tallied) return tallied;
      for (const Tallied& more : **tallied) add(all->front(), more);
    }
    return all;
  }

  double total() const {
    double sum = 0;
    for (const auto& runs : runs_) {
      for (const Run& run : runs) sum += run.rows;
    }
    return sum;
  }

  std::vector<By> counted_by() const {
    std::vector<By> out;
    if (!profile_.tenant.empty()) out.push_back(By::tenant);
    if (!profile_.operation.empty()) out.push_back(By::operation);
    if (!profile_.response_code.empty()) out.push_back(By::code);
    return out;
  }

  Result<void> gather_cells(Axis axis) {
    const Asked asked{.axis = axis,
                      .step = cell_grain,
                      .origin = Timestamp{0},
                      .created = axis == Axis::created,
                      .finished = axis == finished_by_,
                      .by_duration = axis == finished_by_ && how_.tells_durations(),
                      .by = counted_by(),
                      .by_hour = true};
    std::vector<Run> todo(runs_[place(axis)].rbegin(), runs_[place(axis)].rend());  // the newest is the next
    double spent = 0, rate = kept_rate(axis);
    bool stopped = false;
    while (!todo.empty()) {
      Run run = todo.back();
      todo.pop_back();
      const auto many = (run.to - run.from) / cell_length;
      const auto split_off = [&](std::int64_t newest) {
        const Timestamp middle = run.to - cell_length * newest;
        const double share = static_cast<double>(newest) / static_cast<double>(many);
        todo.push_back({run.from, middle, run.rows * (1 - share), run.paid});
        todo.push_back({middle, run.to, run.rows * share, run.paid});
      };
      if (!options_.asked && is_served_[place(axis)]) {
        // By what the hours behind it had, since statistics know least of the newest rows.
        const double expected = std::max(run.rows, std::min(std::max(rate, 0.0) * static_cast<double>(many), at_once()));
        const bool is_dear = stopped || run.paid + spent + expected > budget();
        if (many > 1 && !stopped && (rate < 0 || is_dear || rate * static_cast<double>(many) > at_once())) {
          split_off(rate < 0 ? 1 : (many + 1) / 2);
          continue;
        }
        if (is_dear) {
          stopped = true;
          leave(axis, run.from, run.to, expected);
          use_kept(axis, run);
          continue;
        }
      }
      auto tallied = tally_parts(asked, run);
      if (!tallied) return fail(tallied.error());
      if (!*tallied) {
        const auto most = static_cast<double>(most_of_a_statement(axis));
        spent += most;
        run.rows = 2 * std::max(run.rows, most);
        stopped = stopped || spent >= budget() || !is_served_[place(axis)];
        if (stopped) {
          leave(axis, run.from, run.to, run.rows);
          use_kept(axis, run);
        } else if (many > 1) {
          split_off((many + 1) / 2);
        } else {
          todo.push_back(run);
        }
        continue;
      }
      double read = 0;
      for (const Tallied& one : **tallied) read += static_cast<double>(one.rows);
      spent += read;
      const Duration over = std::min(run.to, now_) - run.from;
      if (over >= minutes(5)) rate = std::max(rate, read * static_cast<double>(cell_length.count()) / static_cast<double>(over.count()));
      for (Timestamp hour = run.from; hour < run.to; hour = hour + cell_length) {
        const auto found = std::ranges::find(**tallied, hour, &Tallied::hour);
        take_hour(axis, hour, found == (*tallied)->end() ? Tallied{.hour = hour} : *found);
      }
    }
    return {};
  }

  // Rows an hour, by the newest that are kept; below zero: none is.
  double kept_rate(Axis axis) const {
    double rows = 0;
    int many = 0;
    for (auto at = kept_at_.rbegin(); at != kept_at_.rend() && many < 3; ++at) {
      const Cell& cell = *at->second;
      if (cell.axis != axis || cell.read_at < cell.to() || now_ - cell.from > hours(24)) continue;
      rows += static_cast<double>(cell.rows);
      ++many;
    }
    return many == 0 ? -1 : rows / many;
  }

  void use_kept(Axis axis, const Run& run) {
    for (Timestamp hour = run.from; hour < run.to; hour = hour + cell_length) {
      if (const Cell* cell = kept_cell(axis, hour)) use(*cell);
    }
  }

  void take_hour(Axis axis, Timestamp hour, const Tallied& from) {
    Cell cell{.axis = axis,
              .from = hour,
              .read_at = now_,
              .rows = from.rows,
              .unfinished = axis == Axis::created && finished_by_ == Axis::finished ? 0 : from.unfinished,
              .unknown = from.unknown,
              .undated = from.undated,
              .counts = {}};
    cell.counts[0] = encode(from.counts[0], hour);
    for (const By by : counted_by()) cell.counts[static_cast<std::size_t>(by)] = encode(from.counts[static_cast<std::size_t>(by)], hour);
    const auto kept = kept_at_.find({axis, hour});
    if (kept != kept_at_.end() && is_complete(*kept->second)) cell = merged(*kept->second, cell);
    const bool would_lose = kept != kept_at_.end() && !is_complete(*kept->second);
    if (options_.on_cell && !would_lose) options_.on_cell(cell);
    add_slice(cell, false);
  }
  // Kept cells are given with what the request needs alone; what is merged must have all.
  bool is_complete(const Cell& cell) const {
    return !cell.counts[0].empty() &&
           std::ranges::all_of(counted_by(), [&](By by) { return !cell.counts[static_cast<std::size_t>(by)].empty(); });
  }

  Result<void> gather(Axis axis) {
    Asked asked{.axis = axis,
                .step = request_.step,
                .group_step = request_.step,
                .origin = Timestamp{request_.from.us % request_.step.count() - request_.step.count()},
                .created = axis == Axis::created && has(request_.metrics, "created"),
                .finished = finds_finished(axis),
                .by_duration = finds_finished(axis) && !request_.distributions.empty() && how_.tells_durations(),
                .by = {},
                .tenant = request_.tenant,
                .operation = request_.operation};
    asked.cut = request_.to;
    if (request_.by != By::nothing) asked.by.push_back(request_.by);
    std::vector<Run> todo(runs_[place(axis)].rbegin(), runs_[place(axis)].rend());
    double spent = 0;
    while (!todo.empty()) {
      const Run run = todo.back();
      todo.pop_back();
      auto tallied = tally(asked, run);
      if (!tallied) return fail(tallied.error());
      if (!*tallied) {
        spent += static_cast<double>(most_of_a_statement(axis));
        again(axis, run, spent, todo);
        continue;
      }
      for (Tallied& one : **tallied) {
        known_.slices.push_back(
            {.axis = axis,
             .from = run.from,
             .to = run.to,
             .read_at = now_,
             .unfinished = one.unfinished,
             .unknown = one.unknown,
             .undated = one.undated,
             .counts = std::move(one.counts[static_cast<std::size_t>(request_.by)]),
             .durations = asked.by_duration ? (request_.by == By::nothing ? std::vector<Count>{} : one.counts[0]) : std::vector<Count>{}});
        Slice& slice = known_.slices.back();
        if (asked.by_duration && request_.by == By::nothing) slice.durations = slice.counts;
      }
    }
    return {};
  }

  // More rows than was said: less of the time before the range, and then in halves, as long as it can be paid for.
  void again(Axis axis, const Run& run, double spent, std::vector<Run>& todo) {
    const auto length = std::chrono::duration_cast<std::chrono::seconds>(run.to - run.from);
    if (run.to <= request_.from) return;
    if (run.from < request_.from && spent < 2 * budget()) {
      const Timestamp less = request_.from - minutes(10);
      todo.push_back({run.from < less ? less : request_.from, run.to, run.rows});
    } else if (spent < budget() && length.count() > 1 && is_served_[place(axis)]) {
      const Timestamp middle = run.from + Duration(length / 2);
      todo.push_back({run.from, middle, run.rows});
      todo.push_back({middle, run.to, run.rows});
    } else {
      leave(axis, run.from, run.to, std::max(run.rows, static_cast<double>(most_of_a_statement(axis))));
    }
  }

  Result<Reading> answer() {
    Reading out;
    Request flows = request_;
    std::erase_if(flows.metrics, [](const std::string& metric) { return is_level(metric); });
    if (!asks_flows()) {
      flows.metrics.clear();
      flows.distributions.clear();
    }
    out.chart = build(flows, how_, finished_by_, known_);
    out.chart.source = fmt::format("rows of {}.{}", visible(profile_.schema), visible(profile_.table)) + out.chart.source;
    out.chart.resolution = std::min(uses_cells() ? grain_of(*cells_by(request_)) : Duration(std::chrono::seconds(1)), request_.step);
    out.chart.asked = std::move(asked_sql_);
    out.not_read = not_read_;
    const std::string why = knowledge_of(profile_).why_not;
    if (!why.empty()) out.chart.warnings.push_back(why);
    if (asks_flows() && std::ranges::any_of(kept_, [&](const Cell& cell) { return cell.read_at > now_; }))
      out.chart.warnings.emplace_back("The database's clock went back behind what was counted earlier: those hours are counted again.");
    const bool had_lines = !out.chart.lines.empty() || !out.chart.distributions.empty();
    if (auto done = add_levels(connection_, profile_, request_, options_.limits, out.chart); !done) return fail(done.error());
    if (!had_lines) out.chart.gaps = metrics::unknown_steps(out.chart, "a table tells how it stands now, not how it stood");
    in_order(out.chart.lines);
    return out;
  }

  void in_order(std::vector<metrics::Line>& lines) const {
    std::ranges::stable_sort(lines, {}, [&](const metrics::Line& line) { return std::ranges::find(request_.metrics, line.metric); });
  }

  void note(const profile::Query& query) { asked_sql_ += (asked_sql_.empty() ? "" : ";\n\n") + query.spelled_out(); }

  pg::Connection& connection_;
  const Profile& profile_;
  Request request_;
  const std::vector<Cell>& kept_;
  std::map<std::pair<Axis, Timestamp>, const Cell*> kept_at_;
  const Options& options_;
  Completions how_;
  Axis finished_by_ = Axis::created;
  Timestamp now_;
  double table_rows_ = 0, not_read_ = 0, done_ = 0;
  bool is_served_[2] = {false, false};
  bool is_direct_ = false;
  std::vector<Run> runs_[2];
  double kept_rows_[2] = {0, 0};
  Known known_;
  std::string asked_sql_;
};

}  // namespace

Window window_of(const Request& request, const Ages& ages) {
  Window out{hour_of(request.from - ages.gives_up), ceil_to(request.to, cell_length), {By::nothing}};
  if (const auto by = cells_by(request); by && *by != By::nothing) out.by.push_back(*by);
  return out;
}

Result<Reading> read_rows(pg::Connection& connection, const Profile& profile, const Request& request, const std::vector<Cell>& kept,
                          const Options& options) {
  if (auto steps = metrics::steps_of(request); !steps) return fail(steps.error());
  return Flow(connection, profile, request, kept, options).run();
}

}  // namespace onceover::tally
