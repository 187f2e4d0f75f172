#include "ui/widgets/heat_map.h"

#include <QPainter>
#include <cmath>

#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/heat_canvas.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_range.h"

namespace onceover::widgets {
namespace {

QPixmap heatSample(const QPen& pen, qreal ratio) {
  QPixmap pixmap(QSize(18, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(pen.color(), 2, pen.style()));
  painter.drawLine(QPointF(0, 7), QPointF(18, 7));
  return pixmap;
}

QString heatNumber(double value) { return chartText(value, ChartUnit::number); }
QString heatSpan(double ms) { return chartText(ms / 1000, ChartUnit::seconds); }

}  // namespace

HeatMap::HeatMap(const QString& title, const QString& unit, QWidget* parent) : HeatMap(title, unit, new HeatCanvas, parent) {}

HeatMap::HeatMap(const QString& title, const QString& unit, HeatCanvas* canvas, QWidget* parent)
    : ChartOverTime(title, unit, canvas, parent), canvas_(canvas) {
  connect(canvas_, &HeatCanvas::aimedChanged, this, [this] { readOut(); });
  connect(canvas_, &TimePlot::clicked, this, [this](double t) { emit stepClicked(t, t + canvas_->data().step); });
  refresh();
}

QVector<ChartOverTime::LegendEntry> HeatMap::legend() const {
  QVector<LegendEntry> out;
  for (int i = 0; i < canvas_->lines().size(); ++i)
    out.append({canvas_->lines()[i].name, heatSample(canvas_->penOf(i), devicePixelRatioF())});
  return out;
}

QString HeatMap::legendNote() const {
  return canvas_->fullest() > 0 ? QObject::tr("fullest field: %1").arg(heatNumber(canvas_->fullest())) : QString();
}

QStringList HeatMap::sentences() const {
  QStringList all;
  for (const HeatLine& line : canvas_->lines()) {
    ValueRange range;
    for (const double value : line.values_ms) range.add(value);
    all.append(
        QObject::tr("%1: now %2, lowest %3, highest %4.").arg(line.name, heatSpan(range.last), heatSpan(range.low), heatSpan(range.high)));
  }
  return all;
}

ChartTable HeatMap::table() const {
  const HeatData& data = canvas_->data();
  ChartTable out{{QObject::tr("Time"), QObject::tr("In all")}, {}};
  for (const HeatLine& line : canvas_->lines()) out.headings.append(line.name);
  for (int bound = canvas_->firstBound(); bound < canvas_->endBound(); ++bound) out.headings.append(boundText(data.upper_ms[bound]));
  for (qsizetype step = data.steps() - 1; step >= 0 && out.rows.size() < chartTableRows; --step) {
    QStringList row{canvas_->rowText(data.from + static_cast<double>(step) * data.step), heatNumber(data.sum(step))};
    for (const HeatLine& line : canvas_->lines()) row.append(heatSpan(line.values_ms.value(step, NAN)));
    for (int bound = canvas_->firstBound(); bound < canvas_->endBound(); ++bound) row.append(heatNumber(data.at(step, bound)));
    out.rows.append(row);
  }
  return out;
}

QStringList HeatMap::readout(double t) const {
  const auto step = canvas_->stepAt(t);
  if (!step) return {};
  const HeatData& data = canvas_->data();
  QStringList all;
  if (const auto aimed = canvas_->aimedBound())
    all.append(QStringLiteral("▸") + boundText(data.upper_ms[*aimed]) + QStringLiteral(": ") + heatNumber(data.at(*step, *aimed)));
  for (const HeatLine& line : canvas_->lines()) {
    if (*step < line.values_ms.size() && !canvas_->hidden().contains(line.name))
      all.append(line.name + QLatin1Char(' ') + heatSpan(line.values_ms[*step]));
  }
  all.append(QObject::tr("%1 in all").arg(heatNumber(data.sum(*step))));
  return all;
}

ChartPicture HeatMap::picture() const {
  QString words = unit();
  if (canvas_->fullest() > 0)
    words += QObject::tr(" · fullest field %1 · solid p50, dashed p95, dotted p99").arg(heatNumber(canvas_->fullest()));
  return {title(), words, {}};
}

void HeatMap::replace(const HeatData& data, const QVector<HeatLine>& lines, double from, double to) {
  if (!(to > from)) {
    from = data.from;
    to = data.from + static_cast<double>(data.steps()) * data.step;
  }
  canvas_->setRange(from, to);
  canvas_->setStep(data.step);
  canvas_->setData(data, lines);
  refresh();
}

}  // namespace onceover::widgets
