#include "ui/shell/arm_dialog.h"

#include <QFormLayout>

#include "ui/widgets/banner.h"
#include "ui/widgets/controls.h"

namespace onceover::shell {

namespace {

widgets::ConfirmText textOf(const bridge::ConnectionProfile& connection) {
  return {
      .title = ArmDialog::tr("Arm writes on %1?").arg(widgets::shown(connection.environmentName().toStdString())),
      .text = ArmDialog::tr("This opens a second connection that may write. Every write names the row as it was read, is refused if the "
                            "row changed, and is kept in the audit trail. Writes disarm themselves."),
      .detail = {},
      .button = ArmDialog::tr("&Arm writes"),
      .typed = connection.isProduction ? connection.environmentName() : QString(),
      .dangerous = connection.isProduction};
}

}  // namespace

ArmDialog::ArmDialog(const bridge::ConnectionProfile& connection, QWidget* parent)
    : ConfirmDialog(textOf(connection), parent), duration_(widgets::comboBox(tr("For how long"))) {
  for (const int minutes : {5, 10, 30, 60}) duration_->addItem(tr("%1 minutes").arg(minutes), minutes);
  duration_->setCurrentIndex(1);
  if (connection.isProduction) {
    const QString environment = widgets::shown(connection.environmentName().toStdString());
    addWidget(new widgets::Banner(widgets::Tone::production, QStringLiteral("warning"), tr("This is production: %1").arg(environment)));
  }
  auto* fields = new QWidget;
  auto* form = new QFormLayout(fields);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("&For"), duration_);
  addWidget(fields);
  if (!connection.isProduction) duration_->setFocus();
}

Duration ArmDialog::duration() const { return std::chrono::minutes(duration_->currentData().toInt()); }

}  // namespace onceover::shell
