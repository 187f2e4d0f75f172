// Where lines over time are drawn; inside the room only.
#pragma once

#include "ui/widgets/time_axis.h"
#include "ui/widgets/time_plot.h"

namespace onceover::widgets {

class TimeCanvas : public TimePlot {
  Q_OBJECT
 public:
  explicit TimeCanvas(QWidget* parent = nullptr);

  void setSeries(const QVector<ChartSeries>& series);
  const QVector<ChartSeries>& series() const { return series_; }
  void setEarlier(const QVector<ChartSeries>& series);
  const QVector<ChartSeries>& earlier() const { return earlier_; }
  void setUnit(ChartUnit unit);
  ChartUnit unit() const { return unit_; }
  QColor colourOf(int index) const;
  // The line that the pointer is at, or that was chosen by keys; empty: none.
  QString chosen() const { return chosen_; }
  // Its value in the step of that time; NaN: not known.
  static double valueAt(const ChartSeries& series, double t);

 signals:
  void chosenChanged();

 protected:
  int labelWidth(const QFontMetrics& metrics) const override;
  void drawValues(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const override;
  void drawContent(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const override;
  void drawPointed(QPainter& painter, const PlotPlace& place, double t, const Tokens& tokens) const override;
  std::optional<double> nearest(double t) const override;
  std::optional<double> next(double t, int direction) const override;
  void aim(double t, double y, const PlotPlace& place) override;
  void stepAside(int direction) override;
  void hiddenChanged() override;

 private:
  void measure();
  double y(double value, const PlotPlace& place) const;
  void drawLine(QPainter& painter, const PlotPlace& place, const QVector<ChartPoint>& points, const QColor& colour, bool isEarlier) const;
  void drawDense(QPainter& painter, const PlotPlace& place, const QVector<ChartPoint>& points, const QColor& colour, bool isEarlier) const;
  int indexOf(const QString& name) const;

  QVector<ChartSeries> series_, earlier_;
  QString chosen_;
  ChartUnit unit_ = ChartUnit::number;
  ValueScale scale_;
};

}  // namespace onceover::widgets
