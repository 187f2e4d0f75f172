#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/chart.h"

namespace onceover::charts {

double secondsOf(Timestamp at) { return static_cast<double>(at.us) / 1e6; }

QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns) {
  if (points.size() <= 2 * columns || columns < 1 || !(to > from)) return points;
  QVector<ChartPoint> out;
  out.reserve(4 * columns);
  const double scale = columns / (to - from);
  qsizetype low = -1, high = -1;  // of the column
  int column = 0, gapIn = -1;
  const auto flush = [&] {
    if (low < 0) return;
    out.append(points[std::min(low, high)]);
    if (low != high) out.append(points[std::max(low, high)]);
    low = high = -1;
  };
  for (qsizetype i = 0; i < points.size(); ++i) {
    const ChartPoint& point = points[i];
    const int at = static_cast<int>(std::clamp((point.x - from) * scale, 0.0, columns - 1.0));
    if (std::exchange(column, at) != at) flush();
    if (!std::isnan(point.y)) {
      if (low < 0 || point.y < points[low].y) low = i;
      if (high < 0 || point.y > points[high].y) high = i;
      continue;
    }
    // Values and gaps that take turns within a column look like one gap.
    if (std::exchange(gapIn, at) == at) continue;
    flush();
    if (out.isEmpty() || !std::isnan(out.constLast().y)) out.append(point);
  }
  flush();
  return out;
}

}  // namespace onceover::charts
