#include "ui/reconcile/settle_dialog.h"

#include <QLineEdit>

#include "ui/widgets/fields_model.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {
namespace {

widgets::ConfirmText textOf(const SettleDialog::What& what) {
  widgets::ConfirmText text;
  text.title = what.title;
  text.text = what.consequence;
  text.detail = what.sql;
  text.button = QObject::tr("&Settle");
  text.dangerous = what.isProduction;
  text.asksReason = true;
  return text;
}

}  // namespace

widgets::TableView* beforeAndAfter(widgets::FieldsModel* model, int lines) {
  auto* table = new widgets::TableView(QObject::tr("Row before and after"));
  table->setModel(model);
  table->setHeightInRows(lines);
  return table;
}

SettleDialog::SettleDialog(const What& what, QWidget* parent) : ConfirmDialog(textOf(what), parent), ticket_(new QLineEdit) {
  auto* model = new widgets::FieldsModel({{tr("Field"), 16}, {tr("Before"), 38}, {tr("After"), 38}}, this);
  model->setRows(what.changes);
  addWidget(beforeAndAfter(model, static_cast<int>(what.changes.size())));
  addBesideReason(tr("Ticket (optional)"), ticket_);
  for (QLineEdit* edit : findChildren<QLineEdit*>()) {
    if (edit != ticket_) edit->setFocus();
  }
  resize(760, 680);
}

QString SettleDialog::ticket() const { return ticket_->text().trimmed(); }

}  // namespace onceover::reconcile
