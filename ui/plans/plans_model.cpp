#include "ui/plans/plans_model.h"

#include <algorithm>

#include "ui/plans/words.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::plans {

// The same plans again keep their selection and their place on the screen.
void PlansModel::setPlans(std::vector<plan::Plan> plans) {
  const bool same = std::ranges::equal(plans_, plans, {}, &plan::Plan::id, &plan::Plan::id);
  if (!same) beginResetModel();
  plans_ = std::move(plans);
  if (!same) return endResetModel();
  if (!plans_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void PlansModel::replace(const plan::Plan& plan) {
  const int row = rowOf(plan.id);
  if (row < 0) return;
  plans_[static_cast<std::size_t>(row)] = plan;
  emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void PlansModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (!plans_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int PlansModel::rowOf(std::int64_t id) const {
  const auto found = std::ranges::find(plans_, id, &plan::Plan::id);
  return found == plans_.end() ? -1 : static_cast<int>(found - plans_.begin());
}

QString PlansModel::cell(const plan::Plan& plan, int column) const {
  switch (column) {
    case StateColumn: return badgeOf(plan.state).word;
    case NameColumn: return widgets::shown(plan.name);
    case ActColumn: return actTitle(plan.act);
    case TableColumn: return tableWord(plan.relation);
    case EndedColumn: return tr("%1 of %2").arg(widgets::number(plan.ended), widgets::number(plan.items));
    case WhoColumn: return widgets::shown(plan.actor.name);
    case AgeColumn: return widgets::relative(plan.created_at, plan.as_of);
    default: return {};
  }
}

QString PlansModel::tip(const plan::Plan& plan, int column) const {
  switch (column) {
    case StateColumn: return plan.state_why.empty() ? cell(plan, column) : cell(plan, column) + ": " + widgets::shown(plan.state_why);
    case ActColumn: return doesInWords(plan);
    case WhoColumn:
      return tr("%1 on %2, as database user %3")
          .arg(widgets::shown(plan.actor.name), widgets::shown(plan.actor.host), widgets::shown(plan.db_user));
    case AgeColumn: return widgets::exact(plan.created_at, clock_);
    default: return cell(plan, column);
  }
}

QVariant PlansModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const plan::Plan& shown = plan(index.row());
  switch (role) {
    case Qt::DisplayRole: return cell(shown, index.column());
    case Qt::ToolTipRole: return widgets::toolTip(tip(shown, index.column()));
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (index.column() == EndedColumn ? Qt::AlignRight : Qt::AlignLeft));
    case widgets::BadgeRole: return index.column() == StateColumn ? QVariant::fromValue(badgeOf(shown.state)) : QVariant();
    default: return {};
  }
}

QVariant PlansModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | (section == EndedColumn ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("State"), tr("Name"), tr("Act"), tr("Table"), tr("Ended"), tr("Made by"), tr("Made")};
  return titles[section];
}

}  // namespace onceover::plans
