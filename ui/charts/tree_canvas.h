// Where a tree is drawn; inside the room only.
#pragma once

#include "ui/charts/tree_chart.h"

namespace onceover::charts {

class TreeCanvas : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  void setBoxes(const QVector<TreeBox>& boxes);
  const QVector<TreeBox>& boxes() const { return boxes_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  void draw(QPainter& painter) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QSize boxSize() const;
  QRect rectOf(int index) const;
  QVector<TreeBox> boxes_;
  QVector<QPoint> places_;  // column, and half rows from above
  QSize cells_;             // columns, rows
};

}  // namespace onceover::charts
