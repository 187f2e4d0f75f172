// Qt Charts' view with a crosshair by mouse and by arrow keys. Inside the room only.
#pragma once

#include <QChartView>
#include <QGraphicsLineItem>
#include <optional>

namespace onceover::widgets {

class CrosshairView : public QChartView {
  Q_OBJECT
 public:
  explicit CrosshairView(QChart* chart, QWidget* parent = nullptr);
  void setLineColour(const QColor& colour);
  // At a value of the horizontal axis; none hides it.
  void setCrosshair(std::optional<double> x);

 signals:
  void pointedAt(double x);
  void stepped(int direction);
  void left();
  void resized();

 protected:
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  QGraphicsLineItem* line_;
};

}  // namespace onceover::widgets
