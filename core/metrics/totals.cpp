// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/totals.h"

#include <fmt/format.h>

#include <iterator>

namespace onceover::metrics {
namespace {

std::string label(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

void Totals::add(const Event& event) {
  const std::string operation(event.operation);
  const std::lock_guard lock(mutex_);
  if (event.part == EventPart::call) {
    if (event.outcome == "retried") ++retries_[operation];
    return;
  }
  if (event.part != EventPart::serve) {
    ++outcomes_[{part_words.of(event.part), operation, std::string(event.outcome)}];
    return;
  }
  ++requests_[{operation, std::string(event.outcome)}];
  if (event.outcome != "stored") return;
  const double seconds = std::chrono::duration<double>(event.took).count();
  Histogram& histogram = completions_[operation];
  ++histogram.counts[static_cast<std::size_t>(std::ranges::lower_bound(bounds, seconds) - bounds.begin())];
  histogram.seconds += seconds;
}

std::string Totals::text() const {
  const std::lock_guard lock(mutex_);
  std::string out;
  const auto line = [&]<typename... T>(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(out), format, std::forward<T>(values)...);
    out += '\n';
  };
  line("# HELP onceover_requests_total Requests with an idempotency key, by what they got.");
  line("# TYPE onceover_requests_total counter");
  for (const auto& [name, n] : requests_)
    line(R"(onceover_requests_total{{operation="{}",outcome="{}"}} {})", label(name.first),
         label(name.second), n);
  line("# HELP onceover_completion_seconds From the arrival of a new request to its stored answer.");
  line("# TYPE onceover_completion_seconds histogram");
  for (const auto& [operation, histogram] : completions_) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
      const std::string bound = i < bounds.size() ? fmt::format("{}", bounds[i]) : "+Inf";
      line(R"(onceover_completion_seconds_bucket{{operation="{}",le="{}"}} {})", label(operation), bound,
           sum += histogram.counts[i]);
    }
    line(R"(onceover_completion_seconds_sum{{operation="{}"}} {})", label(operation), histogram.seconds);
    line(R"(onceover_completion_seconds_count{{operation="{}"}} {})", label(operation), sum);
  }
  line("# HELP onceover_call_retries_total Requests to another service that were sent again.");
  line("# TYPE onceover_call_retries_total counter");
  for (const auto& [service, n] : retries_)
    line(R"(onceover_call_retries_total{{service="{}"}} {})", label(service), n);
  line("# HELP onceover_outcomes_total Keys and events, by what a part of the library did with them.");
  line("# TYPE onceover_outcomes_total counter");
  for (const auto& [name, n] : outcomes_) {
    const auto& [part, operation, outcome] = name;
    line(R"(onceover_outcomes_total{{part="{}",operation="{}",outcome="{}"}} {})", part, label(operation),
         label(outcome), n);
  }
  return out;
}

}  // namespace onceover::metrics
