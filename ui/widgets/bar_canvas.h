// Where bars are drawn; inside the room only.
#pragma once

#include <QWidget>

#include "ui/widgets/chart.h"

namespace onceover::widgets {

class BarCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit BarCanvas(QWidget* parent = nullptr);
  void setBars(const QVector<Bar>& bars);

 signals:
  void clicked(int index);
  void currentChanged(int index);  // -1: none

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF plot() const;
  QRectF slot(int index) const;
  void choose(int index);
  QVector<Bar> bars_;
  int current_ = -1;
};

}  // namespace onceover::widgets
