#include "ui/charts/time_chart.h"

#include <algorithm>

#include "ui/charts/plane.h"

namespace onceover::charts {

TimeChart::TimeChart(const QString& title, const QString& unit, QWidget* parent) : PlaneChart(title, unit, parent) {
  content().isTime = true;
  refresh();
}

void TimeChart::fill(PlaneContent& content) const {
  content.columns = [clock = content.marks.clock](double from, double to, int most) { return timeTicks(from, to, most, clock); };
  double highest = 0;
  const auto add = [&](const ChartSeries& line, qsizetype colour, bool isEarlier) {
    content.lines.append({line, static_cast<int>(colour), Qt::SolidLine, !isEarlier, isEarlier});
    if (!content.hidden.contains(line.name)) highest = std::fmax(highest, extentOf(line.points).high);
  };
  for (qsizetype i = 0; i < series_.size(); ++i) add(series_[i], i, false);
  for (qsizetype i = 0; i < series_.size(); ++i) {
    for (ChartSeries line : earlier_) {
      if (line.name != series_[i].name) continue;
      line.tone = series_[i].tone;
      add(line, i, true);
    }
  }
  content.scale = valueScale(highest, unit_);
}

void TimeChart::replace(const QVector<ChartSeries>& series, double from, double to) {
  series_ = series;
  if (!(to > from)) {
    from = INFINITY, to = -INFINITY;
    for (const ChartSeries& line : series) {
      if (line.points.isEmpty()) continue;
      from = std::min(from, line.points.front().x);
      to = std::max(to, line.points.back().x);
    }
    if (!(to > from)) from = to = 0;
  }
  content().from = from;
  content().to = to;
  refresh(true);
}

void TimeChart::setEarlier(const QString& when, const QVector<ChartSeries>& series) {
  when_ = when;
  earlier_ = series;
  refresh();
}

void TimeChart::setStep(double seconds) { content().marks.step = seconds; }

void TimeChart::setUnit(const QString& words, ChartUnit unit) {
  setUnitWords(words);
  unit_ = unit;
  refresh();
}

QStringList TimeChart::remarks() const {
  QStringList all;
  for (const ChartSeries& line : series_) {
    const Extent extent = extentOf(line.points);
    all.append(tr("%1: now %2, lowest %3, highest %4 %5.")
                   .arg(line.name, chartText(extent.last, unit_), chartText(extent.low, unit_), chartText(extent.high, unit_), unit()));
  }
  if (!earlier_.isEmpty()) all.append(tr("Dashed: %1.").arg(when_));
  return all;
}

ChartTable TimeChart::table() const {
  QVector<ChartSeries> lines = series_;
  for (ChartSeries line : earlier_) {
    line.name += QStringLiteral(", ") + when_;
    lines.append(line);
  }
  return tableOf(
      tr("Time"), lines, unit_, [this](double t) { return content().marks.rowText(t); }, true);
}

QStringList TimeChart::readout(double t) const {
  QStringList all;
  for (int i = 0; i < series_.size(); ++i) {
    const PlaneLine& line = content().lines[i];
    const double value = content().hidden.contains(line.series.name) ? NAN : plane().valueAt(line, t);
    if (std::isnan(value)) continue;
    all.append((i == plane().chosen() ? QStringLiteral("▸") : QString()) + line.series.name + QLatin1Char(' ') + chartText(value, unit_));
  }
  return all;
}

QString TimeChart::pictureNote() const { return earlier_.isEmpty() ? QString() : tr("dashed: %1").arg(when_); }

void TimeChart::open(double t) {
  if (series_.isEmpty()) return;
  emit pointClicked(series_[std::max(0, plane().chosen())].name, t, t + content().marks.step);
}

}  // namespace onceover::charts
