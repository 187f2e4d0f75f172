// SPDX-License-Identifier: GPL-3.0-or-later
// One family of charts: a title with a unit, the chart, its legend, the same numbers as a table, a
// description for assistive technology, and ways out as a picture, as a drawing and as numbers. Coloured from
// the tokens.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <QWidget>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/time.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {

using widgets::ClockChoice;
using widgets::Tone;

struct ChartPoint {
  double x = 0;                  // over time: seconds since 1970, UTC
  double y = 0;                  // NaN: not known, the line has a gap
  double low = NAN, high = NAN;  // a band around the line; NaN: none
};

struct ChartSeries {
  QString name;
  QVector<ChartPoint> points;     // x never falls
  std::optional<Tone> tone = {};  // none: the next colour of the theme
  bool marks = false;             // single points, not a line
};

enum class ChartUnit { number, seconds, milliseconds, share };
// "12 345", "0.25"; "12 min"; "2.5 s"; "64 %"; "–" where it is NaN.
QString chartText(double value, ChartUnit unit);

double secondsOf(Timestamp at);

// For each of `columns` equal parts of [from, to] at most its lowest and its highest point, in order of time;
// a gap is kept as one NaN, at most one for each part. Pure.
QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns);

// A table of widgets is not made for more; of times, the newest are kept.
inline constexpr int chartTableRows = 1000;

struct ChartTable {
  QStringList headings;
  QList<QStringList> rows;
};

class Chart : public QWidget {
  Q_OBJECT
 public:
  // What it shows, in a sentence; the numbers are added.
  void setDescription(const QString& description);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // A button at the right end of the title's line.
  void addToTitle(QWidget* widget);
  // For a screen that is looked at from afar: a large title, and nothing to press.
  void setShowcase(bool on);
  // scale: pixels of the picture for each of the screen.
  QImage image(const QSize& size, int scale = 1) const;
  QByteArray svg(const QSize& size) const;
  // "png" and "svg" as large as the chart is shown; anything else is CSV.
  QByteArray exported(const QString& suffix) const;

 protected:
  // unit: shown beside the title. The chart takes the body.
  Chart(const QString& title, const QString& unit, QWidget* body, QWidget* parent);
  // Its button exports what exported() returns.
  void addExport();
  void addBelow(QWidget* widget);
  void setReadout(const QString& words);
  QString readout() const;
  const QString& unit() const { return unitWords_; }
  void setUnitWords(const QString& words);
  // What is shown has changed: the description at once, the table once for all changes, or by fillTable().
  void describe();
  void fillTable();

  virtual QStringList sentences() const = 0;
  virtual ChartTable table() const = 0;
  virtual QByteArray csv() const;  // the table
  // For a picture: the legend, a note beside the unit, the size of the chart itself, and the chart.
  virtual QVector<std::pair<QString, QColor>> pictureLegend() const { return {}; }
  virtual QString pictureNote() const { return {}; }
  virtual QSize pictureSize() const { return body_->size(); }
  virtual void drawBody(QPainter& painter, const QRectF& area) const = 0;

 private:
  void drawPicture(QPainter& painter, const QSize& size) const;
  void writeHead(QTextDocument& head, int width) const;

  QString title_, unitWords_, description_;
  QWidget* body_;
  widgets::PlainLabel *heading_, *unit_, *readout_;
  QToolButton* toggle_;
  QStackedWidget* stack_;
  QTableWidget* table_;
  QHBoxLayout* line_;
  QVBoxLayout* layout_;
  QList<QWidget*> inTitle_;
  QTimer tableLater_;
};

}  // namespace onceover::charts
