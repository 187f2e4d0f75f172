// SPDX-License-Identifier: GPL-3.0-or-later
// Lines over time. Curves over anything else: attempts, clients, a span since the start; with bands and
// single marks, told apart by stroke too. And bars from 0, for histograms.
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/plane_chart.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {

// Lines over time. The vertical axis begins at 0.
class TimeChart : public PlaneChart {
  Q_OBJECT
 public:
  // title: shown above; unit: "keys/s", beside it.
  explicit TimeChart(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);

  // All that is shown, at once. from, to: the range of the axis.
  void replace(const QVector<ChartSeries>& series, double from, double to);
  // Lines of an earlier time, moved to where these are: dashed, in the colour of the line of the same name.
  // when: "yesterday".
  void setEarlier(const QString& when, const QVector<ChartSeries>& series);
  // How long a point's step lasts, in seconds: what a click is about. 0: not known.
  void setStep(double seconds);
  void setUnit(const QString& words, ChartUnit unit = ChartUnit::number);
  // What rules watch, in the unit of the values. Drawn where it is not far above them, and always named.
  void setThresholds(const QVector<Threshold>& thresholds);
  // Beside the legend: what is not drawn, and why. Empty: nothing.
  void setNote(const QString& note);

 signals:
  // What lies behind a point of the line of that name: the step [from, to).
  void pointClicked(const QString& series, double from, double to);

 protected:
  void fill(PlaneContent& content) const override;
  QString legendNote() const override;
  QString pictureNote() const override;
  // A column of UTC times and one for each line; nothing where it is not known. Lines of an earlier time
  // stand at the times they are drawn.
  QByteArray csv() const override;
  void open(double t) override;

 private:
  bool isNear(const Threshold& threshold, double highest) const;
  QVector<ChartSeries> series_, earlier_;
  QVector<Threshold> thresholds_;
  QString note_;
  ChartUnit unit_ = ChartUnit::number;
};

struct PlotAxis {
  QString name;  // "Attempt"
  ChartUnit unit = ChartUnit::number;
};

// The vertical axis begins at 0, or at the decade below the lowest where it is logarithmic.
class PlotChart : public PlaneChart {
  Q_OBJECT
 public:
  explicit PlotChart(const QString& title, PlotAxis x, PlotAxis y, QWidget* parent = nullptr);

  void replace(const QVector<ChartSeries>& series);
  const QVector<ChartSeries>& series() const { return series_; }
  void setVertical(const PlotAxis& y) { y_ = y; }  // with the next replace()
  void setLogarithmic(bool logarithmic);

 protected:
  void fill(PlaneContent& content) const override;
  // The numbers of every series, shown or hidden, in their axes' own units: series may have places of their
  // own.
  QByteArray csv() const override;

 private:
  PlotAxis x_, y_;
  QVector<ChartSeries> series_;
  bool isLogarithmic_ = false;
};

struct Bar {
  QString label;
  double value = 0;
};

class BarChart : public PlaneChart {
  Q_OBJECT
 public:
  explicit BarChart(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);
  void replace(const QVector<Bar>& bars);

 protected:
  void fill(PlaneContent& content) const override;
  QStringList remarks() const override;
  QStringList numbersAt(double x) const override;

 private:
  QString barUnit_;
  QVector<Bar> bars_;
};

// A tree of things with a figure each, drawn as boxes from left to right.

struct TreeBox {
  QString title, figure, note;  // a line each
  int parent = -1;              // an earlier box; −1: a root
  Tone tone = Tone::neutral;
};

class TreeChart : public Chart {
  Q_OBJECT
 public:
  explicit TreeChart(const QString& title, QWidget* parent = nullptr);
  void replace(const QVector<TreeBox>& boxes);
  // The table that says the same, and more.
  void setTable(const QStringList& headings, const QList<QStringList>& rows);

 protected:
  QStringList sentences() const override;
  ChartTable table() const override { return table_; }
  QSize pictureSize() const override;
  void drawBody(QPainter& painter, const QRectF& area) const override;
  void changeEvent(QEvent* event) override;

 private:
  double place(int index, int column, double top);
  void addBox(const TreeBox& box, const QRectF& place);
  QGraphicsView* view_;
  QVector<TreeBox> boxes_;
  QVector<QRectF> places_;
  ChartTable table_;
};

}  // namespace onceover::charts
