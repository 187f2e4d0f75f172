// A tree of things with a figure each, drawn as boxes from left to right; readable as a table, described for assistive technology.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <QWidget>

#include "ui/widgets/tones.h"

namespace onceover::widgets {

class ChartFrame;
class TreeCanvas;

struct TreeBox {
  QString title, figure, note;  // a line each
  int parent = -1;              // an earlier box; −1: a root
  Tone tone = Tone::neutral;
};

class TreeChart : public QWidget {
  Q_OBJECT
 public:
  explicit TreeChart(const QString& title, QWidget* parent = nullptr);
  void replace(const QVector<TreeBox>& boxes);
  // The table that says the same, and more.
  void setTable(const QStringList& headings, const QList<QStringList>& rows);
  // What it shows, in a sentence; the boxes are added.
  void setDescription(const QString& description);
  // The picture and the drawing of the whole tree; the table as CSV.
  QByteArray exported(const QString& suffix) const;
  void setTableShown(bool shown);
  bool isTableShown() const;

 private:
  void describe();
  TreeCanvas* canvas_;
  QString title_;
  QList<QStringList> table_;  // its headings first
  ChartFrame* frame_;
  QString description_;
};

}  // namespace onceover::widgets
