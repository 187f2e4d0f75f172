// A dialog in a small window: its body scrolls, its buttons stay.
#pragma once

#include <QScrollArea>

namespace onceover::widgets {

// What is inside, where parts of it may be lower than they would like: they give way before anything scrolls.
class DialogInside : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  int heightForWidth(int width) const override;
};

// Asks for the room of what is inside, and makes do with less: then it scrolls, and nothing inside is squeezed.
class DialogBody : public QScrollArea {
  Q_OBJECT
 public:
  explicit DialogBody(QWidget* inside, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  // How much higher it would have to be for nothing to scroll.
  int lackingHeight();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
};

// When it comes up it is no larger than the window it belongs to, or the screen where it belongs to none, and up to there so high that
// nothing in it scrolls. A very small window is no measure.
void fitToScreen(QWidget* dialog);

}  // namespace onceover::widgets
