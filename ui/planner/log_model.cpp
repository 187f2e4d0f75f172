#include "ui/planner/log_model.h"

#include <algorithm>

#include "ui/planner/words.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::planner {

void LogModel::setLog(const Overlay& overlay, const std::vector<RowError>& errors) {
  beginResetModel();
  rows_.clear();
  for (const Overlaid& entry : overlay.entries) rows_.push_back({.line = entry.entry.line, .entry = entry, .error = {}});
  for (const RowError& error : errors) rows_.push_back({.line = error.line, .isRead = false, .entry = {}, .error = error});
  std::ranges::stable_sort(rows_, {}, &Row::line);
  wrong_ = static_cast<int>(errors.size());
  endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

QString LogModel::cell(const Row& row, int column) const {
  const Overlaid& one = row.entry;
  switch (column) {
    case Line: return QString::number(row.line);
    case FitColumn: return row.isRead ? badgeOf(one.fit).word : tr("not read");
    case Why:
      return row.isRead ? widgets::shown(one.what)
                        : tr("%1 The row: %2").arg(widgets::shown(row.error.what), widgets::shown(row.error.text));
    default: break;
  }
  if (!row.isRead) return QStringLiteral("–");
  switch (column) {
    case Request: return QString::number(one.entry.request);
    case Attempt: return QString::number(one.entry.attempt);
    case Waited: return spanText(one.entry.delay);
    case Allowed: return one.entry.attempt == 1 ? QString() : tr("%1 to %2").arg(spanText(one.allowed.least), spanText(one.allowed.most));
    default: return {};
  }
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return cell(row, index.column());
    case Qt::ToolTipRole: return index.column() == Why ? widgets::toolTip(cell(row, Why)) : QVariant();
    case Qt::TextAlignmentRole:
      return index.column() <= Waited ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case widgets::BadgeRole:
      if (index.column() != FitColumn) return {};
      return QVariant::fromValue(row.isRead ? badgeOf(row.entry.fit)
                                            : widgets::Badge{tr("not read"), QStringLiteral("warning"), widgets::Tone::danger});
    default: return {};
  }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) return {};
  const QString titles[] = {tr("Line"), tr("Request"), tr("Attempt"), tr("Waited"), tr("Policy waits"), tr("Fit"), tr("Why")};
  return titles[section];
}

}  // namespace onceover::planner
