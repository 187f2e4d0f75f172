#include "ui/widgets/time_canvas.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

bool isBefore(const ChartPoint& point, double t) { return point.t < t; }

// What can be seen of it, and a neighbour at each side, so that lines reach the edge.
QVector<ChartPoint> seenOf(const QVector<ChartPoint>& points, double from, double to) {
  auto begin = std::lower_bound(points.cbegin(), points.cend(), from, isBefore);
  auto end = std::upper_bound(begin, points.cend(), to, [](double t, const ChartPoint& point) { return t < point.t; });
  if (begin != points.cbegin()) --begin;
  if (end != points.cend()) ++end;
  if (begin == points.cbegin() && end == points.cend()) return points;
  return points.mid(begin - points.cbegin(), end - begin);
}

QVector<QLineF> piecesOf(const QPolygonF& line) {
  QVector<QLineF> out;
  for (qsizetype i = 1; i < line.size(); ++i) out.append({line[i - 1], line[i]});
  return out;
}

// A pen's own dashes begin anew with each piece, and pieces may be shorter than a dash.
QVector<QLineF> dashesOf(const QPolygonF& line) {
  constexpr double dash = 5, rest = 4;
  QVector<QLineF> out;
  double gone = 0;  // within the dash and its rest
  for (const QLineF& piece : piecesOf(line)) {
    const double length = piece.length();
    for (double at = 0; at < length;) {
      const bool isDash = gone < dash;
      const double to = std::min(length, at + (isDash ? dash : dash + rest) - gone);
      if (isDash) out.append({piece.pointAt(at / length), piece.pointAt(to / length)});
      gone += to - at;
      if (gone >= dash + rest - 1e-9) gone = 0;
      at = std::max(to, at + 1e-6);
    }
  }
  return out;
}

}  // namespace

TimeCanvas::TimeCanvas(QWidget* parent) : TimePlot(parent) {}

void TimeCanvas::setSeries(const QVector<ChartSeries>& series) {
  series_ = series;
  if (indexOf(chosen_) < 0) chosen_.clear();
  measure();
}

void TimeCanvas::setEarlier(const QVector<ChartSeries>& series) {
  earlier_ = series;
  measure();
}

void TimeCanvas::hiddenChanged() {
  if (hidden().contains(chosen_)) chosen_.clear();
  measure();
}

void TimeCanvas::setUnit(ChartUnit unit) {
  unit_ = unit;
  measure();
}

void TimeCanvas::measure() {
  double highest = 0;
  for (const auto* lines : {&series_, &earlier_}) {
    for (const ChartSeries& line : *lines) {
      if (hidden().contains(line.name)) continue;
      for (const ChartPoint& point : line.points) {
        if (point.y > highest) highest = point.y;
      }
    }
  }
  scale_ = valueScale(highest, unit_);
  redraw();
}

int TimeCanvas::indexOf(const QString& name) const {
  const auto found = std::find_if(series_.cbegin(), series_.cend(), [&](const ChartSeries& one) { return one.name == name; });
  return found == series_.cend() ? -1 : static_cast<int>(found - series_.cbegin());
}

QColor TimeCanvas::colourOf(int index) const {
  const Tokens t = tokensOf(this);
  return series_[index].tone ? t.colour(*series_[index].tone) : t.series[index % t.series.size()];
}

double TimeCanvas::valueAt(const ChartSeries& series, double t) {
  const auto behind =
      std::upper_bound(series.points.cbegin(), series.points.cend(), t, [](double a, const ChartPoint& p) { return a < p.t; });
  return behind == series.points.cbegin() ? NAN : std::prev(behind)->y;
}

double TimeCanvas::y(double value, const PlotPlace& place) const {
  return place.plot.bottom() - std::clamp(value / scale_.top, 0.0, 1.0) * place.plot.height();
}

int TimeCanvas::labelWidth(const QFontMetrics& metrics) const {
  int widest = 0;
  for (const double tick : scale_.ticks()) widest = std::max(widest, metrics.horizontalAdvance(chartText(tick, unit_)));
  return widest;
}

