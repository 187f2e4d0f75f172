// Charts: a time series, bars, a sparkline. Coloured from the tokens, readable as a table, described for assistive technology.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPixmap>
#include <QString>
#include <QStringList>
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

// For each of `columns` equal parts of [from, to] at most its lowest and its highest point, in order of time; a gap is kept as one NaN,
// at most one for each part. Pure.
QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns);

enum class ChartUnit { number, seconds };
// "12 345", "0.25"; "12 min"; "–" where it is NaN.
QString chartText(double value, ChartUnit unit);

// Where nothing is known: shaded, and said.
struct ChartGap {
  double from = 0, to = 0;
  QString why;
};

// What somebody did, or what ran: a line across, with a sign that is the first letter of its kind.
struct Marker {
  double t = 0;
  QString kind;  // "sweep", "plan", "verdict"
  QString text;
  std::optional<double> until = {};
};

// The newest lines of a table: more is not read by anybody, and a table of items is not made for it.
inline constexpr int chartTableRows = 1000;

struct ChartPicture;
struct ChartTable;
class TimePlot;

// What charts have in common whose horizontal axis is time: title, legend, what one moment says, and the table, which is made while it is
// looked at. Times are shown by the chosen clock.
//
// By mouse: move to read, click for what lies behind, drag to zoom, double click to go back. By keys: left and right to read, up and down
// to choose what stands above one another, Ctrl with left and right for markers, Enter for what lies behind; Shift with left and right
// chooses a range, Enter then zooms; Esc goes back.
class ChartOverTime : public QWidget {
  Q_OBJECT
 public:
  ~ChartOverTime() override;

  void setGaps(const QVector<ChartGap>& gaps);
  void setMarkers(const QVector<Marker>& markers);
  // From here on steps are not over: dotted, and said.
  void setOngoing(std::optional<double> from);
  // Another part of what is shown already, until it is replaced.
  void setRange(double from, double to);
  // A range can be chosen, and left again where canGoBack.
  void setZoom(bool canZoom, bool canGoBack);

  void setClock(ClockChoice clock);
  // What it shows, in a sentence; the newest, lowest and highest of each line, and gaps and markers are added.
  void setDescription(const QString& description);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // A button at the right end of the title's line.
  void addToTitle(QWidget* widget);
  // For a screen that is looked at from afar: a large title, and nothing to press.
  void setShowcase(bool on);
  QImage image(const QSize& size) const;
  QByteArray svg(const QSize& size) const;

 signals:
  void seriesToggled(const QString& name, bool visible);  // in the legend
  void zoomed(double from, double to);
  void zoomedBack();

 protected:
  // plot: the frame takes it.
  ChartOverTime(const QString& title, const QString& unit, TimePlot* plot, QWidget* parent);

  struct LegendEntry {
    QString name;
    QPixmap sample;
  };
  virtual QVector<LegendEntry> legend() const = 0;
  virtual QString legendNote() const { return {}; }  // behind the entries
  virtual QStringList sentences() const = 0;
  virtual ChartTable table() const = 0;
  virtual QStringList readout(double t) const = 0;
  virtual ChartPicture picture() const = 0;

  const QString& title() const;
  const QString& unit() const;
  void setUnitWords(const QString& words);
  // Legend, description and table anew: when what is shown has changed, and at the end of a subclass's constructor.
  void refresh();
  void describe();
  void readOut();
  void changeEvent(QEvent* event) override;

 private:
  void drawLegend();
  void toggle(const QString& name, bool on);
  void paintPicture(QPainter& painter, const QSize& size) const;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

class TimeCanvas;

// Lines over time. The vertical axis begins at 0. Drawn from the lowest and highest of each column of pixels, so that what it costs is the
// width and not the number of points.
class TimeChart : public ChartOverTime {
  Q_OBJECT
 public:
  // title: shown above; unit: "keys/s", behind the numbers.
  explicit TimeChart(const QString& title, const QString& unit = {}, QWidget* parent = nullptr);

  // All that is shown, at once. from, to: the range of the axis; where equal, that of the points.
  void replace(const QVector<ChartSeries>& series, double from = 0, double to = 0);
  // Lines of an earlier time, moved to where these are: dashed, in the colour of the line of the same name. when: "yesterday".
  void setEarlier(const QString& when, const QVector<ChartSeries>& series);
  // How long a point's step lasts, in seconds: what a click is about. 0: not known.
  void setStep(double seconds);
  void setUnit(const QString& words, ChartUnit unit = ChartUnit::number);

 signals:
  // What lies behind a point of the line of that name: the step [from, to).
  void pointClicked(const QString& series, double from, double to);

 protected:
  QVector<LegendEntry> legend() const override;
  QStringList sentences() const override;
  ChartTable table() const override;
  QStringList readout(double t) const override;
  ChartPicture picture() const override;

 private:
  TimeChart(const QString& title, const QString& unit, TimeCanvas* canvas, QWidget* parent);
  QString words(double value) const;
  void click(double t);
  TimeCanvas* canvas_;
  QString when_;
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
