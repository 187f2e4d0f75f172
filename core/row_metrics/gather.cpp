// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/browse/reading.h"
#include "core/row_metrics/flow.h"

namespace onceover::row_metrics {
namespace {

using metrics::By;
using std::chrono::hours;
using std::chrono::minutes;

class Gatherer {
 public:
  explicit Gatherer(Flow& flow) : flow_(flow) {}

  void hours_of(Axis axis) {
    const CountRequest asked{.axis = axis,
                             .step = cell_grain,
                             .origin = Timestamp{0},
                             .created = axis == Axis::created,
                             .finished = axis == flow_.finished_by,
                             .by_duration = axis == flow_.finished_by && flow_.how.tells_durations(),
                             .by = counted_by(),
                             .by_hour = true};
    // the newest is next
    std::vector<Run> todo(flow_.runs[place(axis)].rbegin(), flow_.runs[place(axis)].rend());
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
      if (!flow_.options.asked && flow_.is_served[place(axis)]) {
        // By the numbers of the hours after it, since statistics know least about the newest rows.
        const double expected =
            std::max(run.rows, std::min(std::max(rate, 0.0) * static_cast<double>(many), flow_.at_once()));
        const bool is_dear = stopped || run.paid + spent + expected > flow_.budget();
        if (many > 1 && !stopped &&
            (rate < 0 || is_dear || rate * static_cast<double>(many) > flow_.at_once())) {
          split_off(rate < 0 ? 1 : (many + 1) / 2);
          continue;
        }
        if (is_dear) {
          stopped = true;
          flow_.leave(axis, run.from, run.to, expected);
          flow_.use_kept(axis, run);
          continue;
        }
      }
      auto tallied = tally_parts(asked, run);
      if (!tallied) {
        const auto most = static_cast<double>(most_of_a_statement(axis));
        spent += most;
        run.rows = 2 * std::max(run.rows, most);
        stopped = stopped || spent >= flow_.budget() || !flow_.is_served[place(axis)];
        if (stopped) {
          flow_.leave(axis, run.from, run.to, run.rows);
          flow_.use_kept(axis, run);
        } else if (many > 1) {
          split_off((many + 1) / 2);
        } else {
          todo.push_back(run);
        }
        continue;
      }
      const auto read = static_cast<double>(tallied->read);
      spent += read;
      const Duration over = std::min(run.to, flow_.now) - run.from;
      if (over >= minutes(5))
        rate = std::max(rate,
                        read * static_cast<double>(cell_length.count()) / static_cast<double>(over.count()));
      for (Timestamp hour = run.from; hour < run.to; hour = hour + cell_length) {
        const auto found = std::ranges::find(tallied->cells, hour, &Tallied::hour);
        take_hour(axis, hour, found == tallied->cells.end() ? Tallied{.hour = hour} : *found);
      }
    }
  }

  void range_of(Axis axis) {
    CountRequest asked{
        .axis = axis,
        .step = flow_.request.step,
        .group_step = flow_.request.step,
        .origin = Timestamp{flow_.request.from.us % flow_.request.step.count() - flow_.request.step.count()},
        .created = axis == Axis::created && flow_.asks_created(),
        .finished = flow_.finds_finished(axis),
        .by_duration =
            flow_.finds_finished(axis) && !flow_.request.distributions.empty() && flow_.how.tells_durations(),
        .by = {},
        .tenant = flow_.request.tenant,
        .operation = flow_.request.operation};
    asked.cut = flow_.request.to;
    if (flow_.request.by != By::nothing) asked.by.push_back(flow_.request.by);
    std::vector<Run> todo(flow_.runs[place(axis)].rbegin(), flow_.runs[place(axis)].rend());
    double spent = 0;
    while (!todo.empty()) {
      const Run run = todo.back();
      todo.pop_back();
      auto tallied = tally(asked, run);
      if (!tallied) {
        spent += static_cast<double>(most_of_a_statement(axis));
        again(axis, run, spent, todo);
        continue;
      }
      for (Tallied& one : tallied->cells) {
        flow_.known.slices.push_back(
            {.axis = axis,
             .from = run.from,
             .to = run.to,
             .read_at = flow_.now,
             .unfinished = one.unfinished,
             .unknown = one.unknown,
             .undated = one.undated,
             .counts = std::move(one.counts[static_cast<std::size_t>(flow_.request.by)]),
             .durations = asked.by_duration
                              ? (flow_.request.by == By::nothing ? std::vector<Count>{} : one.counts[0])
                              : std::vector<Count>{}});
        Slice& slice = flow_.known.slices.back();
        if (asked.by_duration && flow_.request.by == By::nothing) slice.durations = slice.counts;
      }
    }
  }

 private:
  // Statistics are out of date where rows are newest: a reading that exceeds them by much is cut off.
  std::int64_t most_of_a_statement(Axis axis) const {
    return flow_.is_served[place(axis)] ? static_cast<std::int64_t>(1.5 * flow_.at_once())
                                        : 2 * flow_.options.most_rows;
  }

