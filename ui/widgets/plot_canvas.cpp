#include "ui/widgets/plot_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

// In milliseconds, so that labels fall on whole seconds, minutes, hours and days.
constexpr double plotTimeSteps[] = {1e3,    2e3,    5e3,    10e3,    15e3,    30e3,    60e3,    120e3,    300e3,    600e3,   900e3,
                                    1800e3, 3600e3, 7200e3, 10800e3, 21600e3, 43200e3, 86400e3, 172800e3, 432000e3, 864000e3};
constexpr Qt::PenStyle strokes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};

double niceStep(double range, int most) {
  const double rough = range / std::max(1, most), power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

double stepOf(double range, PlotUnit unit, int most) {
  if (unit == PlotUnit::milliseconds) {
    for (const double step : plotTimeSteps) {
      if (range / step <= most && range > 2 * step) return step;
    }
  }
  return niceStep(range, most);
}

// Decades of time are decades of seconds.
QString tickText(double value, PlotUnit unit, bool logarithmic) {
  return logarithmic && unit == PlotUnit::milliseconds && value >= 60'000 ? plotText(value / 1000, PlotUnit::number) + QStringLiteral(" s")
                                                                          : plotText(value, unit);
}

QFont plotFont(const QFont& font) {
  QFont small = font;
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.85);
  return small;
}

}  // namespace

double PlotCanvas::Scale::x(double value) const {
  return right > left ? plot.left() + (value - left) / (right - left) * plot.width() : plot.center().x();
}

double PlotCanvas::Scale::y(double value) const {
  double part = top > bottom ? (value - bottom) / (top - bottom) : 0;
  if (logarithmic) part = value > bottom ? std::log10(value / bottom) / std::log10(top / bottom) : 0;
  return plot.bottom() - std::clamp(part, 0.0, 1.0) * plot.height();
}

PlotCanvas::PlotCanvas(PlotAxis x, PlotAxis y, QWidget* parent) : QWidget(parent), x_(std::move(x)), y_(std::move(y)) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(130);
}

void PlotCanvas::setSeries(const QVector<PlotSeries>& series) {
  series_ = series;
  choose(std::nullopt);
  update();
}

void PlotCanvas::setLogarithmic(bool logarithmic) {
  logarithmic_ = logarithmic;
  update();
}

void PlotCanvas::setHidden(const QSet<QString>& names) {
  hidden_ = names;
  update();
}

QColor PlotCanvas::colourOf(int index) const {
  const Tokens t = tokensOf(this);
  return series_[index].tone ? t.colour(*series_[index].tone) : t.series[index % t.series.size()];
}

QPen PlotCanvas::penOf(int index) const {
  QPen pen(colourOf(index), 1.8, strokes[static_cast<std::size_t>(index) % std::size(strokes)], Qt::RoundCap, Qt::RoundJoin);
  if (series_[index].marks) pen.setStyle(Qt::SolidLine);
  return pen;
}

PlotCanvas::Scale PlotCanvas::scale() const {
  Scale out;
  double low = INFINITY, high = 0;
  out.left = INFINITY;
  out.right = -INFINITY;
  for (const PlotSeries& one : series_) {
    if (hidden_.contains(one.name)) continue;
    for (const PlotPoint& point : one.points) {
      out.left = std::min(out.left, point.x);
      out.right = std::max(out.right, point.x);
      high = std::max({high, point.y, point.high.value_or(0)});
      if (point.y > 0) low = std::min(low, point.y);
    }
  }
  if (!(out.right >= out.left)) out.left = 0, out.right = 1;
  out.logarithmic = logarithmic_ && std::isfinite(low);
  if (out.logarithmic) {
    out.bottom = std::pow(10, std::floor(std::log10(low)));
    out.top = std::max(out.bottom * 10, std::pow(10, std::ceil(std::log10(high) - 1e-9)));
  } else {
    const double step = high > 0 ? stepOf(high, y_.unit, 5) : 1;
    out.top = high > 0 ? std::ceil(high / step - 1e-9) * step : 1;
    if (y_.unit == PlotUnit::share) out.top = std::max(out.top, high > 0.5 ? 1.0 : 0.0);
  }
  const QFontMetrics metrics(plotFont(font()));
  int widest = 0;
  for (const double tick : out.logarithmic ? decades(out) : ticks(out.bottom, out.top, y_.unit, 5))
    widest = std::max(widest, metrics.horizontalAdvance(tickText(tick, y_.unit, out.logarithmic)));
  // The labels of the ends stand half beside the plot.
  out.plot = QRectF(rect()).adjusted(widest + 10, metrics.height() / 2.0 + 2, -24, -metrics.height() * 2 - 6);
  return out;
}

QVector<double> PlotCanvas::ticks(double from, double to, PlotUnit unit, int most) const {
  QVector<double> out;
  if (!(to > from)) return {from};
  double step = stepOf(to - from, unit, most);
  // Nobody makes half an attempt, and half a client is none.
  if (unit == PlotUnit::number && to - from >= 1) step = std::max(1.0, step);
  for (double tick = std::ceil(from / step - 1e-9) * step; tick <= to + step * 1e-6; tick += step) out.append(tick);
  return out;
}

QVector<double> PlotCanvas::decades(const Scale& scale) const {
  QVector<double> out;
  const double count = std::log10(scale.top / scale.bottom), every = std::max(1.0, std::ceil(count / 6));
  for (double power = 0; power <= count + 1e-9; power += every) out.append(scale.bottom * std::pow(10, power));
  return out;
}

