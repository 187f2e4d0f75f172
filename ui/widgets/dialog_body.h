// A dialog in a small window: its body scrolls, its buttons stay.
#pragma once

#include <QScrollArea>

namespace onceover::widgets {

// Asks for the room of what is inside, and makes do with less: then it scrolls, and nothing inside is squeezed.
class DialogBody : public QScrollArea {
  Q_OBJECT
 public:
  explicit DialogBody(QWidget* inside, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
};

// When it comes up it is no larger than the window it belongs to, or the screen where it belongs to none. A very small window is no measure.
void fitToScreen(QWidget* dialog);

}  // namespace onceover::widgets
