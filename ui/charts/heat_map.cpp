// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_map.h"

#include <QPainter>

#include "ui/charts/plane.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr Qt::PenStyle heatStrokes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
// Those of the series would be lost in the fields.
constexpr Tone heatTones[] = {Tone::neutral, Tone::warn, Tone::danger, Tone::production};

QString heatNumber(double value) { return chartText(value, ChartUnit::number); }
QString heatSpan(double ms) { return chartText(ms / 1000, ChartUnit::seconds); }

}  // namespace

double HeatData::sum(qsizetype step) const {
  double out = NAN;
  for (qsizetype bound = 0; bound < upper_ms.size(); ++bound) {
    if (!std::isnan(at(step, bound))) out = (std::isnan(out) ? 0 : out) + at(step, bound);
  }
  return out;
}

QString boundText(double upper_ms) {
  return std::isinf(upper_ms) ? QObject::tr("more")
                              : QStringLiteral("≤ ") + heatSpan(std::min(upper_ms, 1e12));
}

HeatMap::HeatMap(const QString& title, const QString& unit, QWidget* parent)
    : PlaneChart(title, unit, parent) {
  content().isTime = content().hasRows = true;
  content().yWords = heatSpan;
  content().under = [this](QPainter& painter, const Plane& plane) { drawFields(painter, plane); };
  refresh();
}

// Rows from the bottom: a bound each, a part of it for what lies within.
double HeatMap::heightOf(double value_ms) const {
  const auto bound = std::lower_bound(data_.upper_ms.cbegin(), data_.upper_ms.cend(), value_ms);
  double row = static_cast<double>(bound - data_.upper_ms.cbegin());
  if (bound != data_.upper_ms.cend()) {
    const double below = bound == data_.upper_ms.cbegin() ? 0 : *std::prev(bound);
    row += std::isinf(*bound) ? 0.5 : (value_ms - below) / (*bound - below);
  }
  return std::clamp(row - first_, 0.0, static_cast<double>(end_ - first_));
}

void HeatMap::fill(PlaneContent& content) const {
  content.marks.step = data_.step;
  content.scale = {0, static_cast<double>(std::max(1, end_ - first_)), {}, [this](double value_ms) {
                     return heightOf(value_ms);
                   }};
  for (int bound = first_; bound < end_; ++bound)
    content.scale.ticks.append({bound - first_ + 0.5, boundText(data_.upper_ms[bound])});
  PlaneLine steps;
  for (qsizetype step = 0; step < data_.steps(); ++step)
    steps.series.points.append({data_.from + static_cast<double>(step) * data_.step, NAN});
  for (int i = 0; i < lines_.size(); ++i) {
    const std::size_t look = static_cast<std::size_t>(i) % std::size(heatStrokes);
    PlaneLine line{{lines_[i].name, {}, heatTones[look]}, 0, heatStrokes[look], false, false, true};
    for (qsizetype step = 0; step < lines_[i].values_ms.size(); ++step)
      line.series.points.append(
          {data_.from + (static_cast<double>(step) + 0.5) * data_.step, lines_[i].values_ms[step]});
    content.lines.append(line);
  }
  content.lines.append(steps);
}

void HeatMap::replace(const HeatData& data, const QVector<HeatLine>& lines, double from, double to) {
  data_ = data;
  lines_ = lines;
  const int bounds = static_cast<int>(data_.upper_ms.size());
  first_ = bounds, end_ = 0;
  fullest_ = 0;
  for (qsizetype i = 0; i < data_.steps() * bounds; ++i) {
    if (!(data_.counts[i] > 0)) continue;
    first_ = std::min(first_, static_cast<int>(i % bounds));
    end_ = std::max(end_, static_cast<int>(i % bounds) + 1);
    fullest_ = std::max(fullest_, data_.counts[i]);
  }
  first_ = std::min(first_, end_);
  content().from = from;
  content().to = to;
  refresh(true);
}

