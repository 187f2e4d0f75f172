// A tree of things with a figure each, drawn as boxes from left to right.
#pragma once

#include "ui/charts/chart.h"
#include "ui/widgets/forward.h"

namespace onceover::charts {

struct TreeBox {
  QString title, figure, note;  // a line each
  int parent = -1;              // an earlier box; −1: a root
  Tone tone = Tone::neutral;
};

class TreeChart : public Chart {
  Q_OBJECT
 public:
  explicit TreeChart(const QString& title, QWidget* parent = nullptr);
  void replace(const QVector<TreeBox>& boxes);
  // The table that says the same, and more.
  void setTable(const QStringList& headings, const QList<QStringList>& rows);

 protected:
  QStringList sentences() const override;
  ChartTable table() const override { return table_; }
  QSize pictureSize() const override;
  void drawBody(QPainter& painter, const QRectF& area) const override;
  void changeEvent(QEvent* event) override;

 private:
  double place(int index, int column, double top);
  void addBox(const TreeBox& box, const QRectF& place);
  QGraphicsView* view_;
  QVector<TreeBox> boxes_;
  QVector<QRectF> places_;
  ChartTable table_;
};

}  // namespace onceover::charts
