// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt Charts does not draw: bands, gaps, the step that is not over; markers, the range that is being
// chosen, what is pointed at.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/plane.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr double signPixels = 14;  // of a marker's sign

}  // namespace

QColor faint(QColor colour, int alpha) {
  colour.setAlpha(alpha);
  return colour;
}

void Plane::drawBackground(QPainter* painter, const QRectF&) {
  const widgets::Tokens t = widgets::tokensOf(this);
  painter->setFont(smallFont(font()));
  const QRectF area = plot();
  gapWords_.clear();
  const auto shade = [&](double from, double to, Qt::BrushStyle hatch, const QString& words) {
    const double left = std::max(area.left(), column(from)), right = std::min(area.right(), column(to));
    if (!(right > left)) return;
    const QRectF box(left, area.top(), std::max(1.0, right - left), area.height());
    painter->fillRect(box, t.mutedFill);
    painter->fillRect(box, QBrush(t.border, hatch));
    if (words.isEmpty() || painter->fontMetrics().horizontalAdvance(words) + 8 > box.width()) return;
    painter->setPen(t.secondaryText);
    QRectF place;
    painter->drawText(box.adjusted(4, 2, -4, 0), Qt::AlignHCenter | Qt::AlignTop, words, &place);
    gapWords_.append(place);
  };
  for (const ChartGap& gap : content_.marks.gaps) shade(gap.from, gap.to, Qt::BDiagPattern, gap.why);
  if (content_.marks.ongoing) shade(*content_.marks.ongoing, content_.to, Qt::Dense7Pattern, {});
  for (const PlaneLine& line : content_.lines) {
    if (!content_.isTime && content_.isShown(line)) drawBand(*painter, line);
  }
  if (content_.under) content_.under(*painter, *this);
}

void Plane::drawBand(QPainter& painter, const PlaneLine& line) const {
  QPolygonF above, below;
  for (const ChartPoint& point : line.series.points) {
    if (std::isnan(point.low) || std::isnan(point.high)) continue;
    above.append({column(point.x), row(content_.heightOf(point.high))});
    below.prepend({column(point.x), row(content_.heightOf(point.low))});
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(faint(penOf(line).color(), widgets::tokensOf(this).dark ? 70 : 45));
  painter.drawPolygon(above + below);
}

void Plane::drawMarkers(QPainter& painter) const {
  const widgets::Tokens t = widgets::tokensOf(this);
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
      painter.fillRect(
          QRectF(QPointF(x, area.top()), QPointF(std::min(column(until), area.right()), area.bottom())),
          faint(t.info, 28));
    painter.setPen(QPen(t.info, 1, Qt::DashDotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QRectF sign(x - signPixels / 2, area.top() - signPixels - 1, signPixels, signPixels);
    painter.setPen(QPen(t.info, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(sign, 3, 3);
    painter.drawText(sign, Qt::AlignCenter, marker.kind.left(1).toUpper());
  }
}

void Plane::drawThresholds(QPainter& painter) const {
  const widgets::Tokens t = widgets::tokensOf(this);
  const QRectF area = plot();
  painter.setFont(smallFont(font()));
  const QFontMetricsF metrics(painter.font());
  double lowestLabel = -INFINITY;
  // From the highest: words that would lie over one another go below their line.
  for (const Threshold& threshold : content_.thresholds) {
    if (content_.hidden.contains(threshold.series) || threshold.y > content_.scale.top ||
        threshold.y < content_.scale.bottom)
      continue;
    const double y = row(content_.heightOf(threshold.y));
    painter.setPen(QPen(t.colour(threshold.tone), 1.2, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    const double width = metrics.horizontalAdvance(threshold.words) + 6, height = metrics.height();
    const bool isAbove = y - height >= std::max(area.top(), lowestLabel),
               fitsBelow = y + 1 + height <= area.bottom();
    // At the foot of the chart beside the words above it, not over the times.
    const double left =
        isAbove || fitsBelow ? area.left() + 2 : std::max(area.left() + 2, area.right() - width - 2);
    QRectF box(left, isAbove || !fitsBelow ? y - height : y + 1, std::min(width, area.width() - 4), height);
    for (const QRectF& words : gapWords_) {
      if (box.intersects(words)) box.moveTop(words.bottom() + 1);
    }
    lowestLabel = std::max(lowestLabel, box.bottom());
    painter.fillRect(box, faint(t.surface, 200));
    painter.drawText(box.adjusted(3, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, threshold.words);
  }
}

// On the bars, where they are wide enough.
void Plane::drawValues(QPainter& painter) const {
  painter.setFont(smallFont(font()));
  painter.setPen(widgets::tokensOf(this).secondaryText);
  const double width = column(1) - column(0), height = painter.fontMetrics().height();
  for (const ChartPoint& bar : content_.lines.front().series.points) {
    const QString value = content_.yWords(bar.y);
    if (bar.y > 0 && painter.fontMetrics().horizontalAdvance(value) + 4 < width)
      painter.drawText(QRectF(column(bar.x) - width / 2, row(bar.y) - height - 1, width, height),
                       Qt::AlignCenter, value);
  }
}

void Plane::drawPointed(QPainter& painter) const {
  const widgets::Tokens t = widgets::tokensOf(this);
  const QRectF area = plot();
  const double left = column(*at_), right = std::max(left + 2, column(*at_ + content_.marks.step));
  if (left < area.left() - 1 || left > area.right() + 1) return;
  painter.setPen(QPen(t.strongBorder, 1, Qt::DashLine));
  painter.drawLine(QPointF(left, area.top()), QPointF(left, area.bottom()));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.text, 1.5));
  if (content_.hasRows && chosen_ >= 0)
    painter.drawRect(QRectF(QPointF(left, row(chosen_ + 1)), QPointF(right, row(chosen_))));
  painter.setPen(QPen(t.surface, 1.5));
  for (int i = 0; i < content_.lines.size(); ++i) {
    const PlaneLine& line = content_.lines[i];
    const ChartPoint* at = content_.isShown(line) ? pointAt(line, *at_) : nullptr;
    if (at == nullptr || std::isnan(at->y)) continue;
    painter.setBrush(penOf(line).color());
    painter.drawEllipse(QPointF(left, row(content_.heightOf(at->y))), i == chosen_ ? 5 : 3,
                        i == chosen_ ? 5 : 3);
  }
}

void Plane::drawForeground(QPainter* painter, const QRectF&) {
  const widgets::Tokens t = widgets::tokensOf(this);
  const QRectF area = plot();
  painter->setRenderHint(QPainter::Antialiasing);
  drawThresholds(*painter);
  drawMarkers(*painter);
  if (content_.hasBars) drawValues(*painter);
  if (isPicture_) return;
  if (brushA_ && brushB_) {
    const double a = std::clamp(column(*brushA_), area.left(), area.right()),
                 b = std::clamp(column(*brushB_), area.left(), area.right());
    painter->setPen(QPen(t.accent, 1));
    painter->setBrush(faint(t.accent, 50));
    painter->drawRect(QRectF(QPointF(a, area.top()), QPointF(b, area.bottom())).normalized());
  }
  if (at_) drawPointed(*painter);
  if (!hasFocus()) return;
  painter->setPen(QPen(t.focus, 2));
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(QRectF(QPointF(), chart()->size()).adjusted(1, 1, -1, -1), t.half, t.half);
}

}  // namespace onceover::charts
