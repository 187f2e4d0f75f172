// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plane.h"

#include <QBarSeries>
#include <QBarSet>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>

#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

using widgets::Tokens;
using widgets::tokensOf;

constexpr qsizetype mostDots = 40;  // on a line of more points they would hide it
constexpr double signRoom = 16;     // of the markers' signs, above the plot

// What can be seen of it, and a neighbour at each side, so that lines reach the edge.
QVector<ChartPoint> seenOf(const QVector<ChartPoint>& points, double from, double to) {
  auto begin = std::lower_bound(points.cbegin(), points.cend(), from, isBefore);
  auto end = std::upper_bound(begin, points.cend(), to, isAfter);
  if (begin != points.cbegin()) --begin;
  if (end != points.cend()) ++end;
  return begin == points.cbegin() && end == points.cend() ? points
                                                          : points.mid(begin - points.cbegin(), end - begin);
}

}  // namespace

Plane::Plane(QWidget* parent) : QChartView(parent), x_(new QCategoryAxis(this)), y_(new QCategoryAxis(this)) {
  chart()->setBackgroundVisible(false);
  chart()->legend()->hide();
  // Labels within margins would be left out.
  chart()->setMargins({});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  for (QCategoryAxis* axis : {x_, y_}) {
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setTruncateLabels(false);
    chart()->addAxis(axis, axis == x_ ? Qt::AlignBottom : Qt::AlignLeft);
  }
  x_->setGridLineVisible(false);
  y_->setLineVisible(false);
  viewport()->setAutoFillBackground(false);
  viewport()->setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(60);
  // A double click begins with a click: where it means "back", a click waits until it cannot become one.
  clickLater_.setSingleShot(true);
  connect(&clickLater_, &QTimer::timeout, this, [this] { emit clicked(clickAt_); });
}

void Plane::show(const PlaneContent& content, bool isSettled) {
  const auto nameOf = [this](int line) { return content_.lines.value(line).series.name; };
  const QString before = nameOf(chosen_);
  content_ = content;
  const bool isKept = content_.hasRows ? chosen_ < content_.scale.top
                                       : nameOf(chosen_) == before && !content_.hidden.contains(before);
  if (!isKept) chosen_ = -1;
  isDirty_ = true;
  if (isSettled) settle();
  viewport()->update();
}

void Plane::settle() {
  if (std::exchange(isDirty_, false)) arrange();
}

double Plane::column(double x) const {
  const QRectF area = plot();
  return area.left() + (x - x_->min()) / (x_->max() - x_->min()) * area.width();
}

double Plane::placeAt(double column) const {
  const QRectF area = plot();
  return x_->min() + (column - area.left()) / std::max(1.0, area.width()) * (x_->max() - x_->min());
}

double Plane::row(double height) const {
  const QRectF area = plot();
  return area.bottom() - (height - y_->min()) / (y_->max() - y_->min()) * area.height();
}

QPen Plane::penOf(const PlaneLine& line) const {
  const Tokens t = tokensOf(this);
  // Qt Charts draws a solid line piece by piece: flat ends would leave seams.
  const Qt::PenCapStyle cap = line.stroke == Qt::SolidLine ? Qt::SquareCap : Qt::FlatCap;
  return {line.series.tone ? t.colour(*line.series.tone) : t.series[line.colour % t.series.size()], 1.8,
          line.stroke, cap};
}

const ChartPoint* Plane::pointAt(const PlaneLine& line, double x) const {
  const auto& points = line.series.points;
  if (!content_.isTime) {
    const auto at = std::lower_bound(points.cbegin(), points.cend(), x, isBefore);
    return at != points.cend() && at->x == x ? &*at : nullptr;
  }
  const auto after = std::upper_bound(points.cbegin(), points.cend(), x, isAfter);
  return after != points.cbegin() ? &*std::prev(after) : nullptr;
}

void Plane::putTicks(QCategoryAxis* axis, double from, double to, const QVector<Tick>& ticks) {
  const Tokens t = tokensOf(this);
  for (const QString& label : axis->categoriesLabels()) axis->remove(label);
  axis->setRange(from, to);
  axis->setStartValue(axis == x_ ? from - (to - from) : from);
  // Two labels may read the same, noon of two days; the axis needs them to differ: by a space of no width.
  for (int i = 0; i < ticks.size(); ++i)
    axis->append(ticks[i].label.toHtmlEscaped() + QString(i, QChar(0x200b)), ticks[i].at);
  axis->setLabelsFont(smallFont(font()));
  axis->setLabelsColor(t.secondaryText);
  axis->setGridLineColor(t.gridLine);
  axis->setLinePen(QPen(t.border, 1));
  axis->setTitleFont(smallFont(font()));
  axis->setTitleBrush(t.secondaryText);
}

