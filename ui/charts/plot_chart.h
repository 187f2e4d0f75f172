// Curves over anything but a clock's time: attempts, clients, a span since the start. With bands and single marks, told apart by stroke
// too. And bars from 0, for histograms.
#pragma once

#include "ui/charts/plane_chart.h"

namespace onceover::charts {

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
  // The numbers of every series, shown or hidden, in their axes' own units: series may have places of their own.
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
  QStringList readout(double x) const override;

 private:
  QString barUnit_;
  QVector<Bar> bars_;
};

}  // namespace onceover::charts
