// Where a distribution over time is drawn; inside the room only.
#pragma once

#include <QPen>

#include "ui/widgets/heat_map.h"
#include "ui/widgets/time_plot.h"

namespace onceover::widgets {

class HeatCanvas : public TimePlot {
  Q_OBJECT
 public:
  explicit HeatCanvas(QWidget* parent = nullptr);

  void setData(const HeatData& data, const QVector<HeatLine>& lines);
  const HeatData& data() const { return data_; }
  const QVector<HeatLine>& lines() const { return lines_; }
  QPen penOf(int index) const;
  // Bounds [first, end): those between the lowest and the highest that hold anything.
  int firstBound() const { return first_; }
  int endBound() const { return end_; }
  double fullest() const { return fullest_; }
  std::optional<qsizetype> stepAt(double t) const;
  std::optional<int> aimedBound() const { return aimed_; }

 signals:
  void aimedChanged();

 protected:
  int labelWidth(const QFontMetrics& metrics) const override;
  void drawValues(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const override;
  void drawContent(QPainter& painter, const PlotPlace& place, const Tokens& tokens) const override;
  void drawPointed(QPainter& painter, const PlotPlace& place, double t, const Tokens& tokens) const override;
  std::optional<double> nearest(double t) const override;
  std::optional<double> next(double t, int direction) const override;
  void aim(double t, double y, const PlotPlace& place) override;
  void stepAside(int direction) override;

 private:
  double rowHeight(const PlotPlace& place) const;
  double y(double value_ms, const PlotPlace& place) const;
  QImage fields(int columns, const Tokens& tokens) const;

  HeatData data_;
  QVector<HeatLine> lines_;
  int first_ = 0, end_ = 0;
  double fullest_ = 0;
  std::optional<int> aimed_;
};

}  // namespace onceover::widgets
