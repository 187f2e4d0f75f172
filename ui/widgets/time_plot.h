// A plane with time from left to right: its axis, gaps, markers and the step that is not over, and how a person reads and zooms it by
// mouse and by keys. What stands on the plane is the subclass's. Inside the room only.
#pragma once

#include <QPixmap>
#include <QSet>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "ui/widgets/chart.h"

class QPainter;

namespace onceover::widgets {

struct Tokens;

// From values to places.
struct PlotPlace {
  QRectF plot;
  double from = 0, to = 0;
  double x(double t) const { return to > from ? plot.left() + (t - from) / (to - from) * plot.width() : plot.left(); }
  double t(double x) const { return plot.width() > 0 ? from + (x - plot.left()) / plot.width() * (to - from) : from; }
};

class TimePlot : public QWidget {
  Q_OBJECT
 public:
  explicit TimePlot(QWidget* parent = nullptr);

  void setRange(double from, double to);
  double from() const { return from_; }
  double to() const { return to_; }
  void setStep(double seconds) { step_ = seconds; }
  double step() const { return step_; }
  void setClock(ClockChoice clock);
  ClockChoice clock() const { return clock_; }
  void setGaps(const QVector<ChartGap>& gaps);
  const QVector<ChartGap>& gaps() const { return gaps_; }
  void setMarkers(const QVector<Marker>& markers);
  const QVector<Marker>& markers() const { return markers_; }
  void setOngoing(std::optional<double> from);
  std::optional<double> ongoing() const { return ongoing_; }
  void setZoom(bool canZoom, bool canGoBack);
  // Lines that are not drawn, by name.
  void setHidden(const QSet<QString>& names);
  const QSet<QString>& hidden() const { return hidden_; }

  // All but what belongs to the pointer.
  void draw(QPainter& painter, const QRectF& area) const;
  std::optional<double> pointed() const { return at_; }
  // What gaps and markers say at that time; empty: nothing.
  QString remarkAt(double t) const;
  // All of them as sentences, for a description; of many the newest.
  QStringList remarks() const;
  // The time of a line of the table, and whether its step is not over.
  QString rowText(double t) const;

 signals:
  void pointedAt(std::optional<double> t);  // a time the plane has; none: nothing
  void zoomed(double from, double to);
  void zoomedBack();
  void clicked(double t);  // a time the plane has

 protected:
  virtual int labelWidth(const QFontMetrics& metrics) const = 0;
  virtual void drawValues(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const = 0;  // axis and grid, under all
  virtual void drawContent(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const = 0;
  virtual void drawPointed(QPainter& /*painter*/, const PlotPlace& /*place*/, double /*t*/, const Tokens& /*tokens*/) const {}
  virtual std::optional<double> nearest(double t) const = 0;
  virtual std::optional<double> next(double t, int direction) const = 0;
  // The pointer's height, before clicked() and pointedAt().
  virtual void aim(double /*t*/, double /*y*/, const PlotPlace& /*place*/) {}
  virtual void stepAside(int /*direction*/) {}  // up and down
  virtual void hiddenChanged() { redraw(); }
  void redraw();  // what draw() makes has changed
  void point(std::optional<double> t);
  static QFont smallFont(const QFont& font);

  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  PlotPlace placeIn(const QRectF& area, const QFontMetrics& metrics) const;
  PlotPlace place() const;
  void drawTimes(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const;
  void drawGaps(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const;
  void drawMarkers(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const;
  void drawBrush(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const;
  const Marker* markerAt(double x, const PlotPlace& place) const;
  void moveBy(int direction, Qt::KeyboardModifiers modifiers);
  void goToMarker(int direction);
  void brushBy(int direction);
  void finishBrush();
  void click(double t);
  bool leaveOne();

  double from_ = 0, to_ = 0, step_ = 0;
  ClockChoice clock_ = ClockChoice::utc;
  QVector<ChartGap> gaps_;
  QVector<Marker> markers_;
  std::optional<double> ongoing_;
  QSet<QString> hidden_;
  bool canZoom_ = false, canGoBack_ = false;
  std::optional<double> at_;
  std::optional<double> pressedAt_;        // x
  std::optional<double> brushA_, brushB_;  // times
  QTimer clickLater_;
  double clickAt_ = 0;
  QPixmap cache_;
};

}  // namespace onceover::widgets
