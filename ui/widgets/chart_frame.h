// What every chart has around it: title, readout, the switch to the table, the table, a legend's place. Inside the room only.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>

class QHBoxLayout;
class QStackedWidget;
class QTableWidget;
class QToolButton;
class QVBoxLayout;

namespace onceover::widgets {

class ExportButton;
class PlainLabel;

struct ChartTable {
  QStringList headings;
  QList<QStringList> rows;
};

class ChartFrame : public QWidget {
  Q_OBJECT
 public:
  // unit: said beside the title; empty: nothing.
  ChartFrame(const QString& title, const QString& unit, QWidget* chart, QWidget* parent);

  // On a line of its own: what a chart says of one moment is longer than what a title leaves.
  void putReadoutBelow();
  void setReadout(const QString& words);
  void setDescription(const QString& words);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // Asked when the table is looked at, and not before.
  void setTable(std::function<ChartTable()> table);
  void setTable(const QStringList& headings, const QList<QStringList>& rows);
  void setUnit(const QString& unit);
  // A large title, and nothing to press.
  void setShowcase(bool on);
  void addLegend(QWidget* legend);
  void addToTitle(QWidget* widget);
  // In the title; what comes of an export is said beside it.
  void addExport(ExportButton* button);

 private:
  void choose(bool table);
  void fill();
  QString title_;
  std::function<ChartTable()> source_;
  QWidget* chart_;
  PlainLabel *heading_, *unit_, *readout_;
  QToolButton* toggle_;
  QStackedWidget* stack_;
  QTableWidget* table_;
  QHBoxLayout* line_;
  QVBoxLayout* layout_;
  QList<QWidget*> inTitle_;
};

// The button of a legend that shows and hides a series; on. The chart gives it an icon.
QToolButton* newLegendMark(const QString& series, const QString& chart);

}  // namespace onceover::widgets
