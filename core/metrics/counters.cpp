// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/counters.h"

#include "core/base/words.h"

namespace onceover::metrics {

constexpr auto counter_names = words<Counter>({{Counter::created, "created"},
                                               {Counter::replayed, "replayed"},
                                               {Counter::conflict, "conflict"},
                                               {Counter::mismatch, "mismatch"},
                                               {Counter::taken_over, "taken_over"},
                                               {Counter::released, "released"},
                                               {Counter::completed, "completed"},
                                               {Counter::failed, "failed"},
                                               {Counter::settled_succeeded, "settled.succeeded"},
                                               {Counter::settled_failed, "settled.failed"},
                                               {Counter::settled_released, "settled.released"},
                                               {Counter::reaped, "reaped"},
                                               {Counter::needs_human, "needs_human"},
                                               {Counter::lost_ownership, "lost_ownership"}});

std::string_view name(Counter counter) { return counter_names.of(counter); }

constexpr auto histogram_names =
    words<Histogram>({{Histogram::retry_delay, "retry_delay_ms"},
                      {Histogram::lease_age_at_settling, "lease_age_at_settling_ms"},
                      {Histogram::time_to_completion, "time_to_completion_ms"},
                      {Histogram::retry_age, "retry_age_ms"}});

std::string_view name(Histogram histogram) { return histogram_names.of(histogram); }

double bound_for(Duration value) {
  const double ms = static_cast<double>(value.count()) / 1000.0;
  const auto* bound = std::lower_bound(bounds_ms.begin(), bounds_ms.end(), ms);
  return bound == bounds_ms.end() ? std::numeric_limits<double>::infinity() : *bound;
}

void Counters::add(Counter counter, std::string_view tenant, std::string_view operation, std::int64_t n) {
  add(name(counter), -1, tenant, operation, n);
}

void Counters::observe(Histogram histogram, Duration value, std::string_view tenant,
                       std::string_view operation) {
  add(name(histogram), bound_for(value), tenant, operation, 1);
}

void Counters::add(std::string_view name, double bucket, std::string_view tenant, std::string_view operation,
                   std::int64_t n) {
  if (n == 0) return;
  const SeriesView series{tenant, operation, name, bucket};
  const std::scoped_lock lock(mutex_);
  auto found = sums_.lower_bound(series);
  if (found == sums_.end() || Before{}(series, found->first)) {
    found = sums_.emplace_hint(
        found, Series{std::string(tenant), std::string(operation), std::string(name), bucket}, 0);
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
  for (auto& [series, n] : taken)
    deltas.push_back({series.tenant, series.operation, series.name, series.bucket, n});
  return deltas;
}

void Counters::give_back(const std::vector<Delta>& deltas) {
  for (const Delta& delta : deltas) add(delta.name, delta.bucket, delta.tenant, delta.operation, delta.n);
}

}  // namespace onceover::metrics
