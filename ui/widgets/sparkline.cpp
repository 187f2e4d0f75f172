#include "ui/widgets/sparkline.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace onceover::widgets {

void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values, const QColor& colour) {
  if (values.size() < 2 || area.isEmpty()) return;
  double top = 0;
  for (const double value : values) top = std::isnan(value) ? top : std::max(top, value);
  if (!(top > 0)) top = 1;
  const auto at = [&](qsizetype i) {
    const double x = area.left() + area.width() * static_cast<double>(i) / static_cast<double>(values.size() - 1);
    return QPointF(x, area.bottom() - area.height() * std::max(values[i], 0.0) / top);
  };
  QPainterPath line, below;
  bool drawing = false;
  QPointF last;
  const auto close = [&] {
    if (drawing) below.lineTo(last.x(), area.bottom());
    drawing = false;
  };
  for (qsizetype i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      close();
      continue;
    }
    last = at(i);
    if (!drawing) {
      line.moveTo(last);
      below.moveTo(last.x(), area.bottom());
    } else {
      line.lineTo(last);
    }
    below.lineTo(last);
    drawing = true;
  }
  close();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QColor soft = colour;
  soft.setAlpha(36);
  painter.fillPath(below, soft);
  painter.strokePath(line, QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.restore();
}

}  // namespace onceover::widgets
