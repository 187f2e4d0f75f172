// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/history.h"

#include <fmt/format.h>

#include <map>

#include "core/metrics/counters.h"
#include "core/metrics/rollup.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::metrics {
namespace {

// More points than any chart has pixels, and few enough to keep in memory.
constexpr std::int64_t most_steps = 20'000;
const pg::TransactionOptions reading{
    .read_only = true, .statement_timeout = std::chrono::seconds(15), .also = in_one_snapshot};

// Every counter in the order of the enum, then names written by another version.
class SeriesByName {
 public:
  SeriesByName(Timestamp from, Duration step, std::int64_t steps) : from_(from), step_(step), steps_(steps) {
    for (int i = 0; i < counter_count; ++i) (void)named(name(static_cast<Counter>(i)));
  }
  void add(std::string_view series, Timestamp at, std::int64_t n) {
    const std::int64_t index = (at - from_) / step_;
    if (index >= 0 && index < steps_) named(series).points[static_cast<std::size_t>(index)].n += n;
  }
  std::vector<Series> take() { return std::move(series_); }

 private:
  Series& named(std::string_view wanted) {
    const auto found =
        std::find_if(series_.begin(), series_.end(), [&](const Series& s) { return s.name == wanted; });
    if (found != series_.end()) return *found;
    Series series{std::string(wanted), {}};
    for (std::int64_t i = 0; i < steps_; ++i) series.points.push_back({from_ + step_ * i, 0});
    return series_.emplace_back(std::move(series));
  }
  Timestamp from_;
  Duration step_;
  std::int64_t steps_;
  std::vector<Series> series_;
};

// As fine as the steps need, where that is still kept.
Grain grain_for(const Request& range, const RollupState& state) {
  Grain grain = Grain::hour;
  const auto fits = [&](Duration part) {
    return range.step % part == Duration{0} && floor_to(range.from, part) == range.from;
  };
  while (grain != Grain::second && !fits(unit(grain)))
    grain = grain == Grain::hour ? Grain::minute : Grain::second;
  while (grain != Grain::hour && floor_to(range.from, unit(grain)) < state.since(grain)) {
    grain = grain == Grain::second ? Grain::minute : Grain::hour;
  }
  return grain;
}

class BinsByName {
 public:
  void add(std::string_view histogram, double upper_ms, std::int64_t n) {
    bins_[std::string(histogram)][upper_ms] += n;
  }
  std::vector<HistogramBin> take(Histogram histogram) {
    std::map<double, std::int64_t>& bins = bins_[std::string(name(histogram))];
    bins.try_emplace(std::numeric_limits<double>::infinity(), 0);
    for (const double bound : bounds_ms) bins.try_emplace(bound, 0);
    std::vector<HistogramBin> out;
    out.reserve(bins.size());
    for (const auto& [upper, n] : bins) out.push_back({upper, n});
    return out;
  }

 private:
  std::map<std::string, std::map<double, std::int64_t>> bins_;
};

std::string as_asked(const Request& range, std::string_view statement) {
  return fmt::format("-- $1 = {}, $2 = {}, step {} s\n-- tenant: {}, operation: {}\n\n{};\n", iso(range.from),
                     iso(range.to), static_cast<double>(range.step.count()) / 1e6,
                     range.tenant.empty() ? "all" : visible(range.tenant),
                     range.operation.empty() ? "all" : visible(range.operation), statement);
}

}  // namespace

Result<History> history(pg::Connection& connection, const Request& range) {
  return as_result([&]() -> History {
    auto steps = steps_of(range, most_steps).value();
    auto transaction = pg::Transaction::begin(connection, reading).value();
    auto state = rollup_state(connection).value();
    const Grain grain = grain_for(range, state);
    const std::string_view statement = grain == Grain::second ? sql::chart_by_second : sql::chart_by_minute;
    pg::Params params;
    params.timestamp(range.from)
        .timestamp(range.to)
        .text(kind_of(!range.tenant.empty(), !range.operation.empty()));
    params.text(or_all(range.tenant))
        .text(or_all(range.operation))
        .null()
        .null()
        .null()
        .boolean(grain != Grain::hour);
    auto rows = transaction.exec_prepared(statement, params).value();
    SeriesByName series(range.from, range.step, steps);
    BinsByName bins;
    for (int row = 0; row < rows.size(); ++row) {
      const std::string_view name = rows.view(row, 0);
      const double bucket = rows.real(row, 1);
      const auto add = [&](Timestamp at, std::int64_t n) {
        if (at < range.from || at >= range.to) return;
        if (bucket < 0) {
          series.add(name, at, n);
        } else {
          bins.add(name, bucket, n);
        }
      };
      const std::string_view parts = rows.view(row, 5);
      // The inbox is read to the microsecond; its sums begin no earlier than the range.
      const Timestamp at = rows.timestamp(row, 3);
      each_part(parts.empty() && !rows.boolean(row, 6) ? std::max(at, range.from) : at, rows.integer(row, 4),
                parts, unit(grain), add);
    }
    History history;
    history.as_of = state.now;
    history.series = series.take();
    history.time_to_completion = bins.take(Histogram::time_to_completion);
    history.lease_age_at_settling = bins.take(Histogram::lease_age_at_settling);
    history.retry_delay = bins.take(Histogram::retry_delay);
    history.sql = as_asked(range, statement);
    return history;
  });
}

