// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plane.h"

#include <QBarSeries>
#include <QBarSet>
#include <QDateTime>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/text.h"
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
  return begin == points.cbegin() && end == points.cend() ? points : points.mid(begin - points.cbegin(), end - begin);
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
  const bool isKept = content_.hasRows ? chosen_ < content_.scale.top : nameOf(chosen_) == before && !content_.hidden.contains(before);
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
  return {line.series.tone ? t.colour(*line.series.tone) : t.series[line.colour % t.series.size()], 1.8, line.stroke, cap};
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
  for (int i = 0; i < ticks.size(); ++i) axis->append(ticks[i].label.toHtmlEscaped() + QString(i, QChar(0x200b)), ticks[i].at);
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
  for (const Tick& tick : c.scale.ticks) widest = std::max<double>(widest, metrics.horizontalAdvance(tick.label));
  const double above = std::max(line / 2.0 + 2, c.marks.markers.isEmpty() ? 0 : signRoom);
  QRectF area = QRectF(QPointF(), chart()->size())
                    .adjusted(widest + 10, above, -24, -line * (c.xName.isEmpty() ? 1 : 2) - (c.xName.isEmpty() ? 8 : 16));
  area.setSize(area.size().expandedTo({10, 10}));
  // What lies at an edge is drawn whole; but Qt Charts draws a grid line at the top.
  const double edge = c.isTime || c.hasBars ? 2 : 7, side = c.isTime || c.hasBars ? 0 : 8;
  const double from = c.from, to = c.to > c.from ? c.to : c.from + 1;
  const double padX = (to - from) * side / area.width(), padY = (c.scale.top - c.scale.bottom) * edge / area.height();
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
  marks->setMarkerShape(line.series.tone == Tone::danger ? QScatterSeries::MarkerShapeRotatedRectangle : QScatterSeries::MarkerShapeCircle);
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
    pen = QPen(faint(pen.color(), isDense ? 90 : 150), 1.4, isDense ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap);
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

