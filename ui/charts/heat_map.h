// SPDX-License-Identifier: GPL-3.0-or-later
// How long something took, over time: a field for each step and bound, the fuller the more it holds, with
// lines over it. Colour is not the only way to read it: the pointer says each number, and the table holds
// them.
#pragma once

#include "ui/charts/plane_chart.h"

namespace onceover::charts {

struct HeatData {
  double from = 0, step = 0;  // seconds since 1970, seconds
  QVector<double> upper_ms;   // bounds, ascending, inclusive; the last may be infinity
  QVector<double> counts;     // of step s and bound b at [s * upper_ms.size() + b]; NaN: not known
  qsizetype steps() const { return upper_ms.isEmpty() ? 0 : counts.size() / upper_ms.size(); }
  double at(qsizetype step, qsizetype bound) const { return counts[step * upper_ms.size() + bound]; }
  double sum(qsizetype step) const;  // NaN: nothing of it is known
};

struct HeatLine {
  QString name;               // "p95"
  QVector<double> values_ms;  // one a step; NaN: none
};

// "≤ 250 ms"; "more".
QString boundText(double upper_ms);

class HeatMap : public PlaneChart {
  Q_OBJECT
 public:
  explicit HeatMap(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);

  // from, to: the range of the axis.
  void replace(const HeatData& data, const QVector<HeatLine>& lines, double from, double to);
  void setUnit(const QString& words) { setUnitWords(words); }

 signals:
  void stepClicked(double from, double to);

 protected:
  void fill(PlaneContent& content) const override;
  QString legendNote() const override;
  ChartTable table() const override;
  // A column of UTC times, the quantiles in milliseconds, and one for each bound.
  QByteArray csv() const override;
  QStringList numbersAt(double t) const override;
  QString pictureNote() const override;
  QVector<std::pair<QString, QColor>> pictureLegend() const override { return {}; }
  void open(double t) override { emit stepClicked(t, t + data_.step); }

 private:
  double heightOf(double value_ms) const;
  void drawFields(QPainter& painter, const Plane& plane) const;
  HeatData data_;
  QVector<HeatLine> lines_;
  int first_ = 0, end_ = 0;  // bounds between the lowest and the highest that hold anything
  double fullest_ = 0;
};

}  // namespace onceover::charts
