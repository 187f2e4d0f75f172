// What is known about times beside the values: where nothing is known, what was done, what is not over.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "ui/charts/chart.h"

namespace onceover::charts {

// Where nothing is known: shaded, and said.
struct ChartGap {
  double from = 0, to = 0;
  QString why;
};

// What somebody did, or what ran: a line across, with a sign that is the first letter of its kind.
struct Marker {
  double t = 0;
  QString kind;  // "sweep", "plan", "verdict"
  QString text;
  std::optional<double> until = {};
};

struct TimeMarks {
  QVector<ChartGap> gaps;
  QVector<Marker> markers;  // by time
  std::optional<double> ongoing;
  ClockChoice clock = ClockChoice::utc;
  double step = 0;  // how long a point lasts, in seconds; 0: not known

  // What gaps and markers say of that time, within a range so long; empty: nothing.
  QString remarkAt(double t, double range) const;
  // All of them as sentences; of many the newest.
  QStringList remarks(double range) const;
  // The time of a line of the table, and whether its step is not over.
  QString rowText(double t) const;
};

}  // namespace onceover::charts
