// How a plane is read and zoomed. By mouse: move to read, click for what lies behind, drag to zoom, double click to go back. By keys: left
// and right to read, up and down to choose what lies above one another, Ctrl with left and right for markers, Enter for what lies behind;
// Shift with left and right chooses a range, Enter then zooms; Esc goes back.
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

bool isAfter(double x, const ChartPoint& point) { return x < point.x; }

}  // namespace

std::optional<double> Plane::nearest(double x) const {
  std::optional<double> best;
  const auto offer = [&](double at) {
    if (!best || std::abs(at - x) < std::abs(*best - x)) best = at;
  };
  for (const PlaneLine& line : content_.lines) {
    const auto& points = line.series.points;
    if (!isShown(line) || points.isEmpty()) continue;
    const auto after = std::upper_bound(points.cbegin(), points.cend(), x + 1e-9, isAfter);
    if (after != points.cbegin()) offer(std::prev(after)->x);
    // A field is meant by all of its width.
    if (after != points.cend() && (!content_.hasRows || after == points.cbegin())) offer(after->x);
  }
  return best;
}

std::optional<double> Plane::next(double x, int direction) const {
  std::optional<double> best;
  for (const PlaneLine& line : content_.lines) {
    if (!isShown(line)) continue;
    const auto& points = line.series.points;
    const auto after = std::upper_bound(points.cbegin(), points.cend(), x, isAfter);
    const auto before = std::lower_bound(points.cbegin(), points.cend(), x, [](const ChartPoint& point, double a) { return point.x < a; });
    if (direction > 0 && after != points.cend()) best = std::min(best.value_or(after->x), after->x);
    if (direction < 0 && before != points.cbegin()) best = std::max(best.value_or(std::prev(before)->x), std::prev(before)->x);
  }
  return best;
}

void Plane::aim(double x, double height) {
  chosen_ = -1;
  if (content_.hasRows) {
    const double at = std::floor(y_->min() + (plot().bottom() - height) / plot().height() * (y_->max() - y_->min()));
    if (at >= content_.scale.bottom && at < content_.scale.top) chosen_ = static_cast<int>(at);
    return;
  }
  double least = INFINITY;
  for (int i = 0; i < content_.lines.size(); ++i) {
    const double distance = std::abs(place(x, valueAt(content_.lines[i], x)).y() - height);
    if (isShown(content_.lines[i]) && distance < least) least = distance, chosen_ = i;
  }
}

void Plane::stepAside(int direction) {
  if (content_.hasRows) {
    const int top = static_cast<int>(content_.scale.top);
    if (top > 0 && !content_.lines.isEmpty()) chosen_ = chosen_ < 0 ? 0 : std::clamp(chosen_ - direction, 0, top - 1);
  } else {
    QVector<int> shown;
    for (int i = 0; i < content_.lines.size(); ++i) {
      if (isShown(content_.lines[i])) shown.append(i);
    }
    if (shown.isEmpty()) return;
    const auto here = shown.indexOf(chosen_);
    chosen_ = here < 0 ? shown[direction > 0 ? 0 : shown.size() - 1] : shown[(here + direction + shown.size()) % shown.size()];
  }
  point(at_);
}

void Plane::point(std::optional<double> x) {
  at_ = x;
  over_->update();
  emit pointedChanged();
}

void Plane::brush(std::optional<double> from, std::optional<double> to) {
  brushA_ = from;
  brushB_ = to;
  over_->update();
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
    return brush(timeAt(*pressedAt_), timeAt(std::clamp(place.x(), plot().left(), plot().right())));
  if (!plot().adjusted(-reachPixels, -reachPixels, reachPixels, 0).contains(place)) return point({});
  const auto at = nearest(timeAt(place.x()));
  if (at) aim(*at, place.y());
  point(at);
}

void Plane::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !std::exchange(pressedAt_, std::nullopt)) return;
  if (brushA_) return finishBrush();
  const auto at = nearest(timeAt(event->position().x()));
  if (!at) return;
  aim(*at, event->position().y());
  click(*at);
}

void Plane::click(double x) {
  if (!content_.canGoBack) {
    emit clicked(x);
    return;
  }
  clickAt_ = x;
  clickLater_.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void Plane::mouseDoubleClickEvent(QMouseEvent* event) {
  clickLater_.stop();
  if (event->button() == Qt::LeftButton && content_.canGoBack) emit zoomedBack();
}

void Plane::finishBrush() {
  const double from = std::min(brushA_.value_or(0), brushB_.value_or(0)), to = std::max(brushA_.value_or(0), brushB_.value_or(0));
  brush({}, {});
  if (to > from) emit zoomed(from, to);
}

void Plane::moveBy(int direction, Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::ControlModifier) return goToMarker(direction);
  if (modifiers & Qt::ShiftModifier) return brushBy(direction);
  brush({}, {});
  const bool isSeen = at_ && *at_ >= content_.from && *at_ <= content_.to;
  const auto to = isSeen ? next(*at_, direction) : nearest(direction > 0 ? content_.from : content_.to);
  if (to && *to >= content_.from && *to <= content_.to) point(to);
}

void Plane::goToMarker(int direction) {
  const double here = at_.value_or(direction > 0 ? content_.from - 1 : content_.to + 1);
  std::optional<double> found;
  for (const Marker& marker : std::as_const(content_.marks.markers)) {
    if (marker.t < content_.from || marker.t > content_.to || (direction > 0 ? marker.t <= here : marker.t >= here)) continue;
    if (!found || direction < 0) found = marker.t;
  }
  if (found) point(found);
}

// A part of the range at a time: thirty days by the minute are not walked through.
void Plane::brushBy(int direction) {
  if (!content_.canZoom) return;
  const double from = content_.from, to = content_.to, stride = std::max(content_.marks.step, (to - from) / 50);
  const double begin = brushA_.value_or(std::clamp(at_.value_or(direction > 0 ? from : to), from, to));
  brush(begin, std::clamp(brushB_.value_or(begin) + direction * stride, from, to));
  point(nearest(*brushB_));
}

// The range that is being chosen, else the zoom. False: there is nothing to leave.
bool Plane::leaveOne() {
  if (!brushA_ && !content_.canGoBack) return false;
  if (!brushA_) emit zoomedBack();
  pressedAt_.reset();
  brush({}, {});
  return true;
}

void Plane::keyPressEvent(QKeyEvent* event) {
  settle();
  switch (event->key()) {
    case Qt::Key_Left: return moveBy(-1, event->modifiers());
    case Qt::Key_Right: return moveBy(1, event->modifiers());
    case Qt::Key_Home: return point(nearest(content_.from));
    case Qt::Key_End: return point(nearest(content_.to));
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
  event->ignore();
}

QString Plane::toolTipAt(const QPoint& place) const {
  for (const Marker& marker : content_.marks.markers) {
    if (std::abs(column(marker.t) - place.x()) > reachPixels) continue;
    return fullTimeText(marker.t, content_.marks.clock) + QLatin1Char('\n') + marker.kind + QStringLiteral(": ") + marker.text;
  }
  return content_.marks.remarkAt(timeAt(place.x()), content_.to - content_.from);
}

bool Plane::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave && !hasFocus()) point({});
  if (event->type() != QEvent::ToolTip) return QChartView::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), widgets::toolTip(toolTipAt(help->pos())), this);
  return true;
}

// The page scrolls.
void Plane::wheelEvent(QWheelEvent* event) { event->ignore(); }

void Plane::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  over_->update();
}

void Plane::focusOutEvent(QFocusEvent* event) {
  QChartView::focusOutEvent(event);
  over_->update();
}

}  // namespace onceover::charts
