// Which time the dashboard shows: the last so long, or a part that somebody chose, and the way back. Pure.
#pragma once

#include <QVector>
#include <optional>

#include "core/metrics/chart.h"

namespace onceover::metrics {

struct TimeFrame {
  Duration span = std::chrono::hours(1);  // the last so long, where there is no part
  std::optional<Timestamp> from, to;      // the part
  bool isPart() const { return from && to; }
  bool operator==(const TimeFrame&) const = default;
};

inline constexpr Duration shortest_frame = std::chrono::seconds(10);

class TimeFrames {
 public:
  const TimeFrame& current() const { return frames_.back(); }
  bool canGoBack() const { return frames_.size() > 1; }
  void setSpan(Duration span) { frames_ = {TimeFrame{span, {}, {}}}; }
  // Nothing below shortest_frame: it is widened around its middle.
  void zoom(Timestamp from, Timestamp to);
  void back() {
    if (canGoBack()) frames_.removeLast();
  }

 private:
  QVector<TimeFrame> frames_{TimeFrame{}};
};

// from, to and step of what is asked: whole steps, so that a range does not tremble with each refresh, at most about `points` of them;
// the last span ends with the step `now` lies in.
Request requestFor(const TimeFrame& frame, Timestamp now, int points);

}  // namespace onceover::metrics