Result<std::vector<Total>> totals(pg::Connection& connection, Duration span) {
  return as_result([&]() -> Result<std::vector<Total>> {
    // Twice the span must still fit in timestamps and intervals.
    if (span <= Duration{0} || span > std::chrono::hours(24 * 36'600)) {
      return fail(ErrorKind::invalid_input,
                  "The time to sum up must be positive and no longer than a century.", "Nothing was read.");
    }
    auto transaction = pg::Transaction::begin(connection, reading).value();
    auto rows = transaction.exec_prepared(sql::history_totals, pg::Params().interval(span));
    if (!rows) return fail(without_rollup(rows.error()));
    std::vector<Total> out;
    for (int i = 0; i < counter_count; ++i) out.push_back({std::string(name(static_cast<Counter>(i)))});
    for (int row = 0; row < rows->size(); ++row) {
      const std::string_view wanted = rows->view(row, 0);
      auto total = std::find_if(out.begin(), out.end(), [&](const Total& t) { return t.name == wanted; });
      if (total == out.end()) total = out.insert(out.end(), {std::string(wanted)});
      total->now = rows->integer(row, 1);
      total->before = rows->integer(row, 2);
    }
    return out;
  });
}

double quantile(const std::vector<HistogramBin>& bins, double p) {
  std::int64_t all = 0;
  for (const HistogramBin& bin : bins) all += bin.n;
  if (all <= 0) return -1;
  const double wanted = std::clamp(p, 0.0, 1.0) * static_cast<double>(all);
  double below = 0, lower = 0;
  for (const HistogramBin& bin : bins) {
    // Where bins were left out, the standard bounds give the lower bound of this one.
    const auto* standard = std::lower_bound(bounds_ms.begin(), bounds_ms.end(), bin.upper_ms);
    if (standard != bounds_ms.begin()) lower = std::max(lower, *std::prev(standard));
    const auto n = static_cast<double>(bin.n);
    if (bin.n > 0 && below + n >= wanted) {
      // After the last bound only the lower bound is known.
      return bin.upper_ms == std::numeric_limits<double>::infinity()
                 ? lower
                 : lower + (bin.upper_ms - lower) * (wanted - below) / n;
    }
    below += n;
    lower = bin.upper_ms;
  }
  return lower;
}

namespace {

// Of a store that this program can read; asked first, since a refused statement ends the transaction.
constexpr std::string_view may_read_trail =
    "SELECT COALESCE(pg_catalog.bool_and(pg_catalog.has_table_privilege(c.oid, 'SELECT')), false) FROM "
    "pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass('onceover.audit')";

}  // namespace

Result<std::vector<SettledElsewhere>> settled_elsewhere(pg::Connection& connection, Timestamp from,
                                                        Timestamp to, Duration step,
                                                        const std::string& tenant,
                                                        const std::string& operation) {
  return as_result([&] {
    std::vector<SettledElsewhere> out;
    if (!connection.exec_prepared(may_read_trail).value().boolean(0, 0)) return out;
    pg::Params params;
    params.timestamp(from).timestamp(to).interval(step);
    tenant.empty() ? params.null() : params.text(tenant);
    operation.empty() ? params.null() : params.text(operation);
    const pg::Rows rows = connection.exec_prepared(sql::settled_elsewhere, params).value();
    for (int row = 0; row < rows.size(); ++row) {
      out.push_back({rows.text(row, 0), rows.timestamp(row, 1), rows.text(row, 2), rows.text(row, 3),
                     rows.integer(row, 4)});
    }
    return out;
  });
}

}  // namespace onceover::metrics
