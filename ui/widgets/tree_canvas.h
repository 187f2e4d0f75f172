// Where a tree is drawn; inside the room only.
#pragma once

#include <QWidget>

#include "ui/widgets/tree_chart.h"

namespace onceover::widgets {

class TreeCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit TreeCanvas(QWidget* parent = nullptr) : QWidget(parent) {}
  void setBoxes(const QVector<TreeBox>& boxes);
  const QVector<TreeBox>& boxes() const { return boxes_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QSize boxSize() const;
  void layOut();
  QVector<TreeBox> boxes_;
  QVector<QPoint> places_;  // column, and half rows from above
  QSize cells_;             // columns, rows
};

}  // namespace onceover::widgets
