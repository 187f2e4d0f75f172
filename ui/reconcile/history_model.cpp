#include "ui/reconcile/history_model.h"

namespace onceover::reconcile {

using audit::Record;
using widgets::shown;

namespace {

QString actionOf(const Record& record) {
  if (record.action == "ask_approval") return HistoryModel::tr("asked a 2nd");
  if (record.action == "end_approval") return shown(record.to_state);
  return widgets::wordShown(record.action == "write" ? record.verdict : record.action);
}

QString changeOf(const Record& record) {
  const QString from = shown(record.from_state), to = shown(audit::left_as(record));
  return from == to ? widgets::dash : QStringLiteral("→ ") + to;
}

}  // namespace

HistoryModel::HistoryModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("No."), 5, Right}, [](const Record& record) { return QString::number(record.number); }},
      {{tr("When"), 13}, [](const Record& record) { return record.at; }},
      {{tr("Action"), 12}, actionOf},
      {{tr("State"), 12}, changeOf},
      {{tr("Who"), 18}, [](const Record& record) { return shown(record.actor) + '@' + shown(record.host); }},
      {{tr("Reason"), 20, Stretch}, [](const Record& record) { return shown(record.reason); }},
      {{tr("Ticket"), 8}, [](const Record& record) { return shown(record.ticket); }},
  });
}

}  // namespace onceover::reconcile
