// Load over time without knowing beforehand how long it takes: slices that double in width as the storm goes on.
#pragma once

#include <cstdint>
#include <vector>

#include "core/planner/storm.h"

namespace onceover::planner {

class Load {
 public:
  // Times never fall below 0; they may come in any order.
  void call(Duration at, bool succeeded);
  void waiting(Duration at, std::uint64_t length);

  Duration slice() const { return slice_; }
  // From 0 on, without a gap, to the last slice in which something was.
  std::vector<LoadPoint> points() const;

 private:
  LoadPoint& slice_of(Duration at);

  Duration slice_ = std::chrono::milliseconds(1);
  std::vector<LoadPoint> points_;
};

}  // namespace onceover::planner
