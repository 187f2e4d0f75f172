// Curves over anything but a clock's time: attempts, clients, a span since the start. With bands and single marks; coloured from the
// tokens, told apart by stroke too, readable as a table, described for assistive technology.
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/widgets/tones.h"

namespace onceover::widgets {

enum class PlotUnit { number, milliseconds, share };

// "12 345", "2.5 s", "3 d", "64 %": three digits.
QString plotText(double value, PlotUnit unit);

struct PlotAxis {
  QString name;  // "Attempt"
  PlotUnit unit = PlotUnit::number;
};

struct PlotPoint {
  double x = 0, y = 0;
  std::optional<double> low = {}, high = {};  // of a band around the line
};

struct PlotSeries {
  QString name;
  QVector<PlotPoint> points;  // x never falls
  bool marks = false;         // points by themselves, not a line
  std::optional<Tone> tone = {};
};

// The vertical axis begins at 0, or at the decade below the lowest where it is logarithmic.
class PlotChart : public QWidget {
  Q_OBJECT
 public:
  explicit PlotChart(const QString& title, PlotAxis x, PlotAxis y, QWidget* parent = nullptr);
  ~PlotChart() override;

  void replace(const QVector<PlotSeries>& series);
  const QVector<PlotSeries>& series() const;
  void setVertical(const PlotAxis& y);  // with the next replace()
  void setLogarithmic(bool logarithmic);
  // What it shows, in a sentence; the first, lowest, highest and last of each line are added.
  void setDescription(const QString& description);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // The picture and the drawing as large as it is shown; the numbers of every series, shown or hidden, in their axes' own units.
  QByteArray exported(const QString& suffix) const;
  // A button at the right end of the title's line.
  void addToTitle(QWidget* widget);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace onceover::widgets
