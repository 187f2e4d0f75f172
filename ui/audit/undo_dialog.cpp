#include "ui/audit/undo_dialog.h"

#include <algorithm>

#include "core/browse/promises.h"
#include "ui/audit/trail_model.h"
#include "ui/widgets/text.h"
#include "ui/widgets/json.h"
#include "ui/widgets/widgets.h"

namespace onceover::audit {

using widgets::FieldChange;
using widgets::shown;

namespace {

constexpr int mostRows = 8;

QString valueOf(const QJsonValue& value) {
  if (value.isNull() || value.isUndefined()) return QStringLiteral("NULL");
  return shown(widgets::bytes(value.isString() ? value.toString() : value.toVariant().toString()));
}

// Of our own keys a release, or a lease that was made longer.
bool isRelease(const Record& act) { return act.relation.empty() && act.action != "extend"; }

QString whatItDoes(const Record& act) {
  if (isRelease(act)) {
    return QObject::tr("The key becomes in progress again, with its lease ended, and its case needs a person. %1 This works only if nothing "
                       "has changed since.")
        .arg(widgets::text(browse::clients_until_settled(profile::own())));
  }
  if (act.relation.empty()) {
    return QObject::tr("The lease ends at its original time. This works only if the holder has not renewed it since.");
  }
  return QObject::tr(
      "The old values are restored. If the row has a case, the case needs a person. This works only if the row has not changed since.");
}

widgets::ConfirmText textOf(const Record& act, bool isProduction) {
  widgets::ConfirmText text;
  text.title = QObject::tr("Undo no. %1: %2").arg(act.number).arg(badgeOf(act).word);
  text.text = QObject::tr("%1 did this at %2: “%3”.\n")
                  .arg(shown(act.actor), widgets::exact(act.at, widgets::ClockChoice::utc), shown(act.reason)) +
              whatItDoes(act);
  text.button = QObject::tr("&Undo");
  text.dangerous = isProduction;
  text.asksReason = true;
  text.ticket = QObject::tr("Ticket (optional)");
  return text;
}

}  // namespace

std::vector<FieldChange> putBack(const Record& act) {
  const QJsonObject before = widgets::jsonObject(act.before_json), after = widgets::jsonObject(act.after_json);
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

widgets::ConfirmDialog* undoDialog(const Record& act, bool isProduction, QWidget* parent) {
  auto* dialog = new widgets::ConfirmDialog(textOf(act, isProduction), parent);
  const std::vector<FieldChange> fields = putBack(act);
  const std::vector<widgets::ColumnLook> columns{
      {QObject::tr("Column"), 18, widgets::FieldsModel::Mono}, {QObject::tr("Now"), 30}, {QObject::tr("Restored value"), 34}};
  dialog->addFields(QObject::tr("Restored value"), columns, std::clamp(static_cast<int>(fields.size()), 1, mostRows))->setRows(fields);
  dialog->resize(720, dialog->sizeHint().height());
  return dialog;
}

}  // namespace onceover::audit
