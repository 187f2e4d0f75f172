// Load over time, of unknown length: slices whose width doubles as the storm goes on.
#pragma once

#include <cstdint>
#include <vector>

#include "core/calculator/storm.h"

namespace onceover::calculator {

class Load {
 public:
  // Times are at least 0, in any order.
  void call(Duration at, bool succeeded);
  void waiting(Duration at, std::uint64_t length);

  Duration slice() const { return slice_; }
  // From 0 to the last slice with load, without gaps.
  std::vector<LoadPoint> points() const;

 private:
  LoadPoint& slice_of(Duration at);

  Duration slice_ = std::chrono::milliseconds(1);
  std::vector<LoadPoint> points_;
};

}  // namespace onceover::calculator
