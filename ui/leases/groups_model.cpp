#include "ui/leases/groups_model.h"

#include <algorithm>
#include <cstdlib>

#include "ui/widgets/text.h"

namespace onceover::leases {
namespace {

bool isSameGroup(const browse::StuckGroup& a, const browse::StuckGroup& b) { return a.operation == b.operation && a.owner == b.owner; }

bool isFigure(int column) { return column == GroupsModel::KeysColumn || column == GroupsModel::PeopleColumn; }

QString nameOrNone(const std::string& data) { return data.empty() ? QStringLiteral("–") : widgets::shown(std::string_view(data)); }

}  // namespace

void GroupsModel::setGroups(std::vector<browse::StuckGroup> groups, Timestamp asOf) {
  asOf_ = asOf;
  if (std::equal(groups.begin(), groups.end(), groups_.begin(), groups_.end(), isSameGroup)) {
    groups_ = std::move(groups);
    return changed();
  }
  beginResetModel();
  groups_ = std::move(groups);
  endResetModel();
}

void GroupsModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  changed();
}

void GroupsModel::changed() {
  if (!groups_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

// Several groups of one operation and owner differ by age: the one whose oldest lease is nearest is meant.
int GroupsModel::rowOf(const browse::StuckGroup& before) const {
  int best = -1;
  std::int64_t nearest = 0;
  for (int row = 0; row < rowCount(); ++row) {
    if (!isSameGroup(group(row), before)) continue;
    const std::int64_t distance = std::llabs((group(row).oldest - before.oldest).count());
    if (best >= 0 && distance >= nearest) continue;
    best = row;
    nearest = distance;
  }
  return best;
}

QString GroupsModel::textOf(const browse::StuckGroup& group, int column) const {
  switch (column) {
    case OperationColumn: return nameOrNone(group.operation);
    case OwnerColumn: return nameOrNone(group.owner);
    case KeysColumn: return widgets::number(group.n);
    case PeopleColumn: return group.needs_human == 0 ? QStringLiteral("–") : widgets::number(group.needs_human);
    case OldestColumn: return widgets::relative(group.oldest, asOf_);
    case NewestColumn: return widgets::relative(group.newest, asOf_);
    default: return {};
  }
}

QVariant GroupsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const browse::StuckGroup& shown = group(index.row());
  switch (role) {
    case Qt::DisplayRole: return textOf(shown, index.column());
    case Qt::ToolTipRole:
      if (index.column() == OldestColumn) return widgets::toolTip(widgets::exact(shown.oldest, clock_));
      if (index.column() == NewestColumn) return widgets::toolTip(widgets::exact(shown.newest, clock_));
      return widgets::toolTip(textOf(shown, index.column()));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | (isFigure(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
  }
}

QVariant GroupsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  static const char* const titles[] = {"Operation", "Owner", "Keys", "Need a person", "Oldest lease ended", "Newest lease ended"};
  if (role == Qt::DisplayRole) return QString::fromLatin1(titles[section]);
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (isFigure(section) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace onceover::leases
