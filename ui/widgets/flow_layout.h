// Lays items out in lines, as words in a paragraph: legends, chips, filter boxes. What may grow (a text field) takes what is left of its
// line; what does not fit goes to the next one.
#pragma once

#include <QLayout>
#include <initializer_list>

namespace onceover::widgets {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(int spacing = 8, QWidget* parent = nullptr);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize minimumSize() const override;
  QSize sizeHint() const override;
  void setGeometry(const QRect& rect) override;

 private:
  struct Line {
    QList<QLayoutItem*> items;
    int width = 0, height = 0;
  };
  QList<Line> linesFor(int width) const;
  void place(const Line& line, const QRect& area, int y) const;
  QList<QLayoutItem*> items_;
};

// The widgets in such lines, in a box of their own.
QWidget* flowOf(std::initializer_list<QWidget*> widgets);
// Makes a box as high as the lines of its flow layout: one that keeps to its hint would cut the second.
void heightFollowsWidth(QWidget* box);
// Empty room in such a line: what comes after it is at the right.
QWidget* flowGap();

}  // namespace onceover::widgets
