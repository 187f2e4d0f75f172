// What Qt Charts does not draw, or not so: bands, gaps, the step that is not over, markers, the range that is being chosen, what is pointed
// at.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/plane.h"
#include "ui/charts/small_font.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

using widgets::Tokens;

constexpr double signPixels = 14;  // of a marker's sign

QColor faint(QColor colour, int alpha) {
  colour.setAlpha(alpha);
  return colour;
}

}  // namespace

void Plane::drawBand(QPainter& painter, const PlaneLine& line) const {
  QPolygonF above, below;
  for (const ChartPoint& point : line.series.points) {
    if (std::isnan(point.low) || std::isnan(point.high)) continue;
    above.append(place(point.x, point.high));
    below.prepend(place(point.x, point.low));
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(faint(penOf(line).color(), widgets::tokensOf(this).dark ? 70 : 45));
  painter.drawPolygon(above + below);
}

void Plane::drawUnder(QPainter& painter) const {
  const Tokens t = widgets::tokensOf(this);
  painter.setFont(smallFont(font()));
  const QRectF area = plot();
  const auto shade = [&](double from, double to, Qt::BrushStyle hatch, const QString& words) {
    const double left = std::max(area.left(), column(from)), right = std::min(area.right(), column(to));
    if (!(right > left)) return;
    const QRectF box(left, area.top(), std::max(1.0, right - left), area.height());
    painter.fillRect(box, t.mutedFill);
    painter.fillRect(box, QBrush(t.border, hatch));
    if (words.isEmpty() || painter.fontMetrics().horizontalAdvance(words) + 8 > box.width()) return;
    painter.setPen(t.secondaryText);
    painter.drawText(box.adjusted(4, 2, -4, 0), Qt::AlignHCenter | Qt::AlignTop, words);
  };
  for (const ChartGap& gap : content_.marks.gaps) shade(gap.from, gap.to, Qt::BDiagPattern, gap.why);
  if (content_.marks.ongoing) shade(*content_.marks.ongoing, content_.to, Qt::Dense7Pattern, {});
  for (const PlaneLine& line : content_.lines) {
    if (!content_.isTime && !content_.hidden.contains(line.series.name)) drawBand(painter, line);
  }
  if (content_.under) content_.under(painter, *this);
}

void Plane::drawMarkers(QPainter& painter, const Tokens& t) const {
  const QRectF area = plot();
  QFont letter = font();
  letter.setPixelSize(10);
  letter.setBold(true);
  painter.setFont(letter);
  for (const Marker& marker : content_.marks.markers) {
    const double until = marker.until.value_or(marker.t);
    if (marker.t > content_.to || until < content_.from) continue;
    const double x = std::clamp(column(marker.t), area.left(), area.right());
    if (until > marker.t)
      painter.fillRect(QRectF(QPointF(x, area.top()), QPointF(std::min(column(until), area.right()), area.bottom())), faint(t.info, 28));
    painter.setPen(QPen(t.info, 1, Qt::DashDotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QRectF sign(x - signPixels / 2, area.top() - signPixels - 1, signPixels, signPixels);
    painter.setPen(QPen(t.info, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(sign, 3, 3);
    painter.drawText(sign, Qt::AlignCenter, marker.kind.left(1).toUpper());
  }
}

void Plane::drawOver(QPainter& painter) const {
  const Tokens t = widgets::tokensOf(this);
  const QRectF area = plot();
  painter.setRenderHint(QPainter::Antialiasing);
  drawMarkers(painter, t);
  painter.setFont(smallFont(font()));
  for (const PlaneLine& line : content_.hasBars ? content_.lines : QVector<PlaneLine>()) {
    painter.setPen(t.secondaryText);
    for (const ChartPoint& bar : line.series.points) {
      const QString value = chartText(bar.y, ChartUnit::number);
      const QPointF top = place(bar.x, bar.y);
      const double width = column(1) - column(0), height = painter.fontMetrics().height();
      if (bar.y > 0 && painter.fontMetrics().horizontalAdvance(value) + 4 < width)
        painter.drawText(QRectF(top.x() - width / 2, top.y() - height - 1, width, height), Qt::AlignCenter, value);
    }
  }
  if (isPicture_) return;
  if (brushA_ && brushB_) {
    const auto [a, b] = std::minmax(*brushA_, *brushB_);
    const QRectF box(QPointF(std::max(area.left(), column(a)), area.top()), QPointF(std::min(area.right(), column(b)), area.bottom()));
    painter.fillRect(box, faint(t.accent, 50));
    painter.setPen(QPen(t.accent, 1));
    painter.drawLine(box.topLeft(), box.bottomLeft());
    painter.drawLine(box.topRight(), box.bottomRight());
  }
  if (at_ && column(*at_) >= area.left() - 1 && column(*at_) <= area.right() + 1) {
    painter.setPen(QPen(t.strongBorder, 1, Qt::DashLine));
    painter.drawLine(QPointF(column(*at_), area.top()), QPointF(column(*at_), area.bottom()));
    painter.setPen(QPen(t.text, 1.5));
    painter.setBrush(Qt::NoBrush);
    const double right = column(*at_ + content_.marks.step);
    if (content_.hasRows && chosen_ >= 0)
      painter.drawRect(QRectF(QPointF(column(*at_), row(chosen_ + 1)), QPointF(std::max(right, column(*at_) + 2), row(chosen_))));
    for (int i = 0; i < content_.lines.size(); ++i) {
      const double value = valueAt(content_.lines[i], *at_);
      if (!isShown(content_.lines[i]) || std::isnan(value)) continue;
      painter.setPen(QPen(t.surface, 1.5));
      painter.setBrush(penOf(content_.lines[i]).color());
      painter.drawEllipse(place(*at_, value), i == chosen_ ? 5 : 3, i == chosen_ ? 5 : 3);
    }
  }
  if (!hasFocus()) return;
  painter.setPen(QPen(t.focus, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(QPointF(), chart()->size()).adjusted(1, 1, -1, -1), t.half, t.half);
}

}  // namespace onceover::charts
