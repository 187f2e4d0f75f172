// How many items a batch: so many that its writing transactions stay short. Inside the room only.
#pragma once

#include <algorithm>

#include "core/base/time.h"

namespace onceover::plan {

class Pace {
 public:
  explicit Pace(int most) : most_(most), batch_(std::min(50, most)) {}

  int batch() const { return batch_; }
  // Its items, and the longest of its writing transactions. A batch that was not full, or whose questions took their time, says nothing in
  // favour of a larger one.
  void went(int items, Duration longest, bool may_grow) {
    constexpr Duration aim = std::chrono::milliseconds(15);
    double factor =
        std::clamp(static_cast<double>(aim.count()) / static_cast<double>(std::max<std::int64_t>(1, longest.count())), 0.5, 1.5);
    if (items < batch_ || !may_grow) factor = std::min(factor, 1.0);
    batch_ = std::clamp(static_cast<int>(batch_ * factor), std::min(10, most_), most_);
  }

 private:
  int most_, batch_;
};

}  // namespace onceover::plan
