// SPDX-License-Identifier: GPL-3.0-or-later
// How a plane is read and zoomed. By mouse: move to read, click for what lies behind, drag to zoom, double
// click to go back. By keys: left and right to read, up and down to choose what lies above one another, Ctrl
// with left and right for markers, Enter for what lies behind; Shift with left and right chooses a range,
// Enter then zooms; Esc goes back.
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyleHints>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/plane.h"
#include "ui/widgets/text.h"

namespace onceover::charts {
namespace {

constexpr double dragPixels = 6;  // less is a click with an unsteady hand
constexpr double reachPixels = 8;

}  // namespace

// The nearest place that has a point: before x, after x, or, in no direction, any.
std::optional<double> Plane::stopAt(double x, int direction) const {
  std::optional<double> best;
  const auto offer = [&](double at) {
    if (!best || std::abs(at - x) < std::abs(*best - x)) best = at;
  };
  for (const PlaneLine& line : content_.lines) {
    if (!content_.isShown(line)) continue;
    const auto begin = line.series.points.cbegin(), end = line.series.points.cend();
    const auto after = std::upper_bound(begin, end, x + 1e-9, isAfter);
    const auto before = direction < 0 ? std::lower_bound(begin, end, x, isBefore) : after;
    if (direction <= 0 && before != begin) offer(std::prev(before)->x);
    // A field is meant by all of its width.
    const bool isOffered = direction > 0 || (direction == 0 && (!content_.hasRows || after == begin));
    if (isOffered && after != end) offer(after->x);
  }
  return best;
}

void Plane::aim(double x, double height) {
  chosen_ = -1;
  if (content_.hasRows) {
    const double at =
        std::floor(y_->min() + (plot().bottom() - height) / plot().height() * (y_->max() - y_->min()));
    if (at >= content_.scale.bottom && at < content_.scale.top) chosen_ = static_cast<int>(at);
    return;
  }
  double least = INFINITY;
  for (int i = 0; i < content_.lines.size(); ++i) {
    const ChartPoint* at = content_.isShown(content_.lines[i]) ? pointAt(content_.lines[i], x) : nullptr;
    const double distance = at != nullptr ? std::abs(row(content_.heightOf(at->y)) - height) : INFINITY;
    if (distance < least) least = distance, chosen_ = i;
  }
}

void Plane::stepAside(int direction) {
  if (content_.hasRows) {
    const int top = static_cast<int>(content_.scale.top);
    if (top > 0 && !content_.lines.isEmpty())
      chosen_ = chosen_ < 0 ? 0 : std::clamp(chosen_ - direction, 0, top - 1);
  } else {
    QVector<int> shown;
    for (int i = 0; i < content_.lines.size(); ++i) {
      if (content_.isShown(content_.lines[i])) shown.append(i);
    }
    if (shown.isEmpty()) return;
    const auto here = shown.indexOf(chosen_);
    chosen_ = here < 0 ? shown[direction > 0 ? 0 : shown.size() - 1]
                       : shown[(here + direction + shown.size()) % shown.size()];
  }
  point(at_);
}

void Plane::point(std::optional<double> x) {
  at_ = x;
  viewport()->update();
  emit pointedChanged();
}

void Plane::brush(std::optional<double> from, std::optional<double> to) {
  brushA_ = from;
  brushB_ = to;
  viewport()->update();
}

void Plane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !plot().contains(event->position())) return;
  pressedAt_ = event->position().x();
  brush({}, {});
}

void Plane::mouseMoveEvent(QMouseEvent* event) {
  settle();
  const QPointF place = event->position();
  if (pressedAt_ && content_.canZoom && (brushA_ || std::abs(place.x() - *pressedAt_) >= dragPixels))
    return brush(placeAt(*pressedAt_), placeAt(std::clamp(place.x(), plot().left(), plot().right())));
  if (!plot().adjusted(-reachPixels, -reachPixels, reachPixels, 0).contains(place)) return point({});
  const auto at = stopAt(placeAt(place.x()), 0);
  if (at) aim(*at, place.y());
  point(at);
}

void Plane::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !std::exchange(pressedAt_, std::nullopt)) return;
  if (brushA_) return finishBrush();
  const auto at = stopAt(placeAt(event->position().x()), 0);
  if (!at) return;
  aim(*at, event->position().y());
  clickAt_ = *at;
  if (content_.canGoBack) return clickLater_.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
  emit clicked(*at);
}

