// The newest, lowest and highest of a line. Inside the room only.
#pragma once

#include <cmath>

namespace onceover::widgets {

// NaN where nothing of it is known.
struct ValueRange {
  double low = NAN, high = NAN, last = NAN;
  void add(double value) {
    if (std::isnan(value)) return;
    if (!(low <= value)) low = value;
    if (!(high >= value)) high = value;
    last = value;
  }
};

}  // namespace onceover::widgets
