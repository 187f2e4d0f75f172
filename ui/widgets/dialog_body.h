// A dialog in a small window: its body scrolls, its buttons stay.
#pragma once

#include <QDialog>
#include <QScrollArea>
#include <functional>

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

// What every dialog with something to type in promises: Enter in a field never cancels it, and Esc or closing it asks before what was typed
// is lost. Its Cancel button asks nothing: it says what it does.

// Asks, and calls `discard` where the answer is yes; Enter is no. what: what would be lost, a sentence.
void askToDiscard(QWidget* parent, const QString& what, const std::function<void()>& discard);

// Text that a person typed into the dialog's fields and that is nowhere else.
bool holdsTyped(const QDialog& dialog);

class DialogGuard : public QObject {
  Q_OBJECT
 public:
  // Guards it as long as it lives.
  explicit DialogGuard(QDialog* dialog);
  // A field of that name confirms what is decided elsewhere: leaving it loses nothing.
  static void markAsNoWork(QWidget* field);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool takeEnter();
  bool asksFirst();
  QDialog* dialog_;
};

}  // namespace onceover::widgets