// A pixel for each step and bound; where there are more steps than columns, the fullest of each column.
void HeatMap::drawFields(QPainter& painter, const Plane& plane) const {
  if (data_.steps() == 0 || end_ == first_) return;
  const double to = data_.from + static_cast<double>(data_.steps()) * data_.step;
  const QRectF box(QPointF(plane.column(data_.from), plane.row(end_ - first_)),
                   QPointF(plane.column(to), plane.row(0)));
  const qsizetype width = std::min<qsizetype>(data_.steps(), std::max(1, static_cast<int>(box.width())));
  const int rows = end_ - first_;
  QImage image(static_cast<int>(width), rows, QImage::Format_ARGB32);
  image.fill(Qt::transparent);
  QColor colour = widgets::tokensOf(this).series.front();
  for (qsizetype x = 0; x < width; ++x) {
    const qsizetype begin = data_.steps() * x / width,
                    end = std::max(begin + 1, data_.steps() * (x + 1) / width);
    for (int row = 0; row < rows; ++row) {
      double most = 0;
      for (qsizetype step = begin; step < end; ++step) most = std::fmax(most, data_.at(step, first_ + row));
      if (!(most > 0)) continue;
      // The square root, so that what is rare is seen beside what is common; never so pale that it looks
      // empty.
      colour.setAlphaF(static_cast<float>(0.15 + 0.85 * std::sqrt(most / fullest_)));
      image.setPixel(static_cast<int>(x), rows - 1 - row, colour.rgba());
    }
  }
  painter.save();
  painter.setClipRect(plane.plot());
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(box, image);
  painter.restore();
}

QString HeatMap::legendNote() const {
  return fullest_ > 0 ? tr("fullest field: %1").arg(heatNumber(fullest_)) : QString();
}

ChartTable HeatMap::table() const {
  ChartTable out{{tr("Time"), tr("Total")}, {}};
  for (const HeatLine& line : lines_) out.headings.append(line.name);
  for (int bound = first_; bound < end_; ++bound) out.headings.append(boundText(data_.upper_ms[bound]));
  for (qsizetype step = data_.steps() - 1; step >= 0 && out.rows.size() < chartTableRows; --step) {
    QStringList row{content().marks.rowText(data_.from + static_cast<double>(step) * data_.step),
                    heatNumber(data_.sum(step))};
    for (const HeatLine& line : lines_) row.append(heatSpan(line.values_ms.value(step, NAN)));
    for (int bound = first_; bound < end_; ++bound) row.append(heatNumber(data_.at(step, bound)));
    out.rows.append(row);
  }
  return out;
}

QByteArray HeatMap::csv() const {
  QByteArrayList header{"time_utc"};
  for (const auto& line : lines_) header.append(widgets::csvCell(line.name) + "_ms");
  for (const double upper : data_.upper_ms)
    header.append(std::isinf(upper) ? QByteArray("more") : "up_to_" + numberCell(upper) + "_ms");
  QByteArray out = header.join(',') + "\r\n";
  for (qsizetype step = 0; step < data_.steps(); ++step) {
    QByteArrayList cells{utcCell(data_.from + static_cast<double>(step) * data_.step)};
    for (const auto& line : lines_) cells.append(numberCell(line.values_ms.value(step, NAN)));
    for (qsizetype bound = 0; bound < data_.upper_ms.size(); ++bound)
      cells.append(numberCell(data_.at(step, bound)));
    out += cells.join(',') + "\r\n";
  }
  return out;
}

QStringList HeatMap::numbersAt(double t) const {
  const auto step = static_cast<qsizetype>(std::floor((t - data_.from) / data_.step + 1e-9));
  if (!(data_.step > 0) || step < 0 || step >= data_.steps()) return {};
  QStringList all;
  if (const int bound = first_ + plane().chosen(); bound >= first_ && bound < end_)
    all.append(QStringLiteral("▸") + boundText(data_.upper_ms[bound]) + QStringLiteral(": ") +
               heatNumber(data_.at(step, bound)));
  for (const HeatLine& line : lines_) {
    if (step < line.values_ms.size() && !content().hidden.contains(line.name))
      all.append(line.name + QLatin1Char(' ') + heatSpan(line.values_ms[step]));
  }
  all.append(tr("%1 in total").arg(heatNumber(data_.sum(step))));
  return all;
}

QString HeatMap::pictureNote() const {
  return fullest_ > 0 ? tr("fullest field %1 · solid p50, dashed p95, dotted p99").arg(heatNumber(fullest_))
                      : QString();
}

}  // namespace onceover::charts
