#include "ui/widgets/heat_canvas.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

constexpr Qt::PenStyle heatStrokes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

}  // namespace

double HeatData::sum(qsizetype step) const {
  double out = NAN;
  for (qsizetype bound = 0; bound < upper_ms.size(); ++bound) {
    if (!std::isnan(at(step, bound))) out = (std::isnan(out) ? 0 : out) + at(step, bound);
  }
  return out;
}

QString boundText(double upper_ms) {
  return std::isinf(upper_ms)
             ? QObject::tr("more")
             : QStringLiteral("≤ ") + span(Duration(static_cast<std::int64_t>(std::llround(std::min(upper_ms, 1e12) * 1000))));
}

HeatCanvas::HeatCanvas(QWidget* parent) : TimePlot(parent) {}

void HeatCanvas::setData(const HeatData& data, const QVector<HeatLine>& lines) {
  data_ = data;
  lines_ = lines;
  first_ = end_ = 0;
  fullest_ = 0;
  bool any = false;
  const int bounds = static_cast<int>(data_.upper_ms.size());
  for (qsizetype i = 0; i < data_.steps() * bounds; ++i) {
    if (!(data_.counts[i] > 0)) continue;
    const int bound = static_cast<int>(i % bounds);
    first_ = any ? std::min(first_, bound) : bound;
    end_ = any ? std::max(end_, bound + 1) : bound + 1;
    any = true;
    fullest_ = std::max(fullest_, data_.counts[i]);
  }
  if (aimed_ && (*aimed_ < first_ || *aimed_ >= end_)) aimed_.reset();
  redraw();
}

QPen HeatCanvas::penOf(int index) const {
  return QPen(tokensOf(this).text, 1.4, heatStrokes[static_cast<std::size_t>(index) % std::size(heatStrokes)], Qt::FlatCap);
}

std::optional<qsizetype> HeatCanvas::stepAt(double t) const {
  if (!(data_.step > 0) || t < data_.from) return std::nullopt;
  const auto step = static_cast<qsizetype>((t - data_.from) / data_.step + 1e-9);
  return step < data_.steps() ? std::optional(step) : std::nullopt;
}

int HeatCanvas::labelWidth(const QFontMetrics& metrics) const {
  int widest = 0;
  for (int bound = first_; bound < end_; ++bound) widest = std::max(widest, metrics.horizontalAdvance(boundText(data_.upper_ms[bound])));
  return widest;
}

double HeatCanvas::rowHeight(const PlotPlace& place) const { return place.plot.height() / std::max(1, end_ - first_); }

double HeatCanvas::y(double value_ms, const PlotPlace& place) const {
  const auto bound = std::lower_bound(data_.upper_ms.cbegin(), data_.upper_ms.cend(), value_ms);
  double row = static_cast<double>(bound - data_.upper_ms.cbegin());
  if (bound != data_.upper_ms.cend()) {
    const double below = bound == data_.upper_ms.cbegin() ? 0 : *std::prev(bound);
    row += std::isinf(*bound) ? 0.5 : (value_ms - below) / (*bound - below);
  }
  return place.plot.bottom() - std::clamp(row - first_, 0.0, static_cast<double>(end_ - first_)) * rowHeight(place);
}

