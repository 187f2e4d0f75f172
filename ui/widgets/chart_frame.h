// What every chart has around it: title, readout, the switch to the table, the table, a legend's place. Inside the room only.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QStackedWidget;
class QTableWidget;
class QToolButton;
class QVBoxLayout;

namespace onceover::widgets {

class PlainLabel;

class ChartFrame : public QWidget {
  Q_OBJECT
 public:
  // unit: said beside the title; empty: nothing.
  ChartFrame(const QString& title, const QString& unit, QWidget* chart, QWidget* parent);

  void setReadout(const QString& words);
  void setDescription(const QString& words);
  void setTableShown(bool shown);
  bool isTableShown() const;
  // Rows of text under these headings; kept, and filled in when the table is looked at.
  void setTable(const QStringList& headings, const QList<QStringList>& rows);
  void addLegend(QWidget* legend);
  void addToTitle(QWidget* widget);

 private:
  void choose(bool table);
  void fill();
  QString title_;
  QStringList headings_;
  QList<QStringList> rows_;
  QWidget* chart_;
  PlainLabel* readout_;
  QToolButton* toggle_;
  QStackedWidget* stack_;
  QTableWidget* table_;
  QHBoxLayout* line_;
  QVBoxLayout* layout_;
};

// The button of a legend that shows and hides a series; on. The chart gives it an icon.
QToolButton* newLegendMark(const QString& series, const QString& chart);

}  // namespace onceover::widgets
