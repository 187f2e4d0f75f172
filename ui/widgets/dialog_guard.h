// What every dialog with something to type in promises: Enter in a field never cancels it, and Esc or closing it asks before what was typed is
// lost. Its Cancel button asks nothing: it says what it does.
#pragma once

#include <QDialog>
#include <functional>

namespace onceover::widgets {

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
