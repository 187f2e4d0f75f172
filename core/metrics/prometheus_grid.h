// From an answer's samples to the steps of a chart, with warnings. Only for this room.
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
inline constexpr Duration millisecond = std::chrono::milliseconds(1);  // the resolution of Prometheus' times

// Of PromQL: "90s", "1500ms".
std::string promql_duration(Duration span);
// The display name of a metric or a distribution.
std::string label_of(std::string_view name);

// The number of irregular steps.
struct Laid {
  std::size_t odd = 0, doubled = 0, moved = 0;
};

class Grid {
 public:
  Grid(Timestamp from, Duration step, std::size_t steps) : from_(from), step_(step), steps_(steps) {}
  std::size_t steps() const { return steps_; }
  // Onto one value per step: a sample belongs to the step that ends at its time.
  void lay(const std::vector<Sample>& samples, std::vector<double>& values, Laid& laid) const;

 private:
  std::optional<std::size_t> step_of(Timestamp at, Laid& laid) const;
  Timestamp from_;
  Duration step_;
  std::size_t steps_;
};

// Each sentence once, up to a limit.
class Sayings {
 public:
  explicit Sayings(std::vector<std::string> begun) : said_(std::move(begun)) {}
  void say(const std::string& sentence);
  void say(const std::string& label, const Laid& laid);
  std::vector<std::string> all() &&;

 private:
  std::vector<std::string> said_;
};

// Cumulative counts of the steps by upper bound in ms; NaN: no sample.
using Buckets = std::map<double, std::vector<double>>;
// invalid_input: series that are no buckets, or two with the same bound.
Result<void> take_buckets(const Answer& answer, const Grid& grid, Buckets& buckets, Laid& laid);
// A step without one of the bounds is unknown: its counts would go to the next bound.
Distribution distribution_of(const std::string& name, const Buckets& buckets, std::size_t steps);

}  // namespace onceover::metrics::prometheus
