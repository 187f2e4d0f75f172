#include "ui/reconcile/elsewhere_model.h"

#include "ui/widgets/text.h"

namespace onceover::reconcile {

void ElsewhereModel::setRows(Tables tables, std::vector<browse::LifeRow> rows, Timestamp asOf) {
  beginResetModel();
  tables_ = std::move(tables);
  rows_ = std::move(rows);
  asOf_ = asOf;
  endResetModel();
}

void ElsewhereModel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString ElsewhereModel::cell(int at, int column) const {
  const browse::KeyRow& found = row(at).row;
  switch (column) {
    case WhenColumn: return found.created_at.is_finite() ? widgets::relative(found.created_at, asOf_) : QStringLiteral("–");
    case TableColumn: return widgets::shown(tableOf(at)->schema + '.' + tableOf(at)->table);
    case KeyColumn: return widgets::shown(std::string_view(found.id.key));
    case StateColumn: return widgets::shown(std::string_view(found.state_word));
    case LinkColumn: return widgets::shown(std::string_view(row(at).link));
    default: return {};
  }
}

QString ElsewhereModel::tip(int at, int column) const {
  const browse::KeyRow& found = row(at).row;
  if (column == WhenColumn) {
    return found.created_at.is_finite() ? widgets::exact(found.created_at, clock_) : tr("This table does not say when.");
  }
  if (column == TableColumn) return tr("%1: %2").arg(widgets::shown(profile::word(tableOf(at)->kind)), cell(at, column));
  return cell(at, column);
}

QVariant ElsewhereModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == Qt::DisplayRole) return cell(index.row(), index.column());
  if (role == Qt::ToolTipRole) return widgets::toolTip(tip(index.row(), index.column()));
  return {};
}

QVariant ElsewhereModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft);
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Since"), tr("Table"), tr("Key"), tr("Stored as"), tr("Why it is here")};
  return titles[section];
}

}  // namespace onceover::reconcile
