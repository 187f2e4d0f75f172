#include "ui/shell/arm_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/banner.h"
#include "ui/widgets/text.h"

namespace onceover::shell {

using widgets::PlainLabel;
using widgets::TextRole;

ArmDialog::ArmDialog(const bridge::ConnectionProfile& connection, QWidget* parent)
    : QDialog(parent),
      mustType_(connection.isProduction ? connection.environmentName() : QString()),
      reason_(new QLineEdit),
      duration_(new QComboBox) {
  setWindowTitle(tr("Arm writes"));
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(480);
  const QString environment = widgets::shown(connection.environmentName().toStdString());
  auto* layout = new QVBoxLayout(this);
  if (connection.isProduction) {
    layout->addWidget(
        new widgets::Banner(widgets::Tone::production, QStringLiteral("warning"), tr("This is production: %1").arg(environment)));
  }
  layout->addWidget(new PlainLabel(tr("Arm writes on %1?").arg(environment), nullptr, TextRole::heading));
  auto* words = widgets::wrappedText(
      tr("A second connection is opened that may write. Every write still names the row as it was read, is refused where the row changed, "
         "and is kept in the audit trail. It disarms itself."));
  layout->addWidget(words);
  for (const int minutes : {5, 10, 30, 60}) duration_->addItem(tr("%1 minutes").arg(minutes), minutes);
  duration_->setCurrentIndex(1);
  duration_->setAccessibleName(tr("For how long"));
  reason_->setAccessibleName(tr("Reason"));
  reason_->setPlaceholderText(tr("optional: incident, ticket"));
  auto* form = new QFormLayout;
  form->addRow(tr("&For"), duration_);
  form->addRow(tr("&Reason"), reason_);
  if (!mustType_.isEmpty()) {
    typed_ = new QLineEdit;
    typed_->setAccessibleName(tr("Type the name of the environment: %1").arg(mustType_));
    form->addRow(tr("&Type %1").arg(environment), typed_);
    connect(typed_, &QLineEdit::textChanged, this, &ArmDialog::update);
  }
  layout->addLayout(form);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  arm_ = buttons->addButton(tr("&Arm writes"), QDialogButtonBox::AcceptRole);
  arm_->setProperty("dangerous", connection.isProduction);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  (typed_ != nullptr ? typed_ : reason_)->setFocus();
  update();
}

Duration ArmDialog::duration() const { return std::chrono::minutes(duration_->currentData().toInt()); }
QString ArmDialog::reason() const { return reason_->text().trimmed(); }
void ArmDialog::update() { arm_->setEnabled(typed_ == nullptr || typed_->text().trimmed() == mustType_); }

}  // namespace onceover::shell
