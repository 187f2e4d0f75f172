#include "ui/metrics/time_frame.h"

#include <algorithm>

namespace onceover::metrics {
namespace {

Timestamp floorTo(Timestamp at, Duration step) {
  const std::int64_t rest = ((at.us % step.count()) + step.count()) % step.count();
  return {at.us - rest};
}

}  // namespace

void TimeFrames::zoom(Timestamp from, Timestamp to) {
  if (to - from < shortest_frame) {
    const Timestamp middle{from.us + (to.us - from.us) / 2};
    from = middle - shortest_frame / 2;
    to = from + shortest_frame;
  }
  frames_.append(TimeFrame{to - from, from, to});
}

Request requestFor(const TimeFrame& frame, Timestamp now, int points) {
  Request out;
  const Duration span = frame.isPart() ? *frame.to - *frame.from : frame.span;
  out.step = step_for(span, std::max(1, points));
  if (frame.isPart()) {
    out.from = floorTo(*frame.from, out.step);
    out.to = floorTo(*frame.to - Duration(1), out.step) + out.step;
  } else {
    out.to = floorTo(now, out.step) + out.step;
    out.from = floorTo(out.to - span, out.step);
  }
  return out;
}

}  // namespace onceover::metrics
