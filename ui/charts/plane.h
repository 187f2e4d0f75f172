// SPDX-License-Identifier: GPL-3.0-or-later
// Where Qt Charts draws lines, points and bars, and how a person reads and zooms them by mouse and by keys.
// What Qt Charts lacks is drawn behind and before its scene: overlay.cpp. Inside the room only.
#pragma once

#include <QCategoryAxis>
#include <QChartView>
#include <QPen>
#include <QSet>
#include <QTimer>
#include <functional>
#include <optional>

#include "ui/charts/axis.h"
#include "ui/charts/plane_chart.h"

namespace onceover::charts {

QColor faint(QColor colour, int alpha);
inline bool isBefore(const ChartPoint& point, double x) { return point.x < x; }
inline bool isAfter(double x, const ChartPoint& point) { return x < point.x; }

struct PlaneLine {
  ChartSeries series;
  int colour = 0;                       // of the theme's series, where it has no tone
  Qt::PenStyle stroke = Qt::SolidLine;  // NoPen: in the table only
  bool isRead = true;                   // the pointer and the keys stop at its points
  bool isEarlier = false;               // pale and dashed, without a place in the legend
  bool hasSeam = false;                 // a light edge, for what lies over colours
};

class Plane;

struct PlaneContent {
  QVector<PlaneLine> lines;
  QSet<QString> hidden;  // lines that are not drawn, by name
  double from = 0, to = 1;
  Scale scale;  // of the vertical axis
  // ticks of the horizontal axis, where that is not time
  std::function<QVector<Tick>(double from, double to, int most)> columns;
  QString xName;
  std::function<QString(double)> xWords, yWords;  // a place on the horizontal axis, a value
  QString when;                                   // of the earlier lines: "yesterday"
  QVector<Threshold> thresholds;
  TimeMarks marks;
  bool isTime = false;   // a value lasts until the next, and is read there too
  bool hasBars = false;  // instead of lines
  bool hasRows = false;  // up and down choose a row between bottom and top, else a line
  bool canZoom = false, canGoBack = false;
  std::function<void(QPainter&, const Plane&)> under = {};

  bool isShown(const PlaneLine& line) const { return line.isRead && !hidden.contains(line.series.name); }
  double heightOf(double value) const { return scale.place ? scale.place(value) : value; }
};

class Plane : public QChartView {
  Q_OBJECT
 public:
  explicit Plane(QWidget* parent = nullptr);

  // settle: not with the next event, but now.
  void show(const PlaneContent& content, bool settle);
  using QWidget::show;
  void draw(QPainter& painter, const QRectF& area);

  // In pixels.
  QRectF plot() const { return chart()->plotArea(); }
  double column(double x) const;
  double row(double height) const;  // of a value's height on the scale
  QPen penOf(const PlaneLine& line) const;

  std::optional<double> pointed() const { return at_; }
  void point(std::optional<double> x);
  // The line that the pointer is at or that was chosen by keys, or the row; −1: none.
  int chosen() const { return chosen_; }
  // What the line has there; null: nothing.
  const ChartPoint* pointAt(const PlaneLine& line, double x) const;

 signals:
  void pointedChanged();
  void clicked(double x);
  void zoomed(double from, double to);
  void zoomedBack();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  void arrange();
  void settle();
  void putTicks(QCategoryAxis* axis, double from, double to, const QVector<Tick>& ticks);
  void add(QAbstractSeries* series);
  void addLine(const PlaneLine& line);
  void addRun(const QVector<QPointF>& points, const QPen& pen, bool hasDots);
  void addMarks(const PlaneLine& line);
  void addBars(const PlaneLine& line);
  void drawBand(QPainter& painter, const PlaneLine& line) const;
  void drawMarkers(QPainter& painter) const;
  void drawThresholds(QPainter& painter) const;
  void drawValues(QPainter& painter) const;
  void drawPointed(QPainter& painter) const;

  double placeAt(double column) const;  // on the horizontal axis
  std::optional<double> stopAt(double x, int direction) const;
  void aim(double x, double height);
  void stepAside(int direction);
  void moveBy(int direction, Qt::KeyboardModifiers modifiers);
  std::optional<double> nextMarker(int direction) const;
  void brushBy(int direction);
  void brush(std::optional<double> from, std::optional<double> to);
  void finishBrush();
  QString toolTipAt(double column) const;

  PlaneContent content_;
  QCategoryAxis *x_, *y_;
  bool isDirty_ = true, isPicture_ = false;
  QVector<QRectF> gapWords_;  // where the words of gaps are drawn: limits are written beside them
  std::optional<double> at_;
  int chosen_ = -1;
  std::optional<double> pressedAt_;        // a column
  std::optional<double> brushA_, brushB_;  // places on the horizontal axis
  QTimer clickLater_;
  double clickAt_ = 0;
};

}  // namespace onceover::charts