void PlotCanvas::drawAxes(QPainter& painter, const Scale& s, const Tokens& t) const {
  const QFontMetrics metrics(painter.font());
  const int line = metrics.height();
  for (const double tick : s.logarithmic ? decades(s) : ticks(s.bottom, s.top, y_.unit, 5)) {
    const double y = s.y(tick);
    painter.setPen(t.gridLine);
    painter.drawLine(QPointF(s.plot.left(), y), QPointF(s.plot.right(), y));
    painter.setPen(t.secondaryText);
    painter.drawText(QRectF(0, y - line / 2.0, s.plot.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                     tickText(tick, y_.unit, s.logarithmic));
  }
  painter.setPen(t.border);
  painter.drawLine(s.plot.bottomLeft(), s.plot.bottomRight());
  painter.setPen(t.secondaryText);
  const int most = std::clamp(static_cast<int>(s.plot.width() / (metrics.averageCharWidth() * 9)), 2, 12);
  for (const double tick : ticks(s.left, s.right, x_.unit, most)) {
    const double x = s.x(tick);
    painter.drawLine(QPointF(x, s.plot.bottom()), QPointF(x, s.plot.bottom() + 3));
    painter.drawText(QRectF(x - 60, s.plot.bottom() + 4, 120, line), Qt::AlignHCenter | Qt::AlignTop, plotText(tick, x_.unit));
  }
  painter.drawText(QRectF(s.plot.left(), s.plot.bottom() + 4 + line, s.plot.width(), line), Qt::AlignRight | Qt::AlignTop, x_.name);
}

void PlotCanvas::drawSeries(QPainter& painter, const Scale& s, int index, const Tokens& t) const {
  const PlotSeries& one = series_[index];
  const QPen pen = penOf(index);
  if (one.marks) {
    painter.setPen(QPen(pen.color(), 2));
    painter.setBrush(Qt::NoBrush);
    // A ring, or a cross: the tone is not the only sign.
    const bool isCross = one.tone == Tone::danger;
    for (const PlotPoint& point : one.points) {
      const QPointF at(s.x(point.x), s.y(point.y));
      if (!isCross) {
        painter.drawEllipse(at, 4, 4);
        continue;
      }
      painter.drawLine(at + QPointF(-4, -4), at + QPointF(4, 4));
      painter.drawLine(at + QPointF(-4, 4), at + QPointF(4, -4));
    }
    return;
  }
  QPainterPath path;
  QPolygonF above, below;
  for (const PlotPoint& point : one.points) {
    const QPointF at(s.x(point.x), s.y(point.y));
    if (path.elementCount() == 0) path.moveTo(at);
    path.lineTo(at);
    if (point.low && point.high) {
      above.append({at.x(), s.y(*point.high)});
      below.prepend({at.x(), s.y(*point.low)});
    }
  }
  if (!above.isEmpty()) {
    QColor fill = pen.color();
    fill.setAlpha(t.dark ? 70 : 45);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(above + below);
  }
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  if (one.points.size() > 40) return;
  painter.setBrush(pen.color());
  painter.setPen(Qt::NoPen);
  for (const PlotPoint& point : one.points) painter.drawEllipse(QPointF(s.x(point.x), s.y(point.y)), 2.4, 2.4);
}

void PlotCanvas::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(plotFont(font()));
  const Scale s = scale();
  drawAxes(painter, s, t);
  for (int i = 0; i < series_.size(); ++i) {
    if (!hidden_.contains(series_[i].name)) drawSeries(painter, s, i, t);
  }
  if (at_) {
    painter.setPen(QPen(t.strongBorder, 1, Qt::DashLine));
    painter.drawLine(QPointF(s.x(*at_), s.plot.top()), QPointF(s.x(*at_), s.plot.bottom()));
  }
  if (hasFocus()) {
    painter.setPen(QPen(t.focus, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), t.half, t.half);
  }
}

QVector<double> PlotCanvas::places() const {
  QVector<double> out;
  for (const PlotSeries& one : series_) {
    if (hidden_.contains(one.name)) continue;
    for (const PlotPoint& point : one.points) out.append(point.x);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void PlotCanvas::choose(std::optional<double> x) {
  if (std::exchange(at_, x) == x) return;
  update();
  emit pointedAt(x);
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
  const Scale s = scale();
  if (!s.plot.adjusted(-8, 0, 8, 0).contains(event->position())) return choose(std::nullopt);
  std::optional<double> nearest;
  for (const double x : places()) {
    if (!nearest || std::abs(s.x(x) - event->position().x()) < std::abs(s.x(*nearest) - event->position().x())) nearest = x;
  }
  choose(nearest);
}

void PlotCanvas::leaveEvent(QEvent*) { choose(std::nullopt); }

void PlotCanvas::keyPressEvent(QKeyEvent* event) {
  const QVector<double> all = places();
  const bool isRight = event->key() == Qt::Key_Right;
  if (all.isEmpty() || (!isRight && event->key() != Qt::Key_Left)) return QWidget::keyPressEvent(event);
  if (!at_) return choose(isRight ? all.front() : all.back());
  const auto here = std::lower_bound(all.begin(), all.end(), *at_);
  if (isRight && std::next(here) != all.end()) choose(*std::next(here));
  if (!isRight && here != all.begin()) choose(*std::prev(here));
}

}  // namespace onceover::widgets
