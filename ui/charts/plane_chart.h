// SPDX-License-Identifier: GPL-3.0-or-later
// What charts with two axes have in common: the legend, which shows and hides lines, the numbers at the place
// that is pointed at, and what is known about times beside the values. reading.cpp says how they are read by
// mouse and by keys.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>

#include "ui/charts/chart.h"

namespace onceover::charts {

// Where nothing is known: shaded, and said.
struct ChartGap {
  double from = 0, to = 0;
  QString why;
};

// What a person did, or what ran: a line across, with a sign that is the first letter of its kind.
struct Marker {
  double t = 0;
  QString kind;  // "sweep", "plan", "verdict"
  QString text;
  std::optional<double> until = {};
};

// What is known about times beside the values: where nothing is known, what was done, what is not over.
struct TimeMarks {
  QVector<ChartGap> gaps;
  QVector<Marker> markers;  // by time
  std::optional<double> ongoing;
  ClockChoice clock = ClockChoice::utc;
  double step = 0;  // how long a point lasts, in seconds; 0: not known

  // What gaps and markers say of that time, within a range so long; empty: nothing.
  QString remarkAt(double t, double range) const;
  // All of them as sentences; of many the newest.
  QStringList remarks(double range) const;
  // The time of a line of the table, and whether its step is not over.
  QString rowText(double t) const;
};

// A value that a rule watches: a line from left to right.
struct Threshold {
  double y = 0;
  QString words;  // "critical above 30 min"
  Tone tone = Tone::warn;
  QString series;  // the line that it is about: hidden with it
  bool operator==(const Threshold&) const = default;
};

class Plane;
struct PlaneContent;

class PlaneChart : public Chart {
  Q_OBJECT
 public:
  ~PlaneChart() override;

  void setGaps(const QVector<ChartGap>& gaps);
  void setMarkers(QVector<Marker> markers);
  // From here on steps are not over: dotted, and said.
  void setOngoing(std::optional<double> from);
  // Another part of what is shown already, until it is replaced.
  void setRange(double from, double to);
  // A range can be chosen, and left again where canGoBack.
  void setZoom(bool canZoom, bool canGoBack);
  void setClock(ClockChoice clock);
  // The line at the place that another chart of the same time is read at; none: nowhere. Its numbers are read
  // out here, too.
  void follow(std::optional<double> x);
  // What is read out now.
  using Chart::readout;

 signals:
  void pointed(std::optional<double> x);  // a person reads it here; none: no more
  void zoomed(double from, double to);
  void zoomedBack();

 protected:
  PlaneChart(const QString& title, const QString& unit, QWidget* parent);

  // The lines and the scale anew. Which lines are hidden is known.
  virtual void fill(PlaneContent& content) const = 0;
  virtual QString legendNote() const { return {}; }  // after the entries
  virtual QStringList remarks() const;               // of the lines, as sentences
  virtual QStringList numbersAt(double x) const;     // read out after the place
  virtual void open(double /*x*/) {}                 // what lies behind it

  Plane& plane() const { return *plane_; }
  PlaneContent& content() const { return *content_; }
  // After content() or what fill() makes of it has changed. settle: at once.
  void refresh(bool settle = false);
  QStringList sentences() const final;
  // A line for each place, the newest time first; a further one where a line has more than one value there.
  ChartTable table() const override;
  QString pictureNote() const override;
  QVector<std::pair<QString, QColor>> pictureLegend() const override;
  void drawBody(QPainter& painter, const QRectF& area) const override;
  void changeEvent(QEvent* event) override;

 private:
  template <typename T>
  void put(T& place, const T& value);
  void drawLegend();
  void readOut();
  bool isFollowing_ = false;
  Plane* plane_;
  std::unique_ptr<PlaneContent> content_;
  QWidget* legend_;
  widgets::PlainLabel* note_;
  QList<QToolButton*> entries_;
};

}  // namespace onceover::charts
