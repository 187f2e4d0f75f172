#include "ui/widgets/dialog_body.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <algorithm>

#include "ui/widgets/confirm_dialog.h"

namespace onceover::widgets {
namespace {

constexpr int leastHeight = 120;
constexpr QSize leastRoom(640, 480);
constexpr int frame = 32;  // the title that a window manager draws

class Fitter : public QObject {
 public:
  explicit Fitter(QWidget* dialog) : QObject(dialog) { dialog->installEventFilter(this); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    auto* dialog = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::Show && !event->spontaneous()) {
      const QWidget* owner = dialog->parentWidget();
      const QSize room = owner != nullptr ? owner->window()->size().expandedTo(leastRoom) : dialog->screen()->availableSize();
      const QSize most = room - QSize(0, frame);
      dialog->resize(dialog->size().boundedTo(most));
      // Only now its lines are broken at their width, and what was added last is laid out.
      for (DialogBody* body : dialog->findChildren<DialogBody*>()) {
        if (body->window() != dialog) continue;
        dialog->resize(dialog->width(), std::min(most.height(), dialog->height() + body->lackingHeight()));
        body->widget()->layout()->invalidate();  // what was laid out in less room keeps it otherwise
        body->widget()->layout()->activate();
      }
    }
    return false;
  }
};

}  // namespace

int DialogInside::heightForWidth(int width) const {
  return layout() != nullptr && layout()->hasHeightForWidth() ? layout()->totalMinimumHeightForWidth(width)
                                                              : QWidget::heightForWidth(width);
}

DialogBody::DialogBody(QWidget* inside, QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Content"));
  setWidget(inside);
  inside->installEventFilter(this);
  for (QWidget* clear : {viewport(), inside}) clear->setAutoFillBackground(false);
}

QSize DialogBody::sizeHint() const {
  const QWidget* inside = widget();
  QSize hint = inside->sizeHint().expandedTo(inside->minimumSizeHint());
  const int width = std::max(hint.width(), minimumWidth());
  if (const QLayout* layout = inside->layout(); layout != nullptr && layout->hasHeightForWidth()) {
    hint.setHeight(layout->totalHeightForWidth(width));
  }
  return {width, hint.height()};
}

QSize DialogBody::minimumSizeHint() const {
  const QSize least = widget()->minimumSizeHint();
  return {least.width() + verticalScrollBar()->sizeHint().width(), std::min(least.height(), leastHeight)};
}

int DialogBody::lackingHeight() {
  fit();
  return std::max(0, widget()->minimumHeight() - viewport()->height());
}

bool DialogBody::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest) {
    fit();
    updateGeometry();
  }
  return QScrollArea::eventFilter(watched, event);
}

void DialogBody::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  fit();
}

// QScrollArea asks for the height at this width and forgets the least height of what has none.
void DialogBody::fit() {
  QWidget* inside = widget();
  const QLayout* layout = inside->layout();
  if (layout == nullptr) return;
  int height = layout->totalMinimumSize().height();
  if (layout->hasHeightForWidth()) height = std::max(height, layout->totalMinimumHeightForWidth(viewport()->width()));
  inside->setMinimumHeight(height);
}

void fitToScreen(QWidget* dialog) {
  const QString name = QStringLiteral("fitsToScreen");
  if (dialog->findChild<QObject*>(name, Qt::FindDirectChildrenOnly) == nullptr) (new Fitter(dialog))->setObjectName(name);
}

namespace {

constexpr const char* noWork = "noWork";

bool cancels(const QDialog& dialog, QPushButton* button) {
  const auto boxes = dialog.findChildren<QDialogButtonBox*>();
  return std::ranges::any_of(boxes,
                             [button](const QDialogButtonBox* box) { return box->buttonRole(button) == QDialogButtonBox::RejectRole; });
}

}  // namespace

void askToDiscard(QWidget* parent, const QString& what, const std::function<void()>& discard) {
  auto* question = new ConfirmDialog(
      {.title = ConfirmDialog::tr("Discard the changes?"), .text = what, .button = ConfirmDialog::tr("&Discard"), .dangerous = true},
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
         std::ranges::any_of(texts, [](const QPlainTextEdit* edit) {
           return !edit->isReadOnly() && edit->document()->isModified() && !edit->document()->isEmpty();
         });
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

// A key that reaches the dialog was taken by none of its fields. Qt would now press whichever button has become the default, which is
// Cancel while the dialog's own cannot be pressed.
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
  askToDiscard(dialog_, tr("What you typed in “%1” is kept nowhere else.").arg(dialog_->windowTitle()),
               [dialog = dialog_] { dialog->reject(); });
  return true;
}

}  // namespace onceover::widgets
