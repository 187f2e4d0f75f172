#include "ui/widgets/chart_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPen>

namespace onceover::widgets {

CrosshairView::CrosshairView(QChart* chart, QWidget* parent) : QChartView(chart, parent), line_(new QGraphicsLineItem(chart)) {
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setBackgroundBrush(Qt::NoBrush);
  viewport()->setAutoFillBackground(false);
  line_->setZValue(10);
  line_->hide();
}

void CrosshairView::setLineColour(const QColor& colour) { line_->setPen(QPen(colour, 1, Qt::DashLine)); }

void CrosshairView::setCrosshair(std::optional<double> x) {
  line_->setVisible(x.has_value() && !chart()->series().isEmpty());
  if (!line_->isVisible()) return;
  const QRectF plot = chart()->plotArea();
  const qreal at = chart()->mapToPosition(QPointF(*x, 0), chart()->series().constFirst()).x();
  line_->setLine(at, plot.top(), at, plot.bottom());
}

void CrosshairView::mouseMoveEvent(QMouseEvent* event) {
  QChartView::mouseMoveEvent(event);
  if (chart()->series().isEmpty()) return;
  if (!chart()->plotArea().contains(chart()->mapFromScene(mapToScene(event->pos())))) {
    emit left();
    return;
  }
  emit pointedAt(chart()->mapToValue(chart()->mapFromScene(mapToScene(event->pos())), chart()->series().constFirst()).x());
}

void CrosshairView::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  emit left();
}

void CrosshairView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
    emit stepped(event->key() == Qt::Key_Left ? -1 : 1);
    return;
  }
  QChartView::keyPressEvent(event);
}

void CrosshairView::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  emit resized();
}

// The page scrolls, not the chart.
void CrosshairView::wheelEvent(QWheelEvent* event) { event->ignore(); }

}  // namespace onceover::widgets
