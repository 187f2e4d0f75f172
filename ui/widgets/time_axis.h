// How a chart's axes are cut, and what stands at the cuts. Pure; inside the room only.
#pragma once

#include <QDateTime>
#include <QString>
#include <QVector>

#include "ui/widgets/chart.h"

namespace onceover::widgets {

QDateTime dateTimeOf(double seconds, ClockChoice clock);
// "2026-11-21 02:03:04".
QString fullTimeText(double seconds, ClockChoice clock);
// As much of it as tells it apart within a range so long.
QString timeText(double seconds, double range, ClockChoice clock);

struct TimeTick {
  double t = 0;
  QString label;
};
// On whole minutes, hours, days of the chosen clock; at most about `most`.
QVector<TimeTick> timeTicks(double from, double to, int most, ClockChoice clock);

// From 0 to at least the highest, in round steps.
struct ValueScale {
  double top = 1, step = 1;
  QVector<double> ticks() const;
};
ValueScale valueScale(double highest, ChartUnit unit);

}  // namespace onceover::widgets
