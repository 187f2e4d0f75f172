#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/chart.h"

namespace onceover::charts {
namespace {

struct Column {
  const ChartPoint *low = nullptr, *high = nullptr;

  void add(const ChartPoint& point) {
    if (low == nullptr || point.y < low->y) low = &point;
    if (high == nullptr || point.y > high->y) high = &point;
  }
  void flush(QVector<ChartPoint>& out) {
    if (low == nullptr) return;
    const auto [first, second] = std::minmax(low, high, [](const ChartPoint* a, const ChartPoint* b) { return a->x < b->x; });
    out.append(*first);
    if (first != second) out.append(*second);
    low = high = nullptr;
  }
};

}  // namespace

double secondsOf(Timestamp at) { return static_cast<double>(at.us) / 1e6; }

QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns) {
  if (points.size() <= 2 * columns || columns < 1 || !(to > from)) return points;
  QVector<ChartPoint> out;
  out.reserve(4 * columns);
  Column column;
  int current = 0, gapIn = -1;
  for (const ChartPoint& point : points) {
    const int at = static_cast<int>(std::clamp((point.x - from) * columns / (to - from), 0.0, columns - 1.0));
    if (at != current) column.flush(out);
    current = at;
    if (!std::isnan(point.y)) {
      column.add(point);
      continue;
    }
    // Values and gaps that take turns within a column look like one gap.
    if (std::exchange(gapIn, at) == at) continue;
    column.flush(out);
    if (out.isEmpty() || !std::isnan(out.back().y)) out.append(point);
  }
  column.flush(out);
  return out;
}

}  // namespace onceover::charts
