#include "ui/widgets/time_plot.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleHints>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/time_axis.h"

namespace onceover::widgets {
namespace {

constexpr double dragPixels = 6;       // less is a click with an unsteady hand
constexpr qsizetype mostRemarks = 10;  // more is not listened to
constexpr double signPixels = 14;      // of a marker's sign

}  // namespace

TimePlot::TimePlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(60);
  // A double click begins with a click: where it means "back", a click waits until it cannot become one.
  clickLater_.setSingleShot(true);
  connect(&clickLater_, &QTimer::timeout, this, [this] { emit clicked(clickAt_); });
}

void TimePlot::redraw() {
  cache_ = {};
  update();
}

void TimePlot::setRange(double from, double to) {
  if (from == from_ && to == to_) return;
  from_ = from;
  to_ = to;
  redraw();
}

void TimePlot::setClock(ClockChoice clock) {
  if (std::exchange(clock_, clock) != clock) redraw();
}

void TimePlot::setGaps(const QVector<ChartGap>& gaps) {
  gaps_ = gaps;
  redraw();
}

void TimePlot::setMarkers(const QVector<Marker>& markers) {
  markers_ = markers;
  std::sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) { return a.t < b.t; });
  redraw();
}

void TimePlot::setOngoing(std::optional<double> from) {
  ongoing_ = from;
  redraw();
}

QString TimePlot::rowText(double t) const {
  return fullTimeText(t, clock_) + (ongoing_ && t >= *ongoing_ ? QObject::tr(" (so far)") : QString());
}

void TimePlot::setHidden(const QSet<QString>& names) {
  hidden_ = names;
  hiddenChanged();
}

void TimePlot::setZoom(bool canZoom, bool canGoBack) {
  canZoom_ = canZoom;
  canGoBack_ = canGoBack;
}

QFont TimePlot::smallFont(const QFont& font) {
  QFont small = font;
  small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.85);
  return small;
}

PlotPlace TimePlot::placeIn(const QRectF& area, const QFontMetrics& metrics) const {
  const double above = std::max(metrics.height() / 2.0 + 2, markers_.isEmpty() ? 0 : signPixels + 2);
  return {area.adjusted(labelWidth(metrics) + 10, above, -10, -metrics.height() - 6), from_, to_};
}

PlotPlace TimePlot::place() const { return placeIn(QRectF(rect()), QFontMetrics(smallFont(font()))); }

void TimePlot::draw(QPainter& painter, const QRectF& area) const {
  const Tokens t = tokensOf(this);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(smallFont(font()));
  const PlotPlace where = placeIn(area, QFontMetrics(painter.font()));
  drawGaps(painter, where, t);
  drawValues(painter, where, t);
  drawTimes(painter, where, t);
  painter.save();
  painter.setClipRect(where.plot.adjusted(0, -2, 0, 2));
  drawContent(painter, where, t);
  painter.restore();
  drawMarkers(painter, where, t);
  painter.restore();
}

void TimePlot::drawTimes(QPainter& painter, const PlotPlace& where, const Tokens& t) const {
  painter.setPen(t.border);
  painter.drawLine(where.plot.bottomLeft(), where.plot.bottomRight());
  const QFontMetrics metrics(painter.font());
  const int most = std::clamp(static_cast<int>(where.plot.width() / (metrics.averageCharWidth() * 11)), 2, 12);
  for (const TimeTick& tick : timeTicks(where.from, where.to, most, clock_)) {
    const double x = where.x(tick.t), half = metrics.horizontalAdvance(tick.label) / 2.0 + 1;
    painter.setPen(t.border);
    painter.drawLine(QPointF(x, where.plot.bottom()), QPointF(x, where.plot.bottom() + 3));
    painter.setPen(t.secondaryText);
    // At the ends a label stays whole rather than centred.
    const double left = std::min(x - half, where.plot.right() + 10 - 2 * half);
    painter.drawText(QRectF(left, where.plot.bottom() + 4, 2 * half, metrics.height()), Qt::AlignCenter, tick.label);
  }
}

void TimePlot::drawGaps(QPainter& painter, const PlotPlace& where, const Tokens& t) const {
  const auto shade = [&](double from, double to, Qt::BrushStyle hatch, const QString& words) {
    const double left = std::max(where.plot.left(), where.x(from)), right = std::min(where.plot.right(), where.x(to));
    if (!(right > left)) return;
    const QRectF box(left, where.plot.top(), std::max(1.0, right - left), where.plot.height());
    painter.fillRect(box, t.mutedFill);
    QColor stroke = t.border;
    painter.fillRect(box, QBrush(stroke, hatch));
    const QFontMetrics metrics(painter.font());
    if (words.isEmpty() || metrics.horizontalAdvance(words) + 8 > box.width()) return;
    painter.setPen(t.secondaryText);
    painter.drawText(box.adjusted(4, 2, -4, 0), Qt::AlignHCenter | Qt::AlignTop, words);
  };
  for (const ChartGap& gap : gaps_) shade(gap.from, gap.to, Qt::BDiagPattern, gap.why);
  if (ongoing_) shade(*ongoing_, where.to, Qt::Dense7Pattern, {});
}

