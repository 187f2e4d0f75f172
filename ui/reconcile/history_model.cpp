#include "ui/reconcile/history_model.h"

#include <algorithm>

#include "ui/widgets/text.h"

namespace onceover::reconcile {

using widgets::shown;

void HistoryModel::setRecords(const std::vector<audit::Record>& records, Timestamp now, widgets::ClockChoice clock) {
  now_ = now;
  clock_ = clock;
  const bool same = std::equal(records.begin(), records.end(), records_.begin(), records_.end(),
                               [](const audit::Record& a, const audit::Record& b) { return a.number == b.number; });
  if (same) {
    if (!records_.empty()) emit dataChanged(index(0, when), index(rowCount() - 1, when));
    return;
  }
  beginResetModel();
  records_ = records;
  endResetModel();
}

int HistoryModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(records_.size()); }
int HistoryModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columnCount_; }

QString HistoryModel::cell(const audit::Record& record, int column) const {
  switch (column) {
    case number: return QString::number(record.number);
    case when: return widgets::relative(record.at, now_);
    case action:
      if (record.action == "ask_approval") return tr("asked a 2nd");
      if (record.action == "end_approval") return shown(std::string_view(record.to_state));
      return shown(std::string_view(record.action == "write" ? record.verdict : record.action)).replace('_', ' ');
    case state: {
      const QString from = shown(std::string_view(record.from_state)), to = shown(std::string_view(record.to_state));
      return from == to ? QStringLiteral("–") : QStringLiteral("→ ") + to;
    }
    case who: return shown(std::string_view(record.actor)) + '@' + shown(std::string_view(record.host));
    case reason: return shown(std::string_view(record.reason));
    case ticket: return shown(std::string_view(record.ticket));
    default: return {};
  }
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const audit::Record& record = records_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return cell(record, index.column());
    case Qt::ToolTipRole:
      return widgets::toolTip(index.column() == when ? widgets::exact(record.at, clock_) : cell(record, index.column()));
    case Qt::TextAlignmentRole: return index.column() == number ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default: return {};
  }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == number) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case number: return tr("No.");
    case when: return tr("When");
    case action: return tr("Action");
    case state: return tr("State");
    case who: return tr("Who");
    case reason: return tr("Reason");
    case ticket: return tr("Ticket");
    default: return {};
  }
}

}  // namespace onceover::reconcile
