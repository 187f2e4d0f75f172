#include "ui/leases/groups_model.h"

namespace onceover::leases {

using browse::StuckBy;

QString nameOf(StuckBy by) {
  switch (by) {
    case StuckBy::operation_owner_age:
    case StuckBy::operation: return GroupsModel::tr("Operation");
    case StuckBy::host: return GroupsModel::tr("Host");
    case StuckBy::tenant: return GroupsModel::tr("Tenant");
    case StuckBy::age: return GroupsModel::tr("Lease ended");
  }
  return {};
}

GroupsModel::GroupsModel(QObject* parent) : RowsModel(parent) {
  const auto countOrDash = [](std::int64_t n) { return n == 0 ? widgets::dash : widgets::number(n); };
  setColumns({
      {{leases::nameOf(by_), 30, Stretch}, [this](const GroupLine& line) { return nameOf(line); }},
      {{tr("Keys"), 10, Right}, [](const GroupLine& line) { return widgets::number(line.group.n); }},
      {{tr("Amounts"), 44, Whole},
       [](const GroupLine& line) { return widgets::sumsShown(line.group.money); },
       [](const GroupLine& line) {
         const key::Sums& money = line.group.money;
         return money.is_known() ? widgets::sumsShown(money) : widgets::text(money.why_unknown());
       }},
      {{tr("Need a person"), 15, Right}, [countOrDash](const GroupLine& line) { return countOrDash(line.group.needs_human); }},
      {{tr("Not retried"), 12, Right},
       [countOrDash](const GroupLine& line) { return countOrDash(line.group.unretried); },
       [](const GroupLine&) { return tr("Released, and no client has retried in time"); }},
      {{tr("Stuck since"), 19, 0, tr("The one that has been stuck for longest")},
       [](const GroupLine& line) { return widgets::ifKnown(line.group.oldest); }},
      {{tr("Newest since"), 19, 0, tr("The one that got stuck last")},
       [](const GroupLine& line) { return widgets::ifKnown(line.group.newest); }},
  });
}

void GroupsModel::setGroups(const browse::StuckGroups& groups) {
  by_ = groups.by;
  std::vector<GroupLine> lines;
  if (groups.all.n > 0) lines.push_back({groups.all, true});
  for (const browse::StuckGroup& group : groups.groups) lines.push_back({group});
  setRows(std::move(lines), groups.as_of);
  emit headerDataChanged(Qt::Horizontal, NameColumn, NameColumn);
}

QString GroupsModel::nameOf(const GroupLine& line) const {
  if (line.isAll) return tr("All");
  switch (by_) {
    case StuckBy::operation_owner_age:
    case StuckBy::operation: return widgets::orDash(line.group.operation);
    case StuckBy::host: return widgets::orDash(line.group.owner);
    case StuckBy::tenant: return widgets::orDash(line.group.tenant);
    case StuckBy::age: return line.group.age ? tr("%1 ago").arg(widgets::text(browse::word(*line.group.age))) : widgets::dash;
  }
  return {};
}

QVariant GroupsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && section == NameColumn && role == Qt::DisplayRole) return leases::nameOf(by_);
  return RowsModel::headerData(section, orientation, role);
}

bool GroupsModel::isSame(const GroupLine& a, const GroupLine& b) const {
  return a.isAll == b.isAll && (a.isAll || (a.group.operation == b.group.operation && a.group.owner == b.group.owner &&
                                            a.group.tenant == b.group.tenant && a.group.age == b.group.age));
}

int GroupsModel::rowOf(const GroupLine& before) const {
  return rowWhere([&](const GroupLine& line) { return isSame(line, before); });
}

}  // namespace onceover::leases
