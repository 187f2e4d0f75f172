#include "ui/widgets/dialog_guard.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <algorithm>

#include "ui/widgets/confirm_dialog.h"

namespace onceover::widgets {
namespace {

constexpr const char* noWork = "noWork";

bool cancels(const QDialog& dialog, QPushButton* button) {
  const auto boxes = dialog.findChildren<QDialogButtonBox*>();
  return std::ranges::any_of(
      boxes, [button](const QDialogButtonBox* box) { return box->buttonRole(button) == QDialogButtonBox::RejectRole; });
}

}  // namespace

void askToDiscard(QWidget* parent, const QString& what, const std::function<void()>& discard) {
  auto* question = new ConfirmDialog({.title = ConfirmDialog::tr("Discard the changes?"),
                                      .text = what,
                                      .button = ConfirmDialog::tr("&Discard"),
                                      .dangerous = true},
                                     parent);
  question->focusCancel();
  QObject::connect(question, &QDialog::accepted, parent, discard);
  question->open();
}

bool holdsTyped(const QDialog& dialog) {
  const auto lines = dialog.findChildren<QLineEdit*>();
  const auto texts = dialog.findChildren<QPlainTextEdit*>();
  return std::ranges::any_of(lines,
                             [](const QLineEdit* edit) {
                               return edit->isModified() && !edit->text().trimmed().isEmpty() && !edit->property(noWork).toBool();
                             }) ||
         std::ranges::any_of(
             texts, [](const QPlainTextEdit* edit) { return !edit->isReadOnly() && edit->document()->isModified() && !edit->document()->isEmpty(); });
}

DialogGuard::DialogGuard(QDialog* dialog) : QObject(dialog), dialog_(dialog) { dialog->installEventFilter(this); }

void DialogGuard::markAsNoWork(QWidget* field) { field->setProperty(noWork, true); }

bool DialogGuard::eventFilter(QObject* watched, QEvent* event) {
  if (watched != dialog_) return false;
  if (event->type() == QEvent::Close && dialog_->isVisible() && asksFirst()) {
    event->ignore();
    return true;
  }
  if (event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape) return asksFirst();
  const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  return isEnter && (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && takeEnter();
}

// A key that reaches the dialog was taken by none of its fields. Qt would now press whichever button has become the default, which is Cancel
// while the dialog's own cannot be pressed.
bool DialogGuard::takeEnter() {
  if (auto* focused = qobject_cast<QPushButton*>(QApplication::focusWidget()); focused != nullptr && dialog_->isAncestorOf(focused)) {
    focused->click();
    return true;
  }
  for (QPushButton* button : dialog_->findChildren<QPushButton*>()) {
    if (button->isDefault() && button->isVisible() && button->isEnabled()) return cancels(*dialog_, button);
  }
  return true;
}

bool DialogGuard::asksFirst() {
  if (!holdsTyped(*dialog_)) return false;
  askToDiscard(dialog_, tr("What you typed in “%1” is kept nowhere else.").arg(dialog_->windowTitle()), [dialog = dialog_] {
    dialog->reject();
  });
  return true;
}

}  // namespace onceover::widgets
