// From an answer's samples to the steps of a chart, and what is said about them. Inside the room only.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics/prometheus.h"

namespace onceover::metrics::prometheus {

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
inline constexpr Duration millisecond = std::chrono::milliseconds(1);  // as fine as a Prometheus tells time

// Of PromQL: "90s", "1500ms".
std::string promql_duration(Duration span);
// How people call a metric or a distribution.
std::string label_of(std::string_view name);

// How many steps were not as they should be.
struct Laid {
  std::size_t odd = 0, doubled = 0, moved = 0;
};

class Grid {
 public:
  Grid(Timestamp from, Duration step, std::size_t steps) : from_(from), step_(step), steps_(steps) {}
  std::size_t steps() const { return steps_; }
  // Onto values, one a step: a sample belongs to the step that ends at its time.
  void lay(const std::vector<Sample>& samples, std::vector<double>& values, Laid& laid) const;

 private:
  std::optional<std::size_t> step_of(Timestamp at, Laid& laid) const;
  Timestamp from_;
  Duration step_;
  std::size_t steps_;
};

// Each sentence once, and not without end.
class Sayings {
 public:
  explicit Sayings(std::vector<std::string> begun) : said_(std::move(begun)) {}
  void say(const std::string& sentence);
  void say(const std::string& label, const Laid& laid);
  std::vector<std::string> all() &&;

 private:
  std::vector<std::string> said_;
};

// Cumulative counts of the steps, NaN where nothing was told, by upper bound in ms.
using Buckets = std::map<double, std::vector<double>>;
// invalid_input: series that are no buckets, or two of one bound.
Result<void> take_buckets(const Answer& answer, const Grid& grid, Buckets& buckets, Laid& laid);
// A step in which any bound is missing is not known: what it held would be counted under the next one.
Distribution distribution_of(const std::string& name, const Buckets& buckets, std::size_t steps);

}  // namespace onceover::metrics::prometheus
