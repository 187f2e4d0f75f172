// SPDX-License-Identifier: GPL-3.0-or-later
// From what a source said to what a chart draws, and what is said beside it. Pure. Numbers are handed on as they are.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "core/metrics/chart.h"
#include "ui/charts/heat_map.h"
#include "ui/charts/plot_chart.h"

namespace onceover::metrics {

// A line on a screen and the line of the chart behind it.
struct DrawnLine {
  charts::ChartSeries series;
  std::string metric;
  std::optional<std::string> group;
  bool isRest = false;
};

// The lines of these metrics, in that order; where they are split, named by their group. Metrics the chart does not know give none.
QVector<DrawnLine> drawnLines(const Chart& chart, const QStringList& metrics);
// Moved by `back`, so that what was then stands under what is now.
QVector<charts::ChartSeries> seriesOf(const QVector<DrawnLine>& lines, Duration back = Duration(0));
// Of the whole chart; adjacent gaps of one reason are one.
QVector<charts::ChartGap> gapsOf(const Chart& chart);
// Begin of the first step that is not over and has begun; none: all are over.
std::optional<double> ongoingOf(const Chart& chart);

const Distribution* distributionOf(const Chart& chart, const QString& name);
charts::HeatData heatOf(const Chart& chart, const Distribution& distribution);
// p50, p95, p99.
QVector<charts::HeatLine> quantileLines(const Distribution& distribution);
// The whole range: bars from the first to the last bound that holds anything, labelled "≤ 250 ms".
QVector<charts::Bar> barsOf(const Distribution& distribution);
// "p50 120 ms · p95 2 s · p99 more than 7 d · 12 345 in all"; "nothing counted" where it is empty.
QString quantilesOf(const Distribution& distribution);

// Whether it knows any value at all.
bool knowsAnything(const Chart& chart);
bool knowsAny(const Chart& chart, const QStringList& metrics);

// Why a chart of a filter has nothing to draw: nothing of it was counted for the tenant or operation, so that zeros would pass for facts
// about it. Empty: something was, or nothing is filtered.
QString whyNothingMatches(const Request& request, const Chart& chart);

// Which source, how fine, what is missing: "Counters, rolled up by the minute · steps of 5 min · exact".
QString captionOf(const Chart& chart, const QString& notKnown);
// The same at length, a line for each gap and warning.
QString captionDetails(const Chart& chart, const QString& notKnown, widgets::ClockChoice clock);

}  // namespace onceover::metrics
