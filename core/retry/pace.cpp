#include "core/retry/pace.h"

#include <algorithm>

namespace onceover::retry {
namespace {

constexpr Duration longest_rest = std::chrono::seconds(1);

}  // namespace

Pace::Pace(const PaceConfig& config) : config_(config), batch_(std::min(std::max(config.least, config.first), config.most)) {}

void Pace::went(int rows, Duration longest, bool may_grow) {
  const double took = static_cast<double>(std::max<std::int64_t>(1, longest.count()));
  // By half at most: one hiccup of the machine is not the store's pace.
  double factor = std::clamp(static_cast<double>(config_.aim.count()) / took, 0.5, 1.5);
  if (rows < batch_ || !may_grow) factor = std::min(factor, 1.0);
  batch_ = std::clamp(static_cast<int>(batch_ * factor), std::min(config_.least, config_.most), config_.most);
}

Duration Pace::rest(Duration worked, Duration idle) const {
  const double whole = static_cast<double>(worked.count()) * (1 / config_.share - 1);
  const Duration rest = Duration(static_cast<std::int64_t>(std::min(whole, 1e12))) - idle;
  return std::clamp(rest, Duration{0}, longest_rest);
}

}  // namespace onceover::retry
