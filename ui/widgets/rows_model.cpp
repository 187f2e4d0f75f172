#include "ui/widgets/rows_model.h"

#include "ui/widgets/glossary.h"
#include "ui/widgets/table.h"

namespace onceover::widgets {
namespace {

int alignment(bool right) { return static_cast<int>(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft)); }

}  // namespace

void RowsBase::setClock(ClockChoice clock) {
  clock_ = clock;
  changed();
}

void RowsBase::changed() {
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QVariant RowsBase::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return toolTip(tip(index.row(), index.column()));
    case Qt::TextAlignmentRole: return alignment((look(index.column()).traits & (Right | RightUnderLeft)) != 0);
    case BadgeRole: return hasBadge(index.column()) ? QVariant::fromValue(badge(index.row(), index.column())) : QVariant();
    default: return {};
  }
}

QVariant RowsBase::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const ColumnLook of = look(section);
  switch (role) {
    case Qt::DisplayRole: return of.title;
    case Qt::ToolTipRole: return toolTip(of.titleTip.isEmpty() ? glossaryMeaning(of.title) : of.titleTip);
    case Qt::TextAlignmentRole: return alignment((of.traits & Right) != 0);
    default: return {};
  }
}

}  // namespace onceover::widgets
