// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dialog_body.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"

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
      const QSize room = owner != nullptr ? owner->window()->size().expandedTo(leastRoom)
                                          : dialog->screen()->availableSize();
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
  if (layout->hasHeightForWidth())
    height = std::max(height, layout->totalMinimumHeightForWidth(viewport()->width()));
  inside->setMinimumHeight(height);
}

void fitToScreen(QWidget* dialog) {
  const QString name = QStringLiteral("fitsToScreen");
  if (dialog->findChild<QObject*>(name, Qt::FindDirectChildrenOnly) == nullptr)
    (new Fitter(dialog))->setObjectName(name);
}

namespace {

constexpr const char* noWork = "noWork";

bool cancels(const QDialog& dialog, QPushButton* button) {
  const auto boxes = dialog.findChildren<QDialogButtonBox*>();
  return std::ranges::any_of(boxes, [button](const QDialogButtonBox* box) {
    return box->buttonRole(button) == QDialogButtonBox::RejectRole;
  });
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
                               return edit->isModified() && !edit->text().trimmed().isEmpty() &&
                                      !edit->property(noWork).toBool();
                             }) ||
         std::ranges::any_of(texts, [](const QPlainTextEdit* edit) {
           return !edit->isReadOnly() && edit->document()->isModified() && !edit->document()->isEmpty();
         });
}

DialogGuard::DialogGuard(QDialog* dialog) : QObject(dialog), dialog_(dialog) {
  dialog->installEventFilter(this);
}

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

