// A line without axes, for a card or a cell. The number beside it says the same.
#pragma once

#include <QVector>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values, const QColor& colour);

}  // namespace onceover::widgets
