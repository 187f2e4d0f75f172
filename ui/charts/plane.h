// Where Qt Charts draws lines, points and bars, and how a person reads and zooms them by mouse and by keys. What Qt Charts lacks is drawn
// by two items in its scene: gaps and bands under the lines; markers, the chosen range and what is pointed at over them. Inside the room
// only.
#pragma once

#include <QCategoryAxis>
#include <QChartView>
#include <QPen>
#include <QSet>
#include <QTimer>
#include <functional>
#include <optional>

#include "ui/charts/axis.h"
#include "ui/charts/time_marks.h"

namespace onceover::widgets {
struct Tokens;
}

namespace onceover::charts {

struct PlaneLine {
  ChartSeries series;
  int colour = 0;  // of the theme's series, where it has no tone
  Qt::PenStyle stroke = Qt::SolidLine;
  bool isRead = true;      // the pointer and the keys stop at its points
  bool isEarlier = false;  // pale and dashed, without a place in the legend
  bool hasSeam = false;    // a light edge, for what lies over colours
};

class Plane;

struct PlaneContent {
  QVector<PlaneLine> lines;
  QSet<QString> hidden;  // lines that are not drawn, by name
  double from = 0, to = 1;
  Scale scale;                                                             // of the vertical axis
  std::function<QVector<Tick>(double from, double to, int most)> columns;  // ticks of the horizontal axis
  QString xName;
  TimeMarks marks;
  bool isTime = false;   // a value lasts until the next, and is read there too
  bool hasBars = false;  // instead of lines
  bool hasRows = false;  // up and down choose a row between bottom and top, else a line
  bool canZoom = false, canGoBack = false;
  std::function<void(QPainter&, const Plane&)> under = {};
};

class Plane : public QChartView {
  Q_OBJECT
 public:
  explicit Plane(QWidget* parent = nullptr);

  // settle: not with the next event, but now.
  void show(const PlaneContent& content, bool settle);
  using QWidget::show;
  void draw(QPainter& painter, const QRectF& area);

  // In pixels of the scene.
  QRectF plot() const { return chart()->plotArea(); }
  QPointF place(double x, double value) const;
  double column(double x) const;
  double row(double height) const;  // of a value's place on the vertical axis
  QPen penOf(const PlaneLine& line) const;

  std::optional<double> pointed() const { return at_; }
  void point(std::optional<double> x);
  // The line that the pointer is at or that was chosen by keys, or the row; −1: none.
  int chosen() const { return chosen_; }
  // The value of the line there; NaN: not known.
  double valueAt(const PlaneLine& line, double x) const;

 signals:
  void pointedChanged();
  void clicked(double x);
  void zoomed(double from, double to);
  void zoomedBack();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  bool isShown(const PlaneLine& line) const { return line.isRead && !content_.hidden.contains(line.series.name); }
  void arrange();
  void settle();
  void putTicks(QCategoryAxis* axis, double from, double to, const QVector<Tick>& ticks);
  void add(QAbstractSeries* series);
  void addLine(const PlaneLine& line);
  void addRun(const QVector<QPointF>& points, const QPen& pen, bool hasDots);
  void addMarks(const PlaneLine& line);
  void addBars(const PlaneLine& line);
  void drawUnder(QPainter& painter) const;
  void drawBand(QPainter& painter, const PlaneLine& line) const;
  void drawMarkers(QPainter& painter, const widgets::Tokens& tokens) const;
  void drawOver(QPainter& painter) const;

  double timeAt(double column) const;
  std::optional<double> nearest(double x) const;
  std::optional<double> next(double x, int direction) const;
  void aim(double x, double height);
  void stepAside(int direction);
  void moveBy(int direction, Qt::KeyboardModifiers modifiers);
  void goToMarker(int direction);
  void brushBy(int direction);
  void brush(std::optional<double> from, std::optional<double> to);
  void finishBrush();
  void click(double x);
  bool leaveOne();
  QString toolTipAt(const QPoint& place) const;

  PlaneContent content_;
  QCategoryAxis *x_, *y_;
  QGraphicsItem *under_, *over_;
  bool isDirty_ = true, isPicture_ = false;
  std::optional<double> at_;
  int chosen_ = -1;
  std::optional<double> pressedAt_;        // a column
  std::optional<double> brushA_, brushB_;  // places on the horizontal axis
  QTimer clickLater_;
  double clickAt_ = 0;
};

}  // namespace onceover::charts
