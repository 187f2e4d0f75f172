// Lays items out in lines, as words in a paragraph: legends, chips, filter boxes.
#pragma once

#include <QLayout>

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
  int arrange(const QRect& rect, bool apply) const;
  QList<QLayoutItem*> items_;
};

}  // namespace onceover::widgets
