#include "ui/audit/undo_dialog.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <algorithm>

#include "ui/audit/trail_model.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::audit {

using widgets::FieldChange;
using widgets::shown;

namespace {

constexpr int mostRows = 8;

QJsonObject objectOf(const std::string& json) { return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object(); }

QString valueOf(const QJsonValue& value) {
  if (value.isNull() || value.isUndefined()) return QStringLiteral("NULL");
  return shown(widgets::bytes(value.isString() ? value.toString() : value.toVariant().toString()));
}

// Of our own keys a release, or a lease that was made longer.
bool isRelease(const Record& act) { return act.relation.empty() && act.action != "extend"; }

QString whatItDoes(const Record& act) {
  if (isRelease(act)) {
    return QObject::tr(
        "The key is in progress again with its lease ended, and its case needs a person: clients get 409 until it is settled. Only where "
        "nothing has changed since.");
  }
  if (act.relation.empty()) {
    return QObject::tr("The lease ends when it would have ended. Only where whoever holds the key has not renewed it since.");
  }
  return QObject::tr(
      "What the act changed is put back, and the row's case, where it has one, needs a person. Only where the row is still as the act left "
      "it.");
}

widgets::ConfirmText textOf(const Record& act, bool isProduction) {
  widgets::ConfirmText text;
  text.title = QObject::tr("Undo no. %1: %2").arg(act.number).arg(badgeOf(act).word);
  text.text = QObject::tr("%1 did it %2, because: “%3”.\n")
                  .arg(shown(act.actor), widgets::exact(act.at, widgets::ClockChoice::utc), shown(act.reason)) +
              whatItDoes(act);
  text.button = QObject::tr("&Undo");
  text.dangerous = isProduction;
  text.asksReason = true;
  return text;
}

}  // namespace

std::vector<FieldChange> putBack(const Record& act) {
  const QJsonObject before = objectOf(act.before_json), after = objectOf(act.after_json);
  std::vector<FieldChange> fields;
  if (isRelease(act)) {
    fields.push_back({QObject::tr("state"), shown(act.to_state), QStringLiteral("in_progress"), true});
    fields.push_back({QObject::tr("lease"), QObject::tr("none"), QObject::tr("ended: a sweeper or a person may take it"), true});
    if (after.contains(QLatin1String("retry_before"))) {
      fields.push_back({QStringLiteral("retry_before"), valueOf(after.value(QLatin1String("retry_before"))), QStringLiteral("NULL"), true});
    }
    fields.push_back(
        {QObject::tr("fence"), act.fence_after ? QString::number(*act.fence_after) : QStringLiteral("–"), QObject::tr("a new one"), true});
    return fields;
  }
  for (const QString& column : before.keys()) {
    if (before.value(column) == after.value(column)) continue;
    fields.push_back({shown(widgets::bytes(column)), valueOf(after.value(column)), valueOf(before.value(column)), true});
  }
  return fields;
}

UndoDialog::UndoDialog(const Record& act, bool isProduction, QWidget* parent)
    : ConfirmDialog(textOf(act, isProduction), parent), ticket_(new QLineEdit) {
  auto* model = new widgets::FieldsModel(
      {{tr("Column"), 18, widgets::FieldsModel::Mono}, {tr("As the act left it"), 30}, {tr("What is put back"), 34}}, this);
  model->setRows(putBack(act));
  auto* table = new widgets::TableView(tr("What is put back"));
  table->setModel(model);
  table->setHeightInRows(std::clamp(model->rowCount(), 1, mostRows));
  addWidget(table);
  addBesideReason(tr("Ticket (optional)"), ticket_);
  for (QLineEdit* edit : findChildren<QLineEdit*>()) {
    if (edit != ticket_) edit->setFocus();
  }
  resize(720, sizeHint().height());
}

QString UndoDialog::ticket() const { return ticket_->text().trimmed(); }

}  // namespace onceover::audit
