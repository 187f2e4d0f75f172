#include "core/metrics/prometheus_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace onceover::metrics::prometheus {
namespace {

constexpr std::size_t warnings_shown = 20;

// In ms; nullopt: not a bucket bound.
std::optional<double> bound_of(const TimeSeries& series) {
  const std::string* le = series.label("le");
  if (le == nullptr || le->empty()) return std::nullopt;
  char* end = nullptr;
  const double seconds = std::strtod(le->c_str(), &end);  // strtod reads "+Inf" as infinity, too
  if (*end != '\0' || std::isnan(seconds)) return std::nullopt;
  return std::isinf(seconds) ? seconds : std::round(seconds * 1e9) / 1e6;
}

}  // namespace

std::string promql_duration(Duration span) {
  const auto ms = span / millisecond;
  return ms % 1000 == 0 ? fmt::format("{}s", ms / 1000) : fmt::format("{}ms", ms);
}

std::string label_of(std::string_view name) {
  const Metric* metric = metric_named(name);
  return metric == nullptr ? std::string(name) : std::string(metric->label);
}

std::optional<std::size_t> Grid::step_of(Timestamp at, Laid& laid) const {
  const Duration since = at - from_;
  if (since < Duration{0}) return std::nullopt;
  const std::int64_t nearest = (since + step_ / 2).count() / step_.count();
  if (nearest < 1 || nearest > static_cast<std::int64_t>(steps_)) return std::nullopt;
  if (std::chrono::abs(since - step_ * nearest) > 2 * millisecond) ++laid.moved;
  return static_cast<std::size_t>(nearest - 1);
}

void Grid::lay(const std::vector<Sample>& samples, std::vector<double>& values, Laid& laid) const {
  std::map<std::size_t, double> told;
  std::set<std::size_t> doubled;
  for (const Sample& sample : samples) {
    const auto step = step_of(sample.at, laid);
    if (!step) continue;
    const bool is_odd = !std::isfinite(sample.value) || sample.value < 0;
    laid.odd += is_odd ? 1 : 0;
    const double value = is_odd ? not_known : sample.value;
    const auto [before, is_first] = told.try_emplace(*step, value);
    const bool is_same = before->second == value || (std::isnan(before->second) && std::isnan(value));
    if (!is_first && !is_same) doubled.insert(*step);
  }
  for (const auto& [step, value] : told) values[step] = doubled.contains(step) ? not_known : value;
  laid.doubled += doubled.size();
}

void Sayings::say(const std::string& sentence) {
  if (std::ranges::find(said_, sentence) == said_.end()) said_.push_back(sentence);
}

void Sayings::say(const std::string& label, const Laid& laid) {
  const auto at = [](std::size_t steps) { return fmt::format("at {} step{}", steps, steps == 1 ? "" : "s"); };
  if (laid.odd > 0) say(fmt::format("{}: NaN, infinite or negative {}: shown as gaps.", label, at(laid.odd)));
  if (laid.doubled > 0) say(fmt::format("{}: two values for one time {}: shown as gaps.", label, at(laid.doubled)));
  if (laid.moved > 0) say(fmt::format("{}: for other times than asked {}: moved to the nearest.", label, at(laid.moved)));
}

std::vector<std::string> Sayings::all() && {
  if (said_.size() > warnings_shown) {
    const std::size_t more = said_.size() - warnings_shown;
    said_.resize(warnings_shown);
    said_.push_back(fmt::format("And {} more warnings.", more));
  }
  return std::move(said_);
}

Result<void> take_buckets(const Answer& answer, const Grid& grid, Buckets& buckets, Laid& laid) {
  std::set<double> seen;
  for (const TimeSeries& series : answer.series) {
    const auto bound = bound_of(series);
    if (!bound) return fail(ErrorKind::invalid_input, "the expression gives series without a bucket bound (le).");
    if (!seen.insert(*bound).second) {
      return fail(ErrorKind::invalid_input, "the expression gives several series for one bucket: sum them by (le).");
    }
    auto& values = buckets[*bound];
    values.resize(grid.steps(), not_known);
    grid.lay(series.samples, values, laid);
  }
  return {};
}

Distribution distribution_of(const std::string& name, const Buckets& buckets, std::size_t steps) {
  Distribution out;
  out.name = name;
  for (const auto& [upper, values] : buckets) out.upper_ms.push_back(upper);
  out.counts.assign(steps * out.upper_ms.size(), not_known);
  for (std::size_t step = 0; step < steps; ++step) {
    if (std::ranges::any_of(buckets, [&](const auto& bucket) { return std::isnan(bucket.second[step]); })) continue;
    double below = 0;
    std::size_t at = step * out.upper_ms.size();
    for (const auto& [upper, values] : buckets) {
      // Prometheus extrapolates each bucket on its own: one may be slightly below the next smaller one.
      const double up_to = std::max(below, values[step]);
      out.counts[at++] = up_to - below;
      below = up_to;
    }
  }
  return out;
}

}  // namespace onceover::metrics::prometheus