void TimePlot::drawMarkers(QPainter& painter, const PlotPlace& where, const Tokens& t) const {
  for (const Marker& marker : markers_) {
    if (marker.t > where.to || marker.until.value_or(marker.t) < where.from) continue;
    const double x = std::clamp(where.x(marker.t), where.plot.left(), where.plot.right());
    if (marker.until && *marker.until > marker.t) {
      QColor fill = t.info;
      fill.setAlpha(28);
      painter.fillRect(
          QRectF(QPointF(x, where.plot.top()), QPointF(std::min(where.x(*marker.until), where.plot.right()), where.plot.bottom())), fill);
    }
    painter.setPen(QPen(t.info, 1, Qt::DashDotLine));
    painter.drawLine(QPointF(x, where.plot.top()), QPointF(x, where.plot.bottom()));
    const QRectF sign(x - signPixels / 2, where.plot.top() - signPixels - 1, signPixels, signPixels);
    painter.setPen(QPen(t.info, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(sign, 3, 3);
    QFont letter = painter.font();
    painter.save();
    letter.setPixelSize(10);
    letter.setBold(true);
    painter.setFont(letter);
    painter.drawText(sign, Qt::AlignCenter, marker.kind.left(1).toUpper());
    painter.restore();
  }
}

void TimePlot::drawBrush(QPainter& painter, const PlotPlace& where, const Tokens& t) const {
  if (!brushA_ || !brushB_) return;
  const auto [a, b] = std::minmax(*brushA_, *brushB_);
  QColor fill = t.accent;
  fill.setAlpha(50);
  const QRectF box(QPointF(std::max(where.plot.left(), where.x(a)), where.plot.top()),
                   QPointF(std::min(where.plot.right(), where.x(b)), where.plot.bottom()));
  painter.fillRect(box, fill);
  painter.setPen(QPen(t.accent, 1));
  painter.drawLine(box.topLeft(), box.bottomLeft());
  painter.drawLine(box.topRight(), box.bottomRight());
}

void TimePlot::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  // Moving the pointer draws a line, not the chart.
  const qreal ratio = devicePixelRatioF();
  if (cache_.isNull() || cache_.size() != (QSizeF(size()) * ratio).toSize()) {
    cache_ = QPixmap((QSizeF(size()) * ratio).toSize());
    cache_.setDevicePixelRatio(ratio);
    cache_.fill(Qt::transparent);
    QPainter once(&cache_);
    draw(once, QRectF(rect()));
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, cache_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(smallFont(font()));
  const PlotPlace where = place();
  drawBrush(painter, where, t);
  if (at_ && where.x(*at_) >= where.plot.left() - 1 && where.x(*at_) <= where.plot.right() + 1) {
    painter.setPen(QPen(t.strongBorder, 1, Qt::DashLine));
    painter.drawLine(QPointF(where.x(*at_), where.plot.top()), QPointF(where.x(*at_), where.plot.bottom()));
    drawPointed(painter, where, *at_, t);
  }
  if (hasFocus()) {
    painter.setPen(QPen(t.focus, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), t.half, t.half);
  }
}

QString TimePlot::remarkAt(double t) const {
  QStringList words;
  for (const ChartGap& gap : gaps_) {
    if (t >= gap.from && t < gap.to) words.append(tr("not known: %1").arg(gap.why));
  }
  if (ongoing_ && t >= *ongoing_) words.append(tr("so far"));
  const double reach = std::max(step_, (to_ - from_) / 400);
  for (const Marker& marker : markers_) {
    if (t + reach > marker.t && t <= marker.until.value_or(marker.t)) words.append(marker.kind + QStringLiteral(": ") + marker.text);
  }
  return words.join(QStringLiteral(" · "));
}

QStringList TimePlot::remarks() const {
  const auto time = [this](double t) { return timeText(t, to_ - from_, clock_); };
  QStringList words;
  const auto left = [](qsizetype size) { return std::max<qsizetype>(0, size - mostRemarks); };
  if (left(gaps_.size()) > 0) words.append(tr("Not known at %1 earlier times.").arg(left(gaps_.size())));
  for (qsizetype i = left(gaps_.size()); i < gaps_.size(); ++i) {
    words.append(tr("Not known from %1 to %2: %3.").arg(time(gaps_[i].from), time(gaps_[i].to), gaps_[i].why));
  }
  if (left(markers_.size()) > 0) words.append(tr("%1 earlier marks.").arg(left(markers_.size())));
  for (qsizetype i = left(markers_.size()); i < markers_.size(); ++i) {
    words.append(tr("%1 at %2: %3.").arg(markers_[i].kind, time(markers_[i].t), markers_[i].text));
  }
  if (ongoing_) words.append(tr("From %1 on it is not over yet.").arg(time(*ongoing_)));
  return words;
}

void TimePlot::point(std::optional<double> t) {
  at_ = t;
  update();
  emit pointedAt(t);
}

void TimePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !place().plot.contains(event->position())) return QWidget::mousePressEvent(event);
  pressedAt_ = event->position().x();
  brushA_.reset();
  brushB_.reset();
}

