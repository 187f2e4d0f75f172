#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/widgets/chart.h"
#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/time_canvas.h"
#include "ui/widgets/value_range.h"

namespace onceover::widgets {
namespace {

QPixmap swatch(const QColor& colour, qreal ratio) {
  QPixmap pixmap(QSize(14, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 3, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(2, 7, 12, 7);
  return pixmap;
}

// From the newest to the oldest, each time once: what all lines together know.
class Backwards {
 public:
  void add(const ChartSeries& series) { lines_.append({&series.points, series.points.size() - 1}); }
  // The next older time with the value of each line; false: there is none.
  bool next(double& t, QVector<std::optional<double>>& values) {
    bool any = false;
    for (const auto& [points, at] : lines_) {
      if (at >= 0 && (!any || (*points)[at].t > t)) t = (*points)[at].t, any = true;
    }
    values.fill(std::nullopt, lines_.size());
    for (qsizetype i = 0; any && i < lines_.size(); ++i) {
      auto& [points, at] = lines_[i];
      if (at >= 0 && (*points)[at].t == t) values[i] = (*points)[at--].y;
    }
    return any;
  }

 private:
  QVector<std::pair<const QVector<ChartPoint>*, qsizetype>> lines_;
};

}  // namespace

TimeChart::TimeChart(const QString& title, const QString& unit, QWidget* parent) : TimeChart(title, unit, new TimeCanvas, parent) {}

TimeChart::TimeChart(const QString& title, const QString& unit, TimeCanvas* canvas, QWidget* parent)
    : ChartOverTime(title, unit, canvas, parent), canvas_(canvas) {
  connect(canvas_, &TimeCanvas::chosenChanged, this, [this] {
    if (canvas_->hasFocus()) readOut();
  });
  connect(canvas_, &TimePlot::clicked, this, &TimeChart::click);
  refresh();
}

QString TimeChart::words(double value) const { return chartText(value, canvas_->unit()); }

QVector<ChartOverTime::LegendEntry> TimeChart::legend() const {
  QVector<LegendEntry> out;
  for (int i = 0; i < canvas_->series().size(); ++i) {
    const QString& name = canvas_->series()[i].name;
    const QColor colour = canvas_->hidden().contains(name) ? tokensOf(this).border : canvas_->colourOf(i);
    out.append({name, swatch(colour, devicePixelRatioF())});
  }
  return out;
}

QStringList TimeChart::sentences() const {
  QStringList all;
  for (const ChartSeries& s : canvas_->series()) {
    ValueRange range;
    for (const ChartPoint& point : s.points) range.add(point.y);
    all.append(
        QObject::tr("%1: now %2, lowest %3, highest %4 %5.").arg(s.name, words(range.last), words(range.low), words(range.high), unit()));
  }
  if (!canvas_->earlier().isEmpty()) all.append(QObject::tr("Dashed: %1.").arg(when_));
  return all;
}

ChartTable TimeChart::table() const {
  ChartTable out{{QObject::tr("Time")}, {}};
  Backwards rows;
  for (const ChartSeries& s : canvas_->series()) {
    out.headings.append(s.name);
    rows.add(s);
  }
  for (const ChartSeries& s : canvas_->earlier()) {
    out.headings.append(s.name + QStringLiteral(", ") + when_);
    rows.add(s);
  }
  double t = 0;
  for (QVector<std::optional<double>> values; out.rows.size() < chartTableRows && rows.next(t, values);) {
    QStringList line{canvas_->rowText(t)};
    for (const auto& value : values) line.append(value ? words(*value) : QStringLiteral("–"));
    out.rows.append(line);
  }
  return out;
}

QStringList TimeChart::readout(double t) const {
  QStringList all;
  for (const ChartSeries& s : canvas_->series()) {
    const double value = canvas_->hidden().contains(s.name) ? NAN : TimeCanvas::valueAt(s, t);
    if (std::isnan(value)) continue;
    all.append((s.name == canvas_->chosen() ? QStringLiteral("▸") : QString()) + s.name + QLatin1Char(' ') + words(value));
  }
  return all;
}

ChartPicture TimeChart::picture() const {
  ChartPicture out{title(), unit(), {}};
  for (int i = 0; i < canvas_->series().size(); ++i) {
    const QString& name = canvas_->series()[i].name;
    if (!canvas_->hidden().contains(name)) out.legend.append({name, canvas_->colourOf(i)});
  }
  if (!canvas_->earlier().isEmpty()) out.unit += QStringLiteral(" · ") + QObject::tr("dashed: %1").arg(when_);
  return out;
}

void TimeChart::click(double t) {
  if (canvas_->series().isEmpty()) return;
  QString name = canvas_->chosen();
  if (name.isEmpty()) name = canvas_->series().front().name;
  emit pointClicked(name, t, t + canvas_->step());
}

void TimeChart::replace(const QVector<ChartSeries>& series, double from, double to) {
  if (!(to > from)) {
    from = INFINITY;
    to = -INFINITY;
    for (const ChartSeries& s : series) {
      if (s.points.isEmpty()) continue;
      from = std::min(from, s.points.front().t);
      to = std::max(to, s.points.back().t);
    }
    if (!(to > from)) from = to = 0;
  }
  canvas_->setRange(from, to);
  canvas_->setSeries(series);
  refresh();
}

void TimeChart::setEarlier(const QString& when, const QVector<ChartSeries>& series) {
  when_ = when;
  canvas_->setEarlier(series);
  refresh();
}

void TimeChart::setStep(double seconds) { canvas_->setStep(seconds); }

void TimeChart::setUnit(const QString& words, ChartUnit unit) {
  setUnitWords(words);
  canvas_->setUnit(unit);
}

}  // namespace onceover::widgets
