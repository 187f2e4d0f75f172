// Where curves are drawn; inside the room only.
#pragma once

#include <QSet>
#include <QWidget>

#include "ui/widgets/plot_chart.h"

class QPainter;

namespace onceover::widgets {

struct Tokens;

class PlotCanvas : public QWidget {
  Q_OBJECT
 public:
  PlotCanvas(PlotAxis x, PlotAxis y, QWidget* parent = nullptr);

  void setSeries(const QVector<PlotSeries>& series);
  const QVector<PlotSeries>& series() const { return series_; }
  void setVertical(const PlotAxis& y) { y_ = y; }
  const PlotAxis& horizontal() const { return x_; }
  const PlotAxis& vertical() const { return y_; }
  void setLogarithmic(bool logarithmic);
  void setHidden(const QSet<QString>& names);
  QColor colourOf(int index) const;
  // As the line is drawn: colour, and a stroke of its own.
  QPen penOf(int index) const;

 signals:
  void pointedAt(std::optional<double> x);  // an x that some line has; none: nothing

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Scale {
    QRectF plot;
    double left = 0, right = 1, bottom = 0, top = 1;
    bool logarithmic = false;
    double x(double value) const;
    double y(double value) const;
  };
  Scale scale() const;
  QVector<double> ticks(double from, double to, PlotUnit unit, int most) const;
  QVector<double> decades(const Scale& scale) const;
  void drawAxes(QPainter& painter, const Scale& scale, const Tokens& tokens) const;
  void drawSeries(QPainter& painter, const Scale& scale, int index, const Tokens& tokens) const;
  QVector<double> places() const;
  void choose(std::optional<double> x);

  PlotAxis x_, y_;
  QVector<PlotSeries> series_;
  QSet<QString> hidden_;
  std::optional<double> at_;
  bool logarithmic_ = false;
};

}  // namespace onceover::widgets
