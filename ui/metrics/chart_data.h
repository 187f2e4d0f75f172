// From what was counted to what a chart draws. Pure.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

#include "core/metrics/history.h"
#include "ui/widgets/chart.h"

namespace onceover::metrics {

// The step that gives a chart at most 120 points: enough to see an incident, few enough to read as a table.
Duration stepFor(Duration span);

// The range of whole steps that ends with the step `now` lies in.
Range rangeFor(Timestamp now, Duration span);

// "settled.succeeded" → "settled: succeeded".
QString labelOf(const std::string& name);

// Lines of the named counters, in keys a minute. The step that is not over yet is scaled by what has passed of it.
// Steps in which nothing at all was counted are a gap where they last a minute and three steps: a pause of the services, or of their
// counting, is not a quiet minute. Names that the history does not know give no line.
QVector<widgets::ChartSeries> linesOf(const History& history, const QStringList& names, Duration step);

// True where no counter and no histogram has anything.
bool isEmpty(const History& history);

// Bars for the bins from the first to the last that hold anything, labelled by their upper bound: "≤ 250 ms".
QVector<widgets::Bar> barsOf(const std::vector<HistogramBin>& bins);

// "p50 120 ms · p95 2 s · p99 more than 7 d · 12 345 in all"; "nothing counted" where it is empty.
QString quantilesOf(const std::vector<HistogramBin>& bins);

// A column of UTC times and one for each line; nothing where there is a gap.
QByteArray csvOf(const QVector<widgets::ChartSeries>& lines);
QByteArray csvOf(const QVector<widgets::Bar>& bars);

}  // namespace onceover::metrics
