#include "ui/audit/trail_model.h"

#include <algorithm>

#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::audit {

using widgets::Badge;
using widgets::shown;
using widgets::Tone;

widgets::Badge badgeOf(const Record& record) {
  const std::string& action = record.action;
  if (action == "own") return {QObject::tr("took over"), QStringLiteral("lock"), Tone::info};
  if (action == "settle") {
    if (record.to_state == "failed") return {QObject::tr("settled"), QStringLiteral("cross"), Tone::neutral};
    if (record.to_state == "released") return {QObject::tr("released"), QStringLiteral("undo"), Tone::info};
    return {QObject::tr("settled"), QStringLiteral("check"), Tone::ok};
  }
  // Of a row that is not ours: the verb, or the verdict of a gateway that it rests on.
  if (action == "write") {
    const Tone tone = record.to_state == "succeeded" ? Tone::ok : record.to_state == "released" ? Tone::info : Tone::neutral;
    return {shown(std::string_view(record.verdict)).replace('_', ' '), QStringLiteral("person"), tone};
  }
  if (action == "extend") return {QObject::tr("lease extended"), QStringLiteral("lock"), Tone::info};
  if (action == "reap") return {QObject::tr("reaped"), QStringLiteral("cross"), Tone::neutral};
  if (action == "unresolved") return {QObject::tr("unresolved"), QStringLiteral("clock"), Tone::warn};
  if (action == "needs_human") return {QObject::tr("needs human"), QStringLiteral("person"), Tone::danger};
  if (action == "undo") return {QObject::tr("undone"), QStringLiteral("undo"), Tone::info};
  if (action == "ask_approval") return {QObject::tr("asked a second person"), QStringLiteral("person"), Tone::warn};
  if (action == "end_approval") return {shown(std::string_view(record.to_state)), QStringLiteral("cross"), Tone::neutral};
  if (action == "stop") return {QObject::tr("stopped all"), QStringLiteral("stop"), Tone::danger};
  if (action == "start") return {QObject::tr("started all"), QStringLiteral("play"), Tone::ok};
  // Of a plan: "plan_made".
  return {shown(std::string_view(action)).replace('_', ' '), QStringLiteral("dot"), Tone::neutral};
}

QString changeOf(const Record& record) {
  const QString from = shown(std::string_view(record.from_state)), to = shown(std::string_view(record.to_state));
  if (from == to || to.isEmpty()) return from;
  return from.isEmpty() ? to : from + QStringLiteral(" → ") + to;
}

void TrailModel::replaceTop(const Page& page) {
  const bool joins = !records_.empty() && !page.records.empty() && page.records.back().number <= records_.front().number &&
                     page.records.front().number >= records_.front().number;
  const bool sameTop = joins && std::any_of(page.records.begin(), page.records.end(),
                                            [&](const Record& record) { return record.number == records_.front().number; });
  if (!sameTop) {
    beginResetModel();
    records_ = page.records;
    next_ = page.next;
    endResetModel();
    return;
  }
  // Rows of a trail never change: only what is newer is put in front, so that selection and place stay.
  const auto end = std::find_if(page.records.begin(), page.records.end(),
                                [&](const Record& record) { return record.number == records_.front().number; });
  const auto newer = static_cast<int>(end - page.records.begin());
  if (newer == 0) return;
  beginInsertRows({}, 0, newer - 1);
  records_.insert(records_.begin(), page.records.begin(), end);
  endInsertRows();
}

void TrailModel::append(const Page& page) {
  next_ = page.next;
  if (page.records.empty()) return;
  const int first = rowCount();
  beginInsertRows({}, first, first + static_cast<int>(page.records.size()) - 1);
  records_.insert(records_.end(), page.records.begin(), page.records.end());
  endInsertRows();
}

void TrailModel::clear() {
  beginResetModel();
  records_.clear();
  next_.reset();
  endResetModel();
}

void TrailModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (!records_.empty()) emit dataChanged(index(0, when), index(rowCount() - 1, when));
}

int TrailModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(records_.size()); }
int TrailModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columnCount_; }

QString TrailModel::cell(const Record& record, int column) const {
  switch (column) {
    case number: return QString::number(record.number);
    case when: return widgets::exact(record.at, clock_);
    case action: return badgeOf(record).word;
    case key: return record.id ? shown(std::string_view(record.id->key)) : QStringLiteral("–");
    case operation: return record.id ? shown(std::string_view(record.id->operation)) : QStringLiteral("–");
    case tenant: return record.id ? shown(std::string_view(record.id->tenant)) : QStringLiteral("–");
    case change:
      if (record.to_state.empty() || record.to_state == record.from_state) return QStringLiteral("–");
      return QStringLiteral("→ ") + shown(std::string_view(record.to_state));
    case who: return shown(std::string_view(record.actor)) + '@' + shown(std::string_view(record.host));
    case reason: return shown(std::string_view(record.reason));
    case ticket: return shown(std::string_view(record.ticket));
    default: return {};
  }
}

QVariant TrailModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Record& row = record(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(row, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(cell(row, index.column()));
    case widgets::BadgeRole: return index.column() == action ? QVariant::fromValue(badgeOf(row)) : QVariant();
    case Qt::TextAlignmentRole: return index.column() == number ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default: return {};
  }
}

QVariant TrailModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == number) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case number: return tr("No.");
    case when: return tr("When");
    case action: return tr("Action");
    case key: return tr("Key");
    case operation: return tr("Operation");
    case tenant: return tr("Tenant");
    case change: return tr("State");
    case who: return tr("Who");
    case reason: return tr("Reason");
    case ticket: return tr("Ticket");
    default: return {};
  }
}

}  // namespace onceover::audit
