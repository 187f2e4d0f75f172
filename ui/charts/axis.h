// SPDX-License-Identifier: GPL-3.0-or-later
// How an axis is divided, and the labels there. Pure; inside the room only.
#pragma once

#include <QFont>
#include <QString>
#include <QVector>
#include <functional>

#include "ui/charts/chart.h"

namespace onceover::charts {

// Of axes and signs.
QFont smallFont(QFont font);

// "2026-11-21 02:03:04".
QString fullTimeText(double seconds, ClockChoice clock);
// As much of it as tells it apart within a range so long.
QString timeText(double seconds, double range, ClockChoice clock);

// Cells of a CSV: a time in UTC; a number, empty where it is NaN.
QByteArray utcCell(double seconds);
QByteArray numberCell(double value);

struct Tick {
  double at = 0;
  QString label;
};
// On whole minutes, hours, days of the chosen clock; at most about `most`.
QVector<Tick> timeTicks(double from, double to, int most, ClockChoice clock);
// In round steps, at most about `most`; numbers from 1 on in whole ones.
QVector<Tick> valueTicks(double from, double to, int most, ChartUnit unit);

struct Scale {
  double bottom = 0, top = 1;
  QVector<Tick> ticks;
  std::function<double(double)> place = {};  // of a value, between bottom and top; none: the value itself
};
// From 0 to at least the highest, in round steps.
Scale valueScale(double highest, ChartUnit unit);
// From the decade below the lowest, which is above 0, to the one above the highest.
Scale decadeScale(double lowest, double highest, ChartUnit unit);

}  // namespace onceover::charts
