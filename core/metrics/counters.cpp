#include "core/metrics/counters.h"

#include <algorithm>
#include <limits>

namespace onceover::metrics {

std::string_view name(Counter counter) {
  switch (counter) {
    case Counter::created: return "created";
    case Counter::replayed: return "replayed";
    case Counter::conflict: return "conflict";
    case Counter::mismatch: return "mismatch";
    case Counter::taken_over: return "taken_over";
    case Counter::released: return "released";
    case Counter::completed: return "completed";
    case Counter::failed: return "failed";
    case Counter::settled_succeeded: return "settled.succeeded";
    case Counter::settled_failed: return "settled.failed";
    case Counter::settled_released: return "settled.released";
    case Counter::reaped: return "reaped";
    case Counter::needs_human: return "needs_human";
    case Counter::lost_ownership: return "lost_ownership";
  }
  return "created";
}

std::string_view name(Histogram histogram) {
  switch (histogram) {
    case Histogram::retry_delay: return "retry_delay_ms";
    case Histogram::lease_age_at_settling: return "lease_age_at_settling_ms";
    case Histogram::time_to_completion: return "time_to_completion_ms";
  }
  return "retry_delay_ms";
}

double bound_for(Duration value) {
  const double ms = static_cast<double>(value.count()) / 1000.0;
  const auto* bound = std::lower_bound(bounds_ms.begin(), bounds_ms.end(), ms);
  return bound == bounds_ms.end() ? std::numeric_limits<double>::infinity() : *bound;
}

void Counters::add(Counter counter, std::string_view tenant, std::string_view operation, std::int64_t n) {
  add(name(counter), -1, tenant, operation, n);
}

void Counters::observe(Histogram histogram, Duration value, std::string_view tenant, std::string_view operation) {
  add(name(histogram), bound_for(value), tenant, operation, 1);
}

void Counters::add(std::string_view name, double bucket, std::string_view tenant, std::string_view operation, std::int64_t n) {
  if (n == 0) return;
  const SeriesView series{tenant, operation, name, bucket};
  const std::scoped_lock lock(mutex_);
  auto found = sums_.lower_bound(series);
  if (found == sums_.end() || Before{}(series, found->first)) {
    found = sums_.emplace_hint(found, Series{std::string(tenant), std::string(operation), std::string(name), bucket}, 0);
  }
  found->second += n;
}

std::vector<Delta> Counters::take() {
  std::map<Series, std::int64_t, Before> taken;
  {
    const std::scoped_lock lock(mutex_);
    taken.swap(sums_);
  }
  std::vector<Delta> deltas;
  deltas.reserve(taken.size());
  for (auto& [series, n] : taken) deltas.push_back({series.tenant, series.operation, series.name, series.bucket, n});
  return deltas;
}

void Counters::give_back(const std::vector<Delta>& deltas) {
  for (const Delta& delta : deltas) add(delta.name, delta.bucket, delta.tenant, delta.operation, delta.n);
}

}  // namespace onceover::metrics
