// Lines over time. The vertical axis begins at 0.
#pragma once

#include "ui/charts/plane_chart.h"

namespace onceover::charts {

class TimeChart : public PlaneChart {
  Q_OBJECT
 public:
  // title: shown above; unit: "keys/s", beside it.
  explicit TimeChart(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);

  // All that is shown, at once. from, to: the range of the axis.
  void replace(const QVector<ChartSeries>& series, double from, double to);
  // Lines of an earlier time, moved to where these are: dashed, in the colour of the line of the same name. when: "yesterday".
  void setEarlier(const QString& when, const QVector<ChartSeries>& series);
  // How long a point's step lasts, in seconds: what a click is about. 0: not known.
  void setStep(double seconds);
  void setUnit(const QString& words, ChartUnit unit = ChartUnit::number);

 signals:
  // What lies behind a point of the line of that name: the step [from, to).
  void pointClicked(const QString& series, double from, double to);

 protected:
  void fill(PlaneContent& content) const override;
  void open(double t) override;

 private:
  QVector<ChartSeries> series_, earlier_;
  ChartUnit unit_ = ChartUnit::number;
};

}  // namespace onceover::charts
