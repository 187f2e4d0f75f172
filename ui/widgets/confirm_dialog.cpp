#include "ui/widgets/confirm_dialog.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

QLineEdit* namedEdit(QVBoxLayout* layout, const QString& name) {
  auto* label = new PlainLabel(name, nullptr, TextRole::caption);
  auto* edit = new QLineEdit;
  edit->setAccessibleName(name);
  label->setBuddy(edit);
  layout->addWidget(label);
  layout->addWidget(edit);
  return edit;
}

}  // namespace

ConfirmDialog::ConfirmDialog(const ConfirmText& text, QWidget* parent) : QDialog(parent), text_(text), middle_(new QVBoxLayout) {
  setWindowTitle(text.title);
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(460);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(new PlainLabel(text.title, nullptr, TextRole::heading));
  auto* words = new PlainLabel(text.text);
  words->setWordWrap(true);
  layout->addWidget(words);
  if (!text.detail.isEmpty()) {
    auto* detail = new QPlainTextEdit(text.detail);
    detail->setReadOnly(true);
    detail->setTabChangesFocus(true);
    detail->setFont(monospaceFont(font()));
    detail->setAccessibleName(tr("Details"));
    detail->setMinimumHeight(120);
    layout->addWidget(detail, 1);
  }
  layout->addLayout(middle_);
  if (text.asksReason) reason_ = namedEdit(layout, tr("Reason (kept in the audit trail)"));
  if (!text.typed.isEmpty()) typed_ = namedEdit(layout, tr("Type “%1” to go on").arg(text.typed));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  button_ = buttons->addButton(text.button, QDialogButtonBox::AcceptRole);
  button_->setProperty("dangerous", text.dangerous);
  button_->setDefault(!text.dangerous);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (const QLineEdit* edit : {reason_, typed_}) {
    if (edit != nullptr) connect(edit, &QLineEdit::textChanged, this, &ConfirmDialog::update);
  }
  update();
}

QString ConfirmDialog::reason() const { return reason_ != nullptr ? reason_->text().trimmed() : QString(); }
void ConfirmDialog::addWidget(QWidget* widget) { middle_->addWidget(widget); }

void ConfirmDialog::update() {
  const bool typed = typed_ == nullptr || typed_->text().trimmed() == text_.typed;
  const bool reasoned = reason_ == nullptr || !reason().isEmpty();
  button_->setEnabled(typed && reasoned);
  button_->setDefault(button_->isEnabled() && !text_.dangerous);  // a disabled default hands its role to Cancel
}

}  // namespace onceover::widgets
