#include "core/metrics/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "core/base/text.h"
#include "core/metrics/counters.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::metrics {
namespace {

// More points than any chart has pixels, and few enough to hold.
constexpr std::int64_t most_steps = 20'000;
const pg::TransactionOptions reading{.read_only = true, .statement_timeout = std::chrono::seconds(15)};

std::optional<std::string> or_all(const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); }

Result<std::int64_t> steps_of(const Range& range) {
  if (!range.from.is_finite() || !range.to.is_finite() || range.to <= range.from) {
    return fail(ErrorKind::invalid_input, "The range must begin before it ends.", "Nothing was read.", "Choose another range.");
  }
  if (range.step < std::chrono::seconds(1)) {
    return fail(ErrorKind::invalid_input, "A step must be a second or longer.", "Nothing was read.", "Choose a longer step.");
  }
  const Duration length = range.to - range.from;
  const std::int64_t steps = length.count() / range.step.count() + (length.count() % range.step.count() != 0 ? 1 : 0);
  if (steps > most_steps) {
    return fail(ErrorKind::invalid_input, fmt::format("The range has {} steps; {} are the most.", steps, most_steps), "Nothing was read.",
                "Choose a longer step or a shorter range.");
  }
  return steps;
}

// Every counter there is, in the order of the enum, then names that another version wrote.
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
    const auto found = std::find_if(series_.begin(), series_.end(), [&](const Series& s) { return s.name == wanted; });
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

std::vector<HistogramBin> bins_of(const pg::Rows& rows, Histogram histogram) {
  std::map<double, std::int64_t> bins{{std::numeric_limits<double>::infinity(), 0}};
  for (const double bound : bounds_ms) bins[bound] = 0;
  for (int row = 0; row < rows.size(); ++row) {
    if (rows.view(row, 0) == name(histogram)) bins[rows.real(row, 1)] += rows.integer(row, 2);
  }
  std::vector<HistogramBin> out;
  out.reserve(bins.size());
  for (const auto& [upper, n] : bins) out.push_back({upper, n});
  return out;
}

std::string as_asked(const Range& range) {
  return fmt::format("-- $1 = {}, $2 = {}, step {} s\n-- tenant: {}, operation: {}\n\n{};\n\n{};\n", iso(range.from), iso(range.to),
                     static_cast<double>(range.step.count()) / 1e6, range.tenant.empty() ? "all" : visible(range.tenant),
                     range.operation.empty() ? "all" : visible(range.operation), sql::history_counters, sql::history_histograms);
}

}  // namespace

Result<History> history(pg::Connection& connection, const Range& range) {
  const auto steps = steps_of(range);
  if (!steps) return fail(steps.error());
  auto transaction = pg::Transaction::begin(connection, reading);
  if (!transaction) return fail(transaction.error());
  pg::Params counters, histograms;
  counters.timestamp(range.from).timestamp(range.to).interval(range.step).text(or_all(range.tenant)).text(or_all(range.operation));
  histograms.timestamp(range.from).timestamp(range.to).text(or_all(range.tenant)).text(or_all(range.operation));
  const pg::Statement statements[] = {
      {"SELECT pg_catalog.clock_timestamp()", {}}, {sql::history_counters, counters}, {sql::history_histograms, histograms}};
  auto rows = connection.pipeline(statements, pg::Connection::Ends::open);
  if (!rows) return fail(rows.error());
  const auto& [clock, counted, observed] = std::tie((*rows)[0], (*rows)[1], (*rows)[2]);
  SeriesByName series(range.from, range.step, *steps);
  for (int row = 0; row < counted.size(); ++row) series.add(counted.view(row, 0), counted.timestamp(row, 1), counted.integer(row, 2));
  History history;
  history.as_of = clock.timestamp(0, 0);
  history.series = series.take();
  history.time_to_completion = bins_of(observed, Histogram::time_to_completion);
  history.lease_age_at_settling = bins_of(observed, Histogram::lease_age_at_settling);
  history.retry_delay = bins_of(observed, Histogram::retry_delay);
  history.sql = as_asked(range);
  return history;
}

Result<std::vector<Total>> totals(pg::Connection& connection, Duration span) {
  // Twice the span must still lie within what timestamps and intervals hold.
  if (span <= Duration{0} || span > std::chrono::hours(24 * 36'600)) {
    return fail(ErrorKind::invalid_input, "The time to sum up must be positive and no longer than a century.", "Nothing was read.");
  }
  auto transaction = pg::Transaction::begin(connection, reading);
  if (!transaction) return fail(transaction.error());
  auto rows = transaction->exec_prepared(sql::history_totals, pg::Params().interval(span));
  if (!rows) return fail(rows.error());
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
}

double quantile(const std::vector<HistogramBin>& bins, double p) {
  std::int64_t all = 0;
  for (const HistogramBin& bin : bins) all += bin.n;
  if (all <= 0) return -1;
  const double wanted = std::clamp(p, 0.0, 1.0) * static_cast<double>(all);
  double below = 0, lower = 0;
  for (const HistogramBin& bin : bins) {
    // Where bins were left out, the standard bounds still tell where this one begins.
    const auto* standard = std::lower_bound(bounds_ms.begin(), bounds_ms.end(), bin.upper_ms);
    if (standard != bounds_ms.begin()) lower = std::max(lower, *std::prev(standard));
    const auto n = static_cast<double>(bin.n);
    if (bin.n > 0 && below + n >= wanted) {
      // Beyond the last bound nothing is known but that it was longer.
      return bin.upper_ms == std::numeric_limits<double>::infinity() ? lower : lower + (bin.upper_ms - lower) * (wanted - below) / n;
    }
    below += n;
    lower = bin.upper_ms;
  }
  return lower;
}

}  // namespace onceover::metrics