void HeatCanvas::drawValues(QPainter& painter, const PlotPlace& place, const Tokens& t) const {
  const int line = QFontMetrics(painter.font()).height();
  const double height = rowHeight(place);
  const int every = std::max(1, static_cast<int>(std::ceil((line + 2) / height)));
  for (int bound = first_; bound < end_; bound += every) {
    const double at = place.plot.bottom() - (bound - first_ + 0.5) * height;
    painter.setPen(t.secondaryText);
    painter.drawText(QRectF(0, at - line / 2.0, place.plot.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                     boundText(data_.upper_ms[bound]));
  }
}

// One pixel a step and bound, or the fullest step of each column where there are more steps than columns.
QImage HeatCanvas::fields(int columns, const Tokens& t) const {
  const qsizetype steps = data_.steps();
  const int width = static_cast<int>(std::min<qsizetype>(steps, std::max(1, columns))), rows = end_ - first_;
  QImage image(width, rows, QImage::Format_ARGB32);
  image.fill(Qt::transparent);
  for (int x = 0; x < width; ++x) {
    const qsizetype begin = steps * x / width, end = std::max(begin + 1, steps * (x + 1) / width);
    for (int row = 0; row < rows; ++row) {
      double most = 0;
      for (qsizetype step = begin; step < end; ++step) most = std::fmax(most, data_.at(step, first_ + row));
      if (!(most > 0)) continue;
      // The square root, so that what is rare is seen beside what is common; never so pale that it looks empty.
      QColor colour = t.series.front();
      colour.setAlphaF(static_cast<float>(0.15 + 0.85 * std::sqrt(most / fullest_)));
      image.setPixel(x, rows - 1 - row, colour.rgba());
    }
  }
  return image;
}

void HeatCanvas::drawContent(QPainter& painter, const PlotPlace& place, const Tokens& t) const {
  if (data_.steps() == 0 || end_ == first_) return;
  const QRectF box(QPointF(place.x(data_.from), place.plot.top()),
                   QPointF(place.x(data_.from + static_cast<double>(data_.steps()) * data_.step), place.plot.bottom()));
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(box, fields(static_cast<int>(std::max(1.0, box.width())), t));
  for (int i = 0; i < lines_.size(); ++i) {
    if (hidden().contains(lines_[i].name)) continue;
    QVector<ChartPoint> points;
    points.reserve(lines_[i].values_ms.size());
    for (qsizetype step = 0; step < lines_[i].values_ms.size(); ++step) {
      points.append({data_.from + (static_cast<double>(step) + 0.5) * data_.step, lines_[i].values_ms[step]});
    }
    QPolygonF line;
    const auto flush = [&] {
      // A light seam keeps it readable on the fullest field.
      QColor seam = t.surface;
      seam.setAlpha(170);
      painter.setBrush(Qt::NoBrush);
      QVector<QLineF> pieces;
      for (qsizetype at = 1; at < line.size(); ++at) pieces.append({line[at - 1], line[at]});
      for (const QPen& pen : {QPen(seam, 3), penOf(i)}) {
        painter.setPen(pen);
        if (pieces.isEmpty()) painter.drawEllipse(line.front(), 1.5, 1.5);
        painter.drawLines(pieces);
      }
      line.clear();
    };
    for (const ChartPoint& point : decimated(points, place.from, place.to, std::max(1, static_cast<int>(place.plot.width() / 2)))) {
      if (!std::isnan(point.y)) {
        line.append({place.x(point.t), y(point.y, place)});
      } else if (!line.isEmpty()) {
        flush();
      }
    }
    if (!line.isEmpty()) flush();
  }
}

void HeatCanvas::drawPointed(QPainter& painter, const PlotPlace& place, double t, const Tokens& tokens) const {
  if (!aimed_) return;
  const double height = rowHeight(place);
  painter.setPen(QPen(tokens.strongBorder, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(place.x(t), place.plot.bottom() - (*aimed_ - first_ + 1) * height,
                          std::max(2.0, place.x(t + data_.step) - place.x(t)), height));
}

std::optional<double> HeatCanvas::nearest(double t) const {
  if (data_.steps() == 0 || !(data_.step > 0)) return std::nullopt;
  const double step = std::clamp(std::floor((t - data_.from) / data_.step + 1e-9), 0.0, static_cast<double>(data_.steps() - 1));
  return data_.from + step * data_.step;
}

std::optional<double> HeatCanvas::next(double t, int direction) const {
  const auto here = nearest(t);
  if (!here) return std::nullopt;
  const auto there = nearest(*here + direction * data_.step);
  return there == here ? std::nullopt : there;
}

void HeatCanvas::aim(double, double height, const PlotPlace& place) {
  const int bound = first_ + static_cast<int>(std::floor((place.plot.bottom() - height) / rowHeight(place)));
  const std::optional<int> aimed = bound >= first_ && bound < end_ ? std::optional(bound) : std::nullopt;
  if (std::exchange(aimed_, aimed) != aimed) emit aimedChanged();
}

void HeatCanvas::stepAside(int direction) {
  if (end_ == first_) return;
  aimed_ = std::clamp(aimed_ ? *aimed_ - direction : first_, first_, end_ - 1);
  update();
  emit aimedChanged();
}

}  // namespace onceover::widgets
