// Charts: a time series, bars, a sparkline. Coloured from the tokens, readable as a table, described for assistive technology.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QVector>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/base/time.h"
#include "ui/widgets/tones.h"

namespace onceover::widgets {

struct ChartPoint {
  double t = 0;  // seconds since 1970, UTC
  double y = 0;  // NaN: nothing is known here, the line has a gap
};

struct ChartSeries {
  QString name;
  QVector<ChartPoint> points;  // t never falls
  std::optional<Tone> tone;    // none: the next colour of the theme's series
};

double secondsOf(Timestamp at);

// At most two points (lowest and highest) for each of `columns` equal parts of [from, to], in order of time, gaps kept. Pure.
QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns);

// Lines over time. The vertical axis begins at 0; times are shown by the chosen clock.
class TimeChart : public QWidget {
  Q_OBJECT
 public:
  // title: shown above; unit: "keys/s", behind the numbers.
  explicit TimeChart(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);
  ~TimeChart() override;

  // All that is shown, at once: cheaper than appending. from, to: the range of the axis; where equal, that of the points.
  void replace(const QVector<ChartSeries>& series, double from = 0, double to = 0);
  void setClock(ClockChoice clock);
  // What it shows, in a sentence; the newest, lowest and highest of each line are added.
  void setDescription(const QString& description);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // A button at the right end of the title's line.
  void addToTitle(QWidget* widget);
  QImage image(const QSize& size) const;
  QByteArray svg(const QSize& size) const;

 signals:
  void seriesToggled(const QString& name, bool visible);  // in the legend

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct Bar {
  QString label;
  double value = 0;
  std::optional<Tone> tone;
};

// Vertical bars from 0, for histograms and for comparing a few things.
class BarChart : public QWidget {
  Q_OBJECT
 public:
  explicit BarChart(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);
  ~BarChart() override;
  void replace(const QVector<Bar>& bars);
  void setDescription(const QString& description);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // A button at the right end of the title's line.
  void addToTitle(QWidget* widget);

 signals:
  void barClicked(int index);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// A line without axes, for a card or a cell. Says nothing to assistive technology: the number beside it does.
class Sparkline : public QWidget {
  Q_OBJECT
 public:
  explicit Sparkline(QWidget* parent = nullptr);
  void setValues(const QVector<double>& values);
  void setTone(Tone tone);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QVector<double> values_;
  Tone tone_ = Tone::accent;
};

// The same drawing, for delegates.
void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values, const QColor& colour);

}  // namespace onceover::widgets
