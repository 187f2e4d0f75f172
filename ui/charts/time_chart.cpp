#include "ui/charts/time_chart.h"

#include <algorithm>

#include "ui/charts/plane.h"

namespace onceover::charts {

TimeChart::TimeChart(const QString& title, const QString& unit, QWidget* parent) : PlaneChart(title, unit, parent) {
  content().isTime = true;
  refresh();
}

void TimeChart::fill(PlaneContent& content) const {
  content.yWords = [unit = unit_](double value) { return chartText(value, unit); };
  for (int i = 0; i < series_.size(); ++i) content.lines.append({series_[i], i});
  for (const ChartSeries& earlier : earlier_) {
    const auto now = std::ranges::find(series_, earlier.name, &ChartSeries::name);
    const bool isAlone = now == series_.cend();
    PlaneLine line{earlier, static_cast<int>(now - series_.cbegin()), isAlone ? Qt::NoPen : Qt::SolidLine, false, true};
    if (!isAlone) line.series.tone = now->tone;
    content.lines.append(line);
  }
  double highest = 0;
  for (const PlaneLine& line : std::as_const(content.lines)) {
    if (content.hidden.contains(line.series.name) || line.stroke == Qt::NoPen) continue;
    for (const ChartPoint& point : line.series.points) highest = point.y > highest ? point.y : highest;
  }
  content.scale = valueScale(highest, unit_);
}

void TimeChart::replace(const QVector<ChartSeries>& series, double from, double to) {
  series_ = series;
  content().from = from;
  content().to = to;
  refresh(true);
}

void TimeChart::setEarlier(const QString& when, const QVector<ChartSeries>& series) {
  content().when = series.isEmpty() ? QString() : when;
  earlier_ = series;
  refresh();
}

void TimeChart::setStep(double seconds) { content().marks.step = seconds; }

void TimeChart::setUnit(const QString& words, ChartUnit unit) {
  setUnitWords(words);
  unit_ = unit;
  refresh();
}

void TimeChart::open(double t) {
  if (series_.isEmpty()) return;
  emit pointClicked(series_[std::max(0, plane().chosen())].name, t, t + content().marks.step);
}

}  // namespace onceover::charts