  // One statement in its own transaction: a long one would hold back vacuum.
  std::optional<Answer> tally(CountRequest asked, const Run& run) {
    asked.from = run.from;
    asked.to = run.to;
    asked.most_rows = flow_.options.asked ? 0 : most_of_a_statement(asked.axis);
    auto query = tally_query(flow_.profile, flow_.how, asked);
    browse::Limits limits = flow_.options.limits;
    if (flow_.options.asked) limits.statement = std::max(limits.statement, flow_.options.asked_limit);
    const pg::CancelHandle cancel = flow_.connection.cancel_handle();
    if (cancel.is_cancelled())
      raise(ErrorKind::cancelled, "The reading was cancelled.",
            flow_.options.on_cell ? "The counts so far are kept." : "The counts so far are not kept.");
    auto reading = browse::Reading::begin(flow_.connection, flow_.profile, limits).value();
    // Compiling takes longer than it saves for the few expressions of one statement.
    require(reading.script("SET LOCAL jit = off"));
    auto rows = reading.run(query).value();
    flow_.note(query);
    Answer answer = answer_from(asked, rows);
    flow_.rows_done += run.rows;
    if (flow_.options.on_progress)
      flow_.options.on_progress(static_cast<std::int64_t>(flow_.rows_done),
                                static_cast<std::int64_t>(std::max(total(), flow_.rows_done)));
    if (asked.most_rows > 0 && answer.read > asked.most_rows) return std::nullopt;
    return answer;
  }

  // A busy hour takes several statements.
  std::optional<Answer> tally_parts(const CountRequest& asked, const Run& run) {
    const Duration length = run.to - run.from;
    const auto slots = length / group_grain;
    const auto parts =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(run.rows / flow_.at_once())), 1, slots);
    if (length > cell_length || parts == 1 || !flow_.is_served[place(asked.axis)] ||
        flow_.wide.by > Duration{0})
      return tally(asked, run);
    std::optional<Answer> all(Answer{{Tallied{.hour = run.from}}});
    for (std::int64_t part = 0; part < parts; ++part) {
      const Run one{run.from + group_grain * (slots * part / parts),
                    run.from + group_grain * (slots * (part + 1) / parts),
                    run.rows / static_cast<double>(parts)};
      auto tallied = tally(asked, one);
      if (!tallied) return tallied;
      for (const Tallied& more : tallied->cells) add(all->cells.front(), more);
      all->read += tallied->read;
    }
    return all;
  }

  double total() const {
    double sum = 0;
    for (const auto& runs : flow_.runs) {
      for (const Run& run : runs) sum += run.rows;
    }
    return sum;
  }

  std::vector<By> counted_by() const {
    std::vector<By> out;
    if (!flow_.profile.tenant.empty()) out.push_back(By::tenant);
    if (!flow_.profile.operation.empty()) out.push_back(By::operation);
    if (!flow_.profile.response_code.empty()) out.push_back(By::code);
    return out;
  }

  // Rows per hour, by the newest kept cells; negative: none is kept.
  double kept_rate(Axis axis) const {
    double rows = 0;
    int many = 0;
    for (auto at = flow_.kept_at.rbegin(); at != flow_.kept_at.rend() && many < 3; ++at) {
      const Cell& cell = *at->second;
      if (cell.axis != axis || cell.read_at < cell.to() || flow_.now - cell.from > hours(24)) continue;
      rows += static_cast<double>(cell.rows);
      ++many;
    }
    return many == 0 ? -1 : rows / many;
  }

  void take_hour(Axis axis, Timestamp hour, const Tallied& from) {
    Cell cell{
        .axis = axis,
        .from = hour,
        .read_at = flow_.now,
        .rows = from.rows,
        .unfinished = axis == Axis::created && flow_.finished_by == Axis::finished ? 0 : from.unfinished,
        .unknown = from.unknown,
        .undated = from.undated,
        .counts = {}};
    cell.counts[0] = encode(from.counts[0], hour);
    for (const By by : counted_by())
      cell.counts[static_cast<std::size_t>(by)] = encode(from.counts[static_cast<std::size_t>(by)], hour);
    const auto kept = flow_.kept_at.find({axis, hour});
    if (kept != flow_.kept_at.end() && is_complete(*kept->second)) cell = merged(*kept->second, cell);
    const bool would_lose = kept != flow_.kept_at.end() && !is_complete(*kept->second);
    if (flow_.options.on_cell && !would_lose) flow_.options.on_cell(cell);
    flow_.add_slice(cell, false);
  }

  // Kept cells have only what the request needs; merging needs all.
  bool is_complete(const Cell& cell) const {
    return !cell.counts[0].empty() && std::ranges::all_of(counted_by(), [&](By by) {
      return !cell.counts[static_cast<std::size_t>(by)].empty();
    });
  }

  // More rows than estimated: read less of the time before the range, then halves, up to the limit.
  void again(Axis axis, const Run& run, double spent, std::vector<Run>& todo) {
    const auto length = std::chrono::duration_cast<std::chrono::seconds>(run.to - run.from);
    if (run.to <= flow_.request.from) return;
    if (run.from < flow_.request.from && spent < 2 * flow_.budget()) {
      const Timestamp less = flow_.request.from - minutes(10);
      todo.push_back({run.from < less ? less : flow_.request.from, run.to, run.rows});
    } else if (spent < flow_.budget() && length.count() > 1 && flow_.is_served[place(axis)]) {
      const Timestamp middle = run.from + Duration(length / 2);
      todo.push_back({run.from, middle, run.rows});
      todo.push_back({middle, run.to, run.rows});
    } else {
      flow_.leave(axis, run.from, run.to, std::max(run.rows, static_cast<double>(most_of_a_statement(axis))));
    }
  }

  Flow& flow_;
};

}  // namespace

void gather(Flow& flow) {
  Gatherer gatherer(flow);
  for (const Axis axis : {Axis::created, Axis::finished}) {
    if (flow.needs(axis)) flow.uses_cells() ? gatherer.hours_of(axis) : gatherer.range_of(axis);
  }
}

}  // namespace onceover::row_metrics