void TimeCanvas::drawValues(QPainter& painter, const PlotPlace& place, const Tokens& t) const {
  const int line = QFontMetrics(painter.font()).height();
  for (const double tick : scale_.ticks()) {
    const double at = y(tick, place);
    painter.setPen(t.gridLine);
    painter.drawLine(QPointF(place.plot.left(), at), QPointF(place.plot.right(), at));
    painter.setPen(t.secondaryText);
    painter.drawText(QRectF(0, at - line / 2.0, place.plot.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter, chartText(tick, unit_));
  }
}

void TimeCanvas::drawContent(QPainter& painter, const PlotPlace& place, const Tokens&) const {
  for (int i = 0; i < series_.size(); ++i) {
    if (hidden().contains(series_[i].name)) continue;
    for (const ChartSeries& before : earlier_) {
      if (before.name == series_[i].name) drawLine(painter, place, before.points, colourOf(i), true);
    }
  }
  for (int i = 0; i < series_.size(); ++i) {
    if (!hidden().contains(series_[i].name)) drawLine(painter, place, series_[i].points, colourOf(i), false);
  }
}

void TimeCanvas::drawLine(QPainter& painter, const PlotPlace& place, const QVector<ChartPoint>& points, const QColor& colour,
                          bool isEarlier) const {
  const int columns = std::max(1, static_cast<int>(place.plot.width()));
  const QVector<ChartPoint> seen = seenOf(points, place.from, place.to);
  if (seen.size() > 2 * columns) return drawDense(painter, place, decimated(seen, place.from, place.to, columns), colour, isEarlier);
  QPolygonF line, soFar;
  QPen pen(colour, 1.8, Qt::SolidLine, Qt::SquareCap);
  if (isEarlier) {
    QColor pale = colour;
    pale.setAlpha(150);
    pen = QPen(pale, 1.4, Qt::SolidLine, Qt::FlatCap);
  }
  const auto flush = [&] {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    // A value alone between two gaps has no line to stand on.
    if (line.size() == 1) painter.setBrush(colour), painter.drawEllipse(line.front(), 1.5, 1.5);
    // Line by line: as one stroke with joins it takes seven times as long.
    painter.drawLines(isEarlier ? dashesOf(line) : piecesOf(line));
    line.clear();
  };
  for (const ChartPoint& point : seen) {
    if (std::isnan(point.y)) {
      flush();
      soFar.clear();
      continue;
    }
    const QPointF at(place.x(point.t), y(point.y, place));
    if (!isEarlier && ongoing() && point.t >= *ongoing()) {
      if (soFar.isEmpty() && !line.isEmpty()) soFar.append(line.back());
      soFar.append(at);
    } else {
      line.append(at);
    }
  }
  flush();
  if (soFar.isEmpty()) return;
  painter.setPen(QPen(colour, 1.4, Qt::DotLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(soFar);
  painter.drawEllipse(soFar.back(), 2.5, 2.5);
}

// More points than columns of pixels: from the lowest to the highest of each column, and to the one before.
void TimeCanvas::drawDense(QPainter& painter, const PlotPlace& place, const QVector<ChartPoint>& points, const QColor& colour,
                           bool isEarlier) const {
  QVector<QLineF> lines;
  std::optional<QLineF> column;
  const auto flush = [&] {
    if (column) lines.append(*column);
    column.reset();
  };
  bool isJoined = false;
  for (const ChartPoint& point : points) {
    if (std::isnan(point.y)) {
      flush();
      isJoined = false;
      continue;
    }
    const double x = std::floor(place.x(point.t)) + 0.5, height = y(point.y, place);
    if (column && column->x1() == x) {
      column->setLine(x, std::min(column->y1(), height), x, std::max(column->y2(), height));
      continue;
    }
    flush();
    column = QLineF(x, height, x, height);
    if (std::exchange(isJoined, true) && !lines.isEmpty()) {
      const QLineF& before = lines.constLast();
      column->setLine(x, std::min(height, before.y2()), x, std::max(height, before.y1()));
    }
  }
  flush();
  // A column of one value is no line yet.
  for (QLineF& line : lines) {
    if (line.y2() - line.y1() < 1) line.setLine(line.x1(), line.y1() - 0.5, line.x2(), line.y1() + 1);
  }
  QColor ink = colour;
  if (isEarlier) ink.setAlpha(90);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(ink, 1, Qt::SolidLine, Qt::FlatCap));
  painter.drawLines(lines);
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void TimeCanvas::drawPointed(QPainter& painter, const PlotPlace& place, double t, const Tokens& tokens) const {
  for (int i = 0; i < series_.size(); ++i) {
    const double value = valueAt(series_[i], t);
    if (hidden().contains(series_[i].name) || std::isnan(value)) continue;
    const bool isChosen = series_[i].name == chosen_;
    painter.setPen(QPen(tokens.surface, 1.5));
    painter.setBrush(colourOf(i));
    painter.drawEllipse(QPointF(place.x(t), y(value, place)), isChosen ? 5 : 3, isChosen ? 5 : 3);
  }
}

std::optional<double> TimeCanvas::nearest(double t) const {
  std::optional<double> best;
  const auto offer = [&](double at) {
    if (!best || std::abs(at - t) < std::abs(*best - t)) best = at;
  };
  for (const ChartSeries& line : series_) {
    if (hidden().contains(line.name)) continue;
    const auto after = std::lower_bound(line.points.cbegin(), line.points.cend(), t, isBefore);
    if (after != line.points.cend()) offer(after->t);
    if (after != line.points.cbegin()) offer(std::prev(after)->t);
  }
  return best;
}

std::optional<double> TimeCanvas::next(double t, int direction) const {
  std::optional<double> best;
  for (const ChartSeries& line : series_) {
    if (hidden().contains(line.name)) continue;
    const auto after = std::upper_bound(line.points.cbegin(), line.points.cend(), t, [](double a, const ChartPoint& p) { return a < p.t; });
    const auto before = std::lower_bound(line.points.cbegin(), line.points.cend(), t, isBefore);
    if (direction > 0 && after != line.points.cend()) best = std::min(best.value_or(after->t), after->t);
    if (direction < 0 && before != line.points.cbegin()) best = std::max(best.value_or(std::prev(before)->t), std::prev(before)->t);
  }
  return best;
}

// The line that is nearest in height.
void TimeCanvas::aim(double t, double height, const PlotPlace& place) {
  QString name;
  double least = INFINITY;
  for (const ChartSeries& line : series_) {
    const double value = valueAt(line, t);
    if (hidden().contains(line.name) || std::isnan(value)) continue;
    const double distance = std::abs(y(value, place) - height);
    if (distance < least) least = distance, name = line.name;
  }
  if (std::exchange(chosen_, name) != name) emit chosenChanged();
}

void TimeCanvas::stepAside(int direction) {
  QStringList names;
  for (const ChartSeries& line : series_) {
    if (!hidden().contains(line.name)) names.append(line.name);
  }
  if (names.isEmpty()) return;
  const auto here = names.indexOf(chosen_);
  chosen_ = here < 0 ? names[direction > 0 ? 0 : names.size() - 1] : names[(here + direction + names.size()) % names.size()];
  update();
  emit chosenChanged();
}

}  // namespace onceover::widgets