namespace {

constexpr int mostRows = 5;
constexpr double roundTimes[] = {1,    2,    5,     10,    15,    30,    60,     120,    300,    600,    900,    1800,
                                 3600, 7200, 10800, 21600, 43200, 86400, 172800, 432000, 604800, 864000, 2592000};

double roundTime(double range, int most) {
  for (const double step : roundTimes) {
    if (range / step <= most) return step;
  }
  return std::ceil(range / most / 2592000) * 2592000;
}

double roundNumber(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

double stepOf(double range, int most, ChartUnit unit) {
  const double second = unit == ChartUnit::seconds ? 1 : unit == ChartUnit::milliseconds ? 1000 : 0;
  const double time = second > 0 ? roundTime(range / second, most) * second : INFINITY, number = roundNumber(range / most);
  if (range > 2 * time) return time;
  // Half an attempt is none.
  return unit == ChartUnit::number && range >= 1 ? std::max(1.0, number) : number;
}

QString digits(double value) { return QString::number(value, 'g', 3); }

QString millisecondsText(double ms) {
  const std::pair<double, const char*> units[] = {{86'400'000, "d"}, {3'600'000, "h"}, {60'000, "min"}, {1'000, "s"}};
  for (const auto& [size, name] : units) {
    if (std::abs(ms) < size * 0.9995) continue;
    return (ms / size >= 999.5 ? widgets::number(std::llround(ms / size)) : digits(ms / size)) + QLatin1Char(' ') + QLatin1String(name);
  }
  return ms == 0 ? QStringLiteral("0") : digits(ms) + QStringLiteral(" ms");
}

QDateTime dateTimeOf(double seconds, ClockChoice clock) {
  return QDateTime::fromMSecsSinceEpoch(std::llround(seconds * 1000), clock == ClockChoice::utc ? Qt::UTC : Qt::LocalTime);
}

}  // namespace

QFont smallFont(QFont font) {
  font.setPointSizeF((font.pointSizeF() > 0 ? font.pointSizeF() : 10) * 0.85);
  return font;
}

QByteArray utcCell(double seconds) {
  return QDateTime::fromMSecsSinceEpoch(std::llround(seconds * 1000), Qt::UTC).toString(Qt::ISODateWithMs).toLatin1();
}
QByteArray numberCell(double value) { return std::isnan(value) ? QByteArray() : QByteArray::number(value, 'g', 15); }

QString chartText(double value, ChartUnit unit) {
  if (std::isnan(value)) return QStringLiteral("–");
  switch (unit) {
    case ChartUnit::seconds: return widgets::span(Duration(std::llround(std::clamp(value, -1e12, 1e12) * 1e6)));
    case ChartUnit::milliseconds: return millisecondsText(value);
    case ChartUnit::share: return digits(value * 100) + QStringLiteral(" %");
    case ChartUnit::number: break;
  }
  const bool isWhole = std::abs(value) >= 999.5 || std::abs(value - std::round(value)) < 1e-9;
  return isWhole && std::abs(value) < 1e15 ? widgets::number(std::llround(value)) : digits(value);
}

QString fullTimeText(double seconds, ClockChoice clock) {
  return dateTimeOf(seconds, clock).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString timeText(double seconds, double range, ClockChoice clock) {
  return dateTimeOf(seconds, clock).toString(range > 86400 ? QStringLiteral("MM-dd HH:mm") : QStringLiteral("HH:mm:ss"));
}

QVector<Tick> timeTicks(double from, double to, int most, ClockChoice clock) {
  QVector<Tick> out;
  if (!(to > from)) return out;
  const double step = roundTime(to - from, std::max(1, most));
  const double offset = clock == ClockChoice::local ? dateTimeOf(to, clock).offsetFromUtc() : 0;
  for (double t = std::ceil((from + offset) / step) * step - offset; t <= to; t += step) {
    const QDateTime at = dateTimeOf(t, clock);
    const bool isDay = at.time().msecsSinceStartOfDay() == 0 && to - from > 7200;
    out.append({t, at.toString(isDay || step >= 86400 ? QStringLiteral("MM-dd")
                               : step < 60            ? QStringLiteral("HH:mm:ss")
                                                      : QStringLiteral("HH:mm"))});
  }
  return out;
}

QVector<Tick> valueTicks(double from, double to, int most, ChartUnit unit) {
  if (!(to > from)) return {{from, chartText(from, unit)}};
  QVector<Tick> out;
  const double step = stepOf(to - from, most, unit);
  for (double tick = std::ceil(from / step - 1e-9) * step; tick <= to + step * 1e-6; tick += step)
    out.append({tick, chartText(tick, unit)});
  return out;
}

Scale valueScale(double highest, ChartUnit unit) {
  Scale out;
  if (highest > 0 && std::isfinite(highest)) {
    const double step = stepOf(highest, mostRows, unit);
    out.top = std::ceil(highest / step - 1e-9) * step;
    // More than a half of all is seen as a part of all.
    if (unit == ChartUnit::share && highest > 0.5) out.top = std::max(out.top, 1.0);
  }
  out.ticks = valueTicks(0, out.top, mostRows, unit);
  return out;
}

Scale decadeScale(double lowest, double highest, ChartUnit unit) {
  const double bottom = std::floor(std::log10(lowest)), top = std::max(bottom + 1, std::ceil(std::log10(highest) - 1e-9));
  Scale out{bottom, top, {}, [bottom](double value) { return value > 0 ? std::max(bottom, std::log10(value)) : bottom; }};
  for (double power = bottom; power <= top; power += std::max(1.0, std::ceil((top - bottom) / 6))) {
    const double value = std::pow(10, power);
    // Decades of time are decades of seconds.
    const bool isLong = unit == ChartUnit::milliseconds && value >= 60'000;
    out.ticks.append({power, isLong ? chartText(value / 1000, ChartUnit::number) + QStringLiteral(" s") : chartText(value, unit)});
  }
  return out;
}

double secondsOf(Timestamp at) { return static_cast<double>(at.us) / 1e6; }

QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns) {
  if (points.size() <= 2 * columns || columns < 1 || !(to > from)) return points;
  QVector<ChartPoint> out;
  out.reserve(4 * columns);
  const double scale = columns / (to - from);
  qsizetype low = -1, high = -1;  // of the column
  int column = 0, gapIn = -1;
  const auto flush = [&] {
    if (low < 0) return;
    out.append(points[std::min(low, high)]);
    if (low != high) out.append(points[std::max(low, high)]);
    low = high = -1;
  };
  for (qsizetype i = 0; i < points.size(); ++i) {
    const ChartPoint& point = points[i];
    const int at = static_cast<int>(std::clamp((point.x - from) * scale, 0.0, columns - 1.0));
    if (std::exchange(column, at) != at) flush();
    if (!std::isnan(point.y)) {
      if (low < 0 || point.y < points[low].y) low = i;
      if (high < 0 || point.y > points[high].y) high = i;
      continue;
    }
    // Values and gaps that take turns within a column look like one gap.
    if (std::exchange(gapIn, at) == at) continue;
    flush();
    if (out.isEmpty() || !std::isnan(out.constLast().y)) out.append(point);
  }
  flush();
  return out;
}

}  // namespace onceover::charts
