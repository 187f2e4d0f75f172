// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rows_model.h"

#include <QFont>

#include "ui/widgets/controls.h"
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

FieldsModel::FieldsModel(const std::vector<ColumnLook>& columns, QObject* parent) : RowsModel(parent) {
  std::vector<Column> all;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto part = c == 0 ? &FieldChange::name : c == 1 ? &FieldChange::before : &FieldChange::after;
    const auto tip = [part](const FieldChange& field) { return field.*part; };
    // A mark beside the weight of the letters: neither colour nor weight is the only sign.
    const auto text = [part, c](const FieldChange& field) {
      return (c == 2 && field.changed ? QStringLiteral("● ") : QString()) + field.*part;
    };
    all.push_back({columns[c], text, tip});
  }
  setColumns(std::move(all));
}

QVariant FieldsModel::data(const QModelIndex& index, int role) const {
  if (index.isValid() && index.column() == 2 && at(index.row()).changed) {
    if (role == Qt::AccessibleTextRole) return tr("%1, changed").arg(at(index.row()).after);
    if (role == Qt::FontRole) {
      QFont font;
      font.setWeight(QFont::DemiBold);
      return font;
    }
  }
  return RowsModel::data(index, role);
}

}  // namespace onceover::widgets
