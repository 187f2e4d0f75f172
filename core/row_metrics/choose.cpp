// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/browse/reading.h"
#include "core/row_metrics/flow.h"

namespace onceover::row_metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using tables::Profile;

// How far before a range with steps below a minute to look for rows that finished in it; the first that fits
// the limit.
constexpr Duration reaches[] = {hours(24), hours(6), hours(1), minutes(10), minutes(1), Duration{0}};

class Chooser {
 public:
  explicit Chooser(Flow& flow) : flow_(flow) {}

  // What exists, before anything is read.
  void choose_cells() {
    auto reading = browse::Reading::begin(flow_.connection, flow_.profile, flow_.options.limits).value();
    // A standby lacks what it has not replayed yet.
    const tables::Query clock(
        "SELECT CASE WHEN pg_catalog.pg_is_in_recovery() AND pg_catalog.pg_last_wal_receive_lsn() IS "
        "DISTINCT FROM pg_catalog.pg_last_wal_replay_lsn() THEN LEAST(pg_catalog.now(), "
        "pg_catalog.pg_last_xact_replay_timestamp()) ELSE pg_catalog.now() END");
    flow_.known.as_of = flow_.now = reading.run(clock).value().timestamp(0, 0);
    for (const Profile* table : {&flow_.profile, flow_.profile.twin.profile.get()}) {
      if (table == nullptr) continue;
      flow_.table_rows +=
          browse::explain(reading, *table, tables::Query("SELECT FROM " + tables::table_name(*table) + " k"))
              .rows;
    }
    const bool is_shared =
        flow_.how.shared() != nullptr &&
        (!flow_.profile.twin.profile || completions_of(*flow_.profile.twin.profile).shared() != nullptr);
    // Whatever the planner prefers for today's number of rows: the axis of an hour's counts must not change.
    require(reading.script("SET LOCAL enable_seqscan = off"));
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (axis == Axis::finished && !is_shared) continue;
      flow_.is_served[place(axis)] = is_served(reading, axis);
    }
    require(reading.script("SET LOCAL enable_seqscan = on"));
    if (is_shared && flow_.is_served[place(Axis::finished)]) flow_.finished_by = Axis::finished;
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if ((axis == Axis::finished && flow_.finished_by != axis) || !flow_.may_read(axis)) continue;
      auto query = oldest_query(flow_.profile, axis);
      flow_.known.oldest[place(axis)] = reading.run(query).value().optional_timestamp(0, 0);
      flow_.note(query);
    }
    // A row that finished after the oldest existing row was created after it, or still exists.
    auto &made = flow_.known.oldest[place(Axis::created)],
         &finished = flow_.known.oldest[place(Axis::finished)];
    if (made && (!finished || *made < *finished)) finished = made;
    estimate_all(reading);
  }

  bool instead_directly() {
    const bool lacks = (flow_.needs(Axis::created) && lacks_some(Axis::created)) ||
                       (flow_.needs(Axis::finished) && lacks_some(Axis::finished));
    if (!flow_.uses_cells() || flow_.options.asked || !lacks ||
        flow_.request.to - flow_.request.from > cell_length)
      return false;
    read_directly();
    auto reading = browse::Reading::begin(flow_.connection, flow_.profile, flow_.options.limits).value();
    choose_ranges(reading);
    return true;
  }

 private:
  bool is_served(browse::Reading& reading, Axis axis) {
    const CountRequest asked{.axis = axis, .from = flow_.now - hours(1), .to = flow_.now};
    auto queries = range_queries(flow_.profile, asked);
    for (const tables::Query& query : queries) {
      auto plan = browse::explain(reading, flow_.profile, query);
      if (plan.whole || plan.walks) return false;
    }
    return true;
  }

  double estimate(browse::Reading& reading, Axis axis, Timestamp from, Timestamp to) {
    const Widened& wide = flow_.wide;
    auto queries = range_queries(wide.profile, {.axis = axis, .from = from - wide.by, .to = to + wide.by});
    double rows = 0;
    for (const tables::Query& query : queries) rows += browse::explain(reading, flow_.profile, query).rows;
    return rows;
  }

  // Decides what to read, only by estimates.
  void estimate_all(browse::Reading& reading) {
    if (flow_.uses_cells()) {
      bool lacks = false;
      for (const Axis axis : {Axis::created, Axis::finished}) {
        if (!flow_.needs(axis)) continue;
        choose_hours(reading, axis);
        lacks = lacks || lacks_some(axis);
      }
      if (!lacks || flow_.options.asked) return;
      if (!is_cheap(reading)) return;
      // Whole hours exceed the limit, and the range does not.
      read_directly();
    }
    choose_ranges(reading);
  }

  // A part of the range remains unread, and none of its hours counts deleted rows, which only its cell knows.
  bool lacks_some(Axis axis) const {
    const auto& oldest = flow_.known.oldest[place(axis)];
    const auto is_of_range = [&](const auto& part) {
      return part.axis == axis && part.to > flow_.request.from && part.from < flow_.request.to;
    };
    const auto is_gone = [&](const Slice& slice) {
      return is_of_range(slice) && (slice.gone > 0 || !oldest || slice.from < hour_of(*oldest));
    };
    return std::ranges::any_of(flow_.known.unread, is_of_range) &&
           std::ranges::none_of(flow_.known.slices, is_gone);
  }

  void read_directly() {
    flow_.is_direct = true;
    flow_.known.slices.clear();
    flow_.known.unread.clear();
    flow_.known.as_of = flow_.now;
    flow_.not_read = 0;
    for (auto& runs : flow_.runs) runs.clear();
  }

  bool is_cheap(browse::Reading& reading) {
    const Timestamp end = std::min(flow_.request.to, ceil_to(flow_.now, std::chrono::seconds(1)));
    if (end <= flow_.request.from) return false;
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (!flow_.needs(axis)) continue;
      auto rows = estimate(reading, axis, flow_.request.from, end);
      if (!flow_.may_read(axis) || rows > flow_.budget()) return false;
    }
    return true;
  }

  std::string why_unserved(Axis axis) const {
    const Profile at = by_axis(flow_.profile, flow_.how, axis);
    return fmt::format(
        "not read: no index serves it, and the table has about {:.0f} rows. CREATE INDEX CONCURRENTLY ON {} "
        "({}) would help",
        flow_.table_rows, tables::table_name(at), tables::quoted_name(at.created_at.column));
  }

  // The hours of the range and before it, newest first, up to the limit. Kept hours count towards it, too:
  // otherwise each reading would go a little further back, and in the end read all of a large table.
  void choose_hours(browse::Reading& reading, Axis axis) {
    const Window window = window_of(flow_.request, flow_.options.ages);
    const auto& oldest = flow_.known.oldest[place(axis)];
    const Timestamp begin =
        flow_.finds_finished(axis) && axis == Axis::created ? window.from : hour_of(flow_.request.from);
    const Timestamp end = std::min(ceil_to(flow_.request.to, cell_length), hour_of(flow_.now) + cell_length);
    Timestamp farthest = std::max(begin, hour_of(flow_.request.from - flow_.options.reach));
    if (flow_.may_read(axis)) farthest = std::max(farthest, oldest ? hour_of(*oldest) : Timestamp::latest());
    double paid = 0;
    bool stopped = !flow_.may_read(axis);
    Timestamp run_to = end;
    const auto close = [&](Timestamp from) {
      if (from < run_to) choose_run(reading, axis, {from, run_to, 0}, paid, stopped);
    };
    for (Timestamp hour = end - cell_length; hour >= begin; hour = hour - cell_length) {
      const Cell* cell = flow_.kept_cell(axis, hour);
      if (cell == nullptr || !is_good(*cell, flow_.now, flow_.options.ages)) {
        if (hour >= farthest) continue;
        // Nothing remains to be read: the kept counts are all there is.
        close(std::max(hour + cell_length, farthest));
        run_to = hour;
        if (cell != nullptr) flow_.use(*cell);
        continue;
      }
      close(hour + cell_length);
      run_to = hour;
      flow_.use(*cell);
      paid += static_cast<double>(cell->rows - cell->gone);
      flow_.kept_rows[place(axis)] += static_cast<double>(cell->rows - cell->gone);
    }
    return close(std::max(begin, farthest));
  }

  void choose_run(browse::Reading& reading, Axis axis, Run run, double& paid, bool& stopped) {
    auto rows = estimate(reading, axis, run.from, run.to);
    run.rows = rows;
    const bool is_hour = run.to - run.from <= cell_length;
    // Without an index, each statement would read the whole table.
    const bool in_one = !flow_.is_served[place(axis)];
    const bool is_paid = flow_.options.asked || (!stopped && paid + run.rows <= flow_.budget());
    if (is_paid && (in_one || is_hour || run.rows <= flow_.at_once())) {
      run.paid = flow_.kept_rows[place(axis)];
      paid += run.rows;
      flow_.runs[place(axis)].push_back(run);
      return;
    }
    if (stopped || is_hour) {
      stopped = true;
      flow_.leave(axis, run.from, run.to, run.rows,
                  flow_.may_read(axis) ? std::string() : why_unserved(axis));
      flow_.use_kept(axis, run);
      return;
    }
    const auto half = (run.to - run.from) / cell_length / 2;
    const Timestamp middle = run.to - cell_length * std::max<std::int64_t>(half, 1);
    choose_run(reading, axis, {middle, run.to, 0}, paid, stopped);
    return choose_run(reading, axis, {run.from, middle, 0}, paid, stopped);
  }

  void choose_ranges(browse::Reading& reading) {
    for (const Axis axis : {Axis::created, Axis::finished}) {
      if (flow_.needs(axis)) choose_range(reading, axis);
    }
  }

  void choose_range(browse::Reading& reading, Axis axis) {
    const Timestamp end = std::min(flow_.request.to, ceil_to(flow_.now, std::chrono::seconds(1)));
    const auto& oldest = flow_.known.oldest[place(axis)];
    if (end <= flow_.request.from) return;
    double rows = 0;
    for (const Duration reach : reaches) {
      Timestamp from = flow_.request.from;
      if (axis == Axis::created && flow_.finds_finished(axis)) from = from - reach;
      if (oldest)
        from = std::max(from, std::min(floor_to(*oldest, std::chrono::seconds(1)), flow_.request.from));
      rows = estimate(reading, axis, from, end);
      if (!flow_.may_read(axis)) break;
      if (!flow_.options.asked && rows > flow_.budget()) continue;
      return split(reading, axis, {from, end, rows});
    }
    flow_.leave(axis, flow_.request.from, end, rows,
                flow_.may_read(axis) ? std::string() : why_unserved(axis));
  }

  void split(browse::Reading& reading, Axis axis, const Run& run) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(run.to - run.from).count();
    if (run.rows <= flow_.at_once() || seconds < 2 || !flow_.is_served[place(axis)]) {
      flow_.runs[place(axis)].push_back(run);
      return;
    }
    const Timestamp middle = run.from + Duration(std::chrono::seconds(seconds / 2));
    for (const auto& [from, to] : {std::pair{middle, run.to}, std::pair{run.from, middle}}) {
      auto rows = estimate(reading, axis, from, to);
      split(reading, axis, {from, to, rows});
    }
  }

  Flow& flow_;
};

}  // namespace

void choose(Flow& flow) { return Chooser(flow).choose_cells(); }

bool choose_directly(Flow& flow) { return Chooser(flow).instead_directly(); }

}  // namespace onceover::row_metrics