void Plane::mouseDoubleClickEvent(QMouseEvent* event) {
  clickLater_.stop();
  if (event->button() == Qt::LeftButton && content_.canGoBack) emit zoomedBack();
}

void Plane::finishBrush() {
  const double from = std::min(brushA_.value_or(0), brushB_.value_or(0)),
               to = std::max(brushA_.value_or(0), brushB_.value_or(0));
  brush({}, {});
  if (to > from) emit zoomed(from, to);
}

void Plane::moveBy(int direction, Qt::KeyboardModifiers modifiers) {
  const bool isByMarker = modifiers & Qt::ControlModifier;
  if (!isByMarker && (modifiers & Qt::ShiftModifier)) return brushBy(direction);
  const bool isSeen = at_ && *at_ >= content_.from && *at_ <= content_.to;
  const auto to = isByMarker ? nextMarker(direction)
                  : isSeen   ? stopAt(*at_, direction)
                             : stopAt(direction > 0 ? content_.from : content_.to, 0);
  if (!isByMarker) brush({}, {});
  if (to && *to >= content_.from && *to <= content_.to) point(to);
}

std::optional<double> Plane::nextMarker(int direction) const {
  const double here = at_.value_or(direction > 0 ? -INFINITY : INFINITY);
  std::optional<double> found;
  for (const Marker& marker : content_.marks.markers) {
    const bool isBeyond = direction > 0 ? marker.t > here : marker.t < here;
    if (isBeyond && marker.t >= content_.from && marker.t <= content_.to && (!found || direction < 0))
      found = marker.t;
  }
  return found;
}

// A part of the range at a time: thirty days by the minute are not walked through.
void Plane::brushBy(int direction) {
  if (!content_.canZoom) return;
  const double from = content_.from, to = content_.to,
               stride = std::max(content_.marks.step, (to - from) / 50);
  const double begin = brushA_.value_or(std::clamp(at_.value_or(direction > 0 ? from : to), from, to));
  brush(begin, std::clamp(brushB_.value_or(begin) + direction * stride, from, to));
  point(stopAt(*brushB_, 0));
}

void Plane::keyPressEvent(QKeyEvent* event) {
  settle();
  switch (event->key()) {
    case Qt::Key_Left: return moveBy(-1, event->modifiers());
    case Qt::Key_Right: return moveBy(1, event->modifiers());
    case Qt::Key_Home: return point(stopAt(content_.from, 0));
    case Qt::Key_End: return point(stopAt(content_.to, 0));
    case Qt::Key_Up: return stepAside(-1);
    case Qt::Key_Down: return stepAside(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (brushA_ && brushB_) return finishBrush();
      if (at_) emit clicked(*at_);
      return;
    case Qt::Key_Escape:
      if (!brushA_ && !content_.canGoBack) break;
      if (!brushA_) emit zoomedBack();
      pressedAt_.reset();
      return brush({}, {});
    default: break;
  }
  event->ignore();
}

QString Plane::toolTipAt(double column) const {
  for (const Marker& marker : content_.marks.markers) {
    if (std::abs(this->column(marker.t) - column) > reachPixels) continue;
    return fullTimeText(marker.t, content_.marks.clock) + QLatin1Char('\n') + marker.kind +
           QStringLiteral(": ") + marker.text;
  }
  return content_.marks.remarkAt(placeAt(column), content_.to - content_.from);
}

bool Plane::viewportEvent(QEvent* event) {
  switch (event->type()) {
    case QEvent::Wheel: return false;  // the page scrolls
    case QEvent::Resize: isDirty_ = true; break;
    case QEvent::Leave:
      if (!hasFocus()) point({});
      break;
    case QEvent::ToolTip: {
      const auto* help = static_cast<QHelpEvent*>(event);
      QToolTip::showText(help->globalPos(), widgets::toolTip(toolTipAt(help->pos().x())), this);
      return true;
    }
    default: break;
  }
  return QChartView::viewportEvent(event);
}

bool Plane::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::StyleChange:
    case QEvent::FontChange:
    case QEvent::PaletteChange:
    case QEvent::FocusIn:
    case QEvent::FocusOut:
      isDirty_ = true;
      viewport()->update();
      break;
    default: break;
  }
  return QChartView::event(event);
}

}  // namespace onceover::charts
