// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/undo_dialog.h"

#include <algorithm>

#include "core/browse/promises.h"
#include "ui/bridge/session.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/row_write.h"

namespace onceover::writes {

using audit::Record;

namespace {

constexpr int mostPutBack = 8;

QString putBackValue(const QJsonValue& value) {
  if (value.isNull() || value.isUndefined()) return QStringLiteral("NULL");
  return widgets::shown(widgets::bytes(value.isString() ? value.toString() : value.toVariant().toString()));
}

// Of our own keys a release, or a lease that was made longer.
bool isRelease(const Record& act) { return act.relation.empty() && act.action != "extend"; }

QString whatItDoes(const Record& act) {
  if (isRelease(act)) {
    return QObject::tr("The key becomes in progress again, with its lease ended, and its case needs a person.") + ' ' +
           widgets::text(browse::clients_until_settled(tables::own())) + ' ' + QObject::tr("This works only if nothing has changed since.");
  }
  if (act.relation.empty()) {
    return QObject::tr("The lease ends at its original time. This works only if the holder has not renewed it since.");
  }
  return QObject::tr(
      "The old values are restored. If the row has a case, the case needs a person. This works only if the row has not changed since.");
}

QString doneBy(const Record& act) {
  if (isRelease(act)) return QObject::tr("released");
  return widgets::wordShown(act.action == "write" ? act.verdict : act.action);
}

widgets::ConfirmText undoText(const Record& act, bool isProduction) {
  widgets::ConfirmText text;
  text.title = QObject::tr("Undo no. %1: %2").arg(act.number).arg(doneBy(act));
  text.text = QObject::tr("%1 did this at %2: “%3”.\n")
                  .arg(widgets::shown(act.actor), widgets::exact(act.at, widgets::ClockChoice::utc), widgets::shown(act.reason)) +
              whatItDoes(act);
  text.button = QObject::tr("&Undo");
  text.dangerous = isProduction;
  text.asksReason = true;
  text.ticket = QObject::tr("Ticket (optional)");
  return text;
}

}  // namespace

std::vector<widgets::FieldChange> putBack(const Record& act) {
  const QJsonObject before = widgets::jsonObject(act.before_json), after = widgets::jsonObject(act.after_json);
  std::vector<widgets::FieldChange> fields;
  if (isRelease(act)) {
    fields.push_back({QObject::tr("state"), widgets::shown(act.to_state), QStringLiteral("in_progress"), true});
    fields.push_back({QObject::tr("lease"), QObject::tr("none"), QObject::tr("ended: a sweeper or a person may take it"), true});
    if (after.contains(QLatin1String("retry_before"))) {
      fields.push_back(
          {QStringLiteral("retry_before"), putBackValue(after.value(QLatin1String("retry_before"))), QStringLiteral("NULL"), true});
    }
    fields.push_back(
        {QObject::tr("fence"), act.fence_after ? QString::number(*act.fence_after) : QStringLiteral("–"), QObject::tr("a new one"), true});
    return fields;
  }
  for (const QString& column : before.keys()) {
    if (before.value(column) == after.value(column)) continue;
    fields.push_back({widgets::shown(widgets::bytes(column)), putBackValue(after.value(column)), putBackValue(before.value(column)), true});
  }
  return fields;
}

widgets::ConfirmDialog* undoDialog(const Record& act, bool isProduction, QWidget* parent) {
  auto* dialog = new widgets::ConfirmDialog(undoText(act, isProduction), parent);
  const std::vector<widgets::FieldChange> fields = putBack(act);
  const std::vector<widgets::ColumnLook> columns{{QObject::tr("Column"), 18, widgets::FieldsModel::Mono},
                                                 {QObject::tr("After no. %1").arg(act.number), 30},
                                                 {QObject::tr("After the undo"), 34}};
  dialog->addFields(QObject::tr("What the undo writes"), columns, std::clamp(static_cast<int>(fields.size()), 1, mostPutBack))
      ->setRows(fields);
  dialog->resize(720, dialog->sizeHint().height());
  return dialog;
}

void writeUndo(bridge::Session& session, QObject* context, std::int64_t number, const QString& reason, const QString& ticket,
               std::function<void(const Result<reconcile::UndoOutcome>&)> done) {
  const auto profile = std::make_shared<const tables::Profile>(session.profile());
  session.write<reconcile::UndoOutcome>(
      context, QObject::tr("Undoing"),
      [profile, number, why = widgets::bytes(reason),
       incident = widgets::bytes(ticket)](bridge::Reader& reader) -> Result<reconcile::UndoOutcome> {
        const auto access = accessTo(reader, *profile);
        if (!access) return fail(access.error());
        return reconcile::undo(reader.connection(), *profile, *access, number, audit::this_actor("onceover"), why, incident);
      },
      [done = std::move(done)](const Result<reconcile::UndoOutcome>& outcome) { done(outcome); });
}

widgets::Told toldUndoing(std::int64_t act, const Result<reconcile::UndoOutcome>& outcome) {
  if (!outcome) {
    return {{QObject::tr("not undone"), QStringLiteral("cross"), widgets::Tone::danger}, widgets::sentences(outcome.error()), {}};
  }
  if (const auto* undone = std::get_if<reconcile::Undone>(&*outcome)) {
    widgets::Told told{{QObject::tr("undone"), QStringLiteral("undo"), widgets::Tone::ok},
                       QObject::tr("No. %1 is undone: the row is %2 again. Audit row no. %3 records who and why.")
                           .arg(act)
                           .arg(widgets::wordShown(key::word(undone->after.state)))
                           .arg(undone->audit_id),
                       {}};
    if (!undone->unconfirmed.empty()) told.lines.append(widgets::shown(undone->unconfirmed));
    return told;
  }
  const auto& changed = std::get<reconcile::ChangedSince>(*outcome);
  widgets::Told told{{QObject::tr("not undone"), QStringLiteral("warning"), widgets::Tone::warn},
                     changed.now ? QObject::tr("The row has changed since no. %1. Nothing was written.").arg(act)
                                 : QObject::tr("The row is gone. Nothing was written."),
                     {}};
  for (const std::string& what : changed.what) told.lines.append(widgets::shown(what));
  return told;
}

}  // namespace onceover::writes