void Plane::arrange() {
  const PlaneContent& c = content_;
  const QFontMetrics metrics(smallFont(font()));
  const int line = metrics.height();
  double widest = 0;
  for (const Tick& tick : c.scale.ticks)
    widest = std::max<double>(widest, metrics.horizontalAdvance(tick.label));
  const double above = std::max(line / 2.0 + 2, c.marks.markers.isEmpty() ? 0 : signRoom);
  QRectF area = QRectF(QPointF(), chart()->size())
                    .adjusted(widest + 10, above, -24,
                              -line * (c.xName.isEmpty() ? 1 : 2) - (c.xName.isEmpty() ? 8 : 16));
  area.setSize(area.size().expandedTo({10, 10}));
  // What lies at an edge is drawn whole; but Qt Charts draws a grid line at the top.
  const double edge = c.isTime || c.hasBars ? 2 : 7, side = c.isTime || c.hasBars ? 0 : 8;
  const double from = c.from, to = c.to > c.from ? c.to : c.from + 1;
  const double padX = (to - from) * side / area.width(),
               padY = (c.scale.top - c.scale.bottom) * edge / area.height();
  chart()->removeAllSeries();
  chart()->setPlotArea(area);
  const int most = std::clamp(static_cast<int>(area.width() / (metrics.averageCharWidth() * 10)), 2, 12);
  putTicks(x_, from - padX, to + padX,
           c.isTime    ? timeTicks(c.from, c.to, most, c.marks.clock)
           : c.columns ? c.columns(c.from, c.to, most)
                       : QVector<Tick>());
  putTicks(y_, c.scale.bottom - padY, c.scale.top, c.scale.ticks);
  x_->setTitleText(c.xName);
  y_->setGridLineVisible(!c.hasRows);
  // Now, not with the next event: a picture does not wait.
  chart()->layout()->setGeometry(QRectF(QPointF(), chart()->size()));
  setRenderHint(QPainter::Antialiasing);
  for (const bool isEarlier : {true, false}) {
    for (const PlaneLine& one : c.lines) {
      if (one.isEarlier == isEarlier && !c.hidden.contains(one.series.name)) addLine(one);
    }
  }
}

void Plane::add(QAbstractSeries* series) {
  chart()->addSeries(series);
  series->attachAxis(x_);
  series->attachAxis(y_);
}

void Plane::addRun(const QVector<QPointF>& points, const QPen& pen, bool hasDots) {
  if (points.isEmpty()) return;
  auto* run = new QLineSeries;
  run->setPen(pen);
  // A value between two gaps has no line.
  run->setPointsVisible(hasDots || points.size() == 1);
  add(run);
  // Last: each change of an axis would measure the points again.
  run->replace(points);
}

void Plane::addMarks(const PlaneLine& line) {
  auto* marks = new QScatterSeries;
  for (const ChartPoint& point : line.series.points) marks->append(point.x, content_.heightOf(point.y));
  // The shape says the same as the tone.
  marks->setMarkerShape(line.series.tone == Tone::danger ? QScatterSeries::MarkerShapeRotatedRectangle
                                                         : QScatterSeries::MarkerShapeCircle);
  marks->setMarkerSize(9);
  marks->setBrush(Qt::transparent);
  marks->setPen(QPen(penOf(line).color(), 2));
  add(marks);
}

void Plane::addBars(const PlaneLine& line) {
  auto* set = new QBarSet(line.series.name);
  for (const ChartPoint& point : line.series.points) set->append(point.y);
  set->setPen(Qt::NoPen);
  set->setColor(penOf(line).color());
  auto* bars = new QBarSeries;
  bars->append(set);
  bars->setBarWidth(0.72);
  add(bars);
}

void Plane::addLine(const PlaneLine& line) {
  if (line.stroke == Qt::NoPen) return;
  if (content_.hasBars) return addBars(line);
  if (line.series.marks) return addMarks(line);
  const int columns = std::max(1, static_cast<int>(plot().width()));
  QVector<ChartPoint> points = seenOf(line.series.points, x_->min(), x_->max());
  const bool isDense = points.size() > 2 * columns, hasDots = !content_.isTime && points.size() <= mostDots;
  QPen pen = penOf(line);
  if (line.isEarlier) {
    pen = QPen(faint(pen.color(), isDense ? 90 : 150), 1.4, isDense ? Qt::SolidLine : Qt::DashLine,
               Qt::FlatCap);
  }
  if (isDense) {
    points = decimated(points, x_->min(), x_->max(), columns);
    pen.setWidthF(1);
    // Each column is a line by itself, and there are thousands.
    setRenderHint(QPainter::Antialiasing, false);
  }
  const auto put = [&](const QVector<QPointF>& run, const QPen& with) {
    if (line.hasSeam) addRun(run, QPen(faint(tokensOf(this).surface, 170), 3), false);
    addRun(run, with, hasDots);
  };
  QVector<QPointF> run, soFar;
  const auto finish = [&] {
    put(std::exchange(run, {}), pen);
    if (soFar.isEmpty()) return;
    const QPointF last = soFar.constLast();
    put(std::exchange(soFar, {}), QPen(pen.color(), 1.4, Qt::DotLine));
    put({last}, pen);
  };
  for (const ChartPoint& point : points) {
    if (std::isnan(point.y)) {
      finish();
      continue;
    }
    const QPointF at(point.x, content_.heightOf(point.y));
    const bool isOver = line.isEarlier || !content_.marks.ongoing || point.x < *content_.marks.ongoing;
    if (!isOver && soFar.isEmpty() && !run.isEmpty()) soFar.append(run.constLast());
    (isOver ? run : soFar).append(at);
  }
  finish();
}

void Plane::draw(QPainter& painter, const QRectF& area) {
  isPicture_ = true;
  chart()->resize(area.size());
  arrange();
  render(&painter, area, QRectF(QPointF(), area.size()).toAlignedRect());
  isPicture_ = false;
  chart()->resize(size());
  arrange();
}

void Plane::paintEvent(QPaintEvent* event) {
  settle();
  QChartView::paintEvent(event);
}

}  // namespace onceover::charts
