#include "ui/widgets/sparkline.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace onceover::widgets {

void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values, const QColor& colour) {
  if (values.size() < 2 || area.isEmpty()) return;
  double top = 0;
  for (const double value : values) top = std::fmax(top, value);
  if (!(top > 0)) top = 1;
  QColor soft = colour;
  soft.setAlpha(36);
  QPolygonF run;
  const auto flush = [&] {
    if (run.isEmpty()) return;
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(run);
    painter.setPen(Qt::NoPen);
    painter.setBrush(soft);
    painter.drawPolygon(QPolygonF{{run.front().x(), area.bottom()}} + run + QPolygonF{{run.back().x(), area.bottom()}});
    run.clear();
  };
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (qsizetype i = 0; i < values.size(); ++i) {
    const double x = area.left() + area.width() * static_cast<double>(i) / static_cast<double>(values.size() - 1);
    if (std::isnan(values[i])) {
      flush();
    } else {
      run.append({x, area.bottom() - area.height() * std::max(values[i], 0.0) / top});
    }
  }
  flush();
  painter.restore();
}

}  // namespace onceover::widgets