void TimePlot::mouseMoveEvent(QMouseEvent* event) {
  const PlotPlace where = place();
  if (pressedAt_ && canZoom_ && (brushA_ || std::abs(event->position().x() - *pressedAt_) >= dragPixels)) {
    brushA_ = where.t(*pressedAt_);
    brushB_ = where.t(std::clamp(event->position().x(), where.plot.left(), where.plot.right()));
    return update();
  }
  if (!where.plot.adjusted(-8, -signPixels, 8, 0).contains(event->position())) return point(std::nullopt);
  const auto at = nearest(where.t(event->position().x()));
  if (at) aim(*at, event->position().y(), where);
  point(at);
}

void TimePlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !std::exchange(pressedAt_, std::nullopt)) return QWidget::mouseReleaseEvent(event);
  if (brushA_) return finishBrush();
  const PlotPlace where = place();
  const auto at = nearest(where.t(event->position().x()));
  if (!at) return;
  aim(*at, event->position().y(), where);
  click(*at);
}

void TimePlot::click(double t) {
  if (!canGoBack_) {
    emit clicked(t);
    return;
  }
  clickAt_ = t;
  clickLater_.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void TimePlot::mouseDoubleClickEvent(QMouseEvent* event) {
  clickLater_.stop();
  if (event->button() == Qt::LeftButton && canGoBack_) emit zoomedBack();
}

void TimePlot::leaveEvent(QEvent*) {
  if (!hasFocus()) point(std::nullopt);
}

void TimePlot::finishBrush() {
  const double from = std::min(brushA_.value_or(0), brushB_.value_or(0)), to = std::max(brushA_.value_or(0), brushB_.value_or(0));
  brushA_.reset();
  brushB_.reset();
  update();
  if (to > from) emit zoomed(from, to);
}

void TimePlot::moveBy(int direction, Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::ControlModifier) return goToMarker(direction);
  if (modifiers & Qt::ShiftModifier) return brushBy(direction);
  brushA_.reset();
  brushB_.reset();
  const bool isSeen = at_ && *at_ >= from_ && *at_ <= to_;
  const auto to = isSeen ? next(*at_, direction) : nearest(direction > 0 ? from_ : to_);
  if (to && *to >= from_ && *to <= to_) point(to);
}

void TimePlot::goToMarker(int direction) {
  const double here = at_.value_or(direction > 0 ? from_ - 1 : to_ + 1);
  const Marker* found = nullptr;
  for (const Marker& marker : std::as_const(markers_)) {
    if (marker.t < from_ || marker.t > to_ || (direction > 0 ? marker.t <= here : marker.t >= here)) continue;
    if (found == nullptr || direction < 0) found = &marker;
  }
  if (found != nullptr) point(found->t);
}

// A part of the range at a time: thirty days by the minute are not walked through.
void TimePlot::brushBy(int direction) {
  if (!canZoom_) return;
  if (!brushA_) brushA_ = std::clamp(at_.value_or(direction > 0 ? from_ : to_), from_, to_);
  const double stride = std::max(step_, (to_ - from_) / 50);
  brushB_ = std::clamp(brushB_.value_or(*brushA_) + direction * stride, from_, to_);
  point(nearest(*brushB_));
}

// The range that is being chosen, else the zoom. False: there is nothing to leave.
bool TimePlot::leaveOne() {
  if (brushA_) {
    brushA_.reset();
    brushB_.reset();
    pressedAt_.reset();
    update();
    return true;
  }
  if (!canGoBack_) return false;
  emit zoomedBack();
  return true;
}

void TimePlot::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: return moveBy(-1, event->modifiers());
    case Qt::Key_Right: return moveBy(1, event->modifiers());
    case Qt::Key_Home: return point(nearest(from_));
    case Qt::Key_End: return point(nearest(to_));
    case Qt::Key_Up: return stepAside(-1);
    case Qt::Key_Down: return stepAside(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (brushA_ && brushB_) return finishBrush();
      if (at_) emit clicked(*at_);
      return;
    case Qt::Key_Escape:
      if (leaveOne()) return;
      break;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

const Marker* TimePlot::markerAt(double x, const PlotPlace& where) const {
  for (const Marker& marker : markers_) {
    if (std::abs(where.x(marker.t) - x) <= signPixels / 2) return &marker;
  }
  return nullptr;
}

bool TimePlot::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const PlotPlace where = place();
    if (const Marker* marker = markerAt(help->pos().x(), where)) {
      QToolTip::showText(
          help->globalPos(),
          widgets::toolTip(fullTimeText(marker->t, clock_) + QLatin1Char('\n') + marker->kind + QStringLiteral(": ") + marker->text), this);
    } else {
      QToolTip::showText(help->globalPos(), widgets::toolTip(remarkAt(where.t(help->pos().x()))), this);
    }
    return true;
  }
  return QWidget::event(event);
}

void TimePlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) redraw();
}

}  // namespace onceover::widgets