// A key that reaches the dialog was taken by none of its fields. Qt would now press whichever button has
// become the default, which is Cancel while the dialog's own cannot be pressed.
bool DialogGuard::takeEnter() {
  if (auto* focused = qobject_cast<QPushButton*>(QApplication::focusWidget());
      focused != nullptr && dialog_->isAncestorOf(focused)) {
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

namespace {

QLineEdit* named(QVBoxLayout* layout, const QString& name, QLineEdit* edit) {
  auto* label = new PlainLabel(name, nullptr, TextRole::caption);
  edit->setAccessibleName(name);
  label->setBuddy(edit);
  fill(layout, {label, edit});
  return edit;
}

}  // namespace

ConfirmDialog::ConfirmDialog(const ConfirmText& text, QWidget* parent)
    : QDialog(parent),
      text_(text),
      middle_(new QVBoxLayout),
      what_(wrappedText(text.text)),
      missing_(wrapped(TextRole::body, tr("What is missing"))),
      carriedNote_(wrappedText(tr("Reason of your last act; change it if it is another case."))) {
  setWindowTitle(text.title);
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(460);
  auto* inside = new DialogInside;
  auto* layout = fill(columnOf(inside), {new PlainLabel(text.title, nullptr, TextRole::heading), what_});
  if (!text.detail.isEmpty()) {
    detail_ = new QPlainTextEdit(text.detail);
    detail_->setReadOnly(true);
    detail_->setTabChangesFocus(true);
    detail_->setFont(monospaceFont(font()));
    detail_->setAccessibleName(tr("Details"));
    detail_->setMinimumHeight(120);
    if (!text.folded.isEmpty()) layout->addWidget(foldOf(text.folded), 0, Qt::AlignLeft);
    layout->addWidget(detail_, 1);
  }
  layout->addLayout(middle_);
  if (!text.folded.isEmpty()) layout->addStretch(1);
  // Outside of what scrolls: what the button waits for is always in sight.
  auto* asked = new QVBoxLayout;
  auto* reasonLine = new QHBoxLayout;
  fill(asked, {missing_, carriedNote_, reasonLine});
  carriedNote_->setTone(Tone::info);
  for (PlainLabel* line : {missing_, carriedNote_}) line->hide();
  const auto beside = [reasonLine](const QString& name, int share) {
    auto* column = new QVBoxLayout;
    reasonLine->addLayout(column, share);
    return named(column, name, new QLineEdit);
  };
  if (text.asksReason) reason_ = beside(tr("Reason (kept in the audit trail)"), 2);
  if (!text.ticket.isEmpty()) ticket_ = beside(text.ticket, 1);
  if (!text.typed.isEmpty()) {
    typed_ = named(asked, tr("Type “%1” to confirm").arg(text.typed), new QLineEdit);
    DialogGuard::markAsNoWork(typed_);
  }
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Cancel);
  button_ = buttons_->addButton(text.button, QDialogButtonBox::AcceptRole);
  button_->setProperty("dangerous", text.dangerous);
  auto* body = new DialogBody(inside);
  body->setMinimumWidth(420);
  fill(new QVBoxLayout(this),
       // before anything is the default: a button outside of a dialog is the default of none
       {{body, 1}, asked, buttons_});
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (const QLineEdit* edit : {reason_, typed_}) {
    if (edit != nullptr) connect(edit, &QLineEdit::textChanged, this, &ConfirmDialog::update);
  }
  for (const QLineEdit* edit : {reason_, ticket_}) {
    if (edit != nullptr) connect(edit, &QLineEdit::textChanged, this, &ConfirmDialog::edited);
  }
  new DialogGuard(this);
  if (QLineEdit* first = reason_ != nullptr ? reason_ : typed_) first->setFocus();
  update();
}

QString showTheSql() { return ConfirmDialog::tr("Show the SQL"); }

// The dialog grows by what it unfolds, as far as there is room.
QToolButton* ConfirmDialog::foldOf(const QString& name) {
  QToolButton* fold = textButton(QStringLiteral("chevron-down"), name);
  fold->setCheckable(true);
  fold->setFocusPolicy(Qt::StrongFocus);
  detail_->hide();
  connect(fold, &QToolButton::toggled, this, [this](bool isOpen) {
    constexpr int lines = 12;
    detail_->setVisible(isOpen);
    const QWidget* over = parentWidget() != nullptr ? parentWidget()->window() : this;
    const int most = std::max(height(), over->height() - frame);
    if (isOpen) resize(width(), std::min(most, height() + lines * detail_->fontMetrics().lineSpacing()));
  });
  return fold;
}

QString ConfirmDialog::reason() const { return reason_ != nullptr ? reason_->text().trimmed() : QString(); }
QString ConfirmDialog::ticket() const { return ticket_ != nullptr ? ticket_->text().trimmed() : QString(); }

void ConfirmDialog::focusCancel() { buttons_->button(QDialogButtonBox::Cancel)->setFocus(); }

void ConfirmDialog::carry(const QString& reason, const QString& ticket) {
  if (ticket_ != nullptr) {
    ticket_->setText(ticket);
    ticket_->selectAll();
  }
  if (reason_ == nullptr) return;
  carried_ = reason;
  reason_->setText(reason);
  reason_->selectAll();
  update();
}

// It comes last into the tab order, and is read before the reason and the buttons.
void ConfirmDialog::addWidget(QWidget* widget) {
  middle_->addWidget(widget);
  QWidget* before = detail_ != nullptr ? static_cast<QWidget*>(detail_) : this;
  const auto follow = [&before](const QWidget* next) {
    if (next != nullptr) before = tabAfter(before, *next);
  };
  for (int i = 0; i < middle_->count(); ++i) follow(middle_->itemAt(i)->widget());
  for (const QLineEdit* edit : {reason_, ticket_, typed_}) follow(edit);
  tabAfter(before, *buttons_);
}

FieldsModel* ConfirmDialog::addFields(const QString& name, const std::vector<ColumnLook>& columns, int rows) {
  auto* model = new FieldsModel(columns, this);
  auto* table = new TableView(name, model);
  table->setHeightInRows(rows);
  addWidget(table);
  return model;
}

void ConfirmDialog::setDetail(const QString& detail, const QString& from) {
  if (detail_ == nullptr || detail_->toPlainText() == detail) return;
  detail_->setPlainText(detail);
  detail_->moveCursor(QTextCursor::End);  // what is sought is then found above, and stands at the top
  const QTextCursor found =
      from.isEmpty() ? QTextCursor() : detail_->document()->find(from, 0, QTextDocument::FindCaseSensitively);
  if (found.isNull()) {
    detail_->moveCursor(QTextCursor::Start);
  } else {
    detail_->setTextCursor(QTextCursor(found.block()));
  }
}

void ConfirmDialog::setWords(const QString& text, const QString& button) {
  what_->setText(text);
  button_->setText(button);
}

void ConfirmDialog::setTicketEnabled(bool enabled) { ticket_->setEnabled(enabled); }

void ConfirmDialog::setBlocked(bool blocked) {
  blocked_ = blocked;
  update();
}

void ConfirmDialog::setMissing(const QString& words) {
  lacks_ = words;
  setBlocked(!words.isEmpty());
}

QPushButton* ConfirmDialog::addButton(const QString& text) {
  auto* button = buttons_->addButton(text, QDialogButtonBox::ActionRole);
  button->setAutoDefault(false);
  return button;
}

void ConfirmDialog::update() {
  const bool typed = typed_ == nullptr || typed_->text().trimmed() == text_.typed;
  const bool reasoned = reason_ == nullptr || !reason().isEmpty();
  const QString missing = !lacks_.isEmpty() || reasoned ? lacks_ : tr("Give a reason.");
  missing_->setTone(lacks_.isEmpty() ? Tone::muted : Tone::warn);
  missing_->setText(missing);
  missing_->setVisible(!missing.isEmpty());
  carriedNote_->setVisible(!carried_.isEmpty() && reason_->text() == carried_);
  button_->setEnabled(typed && reasoned && !blocked_);
  // a disabled default hands its role to Cancel
  button_->setDefault(button_->isEnabled() && !text_.dangerous);
}

}  // namespace onceover::widgets
