#include "ui/health/findings_model.h"

#include <algorithm>

#include "ui/health/words.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::health {

void FindingsModel::setReport(std::vector<Finding> findings, std::vector<NotChecked> notChecked) {
  beginResetModel();
  findings_ = std::move(findings);
  notChecked_ = std::move(notChecked);
  endResetModel();
}

const Finding* FindingsModel::finding(int row) const {
  const auto at = static_cast<std::size_t>(row);
  return row >= 0 && at < findings_.size() ? &findings_[at] : nullptr;
}

const NotChecked* FindingsModel::notChecked(int row) const {
  const auto at = static_cast<std::size_t>(row) - findings_.size();
  return row >= 0 && at < notChecked_.size() ? &notChecked_[at] : nullptr;
}

int FindingsModel::rowOf(Check check) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (finding(row) != nullptr ? finding(row)->check == check : notChecked(row)->check == check) return row;
  }
  return -1;
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(findings_.size() + notChecked_.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Finding* found = finding(index.row());
  const NotChecked* open = notChecked(index.row());
  const widgets::Badge badge = found != nullptr ? badgeOf(found->severity) : badgeOfNotChecked();
  const std::string& words = found != nullptr ? found->evidence : open->why;
  switch (role) {
    case Qt::DisplayRole:
      return index.column() == SeverityColumn ? badge.word
             : index.column() == TitleColumn  ? titleOf(found != nullptr ? found->check : open->check)
                                              : widgets::shown(words);
    case Qt::ToolTipRole: return index.column() == EvidenceColumn ? widgets::toolTip(widgets::shown(words)) : QVariant();
    case widgets::BadgeRole: return index.column() == SeverityColumn ? QVariant::fromValue(badge) : QVariant();
    default: return {};
  }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) return {};
  const QString titles[] = {tr("Severity"), tr("What is wrong"), tr("What was seen")};
  return titles[section];
}

}  // namespace onceover::health
